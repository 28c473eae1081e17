#include "suite.h"

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "graph/geo.h"
#include "graph/predict/features.h"

/* A table that is nowhere as a whole: range number i begins at i * step and is in country i % 6. */
static struct {
    uint32_t ranges, step;
    uint32_t bad_sector, bad_byte,
        bad_value; /* what is changed in it; sector 0: nothing, unless bad_header */
    bool bad_header, keep_crc;
    uint32_t fail_at; /* reads before one fails; 0: none does */
    uint32_t reads;
} table;

static uint8_t sector[GEO_SECTOR_BYTES];
static struct geo geo;

static uint32_t data_sectors(void)
{
    return (table.ranges + GEO_RANGES - 1) / GEO_RANGES;
}

static uint32_t index_sectors(void)
{
    return (data_sectors() + GEO_INDEX_ENTRIES - 1) / GEO_INDEX_ENTRIES;
}

static void make_sector(uint32_t number, uint8_t *out)
{
    memset(out, 0, GEO_SECTOR_BYTES);
    if (number == 0) {
        memcpy(out, GEO_MAGIC, GEO_MAGIC_BYTES);
        bytes_put16(out + 4, GEO_VERSION);
        bytes_put16(out + 6, (uint16_t)index_sectors());
        bytes_put32(out + 8, table.ranges);
        bytes_put32(out + 12, (1 + index_sectors() + data_sectors()) * GEO_SECTOR_BYTES);
        for (uint32_t i = 0; i < index_sectors() && i < GEO_INDEX_SECTORS; i++)
            bytes_put32(out + GEO_TOP_OFFSET + 4 * i, i * GEO_INDEX_ENTRIES * GEO_RANGES * table.step);
    } else if (number <= index_sectors()) {
        for (uint32_t i = 0; i < GEO_INDEX_ENTRIES; i++) {
            uint32_t nth = (number - 1) * GEO_INDEX_ENTRIES + i;
            bytes_put32(out + 4 * i, nth < data_sectors() ? nth * GEO_RANGES * table.step : 0);
        }
    } else {
        for (uint32_t i = 0; i < GEO_RANGES; i++) {
            uint32_t nth = (number - 1 - index_sectors()) * GEO_RANGES + i;
            if (nth < table.ranges) {
                bytes_put32(out + GEO_RANGE_BYTES * i, nth * table.step);
                out[GEO_RANGE_BYTES * i + 4] = (uint8_t)(nth % GEO_COUNTRIES);
            }
        }
    }
    if (number == table.bad_sector && (number > 0 || table.bad_header))
        out[table.bad_byte] = (uint8_t)table.bad_value;
}

static uint32_t checksum(void)
{
    uint8_t part[GEO_SECTOR_BYTES];
    uint32_t crc = CRC32_INIT;
    for (uint32_t number = 0; number < 1 + index_sectors() + data_sectors(); number++) {
        uint32_t from = number == 0 ? GEO_DATE_OFFSET : 0;
        make_sector(number, part);
        crc = crc32_update(crc, part + from, GEO_SECTOR_BYTES - from);
    }
    return crc;
}

static int read_table(void *context, uint32_t offset, void *to, size_t count)
{
    static uint32_t crc;
    (void)context;
    TEST_ASSERT_EQUAL(0, offset % GEO_SECTOR_BYTES);
    TEST_ASSERT_EQUAL(GEO_SECTOR_BYTES, count);
    table.reads++;
    if (table.fail_at != 0 && table.reads == table.fail_at)
        return STATUS_IO;
    make_sector(offset / GEO_SECTOR_BYTES, to);
    if (offset == 0) {
        if (!table.keep_crc)
            crc = checksum();
        bytes_put32((uint8_t *)to + GEO_CRC_OFFSET, crc);
    }
    return STATUS_OK;
}

static int open_table(uint32_t ranges, uint32_t step)
{
    memset(&table, 0, sizeof table);
    table.ranges = ranges;
    table.step = step;
    return geo_open(&geo, read_table, NULL, sector);
}

static void every_range_is_found_at_both_of_its_ends(void)
{
    static const uint32_t sizes[] = {1, 2, GEO_RANGES, GEO_RANGES + 1, 1000};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        uint32_t step = UINT32_MAX / sizes[s];
        TEST_ASSERT_EQUAL(STATUS_OK, open_table(sizes[s], step));
        for (uint32_t i = 0; i < sizes[s]; i++) {
            TEST_ASSERT_EQUAL(i % GEO_COUNTRIES, geo_find(&geo, i * step, sector));
            TEST_ASSERT_EQUAL(i % GEO_COUNTRIES, geo_find(&geo, i * step + step - 1, sector));
        }
        TEST_ASSERT_EQUAL((sizes[s] - 1) % GEO_COUNTRIES, geo_find(&geo, UINT32_MAX, sector));
    }
}

static void a_table_with_several_index_sectors_is_searched_with_two_reads(void)
{
    enum { RANGES = GEO_INDEX_ENTRIES * GEO_RANGES * 2 + 77, STEP = 100000 };
    TEST_ASSERT_EQUAL(STATUS_OK, open_table(RANGES, STEP));
    TEST_ASSERT_EQUAL(3, geo.index_sectors);
    for (uint32_t i = 0; i < RANGES; i += 61) {
        table.reads = 0;
        TEST_ASSERT_EQUAL(i % GEO_COUNTRIES, geo_find(&geo, i * STEP, sector));
        TEST_ASSERT_EQUAL(i % GEO_COUNTRIES, geo_find(&geo, i * STEP + STEP - 1, sector));
        TEST_ASSERT_EQUAL(4, table.reads);
    }
}

static int open_changed(uint32_t at_sector, uint32_t byte, uint32_t value, bool keep_crc)
{
    TEST_ASSERT_EQUAL(STATUS_OK, open_table(300, 1000)); /* sectors: header, index, 3 of data */
    table.bad_sector = at_sector;
    table.bad_byte = byte;
    table.bad_value = value;
    table.bad_header = true;
    table.keep_crc = keep_crc;
    return geo_open(&geo, read_table, NULL, sector);
}

static void files_of_another_kind_are_told_apart(void)
{
    TEST_ASSERT_EQUAL(STATUS_INVALID, open_changed(0, 0, 'X', false));
    TEST_ASSERT_EQUAL(STATUS_VERSION, open_changed(0, 4, GEO_VERSION + 1, false));
    TEST_ASSERT_EQUAL(STATUS_VERSION, open_changed(0, 4, 0, false));
    TEST_ASSERT_EQUAL(GEO_OTHER, geo_find(&geo, 1000, sector)); /* there is no table */
}

static void damage_is_noticed(void)
{
    static const struct {
        uint32_t at_sector, byte, value;
    } cases[] = {
        {0, 6, 2},                        /* index sectors */
        {0, 6, 0},                        /* no index sector */
        {0, 9, 0},                        /* ranges: 44 */
        {0, 11, 1},                       /* millions of ranges */
        {0, 13, 0},                       /* length */
        {0, 24, 1},                       /* the first address is not 0 */
        {1, 0, 1},                        /* nor that of the index */
        {1, 10, 0},                       /* the index does not ascend */
        {2, 0, 1},                        /* nor that of the data */
        {2, 4, GEO_COUNTRIES},            /* a country that there is not */
        {2, 11, 0},                       /* the data does not ascend */
        {4, 95 * GEO_RANGE_BYTES + 2, 0}, /* in the last range, too */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        TEST_ASSERT_EQUAL(STATUS_DAMAGED,
                          open_changed(cases[i].at_sector, cases[i].byte, cases[i].value, false));
        TEST_ASSERT_EQUAL(0, geo.ranges);
    }
}

static void what_only_the_checksum_sees_is_noticed(void)
{
    TEST_ASSERT_EQUAL(STATUS_DAMAGED, open_changed(0, 500, 1, true));
    TEST_ASSERT_EQUAL(STATUS_DAMAGED, open_changed(2, 4, 3, true));
    TEST_ASSERT_EQUAL(STATUS_DAMAGED, open_changed(4, 511, 1, true));
}

static void a_card_that_fails_is_told(void)
{
    for (uint32_t fail_at = 1; fail_at <= 5; fail_at++) {
        TEST_ASSERT_EQUAL(STATUS_OK, open_table(300, 1000));
        table.reads = 0;
        table.fail_at = fail_at;
        TEST_ASSERT_EQUAL(STATUS_IO, geo_open(&geo, read_table, NULL, sector));
    }
    for (uint32_t fail_at = 1; fail_at <= 2; fail_at++) {
        TEST_ASSERT_EQUAL(STATUS_OK, open_table(300, 1000));
        table.reads = 0;
        table.fail_at = fail_at;
        TEST_ASSERT_EQUAL(STATUS_IO, geo_find(&geo, 5, sector));
    }
}

SUITE(geo)
{
    RUN_TEST(every_range_is_found_at_both_of_its_ends);
    RUN_TEST(a_table_with_several_index_sectors_is_searched_with_two_reads);
    RUN_TEST(files_of_another_kind_are_told_apart);
    RUN_TEST(damage_is_noticed);
    RUN_TEST(what_only_the_checksum_sees_is_noticed);
    RUN_TEST(a_card_that_fails_is_told);
}
