/*
 * A card in a file: the card image that QEMU would be given, or the device of a card reader.
 *
 *     struct card_image image;
 *     if (card_image_open(&image, "card.img") < 0) ...
 *     fatfs_store_init(&fatfs, &image.device, now, random);
 *     ...
 *     card_image_close(&image);
 */
#ifndef CRAWLBOX_BOARDS_NATIVE_CARD_IMAGE_H
#define CRAWLBOX_BOARDS_NATIVE_CARD_IMAGE_H

#include "port/block_device.h"

struct card_image {
    struct block_device device;
    int file;
    bool is_device;
    /* Syncing means that the disk has it. A card in a reader may be pulled at any time; for a file it is up
     * to the user: the kernel has what was written, whatever becomes of the program, until power fails. */
    bool must_sync;
    struct block_info info;
    uint32_t sectors_read, sectors_written;
};

/* Returns 0 or a negative status; errno says more then. A file that may not be written counts as a
 * write-protected card. The status is STATUS_BUSY if another program has opened the file in this way, or if
 * a device is mounted. */
int card_image_open(struct card_image *image, const char *path);
void card_image_close(struct card_image *image);

/* What is in `device`; the context is the image. */
int card_image_read(void *context, uint32_t sector, void *bytes, uint32_t count);
int card_image_write(void *context, uint32_t sector, const void *bytes, uint32_t count);
int card_image_sync(void *context);

#endif
