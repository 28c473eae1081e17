/*
 * The card in the slot: notices what is put in and taken out, and holds the store that stands on it.
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

#include "card/sd_device.h"
#include "fat/fatfs_store.h"
#include "port/card_slot.h"
#include "store/store.h"

struct card {
    struct sd_device device;
    struct fatfs_store fatfs;
    struct store store;
    struct store_settings settings;    /* the session writes here what the operator has chosen */
    uint32_t looked_ms;                /* when an unusable card was last tried */
    uint32_t polled_ms;                /* when card_needs_us() last asked it */
    uint32_t total_mb, free_mb, pages; /* for the display; renewed by card_tick() */
    volatile bool eject_asked;
    bool ready;   /* this struct is initialised */
    bool mounted; /* the card is mounted, and was not yet found to be gone */
};

extern struct card ram_card;

/* Mounts a card that was put in, forgets one that is gone, and ejects. The crawler's task calls it about
 * once a second and between pages. */
void card_tick(void);

/* Says whether the card was pulled or is to be ejected. The crawler's task calls it while it waits for
 * something else. */
bool card_needs_us(void);

/* Returns the time in seconds since 1970, for dates on the card (net_date_ms() of port/net.h). */
uint32_t card_seconds(void);

enum store_state card_state(void);
void card_ask_eject(void);

/*
 * The crawler's task tells all modules that have files on the card about it. Only the image knows which these
 * are (image/card_users.c): - card_users_mounted() is called when the card's volume is there. If it is full,
 * nothing may be written to it. - card_users_ready() is called after that, if the card can take pages. -
 * card_users_gone() is called before the card is closed, or after it was pulled. A module forgets its file
 * then.
 */
void card_users_mounted(void);
void card_users_ready(void);
void card_users_gone(void);

#endif
