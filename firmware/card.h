/*
 * The card in the slot: notices what is put in and taken out, and holds the store that stands on it.
 *
 * Only the crawler's task touches the card: that is the one door to the file system. Others send it a job
 * (crawler.h), or ask:
 *
 *     card_ask_eject();                         from any task: the card will be closed within a second or so
 *     enum store_state state = card_state();    from any task
 *
 * Costs what ram.def says under card: the whole storage path, at most 4,096 bytes with FatFs' own (store.h has the list).
 */
#ifndef CRAWLBOX_CARD_H
#define CRAWLBOX_CARD_H

#include "fatfs_store.h"
#include "sdcard.h"
#include "settings/settings.h"
#include "store/store.h"

struct card {
    struct sdcard sd;
    struct fatfs_store fatfs;
    struct store store;
    struct store_settings settings;
    uint32_t clock_hz;
    uint32_t looked_ms; /* when an unusable card was last tried */
    uint32_t polled_ms; /* when card_needs_us() last asked it */
    uint32_t random_count;
    uint32_t sectors_read, sectors_written; /* since power-up */
    uint32_t total_mb, free_mb, pages;      /* for the display; renewed by card_tick() */
    volatile bool eject_asked;
    bool ready;   /* initialised */
    bool mounted; /* and not yet found to be gone */
};

/* In the crawler's task, about once a second and between pages: mounts what is new, forgets what is gone, ejects. */
void card_tick(void);

/* What is stored from now on follows these; both must stay. */
void card_use_settings(const struct settings *settings, const char *user_agent);

/* In the crawler's task, while it waits for something else: the card was pulled, or is to be ejected. */
bool card_needs_us(void);

enum store_state card_state(void);
void card_ask_eject(void);

/* Jobs for the crawler's task; `context` as said. */
int card_job_eject(void *context);  /* unused */
int card_job_format(void *context); /* unused: erases everything */
int card_job_mount(void *context);  /* unused: looks again at a card that was ejected */

/* Stores generated pages, to try a card (and the box). */
struct card_selftest {
    uint32_t pages, page_bytes;
    bool without_digests; /* writes and takes back: the bare way to the card */
    uint32_t done, payload_bytes, ms;
    uint32_t sectors_written;
};
int card_job_selftest(void *selftest);

/* The nth file of the WARC folder; with `check`, its records are verified. STATUS_NOT_FOUND: there are not so many. */
struct card_file {
    unsigned nth;
    bool check;
    char name[64];
    uint32_t bytes;
    struct store_check found;
};
int card_job_file(void *file);

int card_job_info(void *info); /* struct store_info */

#endif
