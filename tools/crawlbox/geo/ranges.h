/*
 * Which country an address is in, as a sorted list of ranges, from what there is on a computer: Debian's
 * geoip-database or a text of the user's; and GEO.BIN (app/graph/geo.h) made of it.
 *
 *     struct geo_ranges ranges;
 *     if (geo_ranges_load(&ranges, GEO_DEFAULT_DATABASE) != CLI_YES)
 *         return CLI_CANNOT;
 *     struct geo_file file;
 *     geo_file_build(&file, &ranges);
 *     ...
 *     geo_file_free(&file);
 *     geo_ranges_free(&ranges);
 */
#ifndef CRAWLBOX_GEO_RANGES_H
#define CRAWLBOX_GEO_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GEO_DEFAULT_DATABASE "/usr/share/GeoIP/GeoIP.dat"

struct geo_ranges {
    struct geo_range {
        uint32_t start;  /* up to the next one's */
        uint8_t country; /* enum geo_country; neighbours differ */
    } * range;
    size_t count, room;
    uint32_t date; /* 20260704; 0: not known */
};

/*
 * Reads a database of the legacy binary kind, or a text with lines such as "198.18.0.0/24 TH" (later ones
 * count more; what no line names is OTHER). CLI_YES, or CLI_CANNOT after saying why.
 */
int geo_ranges_load(struct geo_ranges *ranges, const char *path);
void geo_ranges_free(struct geo_ranges *ranges);

/* Returns "TH" and so on: the name of an enum geo_country. */
const char *geo_country_name(unsigned country);

/* For readers: ranges must come in order; one of the same country as the last is joined to it. */
bool geo_ranges_add(struct geo_ranges *ranges, uint32_t start, unsigned country);

/* The two kinds of input. NULL, or what is wrong. */
const char *geo_read_legacy(struct geo_ranges *ranges, const uint8_t *data, size_t size);
const char *geo_read_text(struct geo_ranges *ranges, const char *text, size_t size);

struct geo_file {
    uint8_t *data;
    size_t bytes;
};

/* False: there are more ranges than the format takes, or no memory. */
bool geo_file_build(struct geo_file *file, const struct geo_ranges *ranges);
void geo_file_free(struct geo_file *file);

/* For geo_open(); the context is a struct geo_file. */
int geo_file_read(void *context, uint32_t offset, void *to, size_t count);

#endif
