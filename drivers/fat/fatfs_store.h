/*
 * Implements the store's port (app/store/port.h) over FatFs and a block device.
 *
 *     fatfs_store_init(&fatfs, &device, now, random);
 *     store_init(&store, &fatfs.port, &settings);
 *
 * FatFs makes files, folders and chains of clusters. Two things it does in an order that a power cut can
 * spoil are done here instead, by editing the directory sector in FatFs' own window: giving a file its final
 * length and name in one write, and zeroing the cluster by which a folder is about to grow.
 *
 * Costs about 670 bytes: FatFs' volume with its window, and the port.
 */
#ifndef CRAWLBOX_DRIVERS_FAT_FATFS_STORE_H
#define CRAWLBOX_DRIVERS_FAT_FATFS_STORE_H

#include "ff.h"

#include "port/block_device.h"
#include "store/port.h"

struct fatfs_store {
    struct store_port port;
    const struct block_device *device;
    FATFS volume;
    uint32_t (*now)(void);
    void (*random)(uint8_t *bytes, size_t size);
    int (*intend)(void *user, uint32_t sector, uint32_t sectors); /* NULL if nobody listens */
    void *user;
};

void fatfs_store_init(struct fatfs_store *fatfs, const struct block_device *device, uint32_t (*now)(void),
                      void (*random)(uint8_t *bytes, size_t size));

/* Makes an empty FAT32 volume. Everything on the card is lost, so the caller asks the operator first. The
 * card is unmounted before and after. */
int fatfs_store_format(struct fatfs_store *fatfs);

/* Returns the result of a call of FatFs as a status; if the card failed, it is the status of the card's
 * driver. */
int fatfs_status(FRESULT result);

#endif
