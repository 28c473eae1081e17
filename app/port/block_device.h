/*
 * A card as a row of 512-byte sectors, on which FatFs and the store stand. The SD driver is one
 * (firmware/card/sd_device.c), the emulated card of the tests another (tests/fault/block_fake.h).
 *
 * Functions return 0 or a negative status:
 *   STATUS_CLOSED      there is no card
 *   STATUS_REFUSED     the card is write-protected
 *   STATUS_TOO_LONG    the card has no such sector, does not keep bytes, or does not say where it ends
 *   STATUS_IO, STATUS_TIMEOUT    an error remained when the driver had tried again
 */
#ifndef CRAWLBOX_PORT_BLOCK_DEVICE_H
#define CRAWLBOX_PORT_BLOCK_DEVICE_H

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
    int (*sync)(void *context); /* everything written before is on the card before anything written after */
};

#endif
