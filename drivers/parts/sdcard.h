/*
 * The driver of SD, SDHC and SDXC cards over SPI. It works with any SPI controller, since it talks to the
 * card through a small struct of functions.
 *
 *     struct sdcard card = {.bus = &bus};
 *     if (sdcard_start(&card) == SDCARD_OK)              the card's kind and size are in `card`
 *         sdcard_write(&card, sector, bytes, count);     returns when the card has taken the sectors
 *
 * CRCs are on in both directions. What fails is repeated with growing pauses; what still fails then is
 * reported. A card that was pulled and put in again, or another one, answers differently from the one that
 * was started: reading and writing refuse with SDCARD_CHANGED until the next start, so that no sector of one
 * card ends up on another.
 *
 * Not every card knows every command. For cards that lack one, the driver promises this:
 *
 * - no CMD9 (SEND_CSD): The size is searched: the last sector that the card gives when asked. A card that
 *   gives every sector, up to 1 TB, is refused with SDCARD_RANGE. Write protection is seen when the first
 *   write fails.
 * - no CMD13 (SEND_STATUS): Each write is read back before it counts, and compared byte by byte: what
 *   sdcard_write() returned SDCARD_OK for was given back by the card once. An error that the card notices
 *   only afterwards, when it moves its contents about, stays unseen until the sector is read.
 *   sdcard_sync() waits until the card is not busy. sdcard_sync() and sdcard_poll() ask with CMD16
 *   (SET_BLOCKLEN, 512) whether it is the same card: one that was put in meanwhile does not take that
 *   before it was started.
 *
 * Whether a card keeps as many sectors as it says is not found out here, since that needs a place to write to
 * (fatfs_size.h).
 *
 * No interrupts, no DMA. Costs struct sdcard, 20 bytes.
 */
#ifndef CRAWLBOX_DRIVERS_PARTS_SDCARD_H
#define CRAWLBOX_DRIVERS_PARTS_SDCARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SDCARD_SECTOR_BYTES = 512 };

enum sdcard_status {
    SDCARD_OK = 0,
    SDCARD_NO_CARD = -1,   /* nothing answers */
    SDCARD_CHANGED = -2,   /* a card answers that was not started: it is another one, or it lost power */
    SDCARD_TIMEOUT = -3,   /* the card stays busy or does not deliver */
    SDCARD_ERROR = -4,     /* the card refuses, or what comes is damaged, again and again */
    SDCARD_PROTECTED = -5, /* the card is write-protected */
    SDCARD_RANGE = -6,     /* there is no such sector; from sdcard_start(), the card has no last sector */
    SDCARD_FORGETS = -7,   /* the card gives back other bytes than were written (only cards without CMD13) */
};

/* What the driver needs of the board; each function gets `context`. */
struct sdcard_bus {
    void *context;
    void (*take)(void *context); /* takes the bus for this task alone, with the card selected */
    void (*give)(void *context); /* gives the bus back */
    void (*set_clock)(void *context, uint32_t hz); /* sets a clock that is not faster than this */
    /* Sends `count` bytes and receives as many. If `send` is NULL it sends 0xff; if `receive` is NULL it
     * drops what comes. */
    void (*transfer)(void *context, const uint8_t *send, uint8_t *receive, size_t count);
    uint32_t (*now_ms)(void *context);
    void (*sleep_ms)(void *context, uint32_t ms); /* lets other tasks run */
};

struct sdcard {
    const struct sdcard_bus *bus;
    uint32_t sectors;
    bool started;
    bool addressed_in_sectors; /* SDHC and SDXC cards; older cards count bytes */
    bool read_only;
    bool tells_size;   /* the card knows CMD9; else its size was searched */
    bool tells_status; /* the card knows CMD13; else what is written is read back */
    /* Counts since power-up, by which an operator can judge the card: */
    uint16_t retries;
    uint16_t checksum_errors;
    uint16_t timeouts;
};

/* Finds out what is in the slot and prepares it. */
int sdcard_start(struct sdcard *card);

int sdcard_read(struct sdcard *card, uint32_t sector, void *bytes, uint32_t count);
int sdcard_write(struct sdcard *card, uint32_t sector, const void *bytes, uint32_t count);

/* Waits until all that was written is in the card's flash, and asks whether that went well. */
int sdcard_sync(struct sdcard *card);

/* Asks whether the card is still there. Returns SDCARD_OK, SDCARD_NO_CARD or SDCARD_CHANGED. It tries only
 * once, so that it can be called often. */
int sdcard_poll(struct sdcard *card);

#endif
