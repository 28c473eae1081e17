/* The lower side of FatFs. Its one volume stands on the device that fatfs_diskio_use() names, and files
 * get the dates of the clock `now`. */
#ifndef CRAWLBOX_DRIVERS_FAT_FATFS_DISKIO_H
#define CRAWLBOX_DRIVERS_FAT_FATFS_DISKIO_H

#include "port/block_device.h"

void fatfs_diskio_use(const struct block_device *device, uint32_t (*now)(void));

/* Returns the status behind FatFs' last "disk error", or 0 if there was none since the device was last
 * started. */
int fatfs_diskio_status(void);

#endif
