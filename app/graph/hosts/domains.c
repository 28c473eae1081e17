/*
 * Counts how many hosts of one registered domain the table has, and limits them: the owner of a domain can
 * link to as many hosts of it as he likes, and would fill the table with three pages. A hash that only the
 * crawl knows gives each domain two counters. The lower one is believed, so that a domain that shares one of
 * its counters with a crowded domain is not refused for it.
 *
 * The counters lie behind the slots in the index and are made with it. They are estimates: a sector of them
 * that was damaged begins again with zeros.
 */
#include <string.h>

#include "base/status.h"
#include "graph/hosts/internal.h"
#include "read/url/domain.h"

enum {
    COUNTERS_A_SECTOR = STATE_PAYLOAD_BYTES,
    LIMIT_LEAST = 16,
    LIMIT_MOST = 250,
    LIMIT_PART = 64,      /* one domain may have 1/64 of the table */
    COUNTERS = 2,         /* counters of each domain */
    ROOM_FOR_TARGETS = 8, /* 1/8 of the table is kept for hosts with `by_target` ... */
    ROOM_FOR_SEEDS = 16,  /* ... and 1/16 for seeds */
};

static int domain_counter_at(struct hosts *hosts, uint32_t number, enum state_use use, uint8_t **at)
{
    uint32_t sector = hosts->slots / HOSTS_SLOTS_A_SECTOR + number / COUNTERS_A_SECTOR;
    int status = state_sector(hosts->state, STATE_INDEX, sector, use, at);
    if (status == STATUS_DAMAGED)
        status = state_sector(hosts->state, STATE_INDEX, sector, STATE_FRESH, at);
    if (status == 0)
        *at += number % COUNTERS_A_SECTOR;
    return status;
}

static uint32_t count_counters(const struct hosts *hosts)
{
    return (hosts->state->files->sectors[STATE_INDEX] - hosts->slots / HOSTS_SLOTS_A_SECTOR) *
           COUNTERS_A_SECTOR;
}

/* Finds the counters of the domain of a host. */
static void find_counters(const struct hosts *hosts, const char *name, size_t length,
                          uint32_t number[COUNTERS])
{
    size_t start = domain_start(name, length);
    uint64_t hash = keyed_hash_of(hosts->mark.secret, name + start, length - start);
    number[0] = (uint32_t)hash % count_counters(hosts);
    number[1] = (uint32_t)(hash >> 32) % count_counters(hosts);
}

/* Returns how many hosts a domain has, by its counters. No counter goes beyond 255, since a domain may not
 * have so many hosts. */
static int domain_count_of(struct hosts *hosts, const uint32_t number[COUNTERS])
{
    int least = UINT8_MAX;
    for (unsigned i = 0; i < COUNTERS; i++) {
        uint8_t *at;
        int status = domain_counter_at(hosts, number[i], STATE_READ, &at);
        if (status < 0)
            return status;
        least = *at < least ? *at : least;
    }
    return least;
}

static bool has_counters(const struct hosts *hosts)
{
    return !hosts->has_segments && count_counters(hosts) > 0;
}

int hosts_domain_count(struct hosts *hosts, const char *name, size_t length)
{
    uint32_t number[COUNTERS];
    if (!has_counters(hosts))
        return 0;
    find_counters(hosts, name, length, number);
    return domain_count_of(hosts, number);
}

/* Sets those counters to `to` that are at `from`. */
static int change_counters(struct hosts *hosts, const uint32_t number[COUNTERS], int from, int to)
{
    for (unsigned i = 0; i < COUNTERS; i++) {
        uint8_t *at;
        int status = domain_counter_at(hosts, number[i], STATE_CHANGE, &at);
        if (status < 0)
            return status;
        if (*at == from)
            *at = (uint8_t)to;
    }
    return 0;
}

int hosts_domain_add(struct hosts *hosts, const char *name, size_t length)
{
    uint32_t number[COUNTERS];
    if (!has_counters(hosts))
        return 0;
    find_counters(hosts, name, length, number);
    int count = domain_count_of(hosts, number);
    return count < 0 ? count : count == UINT8_MAX ? 0 : change_counters(hosts, number, count, count + 1);
}

int hosts_domain_remove(struct hosts *hosts, const char *name, size_t length)
{
    uint32_t number[COUNTERS];
    if (!has_counters(hosts))
        return 0;
    find_counters(hosts, name, length, number);
    int count = domain_count_of(hosts, number);
    return count <= 0 ? count : change_counters(hosts, number, count, count - 1);
}

static uint32_t domain_limit(const struct hosts *hosts)
{
    uint32_t part = hosts->capacity / LIMIT_PART;
    return part < LIMIT_LEAST ? LIMIT_LEAST : part > LIMIT_MOST ? LIMIT_MOST : part;
}

int32_t hosts_add_linked(struct hosts *hosts, const char *name, size_t length, bool by_target)
{
    uint32_t kept = hosts->capacity / ROOM_FOR_SEEDS + (by_target ? 0 : hosts->capacity / ROOM_FOR_TARGETS);
    int32_t id = hosts_find(hosts, name, length);
    int count = id == STATUS_NOT_FOUND ? hosts_domain_count(hosts, name, length) : 0;
    if (count < 0)
        return count;
    if ((uint32_t)count >= domain_limit(hosts)) {
        hosts->refused++;
        return STATUS_REFUSED;
    }
    bool is_new;
    id = hosts_place(hosts, name, length, hosts->capacity - kept,
                     by_target ? HOSTS_NEW_BY_TARGET : HOSTS_NEW_LINKED, &is_new);
    count = id >= 0 && is_new ? hosts_domain_add(hosts, name, length) : 0;
    return count < 0 ? count : id;
}
