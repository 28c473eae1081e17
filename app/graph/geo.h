/*
 * Finds the country of an IPv4 address in a table on the card (GEO.BIN, which `crawlbox geo build` makes).
 * The table has 460 KB of address ranges, far too many for RAM; a look-up reads two sectors of it.
 * app/box/countries.c is the caller.
 *
 *     struct geo geo;
 *     int status = geo_open(&geo, read, file, sector);           reads and checks the whole file, once
 *     int country = geo_find(&geo, address, sector);             enum geo_country, or the error of `read`
 *
 * The file, little-endian, in sectors of 512 bytes:
 *
 *     sector 0     0    4    "CBGE"
 *                  4    2    version: 2, or 1, which knows the first six countries only
 *                  6    2    number of index sectors, k: 1 to GEO_INDEX_SECTORS
 *                  8    4    number of ranges, n
 *                  12   4    length of the whole file: 512 (1 + k + m), where m = n / 102, rounded up
 *                  16   4    CRC-32 of everything behind this field
 *                  20   4    date of the data, as the number 20260704, or 0 if it is not known
 *                  24   4 k  the first address in each index sector
 *     k sectors    128 addresses each: the first one of each data sector
 *     m sectors    102 ranges each, of 5 bytes: the first address, and its enum geo_country
 *
 * A range ends before the first address of the next range; the first range begins at 0.0.0.0. Unused bytes
 * are zero.
 *
 * RAM: struct geo, 64 bytes, and a buffer of one sector that the caller may use otherwise between two calls.
 */
#ifndef CRAWLBOX_GRAPH_GEO_H
#define CRAWLBOX_GRAPH_GEO_H

#include <stddef.h>
#include <stdint.h>

#define GEO_MAGIC "CBGE"

enum {
    GEO_SECTOR_BYTES = 512,
    GEO_MAGIC_BYTES = 4,
    GEO_VERSION = 2,
    GEO_VERSION_OLDEST = 1,
    GEO_CRC_OFFSET = 16,
    GEO_DATE_OFFSET = 20,
    GEO_TOP_OFFSET = 24,
    GEO_INDEX_SECTORS = 12, /* a file has at most so many index sectors, which is enough for 156,672 ranges */
    GEO_INDEX_ENTRIES = GEO_SECTOR_BYTES / 4,
    GEO_RANGE_BYTES = 5,
    GEO_RANGES = GEO_SECTOR_BYTES / GEO_RANGE_BYTES, /* ranges in a data sector */
};

/* Countries by their numbers in the file; GEO_COUNTRIES follows the last. */
enum geo_country {
#define COUNTRY(name, legacy) GEO_##name,
#include "graph/geo.def"
#undef COUNTRY
    GEO_COUNTRIES
};

/* Reads exactly `count` bytes of the file at `offset`, and returns STATUS_OK or an error. */
typedef int (*geo_read)(void *context, uint32_t offset, void *to, size_t count);

struct geo {
    geo_read read;
    void *context;
    uint32_t ranges; /* 0 while there is no table: every address is in GEO_OTHER then */
    uint16_t index_sectors;
    uint32_t top[GEO_INDEX_SECTORS]; /* the first address in each index sector */
};

/* Returns STATUS_OK, STATUS_INVALID if the file is no such table, STATUS_VERSION if it is a table of another
 * version, STATUS_DAMAGED, or the error of `read`. After an error there is no table. `sector` is a buffer of
 * GEO_SECTOR_BYTES. */
int geo_open(struct geo *geo, geo_read read, void *context, uint8_t *sector);

/* Returns the enum geo_country of an address, or the error of `read`. */
int geo_find(const struct geo *geo, uint32_t address, uint8_t *sector);

#endif
