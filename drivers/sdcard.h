/*
 * SD, SDHC and SDXC cards over SPI, whatever the SPI controller: the driver talks through a small bus of functions.
 *
 *     struct sdcard card = {.bus = &bus};
 *     if (sdcard_start(&card) == SDCARD_OK)              the card's kind and size are in `card`
 *         sdcard_write(&card, sector, bytes, count);     returns when the card has taken the sectors
 *
 * CRCs are on in both directions. What fails is repeated with growing pauses; what still fails is told. A card that was
 * pulled and another that was put in answer differently from the one that was started: reading and writing refuse
 * with SDCARD_CHANGED until the next start, so that no sector of one card ends up on another.
 *
 * Not every card knows every command. What is promised then:
 *
 *   no CMD9 (SEND_CSD)       The size is searched: the last sector that the card gives when asked. A card that gives every sector,
 *                            up to 1 TB, is refused with SDCARD_RANGE. Write protection is seen when the first write fails.
 *   no CMD13 (SEND_STATUS)   Each write is read back before it counts, and compared byte by byte: what sdcard_write() returned
 *                            SDCARD_OK for was given back by the card once. An error that the card notices only afterwards, when
 *                            it moves its contents about, stays unseen until the sector is read. sdcard_sync() waits until the card
 *                            is not busy. sdcard_sync() and sdcard_poll() ask with CMD16 (SET_BLOCKLEN, 512) whether it is the same
 *                            card: one that was put in meanwhile does not take that before it was started.
 *
 * Whether a card keeps as many sectors as it says is not found out here, since that needs a place to write to (fatfs_size.h).
 *
 * No interrupts, no DMA. Costs 40 bytes.
 */
#ifndef CRAWLBOX_DRIVERS_SDCARD_H
#define CRAWLBOX_DRIVERS_SDCARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SDCARD_SECTOR_BYTES = 512 };

enum sdcard_status {
    SDCARD_OK = 0,
    SDCARD_NO_CARD = -1,   /* nothing answers */
    SDCARD_CHANGED = -2,   /* something answers, but it was not started: another card, or it lost power */
    SDCARD_TIMEOUT = -3,   /* it stays busy or does not deliver */
    SDCARD_ERROR = -4,     /* it says no, or what comes is damaged, again and again */
    SDCARD_PROTECTED = -5, /* write-protected */
    SDCARD_RANGE = -6,     /* there is no such sector; from sdcard_start(): it has no last one */
    SDCARD_FORGETS = -7, /* it takes sectors and gives back something else (only cards that tell no status) */
};

/* What the driver needs of the board; each function gets `context`. */
struct sdcard_bus {
    void *context;
    void (*take)(void *context); /* gets the bus with the card selected; keeps others off it until give */
    void (*give)(void *context);
    void (*set_clock)(void *context, uint32_t hz); /* not faster than this */
    /* Sends `count` bytes (NULL: 0xff) while receiving as many (NULL: dropped). */
    void (*transfer)(void *context, const uint8_t *send, uint8_t *receive, size_t count);
    uint32_t (*now_ms)(void *context);
    void (*sleep_ms)(void *context, uint32_t ms); /* lets other tasks run */
};

struct sdcard {
    const struct sdcard_bus *bus;
    uint32_t sectors;
    bool started;
    bool addressed_in_sectors; /* SDHC and SDXC; older cards count bytes */
    bool read_only;
    bool tells_size;   /* false: it was searched */
    bool tells_status; /* false: what is written is read back */
    /* Since power-up, for whoever doubts the card: */
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

/* Is it still there? SDCARD_OK, SDCARD_NO_CARD or SDCARD_CHANGED; no retries: for polling. */
int sdcard_poll(struct sdcard *card);

#endif
