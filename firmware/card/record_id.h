/*
 * Makes bytes for the ids of WARC records and for the names of files on the card. They must differ from all
 * others, but need not be secret.
 *
 *     fatfs_store_init(&fatfs, &device, now, record_id_bytes);
 */
#ifndef CRAWLBOX_FIRMWARE_CARD_RECORD_ID_H
#define CRAWLBOX_FIRMWARE_CARD_RECORD_ID_H

#include <stddef.h>
#include <stdint.h>

void record_id_bytes(uint8_t *bytes, size_t size);

#endif
