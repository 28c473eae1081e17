/* Whatever a GEO.BIN or a country database holds: refused, or looked up without a step outside of it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "geo/ranges.h"
#include "graph/geo.h"
#include "graph/predict/features.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int ok)
{
    if (!ok)
        __builtin_trap();
}

static void look_up(struct geo_file *file)
{
    uint8_t sector[GEO_SECTOR_BYTES];
    struct geo geo;
    int status = geo_open(&geo, geo_file_read, file, sector);
    for (uint32_t address = 0; status == STATUS_OK && address < 0xf0000000; address += 0x0fedcba9)
        check(geo_find(&geo, address, sector) < GEO_COUNTRIES);
}

/* As GEO.BIN, with a checksum that is right, so that the structure is looked at. */
static void try_table(const uint8_t *data, size_t size)
{
    struct geo_file file = {malloc(size + 1), size};
    check(file.data != NULL);
    memcpy(file.data, data, size);
    if (size >= GEO_SECTOR_BYTES) {
        memcpy(file.data, GEO_MAGIC "\1\0", GEO_MAGIC_BYTES + 2);
        bytes_put32(file.data + 12, (uint32_t)size);
        bytes_put32(file.data + GEO_CRC_OFFSET,
                    crc32_update(CRC32_INIT, file.data + GEO_DATE_OFFSET, size - GEO_DATE_OFFSET));
    }
    look_up(&file);
    geo_file_free(&file);
}

/* As a database: what is read makes a table that opens. */
static void try_database(const uint8_t *data, size_t size, int as_text)
{
    struct geo_ranges ranges = {0};
    struct geo_file file;
    const char *problem =
        as_text ? geo_read_text(&ranges, (const char *)data, size) : geo_read_legacy(&ranges, data, size);
    if (problem == NULL && geo_file_build(&file, &ranges)) {
        uint8_t sector[GEO_SECTOR_BYTES];
        struct geo geo;
        check(geo_open(&geo, geo_file_read, &file, sector) == STATUS_OK);
        geo_file_free(&file);
    }
    geo_ranges_free(&ranges);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t tail[4] = {255, 255, 255, 1};
    uint8_t *tree = malloc(size + sizeof tail);
    check(tree != NULL);
    try_table(data, size);
    try_database(data, size, 1);
    memcpy(tree, data, size);
    memcpy(tree + size, tail, sizeof tail);
    try_database(tree, size + sizeof tail, 0);
    free(tree);
    return 0;
}
