/*
 * A slot of this machine: a path that names a card now, another one later, and none in between. The card is
 * an image file or a block device; it is taken out by removing or renaming the file, or by pulling the
 * device, and another is put in by giving it that name.
 *
 *     struct card_reader reader;
 *     card_reader_init(&reader, "/srv/crawlbox/card.img");
 *     fatfs_store_init(&fatfs, &reader.device, now, random);         start() looks what is there
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

struct card_reader {
    struct block_device device;
    const char *path;
    struct card_image image; /* while is_open */
    bool is_open;
    bool has_card; /* start() found one: */
    dev_t where;   /* of a file: its file system and number; of a device: its number, and how many cards */
    uint64_t which;
    uint32_t probed_ms;  /* when a device was last asked how many */
    bool disk_is_full;   /* what the last write came to */
    const char *problem; /* why there is no card to use; NULL: nothing to say */
};

void card_reader_init(struct card_reader *reader, const char *path);
bool card_reader_holds_card(struct card_reader *reader);
void card_reader_release(struct card_reader *reader);

#endif
