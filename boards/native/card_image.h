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
    struct block_info info;
    uint32_t sectors_read, sectors_written;
};

/* Returns 0 or a negative status; errno says more then. A file that may not be written counts as a
 * write-protected card. The status is STATUS_BUSY if another program has opened the file in this way. */
int card_image_open(struct card_image *image, const char *path);
void card_image_close(struct card_image *image);

#endif
