/* What the two halves of the SD driver share: sdcard.c reads and writes, sdcard_start.c starts a card. All
 * of these functions are called while the bus is taken. */
#ifndef CRAWLBOX_DRIVERS_PARTS_SDCARD_INTERNAL_H
#define CRAWLBOX_DRIVERS_PARTS_SDCARD_INTERNAL_H

#include "parts/sdcard.h"

enum { CMD_READ_ONE = 17 };

/* The first byte of an answer. */
enum {
    R1_OK = 0x00,
    R1_IDLE = 0x01,
    R1_ILLEGAL = 0x04,
    R1_NONE = 0xff, /* no answer came */
};

enum {
    SDCARD_TRIES = 4,
    /* Bytes that are clocked out of an adapter or emulator which a pulled card has left in the middle of a
     * block. */
    SDCARD_FLUSH_BYTES = SDCARD_SECTOR_BYTES + 8,
};

static inline uint8_t sdcard_exchange(struct sdcard *card, uint8_t byte)
{
    uint8_t answer;
    card->bus->transfer(card->bus->context, &byte, &answer, 1);
    return answer;
}

static inline void sdcard_skip(struct sdcard *card, size_t count)
{
    card->bus->transfer(card->bus->context, NULL, NULL, count);
}

static inline uint32_t sdcard_now(struct sdcard *card)
{
    return card->bus->now_ms(card->bus->context);
}

static inline uint32_t sdcard_address(const struct sdcard *card, uint32_t sector)
{
    return card->addressed_in_sectors ? sector : sector * SDCARD_SECTOR_BYTES;
}

/* Sends a command, and returns the first byte of the answer. */
uint8_t sdcard_command(struct sdcard *card, uint8_t number, uint32_t argument);
uint8_t sdcard_application_command(struct sdcard *card, uint8_t number, uint32_t argument);

/* Returns what an answer to a command for a started card means, as an enum sdcard_status. All functions
 * below return one, too. */
int sdcard_status_of(uint8_t r1);

/* Waits for the first byte of a block. */
int sdcard_wait_for_block(struct sdcard *card);

/* Reads a block and checks its checksum. */
int sdcard_read_block(struct sdcard *card, uint8_t *bytes, size_t size);

int sdcard_set_sector_size(struct sdcard *card);

/* Checks that the card is there, that it is the one that was started, and that it reports no error. */
int sdcard_check_status(struct sdcard *card);

#endif
