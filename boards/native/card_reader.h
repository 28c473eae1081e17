/*
 * A slot of this machine: a path that names a card now, another one later, and none in between. The card is
 * an image file, a block device or a folder (folder_card.h); it is taken out by removing or renaming the
 * file, by pulling the device or by unmounting what is in the folder, and another is put in by giving it that
 * name.
 *
 *     struct card_reader reader;
 *     card_reader_init(&reader, "/srv/crawlbox/card.img", now, random);
 *     fatfs_store_init(&fatfs, &reader.device, now, random);         start() looks what is there
 *     store.port = card_reader_port(&reader, &fatfs.port);           before mounting: FatFs, or the folder
 *     if (!card_reader_holds_card(&reader)) ...                      it was pulled, or changed
 *     card_reader_release(&reader);                                  after eject: others may have it
 *
 * What keeps a card from being used is told by the log, once, and in `problem`. Everything that was synced is
 * on the disk: the machine may lose its power.
 */
#ifndef CRAWLBOX_BOARDS_NATIVE_CARD_READER_H
#define CRAWLBOX_BOARDS_NATIVE_CARD_READER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "card_image.h"
#include "folder_card.h"

struct card_reader {
    struct block_device device;
    const char *path;
    struct card_image image; /* while is_open */
    struct folder_card folder;
    bool is_folder; /* what is in the slot, when it was last looked at */
    bool is_open;
    bool has_card; /* start() found one: */
    dev_t where;   /* of a file: its file system and number; of a device: its number, and how many cards */
    uint64_t which;
    uint32_t probed_ms;               /* when a device was last asked how many */
    bool disk_is_full;                /* what the last write came to */
    bool had_no_room;                 /* a write to the card that is open failed for that */
    const char *problem;              /* why there is no card to use; NULL: nothing to say */
    char told[STORE_PATH_SIZE + 160]; /* what was told of it last */
};

void card_reader_init(struct card_reader *reader, const char *path, uint32_t (*now)(void),
                      void (*random)(uint8_t *bytes, size_t size));

/* Looks what is in the slot, and returns the port that knows how to use it: `fat`, for sectors, or the
 * folder's own. Is called while nothing is mounted. */
const struct store_port *card_reader_port(struct card_reader *reader, const struct store_port *fat);

/* After mounting: what keeps a folder from being used. (What keeps an image is told by start().) */
void card_reader_tell_problem(struct card_reader *reader);

bool card_reader_holds_card(struct card_reader *reader);
void card_reader_release(struct card_reader *reader);

/* How many sectors were read and written since the start; they wrap. */
uint32_t card_reader_sectors_read(const struct card_reader *reader);
uint32_t card_reader_sectors_written(const struct card_reader *reader);

#endif
