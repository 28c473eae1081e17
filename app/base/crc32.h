/*
 * CRC-32 as in ZIP, gzip and Ethernet: notices damage in what the box keeps on its card.
 *
 *     uint32_t crc = crc32_update(CRC32_INIT, block, size);     // as often as data comes
 *
 * Costs 64 bytes of flash for its table, since it takes four bits at a time, and no RAM.
 */
#ifndef CRAWLBOX_BASE_CRC32_H
#define CRAWLBOX_BASE_CRC32_H

#include <stddef.h>
#include <stdint.h>

enum { CRC32_INIT = 0 };

/* Returns the checksum of everything so far, given the checksum of what came before `data`. */
uint32_t crc32_update(uint32_t crc, const void *data, size_t size);

#endif
