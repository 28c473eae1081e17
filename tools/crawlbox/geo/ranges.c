#include "geo/ranges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "cli.h"
#include "fetch/guard.h"
#include "graph/geo.h"

bool geo_ranges_add(struct geo_ranges *ranges, uint32_t start, unsigned country)
{
    if (ranges->count > 0 && ranges->range[ranges->count - 1].country == country)
        return true;
    if (ranges->count == ranges->room) {
        size_t room = ranges->room ? ranges->room * 2 : 4096;
        void *larger = realloc(ranges->range, room * sizeof *ranges->range);
        if (!larger)
            return false;
        ranges->range = larger;
        ranges->room = room;
    }
    ranges->range[ranges->count++] = (struct geo_range){start, (uint8_t)country};
    return true;
}

void geo_ranges_free(struct geo_ranges *ranges)
{
    free(ranges->range);
    *ranges = (struct geo_ranges){0};
}

/* Text */

const char *geo_country_name(unsigned country)
{
    static const char *const names[] = {
#define COUNTRY(name, legacy) #name,
#include "graph/geo.def"
#undef COUNTRY
    };
    return names[country < GEO_COUNTRIES ? country : GEO_OTHER];
}

static int country_named(const char *name)
{
    for (int country = 0; country < GEO_COUNTRIES; country++)
        if (strcmp(name, geo_country_name((unsigned)country)) == 0)
            return country;
    return -1;
}

/* A copy of the list in which the addresses from `first` to `last` are in that country. */
static bool paint(struct geo_ranges *ranges, uint32_t first, uint32_t last, unsigned country)
{
    struct geo_ranges copy = {.date = ranges->date};
    unsigned behind = GEO_OTHER; /* the country that goes on after `last` */
    bool good = true, painted = false;
    for (size_t i = 0; i < ranges->count && good; i++) {
        const struct geo_range *range = &ranges->range[i];
        if (range->start >= first && !painted) {
            good = geo_ranges_add(&copy, first, country);
            painted = true;
        }
        if (range->start <= last)
            behind = range->country;
        if (range->start < first)
            good = good && geo_ranges_add(&copy, range->start, range->country);
        if (range->start > last) {
            if (last + 1 < range->start && (i == 0 || ranges->range[i - 1].start <= last))
                good = good && geo_ranges_add(&copy, last + 1, behind);
            good = good && geo_ranges_add(&copy, range->start, range->country);
        }
    }
    if (!painted)
        good = good && geo_ranges_add(&copy, first, country);
    if (last != UINT32_MAX && (ranges->count == 0 || ranges->range[ranges->count - 1].start <= last))
        good = good && geo_ranges_add(&copy, last + 1, behind);
    free(ranges->range);
    *ranges = copy;
    return good;
}

static const char *read_line(struct geo_ranges *ranges, const char *line)
{
    char range_text[32], country[16], more;
    struct guard_range range;
    while (*line == ' ' || *line == '\t')
        line++;
    if (*line == '\0' || *line == '#' || *line == '\r')
        return NULL;
    if (sscanf(line, "%31s %15s %c", range_text, country, &more) != 2 ||
        guard_parse_range(&range, range_text) < 0)
        return "is not of the form '198.18.0.0/24 TH'";
    int number = country_named(country);
    if (number < 0)
        return "names none of TH, CN, JP, UK, US, IR, AF, MY, BN, OTHER";
    uint32_t last = range.address | (range.prefix == 32 ? 0 : UINT32_MAX >> range.prefix);
    return paint(ranges, range.address, last, (unsigned)number) ? NULL : "finds no memory left";
}

const char *geo_read_text(struct geo_ranges *ranges, const char *text, size_t size)
{
    static char problem[120];
    char line[120];
    if (!geo_ranges_add(ranges, 0, GEO_OTHER))
        return "there is not enough memory";
    for (unsigned number = 1; size > 0; number++) {
        const char *feed = memchr(text, '\n', size);
        size_t length = feed ? (size_t)(feed - text) : size;
        snprintf(line, sizeof line, "%.*s", (int)(length < sizeof line ? length : sizeof line - 1), text);
        const char *why = read_line(ranges, line);
        if (why) {
            snprintf(problem, sizeof problem, "line %u %s", number, why);
            return problem;
        }
        size_t used = length + (feed ? 1 : 0);
        text += used;
        size -= used;
    }
    return NULL;
}

/* The country of a CDN's address is none that counts. */
static const char *forget_cdns(struct geo_ranges *ranges)
{
    static const char *const lines[] = {
#define CDN(range) range " OTHER",
#include "geo/cdn.def"
#undef CDN
    };
    const char *problem = NULL;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0] && !problem; i++)
        problem = read_line(ranges, lines[i]);
    return problem;
}

int geo_ranges_load(struct geo_ranges *ranges, const char *path)
{
    size_t size;
    *ranges = (struct geo_ranges){0};
    char *data = cli_read_file(path, &size);
    if (!data)
        return CLI_CANNOT;
    bool is_database = size > 0 && memchr(data, '\0', size) != NULL;
    const char *problem = size == 0     ? "it is empty"
                          : is_database ? geo_read_legacy(ranges, (const uint8_t *)data, size)
                                        : geo_read_text(ranges, data, size);
    if (!problem && is_database) /* in a text of their own, people say what they want */
        problem = forget_cdns(ranges);
    free(data);
    if (!problem)
        return CLI_YES;
    geo_ranges_free(ranges);
    return cli_error("%s: %s", path, problem);
}

/* GEO.BIN */

static void put_range(uint8_t *data, uint32_t index_sectors, size_t number, const struct geo_range *range)
{
    size_t sector = number / GEO_RANGES, nth = number % GEO_RANGES;
    uint8_t *at =
        data + (1 + index_sectors + sector) * (size_t)GEO_SECTOR_BYTES + nth * (size_t)GEO_RANGE_BYTES;
    bytes_put32(at, range->start);
    at[4] = range->country;
    if (nth == 0)
        bytes_put32(data + GEO_SECTOR_BYTES + sector * 4, range->start);
    if (nth == 0 && sector % GEO_INDEX_ENTRIES == 0)
        bytes_put32(data + GEO_TOP_OFFSET + sector / GEO_INDEX_ENTRIES * 4, range->start);
}

bool geo_file_build(struct geo_file *file, const struct geo_ranges *ranges)
{
    size_t sectors = (ranges->count + GEO_RANGES - 1) / GEO_RANGES;
    size_t index_sectors = (sectors + GEO_INDEX_ENTRIES - 1) / GEO_INDEX_ENTRIES;
    file->bytes = (1 + index_sectors + sectors) * GEO_SECTOR_BYTES;
    file->data = index_sectors <= GEO_INDEX_SECTORS ? calloc(1, file->bytes) : NULL;
    if (!file->data)
        return false;
    for (size_t i = 0; i < ranges->count; i++)
        put_range(file->data, (uint32_t)index_sectors, i, &ranges->range[i]);
    memcpy(file->data, GEO_MAGIC, GEO_MAGIC_BYTES);
    bytes_put16(file->data + 4, GEO_VERSION);
    bytes_put16(file->data + 6, (uint16_t)index_sectors);
    bytes_put32(file->data + 8, (uint32_t)ranges->count);
    bytes_put32(file->data + 12, (uint32_t)file->bytes);
    bytes_put32(file->data + GEO_DATE_OFFSET, ranges->date);
    bytes_put32(file->data + GEO_CRC_OFFSET,
                crc32_update(CRC32_INIT, file->data + GEO_DATE_OFFSET, file->bytes - GEO_DATE_OFFSET));
    return true;
}

void geo_file_free(struct geo_file *file)
{
    free(file->data);
    *file = (struct geo_file){0};
}

int geo_file_read(void *context, uint32_t offset, void *to, size_t count)
{
    const struct geo_file *file = context;
    if (offset > file->bytes || count > file->bytes - offset)
        return STATUS_DAMAGED;
    memcpy(to, file->data + offset, count);
    return STATUS_OK;
}
