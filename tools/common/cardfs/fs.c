#include "cardfs/fs.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/status.h"

int card_fs_failed(struct card_fs *fs, int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fs->problem, sizeof fs->problem, format, arguments);
    va_end(arguments);
    fs->status = status;
    return status;
}

bool card_fs_name_is_plain(const char *name)
{
    if (name[0] == '.' || name[0] == '\0')
        return false;
    for (; *name; name++)
        if ((unsigned char)*name < ' ' || strchr("/\\:*?\"<>|\x7f", *name))
            return false;
    return true;
}

int card_fs_open(struct card_fs *fs, const char *path, enum card_mode mode)
{
    struct stat about;
    *fs = (struct card_fs){.name = path};
    if (stat(path, &about) != 0)
        return card_fs_failed(fs, STATUS_NOT_FOUND, "cannot find the card %s: %s", path, strerror(errno));
    if (S_ISDIR(about.st_mode))
        return card_fs_open_folder(fs, path);
    if (S_ISREG(about.st_mode) || S_ISBLK(about.st_mode))
        return card_fs_open_image(fs, path, mode);
    return card_fs_failed(fs, STATUS_UNSUPPORTED, "%s is neither a folder, an image file nor a block device",
                          path);
}

void card_fs_close(struct card_fs *fs)
{
    if (fs->ops)
        fs->ops->unmount(fs);
    fs->ops = NULL;
}

bool card_fs_exists(struct card_fs *fs, const char *path)
{
    void *file = fs->ops->open(fs, path, CARD_READ, NULL);
    if (file)
        fs->ops->close(fs, file);
    return file != NULL;
}

long card_fs_read_file(struct card_fs *fs, const char *path, void *buffer, size_t room)
{
    uint64_t size;
    void *file = fs->ops->open(fs, path, CARD_READ, &size);
    if (!file)
        return fs->status;
    long status = 0;
    size_t used = 0;
    if (size > room)
        status = card_fs_failed(fs, STATUS_TOO_LONG, "%s is larger than it can be", path);
    while (status == 0 && used < size) {
        long got = fs->ops->read(fs, file, (char *)buffer + used, (size_t)size - used);
        if (got <= 0)
            status =
                got < 0 ? got : card_fs_failed(fs, STATUS_DAMAGED, "%s is shorter than the card says", path);
        else
            used += (size_t)got;
    }
    fs->ops->close(fs, file);
    return status < 0 ? status : (long)used;
}

int card_fs_write_file(struct card_fs *fs, const char *path, const void *bytes, size_t size)
{
    void *file = fs->ops->open(fs, path, CARD_CREATE, NULL);
    if (!file)
        return fs->status;
    int status = size > 0 ? fs->ops->write(fs, file, bytes, size) : 0;
    int closed = fs->ops->close(fs, file);
    return status < 0 ? status : closed;
}

static long read_source(void *context, void *buffer, size_t size)
{
    struct card_source *source = context;
    if (size > source->left)
        size = (size_t)source->left;
    if (size == 0)
        return 0;
    long got = source->fs->ops->read(source->fs, source->file, buffer, size);
    if (got > 0)
        source->left -= (uint64_t)got;
    return got;
}

struct warc_port card_fs_port(struct card_source *source)
{
    return (struct warc_port){read_source, source};
}
