/*
 * A card as the host program sees it: a few folders of files, wherever they are.
 *
 *     struct card_fs fs;
 *     if (card_fs_open(&fs, path, CARD_READ) < 0)
 *         return cli_error("%s", fs.problem);
 *     void *file = fs.ops->open(&fs, "SEEDS.TXT", CARD_READ, &size);
 *     ...
 *     card_fs_close(&fs);
 *
 * Two implementations: a folder (a mounted card, fs_folder.c) and an image file or block device, read and
 * written by the same FatFs as on the box (fs_image.c), so that neither root nor a loop device is needed.
 * Paths are relative, with '/' and at most one folder. Functions return 0 or a status code; `problem` then
 * says what happened, to what.
 */
#ifndef CRAWLBOX_CARDFS_FS_H
#define CRAWLBOX_CARDFS_FS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "warc/input.h"

enum card_mode {
    CARD_READ,
    CARD_UPDATE, /* an existing file, read and written in place */
    CARD_CREATE, /* a new file, or an existing one emptied */
};

struct card_fs;

struct card_fs_ops {
    /* Calls `each` for every file (not folder) of a folder, "" being the top. STATUS_NOT_FOUND: no such
     * folder. */
    int (*list)(struct card_fs *fs, const char *folder,
                void (*each)(void *user, const char *name, uint64_t size), void *user);
    /* NULL on failure; fs->status tells STATUS_NOT_FOUND from the rest. `size` may be NULL. */
    void *(*open)(struct card_fs *fs, const char *path, enum card_mode mode, uint64_t *size);
    long (*read)(struct card_fs *fs, void *file, void *buffer, size_t size); /* 0 at the end */
    int (*seek)(struct card_fs *fs, void *file, uint64_t offset);
    int (*write)(struct card_fs *fs, void *file, const void *bytes, size_t size);
    int (*close)(struct card_fs *fs, void *file); /* what was written is on the card when it returns 0 */
    int (*remove)(struct card_fs *fs, const char *path);
    int (*make_folder)(struct card_fs *fs, const char *path); /* 0 also if it exists */
    void (*unmount)(struct card_fs *fs);
};

struct card_fs {
    const struct card_fs_ops *ops;
    void *context;
    const char *name; /* as the user gave it */
    int status;       /* of the last failure */
    char problem[512];
};

/* Opens a folder, an image or a device, whichever it is. CARD_READ never writes to it. */
int card_fs_open(struct card_fs *fs, const char *path, enum card_mode mode);
void card_fs_close(struct card_fs *fs);

/* Makes a new image of `bytes` with an empty FAT32 file system out of an open file, which stays the
 * caller's. */
int card_fs_make_image(struct card_fs *fs, const char *path, int file, uint64_t bytes);

/*
 * For implementations of `list`: names that could not be made on a card (with slashes, control characters or
 * a leading dot) are not passed on. A hostile card may hold them, to have its files written to where they do
 * not belong.
 */
bool card_fs_name_is_plain(const char *name);

/* For implementations: notes what went wrong and returns the status. */
int card_fs_failed(struct card_fs *fs, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The two ways to open. */
int card_fs_open_folder(struct card_fs *fs, const char *path);
int card_fs_open_image(struct card_fs *fs, const char *path, enum card_mode mode);

bool card_fs_exists(struct card_fs *fs, const char *path);

/* Reads a whole small file: its size, or a status code (STATUS_TOO_LONG: more than `room`). */
long card_fs_read_file(struct card_fs *fs, const char *path, void *buffer, size_t room);
int card_fs_write_file(struct card_fs *fs, const char *path, const void *bytes, size_t size);

/* The first `length` bytes of an open file as the source of a WARC reader; keep the struct while it is
 * read. */
struct card_source {
    struct card_fs *fs;
    void *file;
    uint64_t left;
};
struct warc_port card_fs_port(struct card_source *source);

#endif
