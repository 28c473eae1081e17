/*
 * The country of an address, by a table on the card (GEO.BIN, made by `crawlbox geo build`): 460 KB of ranges, far too many for
 * RAM, found with two sector reads.
 *
 *     struct geo geo;
 *     int status = geo_open(&geo, read, file, sector);           reads and checks all of it, once
 *     int country = geo_find(&geo, address, sector);             enum feature_country, or read's error
 *
 * The file, little-endian, in sectors of 512 bytes:
 *
 *     sector 0     0    4    "CBGE"
 *                  4    2    version, 1
 *                  6    2    number of index sectors, k: 1 to GEO_INDEX_SECTORS
 *                  8    4    number of ranges, n
 *                  12   4    length of the whole file: 512 (1 + k + m), where m = n / 102, rounded up
 *                  16   4    CRC-32 of everything behind this field
 *                  20   4    date of the data, as the number 20260704; 0: not known
 *                  24   4 k  the first address in each index sector
 *     k sectors    128 addresses each: the first one of each data sector
 *     m sectors    102 ranges each, of 5 bytes: the first address, and the class of its country: enum feature_country
 *
 * A range goes up to the next one's first address; the first range begins at 0.0.0.0. What is not used is zero.
 *
 * RAM: struct geo, 64 bytes, and a sector that is the caller's between two calls.
 */
#ifndef CRAWLBOX_GEO_GEO_H
#define CRAWLBOX_GEO_GEO_H

#include <stddef.h>
#include <stdint.h>

#define GEO_MAGIC "CBGE"

enum {
    GEO_SECTOR_BYTES = 512,
    GEO_MAGIC_BYTES = 4,
    GEO_VERSION = 1,
    GEO_CRC_OFFSET = 16,
    GEO_DATE_OFFSET = 20,
    GEO_TOP_OFFSET = 24,
    GEO_INDEX_SECTORS = 12, /* at most: 156,672 ranges */
    GEO_INDEX_ENTRIES = GEO_SECTOR_BYTES / 4,
    GEO_RANGE_BYTES = 5,
    GEO_RANGES = GEO_SECTOR_BYTES / GEO_RANGE_BYTES, /* in a sector */
};

/* Reads exactly `count` bytes at `offset`: STATUS_OK or an error. */
typedef int (*geo_read)(void *context, uint32_t offset, void *to, size_t count);

struct geo {
    geo_read read;
    void *context;
    uint32_t ranges; /* 0: there is no table, all addresses are in OTHER countries */
    uint16_t index_sectors;
    uint32_t top[GEO_INDEX_SECTORS];
};

/* STATUS_OK, STATUS_INVALID (not such a file), STATUS_UNSUPPORTED (a newer version), STATUS_DAMAGED, or read's error. On error
 * there is no table. `sector` has GEO_SECTOR_BYTES. */
int geo_open(struct geo *geo, geo_read read, void *context, uint8_t *sector);

/* The country's class, or read's error. */
int geo_find(const struct geo *geo, uint32_t address, uint8_t *sector);

#endif
