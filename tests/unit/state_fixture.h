/*
 * State files in memory that behave as those on a card do: sectors are read and written by copying, power
 * fails at a write that was chosen, and the write is then lost or torn, as are others since the last sync.
 */
#ifndef CRAWLBOX_UNIT_STATE_FIXTURE_H
#define CRAWLBOX_UNIT_STATE_FIXTURE_H

#include <string.h>

#include "base/status.h"
#include "store/state.h"

enum {
    FIXTURE_HOSTS = 16, /* sectors */
    FIXTURE_INDEX = 2,
    FIXTURE_EDGES = 4,
    FIXTURE_QUEUE = 6,
    FIXTURE_SITE = 4,
    FIXTURE_CRAWL = 5, /* those of the file that are used */
    FIXTURE_SECTORS =
        FIXTURE_CRAWL + FIXTURE_HOSTS + FIXTURE_INDEX + FIXTURE_EDGES + FIXTURE_QUEUE + FIXTURE_SITE,
    FIXTURE_UNSYNCED_MAX = 4, /* writes whose sectors are remembered as they were before */
    FIXTURE_LINES = 3,
};

enum fixture_cut { FIXTURE_CLEAN, FIXTURE_LOST, FIXTURE_TORN, FIXTURE_CUTS };

struct state_fixture {
    struct state_files files;
    struct state state;
    struct state_line lines[FIXTURE_LINES];
    uint8_t sectors[FIXTURE_SECTORS][STATE_SECTOR_BYTES];
    uint8_t block[2][STATE_BLOCK_BYTES]; /* [1]: put, not committed */
    int block_size[2];

    unsigned writes, power_until; /* number of the write at which power fails; 0: it does not */
    enum fixture_cut cut;
    struct {
        unsigned at;
        uint8_t before[STATE_SECTOR_BYTES];
    } unsynced[FIXTURE_UNSYNCED_MAX];
    unsigned unsynced_count;
    bool dark;
};

static inline unsigned fixture_at(unsigned file, uint32_t sector)
{
    static const uint8_t starts[] = {0,
                                     FIXTURE_CRAWL,
                                     FIXTURE_CRAWL + FIXTURE_HOSTS,
                                     FIXTURE_CRAWL + FIXTURE_HOSTS + FIXTURE_INDEX,
                                     FIXTURE_CRAWL + FIXTURE_HOSTS + FIXTURE_INDEX + FIXTURE_EDGES,
                                     FIXTURE_SECTORS - FIXTURE_SITE};
    if (file == STATE_CRAWL) /* 0 1 64 65 128 -> 0 1 2 3 4 */
        return sector / STATE_BLOCK_B * 2 + sector % STATE_BLOCK_B;
    return starts[file] + sector;
}

static inline int fixture_read(void *context, unsigned file, uint32_t sector, void *bytes)
{
    struct state_fixture *fixture = context;
    if (fixture->dark)
        return STATUS_CLOSED;
    memcpy(bytes, fixture->sectors[fixture_at(file, sector)], STATE_SECTOR_BYTES);
    return 0;
}

/* What becomes of the writes since the last sync: all done, none, or each torn in the middle. */
static inline void fixture_fail_power(struct state_fixture *fixture)
{
    fixture->dark = true;
    while (fixture->unsynced_count > 0 && fixture->cut != FIXTURE_CLEAN) {
        unsigned last = --fixture->unsynced_count;
        uint8_t *now = fixture->sectors[fixture->unsynced[last].at];
        const uint8_t *before = fixture->unsynced[last].before;
        size_t from = fixture->cut == FIXTURE_LOST ? 0 : STATE_SECTOR_BYTES / 2;
        memcpy(now + from, before + from, STATE_SECTOR_BYTES - from);
    }
}

static inline int fixture_write(void *context, unsigned file, uint32_t sector, const void *bytes)
{
    struct state_fixture *fixture = context;
    unsigned at = fixture_at(file, sector);
    if (fixture->dark)
        return STATUS_CLOSED;
    if (fixture->unsynced_count == FIXTURE_UNSYNCED_MAX) { /* the oldest got there meanwhile */
        memmove(&fixture->unsynced[0], &fixture->unsynced[1],
                (FIXTURE_UNSYNCED_MAX - 1) * sizeof fixture->unsynced[0]);
        fixture->unsynced_count--;
    }
    fixture->unsynced[fixture->unsynced_count].at = at;
    memcpy(fixture->unsynced[fixture->unsynced_count++].before, fixture->sectors[at], STATE_SECTOR_BYTES);
    memcpy(fixture->sectors[at], bytes, STATE_SECTOR_BYTES);
    if (++fixture->writes != fixture->power_until)
        return 0;
    fixture_fail_power(fixture);
    return STATUS_CLOSED;
}

static inline int fixture_sync(void *context)
{
    struct state_fixture *fixture = context;
    fixture->unsynced_count = 0;
    return fixture->dark ? STATUS_CLOSED : 0;
}

static inline int fixture_get(void *context, void *block, size_t size)
{
    struct state_fixture *fixture = context;
    if (fixture->block_size[0] == 0)
        return STATUS_NOT_FOUND;
    memcpy(block, fixture->block[0], size);
    return fixture->block_size[0];
}

static inline int fixture_put(void *context, const void *block, size_t size)
{
    struct state_fixture *fixture = context;
    memcpy(fixture->block[1], block, size);
    fixture->block_size[1] = (int)size;
    return fixture->dark ? STATUS_CLOSED : 0;
}

static inline int fixture_commit(void *context)
{
    struct state_fixture *fixture = context;
    int status = fixture_sync(fixture);
    if (status < 0)
        return status;
    memcpy(fixture->block[0], fixture->block[1], STATE_BLOCK_BYTES);
    fixture->block_size[0] = fixture->block_size[1];
    return 0;
}

static inline uint8_t *fixture_map(void *context, unsigned file, uint32_t sector)
{
    return ((struct state_fixture *)context)->sectors[fixture_at(file, sector)];
}

/* Power returns: what was cached is gone. */
static inline int fixture_boot(struct state_fixture *fixture)
{
    fixture->dark = false;
    fixture->power_until = 0;
    fixture->unsynced_count = 0;
    return state_open(&fixture->state, &fixture->files, fixture->lines, FIXTURE_LINES);
}

static inline int fixture_begin(struct state_fixture *fixture)
{
    memset(fixture, 0, sizeof *fixture);
    memset(fixture->sectors, 0x5a, sizeof fixture->sectors);
    fixture->files = (struct state_files){
        .context = fixture,
        .sectors = {STATE_CRAWL_SECTORS, FIXTURE_HOSTS, FIXTURE_INDEX, FIXTURE_EDGES, FIXTURE_QUEUE,
                    FIXTURE_SITE},
        .read = fixture_read,
        .write = fixture_write,
        .sync = fixture_sync,
        .get = fixture_get,
        .put = fixture_put,
        .commit = fixture_commit,
    };
    return fixture_boot(fixture);
}

/* The same files as plain memory. */
static inline void fixture_use_map(struct state_fixture *fixture)
{
    memset(fixture->sectors, 0, sizeof fixture->sectors);
    fixture->files.map = fixture_map;
}

#endif
