/*
 * The SD card in the slot as a row of sectors: the SD driver (parts/sdcard.h) on the bus that card and
 * display share, behind port/block_device.h.
 *
 *     sd_device_init();
 *     fatfs_store_init(&fatfs, &sd_device, now, random);
 *
 * Only the crawler's task may use it. Costs what ram.def says under card.
 */
#ifndef CRAWLBOX_FIRMWARE_CARD_SD_DEVICE_H
#define CRAWLBOX_FIRMWARE_CARD_SD_DEVICE_H

#include "parts/sdcard.h"
#include "port/block_device.h"

struct sd_device {
    struct sdcard sd;
    uint32_t clock_hz;
    uint32_t sectors_read, sectors_written; /* since power-up */
};

void sd_device_init(void);

/* The one slot of the box; its state is ram_card.device. */
extern const struct block_device sd_device;

#endif
