/* FatFs' lower side: the one volume stands on this device, with this clock. */
#ifndef CRAWLBOX_FIRMWARE_FATFS_DISKIO_H
#define CRAWLBOX_FIRMWARE_FATFS_DISKIO_H

#include "block_device.h"

void fatfs_diskio_use(const struct block_device *device, uint32_t (*now)(void));

/* The status behind FatFs' last "disk error", 0 if there was none since the last start. */
int fatfs_diskio_status(void);

#endif
