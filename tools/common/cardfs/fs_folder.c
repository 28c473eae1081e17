/* A card as a folder: mounted by the system, or copied somewhere. */
#include "cardfs/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/status.h"
#include "plain.h"

static int failed(struct card_fs *fs, const char *what, const char *path)
{
    int status = errno == ENOENT ? STATUS_NOT_FOUND : errno == ENOSPC ? STATUS_FULL : STATUS_IO;
    return card_fs_failed(fs, status, "cannot %s %s/%s: %s", what, fs->name, path, strerror(errno));
}

/* Names were to be used: the reason may be that something else has them (plain.h). */
static int failed_name(struct card_fs *fs, const char *what, const char *path)
{
    int status = errno == ENOENT ? STATUS_NOT_FOUND : errno == ENOSPC ? STATUS_FULL : STATUS_IO;
    return card_fs_failed(fs, status, "cannot %s %s/%s: %s", what, fs->name, path, plain_problem());
}

static int list(struct card_fs *fs, const char *folder,
                void (*each)(void *user, const char *name, uint64_t size), void *user)
{
    DIR *directory = plain_list(fs->name, folder);
    if (!directory)
        return failed_name(fs, "look into", folder);
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
    struct stat about;
    FILE *file = plain_stream(fs->name, path, modes[mode]);
    if (!file) {
        failed_name(fs, "open", path);
        return NULL;
    }
    if (fstat(fileno(file), &about) != 0) {
        failed(fs, "open", path);
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
    return plain_remove(fs->name, path) == 0 ? 0 : failed_name(fs, "remove", path);
}

static int make_folder(struct card_fs *fs, const char *path)
{
    return plain_make_folder(fs->name, path) == 0 ? 0 : failed_name(fs, "make the folder", path);
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

/* ---- What is no card's business ---- */

/* Only what is of another kind counts here: whatever else is wrong is told when it is used. */
static bool is_of_another_kind(struct card_fs *fs, const char *path, mode_t type)
{
    return plain_expect(fs->name, path, type) != 0 && errno == ELOOP;
}

/* Files lie in the folder; folders in it are left alone. */
static bool has_other_kinds(struct card_fs *fs, const char *folder)
{
    DIR *directory = plain_list(fs->name, folder);
    bool has_some = !directory && errno == ELOOP;
    for (struct dirent *entry; directory && !has_some && (entry = readdir(directory));) {
        char path[NAME_MAX + 16];
        struct stat about;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (card_fs_name_is_plain(entry->d_name) &&
            fstatat(dirfd(directory), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
            !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode))
            has_some = is_of_another_kind(fs, path, S_IFREG);
    }
    if (directory)
        closedir(directory);
    return has_some;
}

/* Looks through all names that mean something on a card, so that no program is silent about what it would
 * have to pass over. Each file is looked at again when it is opened. */
static bool is_card(struct card_fs *fs)
{
    static const char *const files[] = {"CRAWLBOX.INI", "SEEDS.TXT", "ENTROPY.BIN", "MODEL.BIN",
                                        "GEO.BIN",      "CA.BIN",    "TOPIC.PAK",   "DESK.HTM"};
    static const char *const folders[] = {"WARC", "LOG", "STATE", "EXCHANGE"};
    bool has_some = false;
    for (size_t i = 0; !has_some && i < sizeof files / sizeof files[0]; i++)
        has_some = is_of_another_kind(fs, files[i], S_IFREG);
    for (size_t i = 0; !has_some && i < sizeof folders / sizeof folders[0]; i++)
        has_some = has_other_kinds(fs, folders[i]);
    return !has_some;
}

int card_fs_open_folder(struct card_fs *fs, const char *path)
{
    *fs = (struct card_fs){.ops = &ops, .name = path};
    if (is_card(fs))
        return 0;
    fs->ops = NULL;
    return card_fs_failed(fs, STATUS_REFUSED, "cannot use the card %s: %s", path, plain_problem());
}
