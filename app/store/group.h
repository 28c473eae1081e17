/*
 * A group of records on its way to the card: bytes of any size go in, whole sectors go out.
 *
 *     group_begin(&group, port, first_sector, limit_bytes);
 *     group_put(&group, bytes, size); ...
 *     group_finish(&group);              the size must be a multiple of a sector by now
 *
 * The first sector is held back in RAM until the end, since what is written into it last (lengths, digests)
 * lies there: it is written once. Sectors that lie whole in the caller's memory are written from there.
 *
 * Costs struct group, 1,040 bytes.
 */
#ifndef CRAWLBOX_STORE_GROUP_H
#define CRAWLBOX_STORE_GROUP_H

#include "base/sink.h"
#include "store/port.h"

struct group {
    const struct store_port *port;
    uint32_t first; /* sector */
    uint32_t limit; /* bytes it may grow to */
    uint32_t bytes; /* put so far */
    uint8_t head[STORE_SECTOR_BYTES];
    uint8_t tail[STORE_SECTOR_BYTES]; /* the sector being filled, unless that is the first */
};

void group_begin(struct group *group, const struct store_port *port, uint32_t first, uint32_t limit);

/* STATUS_FULL: it would not fit, and nothing was taken. */
int group_put(struct group *group, const void *bytes, size_t size);

/* A sink that puts into the group. */
struct sink group_sink(struct group *group);

/* Writes all that is still in RAM; STATUS_INVALID if the group does not end with a sector. */
int group_finish(struct group *group);

/* The same whatever the size, for a group that is read back and written anew elsewhere. */
int group_spill(struct group *group);

#endif
