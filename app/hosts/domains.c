/*
 * How many hosts of one registered domain the table has: whoever owns a domain can link to as many hosts of it as he likes, and
 * would fill the table with three pages. Each domain has two counters, by a hash that only the crawl knows; the lower one counts, so
 * that a domain that shares one with a crowded domain is not refused for it.
 *
 * They lie behind the slots in the index, are made with it, and are a help and no more: one that was damaged begins with 0.
 */
#include <string.h>

#include "base/status.h"
#include "hosts/internal.h"
#include "url/site.h"

enum {
    COUNTERS_A_SECTOR = STATE_PAYLOAD_BYTES,
    LIMIT_LEAST = 16,
    LIMIT_MOST = 250,
    LIMIT_PART = 64, /* of the table is what one domain may have */
    COUNTERS = 2,    /* of each domain */
    ROOM_FOR_TARGETS =
        8, /* one part in so many of the table is for hosts that a site of what is looked for links to ... */
    ROOM_FOR_SEEDS = 16, /* ... and this one for seeds */
};

static int counter_at(struct hosts *hosts, uint32_t number, enum state_use use, uint8_t **at)
{
    uint32_t sector = hosts->slots / HOSTS_SLOTS_A_SECTOR + number / COUNTERS_A_SECTOR;
    int status = state_sector(hosts->state, STATE_INDEX, sector, use, at);
    if (status == STATUS_DAMAGED)
        status = state_sector(hosts->state, STATE_INDEX, sector, STATE_FRESH, at);
    if (status == 0)
        *at += number % COUNTERS_A_SECTOR;
    return status;
}

static uint32_t counters(const struct hosts *hosts)
{
    return (hosts->state->files->sectors[STATE_INDEX] - hosts->slots / HOSTS_SLOTS_A_SECTOR) *
           COUNTERS_A_SECTOR;
}

/* The counters of the domain of a host. */
static void find_counters(const struct hosts *hosts, const char *name, size_t length,
                          uint32_t number[COUNTERS])
{
    size_t start = site_start(name, length);
    uint64_t hash = keyed_hash_of(hosts->mark.secret, name + start, length - start);
    number[0] = (uint32_t)hash % counters(hosts);
    number[1] = (uint32_t)(hash >> 32) % counters(hosts);
}

/* How many hosts its domain has; at most 255, since more are not let in. */
static int count_of(struct hosts *hosts, const uint32_t number[COUNTERS])
{
    int least = UINT8_MAX;
    for (unsigned i = 0; i < COUNTERS; i++) {
        uint8_t *at;
        int status = counter_at(hosts, number[i], STATE_READ, &at);
        if (status < 0)
            return status;
        least = *at < least ? *at : least;
    }
    return least;
}

int hosts_domain_add(struct hosts *hosts, const char *name, size_t length)
{
    uint32_t number[COUNTERS];
    if (hosts->has_segments || counters(hosts) == 0)
        return 0;
    find_counters(hosts, name, length, number);
    int count = count_of(hosts, number);
    for (unsigned i = 0; i < COUNTERS && count >= 0 && count < UINT8_MAX; i++) {
        uint8_t *at;
        int status = counter_at(hosts, number[i], STATE_CHANGE, &at);
        if (status < 0)
            return status;
        if (*at == count)
            *at = (uint8_t)(count + 1);
    }
    return count < 0 ? count : 0;
}

static uint32_t limit(const struct hosts *hosts)
{
    uint32_t part = hosts->capacity / LIMIT_PART;
    return part < LIMIT_LEAST ? LIMIT_LEAST : part > LIMIT_MOST ? LIMIT_MOST : part;
}

int32_t hosts_add_linked(struct hosts *hosts, const char *name, size_t length, bool by_target)
{
    uint32_t number[COUNTERS];
    int32_t id = hosts_find(hosts, name, length);
    if (id != STATUS_NOT_FOUND)
        return id < 0 ? id : hosts_add(hosts, name, length, NULL);
    uint32_t kept = hosts->capacity / ROOM_FOR_SEEDS + (by_target ? 0 : hosts->capacity / ROOM_FOR_TARGETS);
    int count = 0;
    if (!hosts->has_segments && counters(hosts) > 0) {
        find_counters(hosts, name, length, number);
        count = count_of(hosts, number);
    }
    bool is_full = hosts->mark.hosts >= hosts->capacity - kept;
    if (count < 0 || is_full || (uint32_t)count >= limit(hosts)) {
        hosts->refused++;
        return count < 0 ? count : is_full ? STATUS_FULL : STATUS_REFUSED;
    }
    id = hosts_add(hosts, name, length, NULL);
    count = id < 0 ? id : hosts_domain_add(hosts, name, length);
    return count < 0 ? count : id;
}
