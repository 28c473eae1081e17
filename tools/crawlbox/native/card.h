/*
 * A card for a crawl on this machine: an image or a card reader's device with the box's file system and store
 * on it, or a folder with the store alone.
 *
 *     struct native_card card;
 *     if (native_card_open(&card, "card.img") != CLI_YES)
 *         return CLI_CANNOT;                                  it has said why
 *     store_page_begin(&card.store, ...);
 *     native_card_close(&card);                               safe to remove
 */
#ifndef CRAWLBOX_NATIVE_CARD_H
#define CRAWLBOX_NATIVE_CARD_H

#include "card_image.h"
#include "fat/fatfs_store.h"
#include "folder_card.h"
#include "store/store.h"

struct native_card {
    bool is_folder;
    struct card_image image;
    struct fatfs_store fatfs;
    struct folder_card folder;
    struct store_settings settings;
    struct store store;
    char newest_file[STORE_PATH_SIZE]; /* after native_card_close(): the WARC file written last */
};

/* Puts file system and store onto a device, and mounts nothing. */
void native_card_init(struct native_card *card, const struct block_device *device);

/* What a store asks of this machine: the time, and random bytes. */
uint32_t native_now(void);
void native_random(uint8_t *bytes, size_t size);

int native_card_open(struct native_card *card, const char *path);

/* What is with the card, and what to do with it on this machine. */
const char *native_card_sentence(const struct native_card *card);

/* Ejects the card as the box's button does. CLI_YES, or CLI_CANNOT after saying why. */
int native_card_close(struct native_card *card);

#endif
