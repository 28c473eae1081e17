/*
 * Makes room in a full table: a host that was never visited, or was probed in vain, gives its record to a
 * newcomer that is worth as much. So whoever came first with a thousand names does not keep the table for
 * ever. What a host is worth follows from its sources: how many there are, and how many of them are sites
 * that the crawl looks for.
 *
 * Looking at all hosts would take minutes. So a few sectors are looked at, and the host that is worth least
 * gives way. Which sectors these are follows from the newcomer's name, the crawl's secret and the number of
 * applications. So nobody can foresee them; other sectors are looked at when the next site links to the
 * newcomer; and if power fails before the commit, the same sectors are looked at once more, and a record that
 * the newcomer has taken already is found again.
 *
 * Everything else that knows the id of the record stays right. The index compares names, and passes by a slot
 * that leads to another name. The queue counts only for hosts whose record says that they are queued, and a
 * newcomer's does not. Lists of sources are older than the newcomer (`born`), so what they say about the host
 * that gave way is not counted again.
 */
#include <string.h>

#include "base/numbers.h"
#include "base/status.h"
#include "graph/hosts/internal.h"

enum {
    SECTORS_LOOKED_AT = 8,
    PART_A_LIST = 64,        /* the links of one site may replace 1/64 of the table ... */
    LEAST_A_LIST = 16,       /* ... and at least so many hosts */
    SOURCES_TOLD_APART = 15, /* further sources add nothing to what a host is worth */
    WORTH_OF_SOURCE = 2,
    WORTH_OF_TARGET_SOURCE = 32, /* a source that the crawl looks for; more than any number of others */
    WORTH_OF_PROMISE = 1,        /* a queued host is worth a little more than one with the same sources */
    WORTH_TOO_MUCH = UINT16_MAX, /* a host that never gives way */
    STATES_THAT_STAY = 1u << HOST_ACTIVE | 1u << HOST_DONE | 1u << HOST_SKIPPED | 1u << HOST_LOST,
    STATES_WITHOUT_USE = 1u << HOST_DEAD | 1u << HOST_DENIED,
};

struct candidate {
    uint32_t id;
    uint32_t worth;
};

static uint32_t worth_of_sources(uint32_t all, uint32_t of_target)
{
    return smaller_of(all, SOURCES_TOLD_APART) * WORTH_OF_SOURCE +
           smaller_of(of_target, SOURCES_TOLD_APART) * WORTH_OF_TARGET_SOURCE;
}

static uint32_t count_sources(const uint16_t by_country[FEATURE_COUNTRIES])
{
    uint32_t count = 0;
    for (unsigned i = 0; i < FEATURE_COUNTRIES; i++)
        count += by_country[i];
    return count;
}

/* The record of a whole site counts the pages of all of its segments, so it must stay: without it each
 * segment would have a site's share of pages. */
static uint32_t worth_of_segment(const struct segment *segment)
{
    bool is_counting = segment->site_pages > 0;
    return is_counting ? WORTH_TOO_MUCH : worth_of_sources(segment->sources, segment_score(segment) / 16);
}

/* Returns what a host is worth: a newcomer that is worth less does not get its record. */
static uint32_t worth_of(const struct hosts *hosts, const struct host *host)
{
    unsigned state = 1u << host->state;
    bool is_in_list = host->born > hosts->mark.application; /* of the list that is being made */
    if (host->state == HOST_DONE && host->flags & HOST_IN_VAIN && !is_in_list)
        return 0;
    if (state & STATES_THAT_STAY || host->crawled_at != 0 || host->flags & (HOST_SEED | HOST_MOVED) ||
        is_in_list || (STATE_MORE_SITES > 0 && host->held))
        return WORTH_TOO_MUCH;
    if (state & STATES_WITHOUT_USE)
        return 0;
    if (hosts->has_segments)
        return worth_of_segment(&host->segment);
    uint32_t of_target = count_sources(host->by_country[FEATURE_THAI]);
    uint32_t all = of_target + count_sources(host->by_country[FEATURE_FOREIGN]);
    return worth_of_sources(all, of_target) + (host->state == HOST_QUEUED ? WORTH_OF_PROMISE : 0);
}

/* Looks at the hosts of one sector. Returns 1 if one of them is the newcomer, from before a power cut. */
static int look_at_sector(struct hosts *hosts, uint32_t sector, const struct host_key *key,
                          struct candidate *best)
{
    const struct host *host;
    for (uint32_t id = sector * HOSTS_A_SECTOR; id < (sector + 1) * HOSTS_A_SECTOR; id++) {
        int status = hosts_read(hosts, id, &host);
        if (status < 0)
            return status == STATUS_NOT_FOUND ? 0 : status;
        bool is_newcomer = host_has_key(host, key);
        uint32_t worth = worth_of(hosts, host);
        if (is_newcomer || worth < best->worth)
            *best = (struct candidate){id, worth};
        if (is_newcomer)
            return 1;
    }
    return 0;
}

/* Finds the host that is worth least, among a few. Returns 1 if it found the newcomer itself. */
static int find_candidate(struct hosts *hosts, const struct host_key *key, struct candidate *best)
{
    uint32_t sectors = (hosts->capacity + HOSTS_A_SECTOR - 1) / HOSTS_A_SECTOR;
    uint64_t hash = keyed_hash_of(hosts->mark.secret, key->text, key->length);
    uint32_t sector = (uint32_t)hash + hosts->mark.application * 2654435761u,
             step = (uint32_t)(hash >> 32) | 1;
    int status = 0;
    for (unsigned i = 0; i < SECTORS_LOOKED_AT && status == 0; i++, sector += step)
        status = look_at_sector(hosts, sector % sectors, key, best);
    return status;
}

static uint32_t replacements_of_a_list(const struct hosts *hosts)
{
    uint32_t part = hosts->capacity / PART_A_LIST;
    return larger_of(part, LEAST_A_LIST);
}

/* Returns 1 if the newcomer gets the record of `loser`. If the loser is worth hardly more, the newcomer
 * gets it when its domain has fewer hosts than the loser's. */
static int is_worth_more(struct hosts *hosts, const struct candidate *loser, const char *name, size_t length,
                         uint32_t worth)
{
    const struct host *host;
    if (loser->worth > worth + WORTH_OF_PROMISE)
        return 0;
    if (loser->worth <= worth)
        return 1;
    int status = hosts_read(hosts, loser->id, &host);
    if (status < 0)
        return status;
    int others = hosts_domain_count(hosts, host->name, strlen(host->name));
    int own = others < 0 ? others : hosts_domain_count(hosts, name, length);
    return own < 0 ? own : others > own + 1;
}

/* Writes the newcomer over the host that gives way, whose domain has one host less then. */
static int hand_record_over(struct hosts *hosts, uint32_t id, const char *name, size_t length, uint32_t hash)
{
    const struct host *host;
    struct host *change;
    int status = hosts_read(hosts, id, &host);
    if (status == 0)
        status = hosts_domain_remove(hosts, host->name, strlen(host->name));
    if (status == 0)
        status = hosts_change(hosts, id, &change);
    if (status != 0)
        return status;
    host_begin(hosts, change, name, length, hash);
    return 0;
}

int32_t hosts_replace(struct hosts *hosts, const char *name, size_t length, const struct host_key *key,
                      enum hosts_newcomer newcomer)
{
    struct candidate loser = {0, WORTH_TOO_MUCH};
    bool is_seed = newcomer == HOSTS_NEW_SEED;
    if (is_seed ? hosts->has_segments : hosts->replaced >= replacements_of_a_list(hosts))
        return STATUS_FULL; /* what segments add for themselves must not take the record of one of them */
    int status = find_candidate(hosts, key, &loser);
    if (status != 0)
        return status < 0 ? status : (int32_t)loser.id;
    uint32_t worth = is_seed ? WORTH_TOO_MUCH - 1 : worth_of_sources(1, newcomer == HOSTS_NEW_BY_TARGET);
    status = loser.worth == WORTH_TOO_MUCH ? 0 : is_worth_more(hosts, &loser, name, length, worth);
    if (status <= 0)
        return status < 0 ? status : STATUS_FULL;
    status = hand_record_over(hosts, loser.id, name, length, key->hash);
    if (status < 0)
        return status;
    hosts->replaced += !is_seed;
    return (int32_t)loser.id;
}
