/*
 * A card as a row of 512-byte sectors: what FatFs and the store stand on. The SD driver is one (firmware/card.c), the
 * emulated card of the tests another (tests/fault/block_fake.h).
 *
 * Functions return 0 or a negative status: STATUS_CLOSED no card, STATUS_REFUSED write-protected, STATUS_TOO_LONG the card has no such
 * sector, or does not keep what is written to it, or does not say where it ends, STATUS_IO and STATUS_TIMEOUT errors that repeating did not cure.
 */
#ifndef CRAWLBOX_FIRMWARE_BLOCK_DEVICE_H
#define CRAWLBOX_FIRMWARE_BLOCK_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

struct block_info {
    uint32_t sectors;
    bool read_only;
};

struct block_device {
    void *context;
    int (*start)(void *context, struct block_info *info); /* finds out what is in the slot */
    int (*read)(void *context, uint32_t sector, void *bytes, uint32_t count);
    int (*write)(void *context, uint32_t sector, const void *bytes, uint32_t count);
    int (*sync)(void *context); /* what was written before cannot be overtaken by what is written after */
};

#endif
