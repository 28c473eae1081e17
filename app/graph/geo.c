#include "graph/geo.h"

#include <stdbool.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/numbers.h"
#include "base/status.h"

static uint32_t geo_data_sectors(uint32_t ranges)
{
    return (ranges + GEO_RANGES - 1) / GEO_RANGES;
}

static int geo_read_sector(const struct geo *geo, uint32_t number, uint8_t *sector)
{
    return geo->read(geo->context, number * GEO_SECTOR_BYTES, sector, GEO_SECTOR_BYTES);
}

/* Copies what the header says into `geo`, if its fields agree with each other. */
static int geo_read_header(struct geo *geo, const uint8_t *header)
{
    if (memcmp(header, GEO_MAGIC, GEO_MAGIC_BYTES) != 0)
        return STATUS_INVALID;
    if (bytes_get16(header + 4) < GEO_VERSION_OLDEST || bytes_get16(header + 4) > GEO_VERSION)
        return STATUS_VERSION;
    uint32_t index_sectors = bytes_get16(header + 6), ranges = bytes_get32(header + 8);
    uint32_t length = bytes_get32(header + 12);
    if (ranges == 0 || ranges > GEO_INDEX_SECTORS * GEO_INDEX_ENTRIES * GEO_RANGES ||
        index_sectors != (geo_data_sectors(ranges) + GEO_INDEX_ENTRIES - 1) / GEO_INDEX_ENTRIES ||
        length != (1 + index_sectors + geo_data_sectors(ranges)) * GEO_SECTOR_BYTES)
        return STATUS_DAMAGED;
    geo->ranges = ranges;
    geo->index_sectors = (uint16_t)index_sectors;
    for (unsigned i = 0; i < index_sectors; i++)
        geo->top[i] = bytes_get32(header + GEO_TOP_OFFSET + 4 * i);
    return STATUS_OK;
}

/* Says whether the `count` addresses in `sector` ascend, and all follow *last. The very first one must be
 * 0. */
static bool addresses_ascend(const uint8_t *sector, unsigned count, unsigned step, bool is_first,
                             uint32_t *last)
{
    for (unsigned i = 0; i < count; i++) {
        uint32_t address = bytes_get32(sector + i * step);
        if (is_first && i == 0 ? address != 0 : address <= *last)
            return false;
        *last = address;
    }
    return true;
}

static bool are_known_countries(const uint8_t *sector, unsigned count)
{
    bool good = true;
    for (unsigned i = 0; i < count; i++)
        good = good && sector[i * GEO_RANGE_BYTES + 4] < GEO_COUNTRIES;
    return good;
}

/* Reads and checks the sectors from number `from` on that hold `left` addresses. */
static int geo_check_sectors(const struct geo *geo, uint32_t from, uint32_t left, bool is_data,
                             uint8_t *sector, uint32_t *crc)
{
    unsigned most = is_data ? GEO_RANGES : GEO_INDEX_ENTRIES, step = is_data ? GEO_RANGE_BYTES : 4;
    uint32_t last = 0;
    for (uint32_t number = from; left > 0; number++) {
        unsigned count = smaller_of(left, most);
        int status = geo_read_sector(geo, number, sector);
        if (status < 0)
            return status;
        *crc = crc32_update(*crc, sector, GEO_SECTOR_BYTES);
        if (!addresses_ascend(sector, count, step, number == from, &last) ||
            (is_data && !are_known_countries(sector, count)))
            return STATUS_DAMAGED;
        left -= count;
    }
    return STATUS_OK;
}

static int geo_check_file(struct geo *geo, uint8_t *sector)
{
    int status = geo_read_sector(geo, 0, sector);
    if (status == STATUS_OK)
        status = geo_read_header(geo, sector);
    if (status < 0)
        return status;
    uint32_t wanted = bytes_get32(sector + GEO_CRC_OFFSET), last = 0;
    uint32_t crc = crc32_update(CRC32_INIT, sector + GEO_DATE_OFFSET, GEO_SECTOR_BYTES - GEO_DATE_OFFSET);
    if (!addresses_ascend(sector + GEO_TOP_OFFSET, geo->index_sectors, 4, true, &last))
        return STATUS_DAMAGED;
    status = geo_check_sectors(geo, 1, geo_data_sectors(geo->ranges), false, sector, &crc);
    if (status == STATUS_OK)
        status = geo_check_sectors(geo, 1u + geo->index_sectors, geo->ranges, true, sector, &crc);
    if (status == STATUS_OK && crc != wanted)
        status = STATUS_DAMAGED;
    return status;
}

int geo_open(struct geo *geo, geo_read read, void *context, uint8_t *sector)
{
    geo->read = read;
    geo->context = context;
    int status = geo_check_file(geo, sector);
    if (status < 0)
        geo->ranges = 0;
    return status;
}

/* Returns the number of the last of `count` ascending addresses that is not above `address`, or 0 if all of
 * them are. */
static unsigned find_last_not_above(const uint8_t *addresses, unsigned count, unsigned step, uint32_t address)
{
    unsigned low = 0;
    while (count > 1) {
        unsigned half = count / 2;
        if (bytes_get32(addresses + (low + half) * step) <= address) {
            low += half;
            count -= half;
        } else {
            count = half;
        }
    }
    return low;
}

int geo_find(const struct geo *geo, uint32_t address, uint8_t *sector)
{
    uint32_t nth = 0;
    if (geo->ranges == 0)
        return GEO_OTHER;
    while (nth + 1 < geo->index_sectors && geo->top[nth + 1] <= address)
        nth++;
    int status = geo_read_sector(geo, 1 + nth, sector);
    if (status < 0)
        return status;
    nth *= GEO_INDEX_ENTRIES;
    nth += find_last_not_above(sector, smaller_of(geo_data_sectors(geo->ranges) - nth, GEO_INDEX_ENTRIES), 4,
                               address);
    status = geo_read_sector(geo, 1 + geo->index_sectors + nth, sector);
    if (status < 0)
        return status;
    unsigned count = smaller_of(geo->ranges - nth * GEO_RANGES, GEO_RANGES);
    uint8_t country =
        sector[find_last_not_above(sector, count, GEO_RANGE_BYTES, address) * GEO_RANGE_BYTES + 4];
    return country < GEO_COUNTRIES ? country : STATUS_DAMAGED;
}
