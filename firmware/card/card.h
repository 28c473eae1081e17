/*
 * The card in the slot: the SD card as a device, the file system and the store on it, and its life
 * (box/slot.h).
 *
 * Only the crawler's task touches the card and its file system. Other tasks give it a job (crawler.h), or
 * call these:
 *
 *     card_ask_eject();                         from any task: the card will be closed within a second or so
 *     enum store_state state = card_state();    from any task
 *
 * Costs what ram.def says under card: the whole storage path, at most 4,096 bytes with FatFs' own (store.h
 * has the list).
 */
#ifndef CRAWLBOX_FIRMWARE_CARD_CARD_H
#define CRAWLBOX_FIRMWARE_CARD_CARD_H

#include "box/slot.h"
#include "card/sd_device.h"
#include "fat/fatfs_store.h"
#include "store/store.h"

struct card {
    struct sd_device device;
    struct fatfs_store fatfs;
    struct store store;
    struct store_settings settings; /* the session writes here what the operator has chosen */
    struct slot slot;
};

extern struct card ram_card;

/* By the crawler's task, before anything else of the card. */
void card_init(void);

/* Returns the time in seconds since 1970, for dates on the card (net_date_ms() of port/net.h). */
uint32_t card_seconds(void);

enum store_state card_state(void);
void card_ask_eject(void);

#endif
