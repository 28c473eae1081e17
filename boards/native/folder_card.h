/*
 * A folder as a card: the store's port (store/port.h) over files of any file system, with the promises of a
 * card (FORMAT.md): what was committed is there, whenever the program is killed or, on a file system with a
 * journal, the machine loses its power.
 *
 *     struct folder_card folder;
 *     folder_card_init(&folder, "/media/card", now, random);
 *     store_init(&store, &folder.port, &settings);
 *     if (!folder_card_is_there(&folder)) ...              unmounted, renamed or changed
 *
 * A folder is a card when it has CRAWLBOX.INI ('crawlbox card init FOLDER'): nothing is ever written into a
 * folder without it, such as the place where a card was mounted that is gone. Sectors are numbers of ours:
 * each file that the store knows has a range of them. Files have their final length from the start, as on a
 * card, so that a card that was mounted here goes on in a board; the one that pages are written to (.open)
 * grows, since some file systems fill what was not written yet with zeros. New files are made under another
 * name, and get theirs when they are whole.
 *
 * Nothing is reached through a symbolic link in the folder, only plain files are opened, and none is written
 * to that has another name (a hard link): all that happens stays in the folder. Its own name may be a link.
 *
 * What keeps a folder from being used is in `problem`. Costs struct folder_card, about 8 KB.
 */
#ifndef CRAWLBOX_BOARDS_NATIVE_FOLDER_CARD_H
#define CRAWLBOX_BOARDS_NATIVE_FOLDER_CARD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "store/port.h"

enum { FOLDER_FILES = 120, FOLDER_OPENED = 16 };

struct folder_file {
    char path[STORE_PATH_SIZE]; /* in the folder; empty: this one is free */
    int file;                   /* its descriptor, or -1 */
    uint32_t sectors;           /* how many it may have */
    uint32_t touched;           /* when it was last used, by the clock of struct folder_card */
    bool is_kept;               /* the store has its sectors: it made the file, wrote to it, or it is state */
    bool is_dirty;              /* written to since the last sync */
    bool is_shared;             /* it has another name, too, which would change with it */
};

struct folder_card {
    struct store_port port;
    const char *path;
    int root;    /* descriptor of the folder, or -1 */
    dev_t where; /* which folder it was, for folder_card_is_there() */
    ino_t which;
    const char *problem;             /* why it cannot be used; NULL: nothing to say */
    char odd[STORE_PATH_SIZE + 160]; /* what `problem` may point to: what is there in a file's place */
    uint32_t clock;
    uint32_t sectors_read, sectors_written;
    struct folder_file files[FOLDER_FILES];
    struct {
        char path[STORE_PATH_SIZE];
        int file;
    } opened[FOLDER_OPENED]; /* by port/card_file.h; an empty path: this one is free */
    uint32_t (*now)(void);
    void (*random)(uint8_t *bytes, size_t size);
};

void folder_card_init(struct folder_card *folder, const char *path, uint32_t (*now)(void),
                      void (*random)(uint8_t *bytes, size_t size));

/* Whether that path names a folder. */
bool folder_card_is_folder(const char *path);

/* Whether the folder that was mounted last is still the one at its path. */
bool folder_card_is_there(const struct folder_card *folder);

/* The one that is mounted, whose files port/card_file.h opens; NULL: none is. */
struct folder_card *folder_card_mounted(void);

#endif
