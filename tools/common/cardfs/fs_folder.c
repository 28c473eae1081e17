/* A card as a folder: mounted by the system, or copied somewhere. */
#include "cardfs/fs.h"

#include <dirent.h>
#include <fcntl.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/status.h"

static int failed(struct card_fs *fs, const char *what, const char *path)
{
    int status = errno == ENOENT ? STATUS_NOT_FOUND : errno == ENOSPC ? STATUS_FULL : STATUS_IO;
    return card_fs_failed(fs, status, "cannot %s %s/%s: %s", what, fs->name, path, strerror(errno));
}

static bool join(struct card_fs *fs, char full[PATH_MAX], const char *path)
{
    if ((size_t)snprintf(full, PATH_MAX, "%s/%s", fs->name, path) < PATH_MAX)
        return true;
    errno = ENAMETOOLONG;
    failed(fs, "use", path);
    return false;
}

static int list(struct card_fs *fs, const char *folder,
                void (*each)(void *user, const char *name, uint64_t size), void *user)
{
    char full[PATH_MAX];
    if (!join(fs, full, folder))
        return fs->status;
    DIR *directory = opendir(full);
    if (!directory)
        return failed(fs, "look into", folder);
    for (struct dirent *entry; (entry = readdir(directory));) {
        struct stat about;
        if (card_fs_name_is_plain(entry->d_name) &&
            fstatat(dirfd(directory), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(about.st_mode))
            each(user, entry->d_name, (uint64_t)about.st_size);
    }
    closedir(directory);
    return 0;
}

static void *open_file(struct card_fs *fs, const char *path, enum card_mode mode, uint64_t *size)
{
    static const char *const modes[] = {[CARD_READ] = "rb", [CARD_UPDATE] = "r+b", [CARD_CREATE] = "wb"};
    char full[PATH_MAX];
    struct stat about;
    if (!join(fs, full, path))
        return NULL;
    FILE *file = fopen(full, modes[mode]);
    if (!file || fstat(fileno(file), &about) != 0) {
        failed(fs, "open", path);
        if (file)
            fclose(file);
        return NULL;
    }
    if (size)
        *size = (uint64_t)about.st_size;
    return file;
}

static long read_bytes(struct card_fs *fs, void *file, void *buffer, size_t size)
{
    size_t got = fread(buffer, 1, size, file);
    return got == 0 && ferror((FILE *)file) ? failed(fs, "read", "") : (long)got;
}

static int seek(struct card_fs *fs, void *file, uint64_t offset)
{
    return fseeko(file, (off_t)offset, SEEK_SET) == 0 ? 0 : failed(fs, "read", "");
}

static int write_bytes(struct card_fs *fs, void *file, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, file) == size ? 0 : failed(fs, "write to", "");
}

static int close_file(struct card_fs *fs, void *file)
{
    FILE *stream = file;
    bool stored = fflush(stream) == 0 && (fsync(fileno(stream)) == 0 || errno == EINVAL || errno == EROFS);
    int status = stored ? 0 : failed(fs, "write to", "");
    fclose(stream);
    return status;
}

static int remove_file(struct card_fs *fs, const char *path)
{
    char full[PATH_MAX];
    if (!join(fs, full, path))
        return fs->status;
    return unlink(full) == 0 ? 0 : failed(fs, "remove", path);
}

static int make_folder(struct card_fs *fs, const char *path)
{
    char full[PATH_MAX];
    if (!join(fs, full, path))
        return fs->status;
    return mkdir(full, 0777) == 0 || errno == EEXIST ? 0 : failed(fs, "make the folder", path);
}

static void unmount(struct card_fs *fs)
{
    (void)fs;
}

static const struct card_fs_ops ops = {
    .list = list,
    .open = open_file,
    .read = read_bytes,
    .seek = seek,
    .write = write_bytes,
    .close = close_file,
    .remove = remove_file,
    .make_folder = make_folder,
    .unmount = unmount,
};

int card_fs_open_folder(struct card_fs *fs, const char *path)
{
    *fs = (struct card_fs){.ops = &ops, .name = path};
    return 0;
}
