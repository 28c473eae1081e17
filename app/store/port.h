/*
 * What the store needs of a file system: files in one contiguous piece, whose sectors it reads and writes
 * itself.
 *
 * Implemented over FatFs in drivers/fat/fatfs_store.c (on the box and, over an emulated card, in tests), and
 * over the files of a folder in boards/native/folder_card.c.
 * All functions return 0 or a negative status:
 *   STATUS_CLOSED    there is no card (any more)
 *   STATUS_IO, STATUS_TIMEOUT    the card does not do what it is asked
 *   STATUS_REFUSED   the card is write-protected
 * and those that are named at each function. Paths have the form FOLDER/name, with at most one level of
 * folders.
 */
#ifndef CRAWLBOX_STORE_PORT_H
#define CRAWLBOX_STORE_PORT_H

#include <stddef.h>
#include <stdint.h>

enum { STORE_SECTOR_BYTES = 512, STORE_PATH_SIZE = 80 };

/* Where a file lies. */
struct store_extent {
    uint32_t sector;  /* its first sector, counted from the start of the card */
    uint32_t sectors; /* how many sectors are allocated to it */
    uint32_t bytes;   /* its length as the directory says */
};

struct store_space {
    uint32_t total_kb, free_kb;
    uint32_t cluster_bytes;
};

struct store_port {
    void *context;

    /* Looks for a FAT32 volume. Returns STATUS_UNSUPPORTED if there is none, or one of another kind, or
     * STATUS_TOO_LONG if it claims more than the card has, or the card claims more than it keeps. */
    int (*mount)(void *context);
    void (*unmount)(void *context);
    /* With `recount` it counts the free clusters itself, and does not trust the counter on the card. */
    int (*space)(void *context, int recount, struct store_space *space);

    int (*make_folder)(void *context, const char *path); /* 0 also if it exists */
    /* Calls `each` for every file of a folder until it returns non-zero, and returns that. */
    int (*list)(void *context, const char *folder, int (*each)(void *user, const char *name, uint32_t bytes),
                void *user);

    /* Returns STATUS_NOT_FOUND if there is no such file, or STATUS_DAMAGED if it is not in one piece. */
    int (*find)(void *context, const char *path, struct store_extent *extent);
    /* Makes a new file of this length, which is a multiple of the cluster size. Returns STATUS_FULL if no
     * such piece is free. If power fails on the way, there is no file or an empty one. */
    int (*create)(void *context, const char *path, uint32_t bytes, struct store_extent *extent);
    /* Gives a file its final length, which is not more than it has, and its final name, in one step; then
     * frees what is behind. The name is in the same folder and not longer than the old one; NULL keeps the
     * old name. If power fails in between, `settle` does the rest. */
    int (*close)(void *context, const char *path, const char *name, uint32_t bytes);
    int (*settle)(void *context, const char *path);
    int (*remove)(void *context, const char *path); /* 0 also if there is none */

    /*
     * Files get and lose their sectors in several writes, and if power fails between these, some sectors
     * belong to no file. So after `listen` the port calls `intend` before such writes, with the sectors that
     * they are about, and the store keeps that on the card; it calls it with 0 sectors when all is done.
     * After a power cut, `reclaim` frees those of the sectors that belong to no file. With sector 0 it looks
     * at so many sectors, and at those of some folders, around the place where files get theirs.
     */
    void (*listen)(void *context, int (*intend)(void *user, uint32_t sector, uint32_t sectors), void *user);
    int (*reclaim)(void *context, uint32_t sector, uint32_t sectors);

    int (*read)(void *context, uint32_t sector, void *bytes, uint32_t count);
    int (*write)(void *context, uint32_t sector, const void *bytes, uint32_t count);
    /* Sees to it that everything written before is on the card before anything written after. */
    int (*sync)(void *context);

    uint32_t (*now)(void *context); /* seconds since 1970 */
    void (*random)(void *context, uint8_t *bytes, size_t size);
};

#endif
