/*
 * MaxMind's legacy country database, which Debian builds from present data: a binary tree over the bits of an
 * address, highest first. A node is two little-endian numbers of three bytes: where to go for a 0 and for a
 * 1. Below LEAF it is another node, from there on it is a country's number. Behind the tree stand a few words
 * about the database.
 */
#include <stdlib.h>
#include <string.h>

#include "geo/ranges.h"
#include "graph/geo.h"

enum { NODE_BYTES = 6, LEAF = 0xffff00, COUNTRY_EDITION = 1, DEPTH = 32, TAIL_BYTES = 100 };

struct walk {
    struct geo_ranges *ranges;
    const uint8_t *data;
    uint32_t nodes; /* that the file has room for */
    uint32_t left;  /* of them, to be seen once each */
    bool no_room;
};

static unsigned country_of(uint32_t number)
{
    switch (number) {
#define COUNTRY(name, legacy)                                                                                \
    case legacy:                                                                                             \
        return GEO_##name;
#include "graph/geo.def"
#undef COUNTRY
    default: return GEO_OTHER;
    }
}

/* False: the tree is damaged, or the memory is used up. */
static bool visit(struct walk *walk, uint32_t node, uint32_t start, int depth)
{
    if (depth == DEPTH || node >= walk->nodes || walk->left-- == 0)
        return false;
    const uint8_t *at = walk->data + (size_t)node * NODE_BYTES;
    for (uint32_t bit = 0; bit < 2; bit++, at += 3) {
        uint32_t next = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
        uint32_t from = start | bit << (DEPTH - 1 - depth);
        if (next < LEAF) {
            if (!visit(walk, next, from, depth + 1))
                return false;
        } else if (!geo_ranges_add(walk->ranges, from, country_of(next - LEAF))) {
            walk->no_room = true;
            return false;
        }
    }
    return true;
}

/* "GEO-106FREE 20260704 Build", then three bytes 255 and the kind of database. */
static bool read_tail(struct geo_ranges *ranges, const uint8_t *data, size_t size)
{
    const uint8_t *end = data + size;
    for (const uint8_t *at = size > TAIL_BYTES ? end - TAIL_BYTES : data; at + 16 < end; at++)
        if (memcmp(at, "GEO-", 4) == 0 && memchr(at, ' ', (size_t)(end - at)))
            ranges->date = (uint32_t)strtoul(memchr(at, ' ', (size_t)(end - at)), NULL, 10);
    return size > 4 && memcmp(end - 4, "\xff\xff\xff", 3) == 0 && end[-1] == COUNTRY_EDITION;
}

const char *geo_read_legacy(struct geo_ranges *ranges, const uint8_t *data, size_t size)
{
    struct walk walk = {ranges, data, (uint32_t)(size / NODE_BYTES), (uint32_t)(size / NODE_BYTES), false};
    if (!read_tail(ranges, data, size))
        return "it is not a legacy country database (GeoIP.dat of Debian's geoip-database)";
    if (visit(&walk, 0, 0, 0))
        return NULL;
    return walk.no_room ? "there is not enough memory" : "its tree is damaged";
}
