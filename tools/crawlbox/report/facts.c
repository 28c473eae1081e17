#include "report/facts.h"

#include <stdlib.h>
#include <string.h>

#include "fetch/http/fetch_status.h"
#include "read/url/key.h"
#include "secret_hash.h"

enum { FIRST_ROOM = 1024, YEAR_2000 = 946684800 /* earlier: the box did not know the time */ };

void facts_begin(struct facts *facts)
{
    *facts = (struct facts){0};
}

/* Room for one element more; doubles. */
static bool grow(struct facts *facts, void **array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t more = *room ? *room * 2 : FIRST_ROOM;
    void *larger = realloc(*array, more * size);
    if (!larger) {
        facts->no_memory = true;
        return false;
    }
    *array = larger;
    *room = more;
    return true;
}

/* ---- Lines that were seen ---- */

static bool put_seen(uint64_t *table, size_t room, uint64_t hash)
{
    size_t at = (size_t)hash & (room - 1);
    while (table[at] != 0 && table[at] != hash)
        at = (at + 1) & (room - 1);
    bool is_new = table[at] == 0;
    table[at] = hash;
    return is_new;
}

static bool grow_seen(struct facts *facts)
{
    size_t room = facts->seen_room ? facts->seen_room * 2 : FIRST_ROOM;
    uint64_t *table = calloc(room, sizeof *table);
    if (!table) {
        facts->no_memory = true;
        return false;
    }
    for (size_t i = 0; i < facts->seen_room; i++)
        if (facts->seen[i])
            put_seen(table, room, facts->seen[i]);
    free(facts->seen);
    facts->seen = table;
    facts->seen_room = room;
    return true;
}

bool facts_is_new(struct facts *facts, const char *line, size_t length)
{
    uint64_t hash = secret_hash(line, length);
    if (facts->seen_count * 2 >= facts->seen_room && !grow_seen(facts))
        return false;
    bool is_new = put_seen(facts->seen, facts->seen_room, hash ? hash : 1);
    facts->seen_count += is_new;
    return is_new;
}

/* ---- Hosts ---- */

static void put_slot(uint32_t *table, size_t slots, uint32_t hash, uint32_t value)
{
    size_t at = hash & (slots - 1);
    while (table[at] != 0)
        at = (at + 1) & (slots - 1);
    table[at] = value;
}

static bool grow_slots(struct facts *facts)
{
    size_t slots = facts->slots ? facts->slots * 2 : FIRST_ROOM;
    uint32_t *table = calloc(slots, sizeof *table);
    if (!table) {
        facts->no_memory = true;
        return false;
    }
    for (size_t i = 0; i < facts->hosts; i++)
        put_slot(table, slots, facts->host[i].hash, (uint32_t)i + 1);
    free(facts->slot);
    facts->slot = table;
    facts->slots = slots;
    return true;
}

static struct facts_host *add_host(struct facts *facts, const char *name, size_t length, uint32_t hash)
{
    char *copy = strndup(name, length);
    void *hosts = facts->host;
    bool fits = copy && grow(facts, &hosts, facts->hosts, &facts->host_room, sizeof *facts->host);
    facts->host = hosts;
    if (!fits) {
        free(copy);
        facts->no_memory = true;
        return NULL;
    }
    put_slot(facts->slot, facts->slots, hash, (uint32_t)facts->hosts + 1);
    facts->host[facts->hosts] = (struct facts_host){.name = copy, .hash = hash};
    return &facts->host[facts->hosts++];
}

struct facts_host *facts_find(struct facts *facts, const char *name, size_t length)
{
    size_t start = url_key_host(name, length);
    name += start;
    length -= start;
    uint32_t hash = (uint32_t)secret_hash(name, length);
    if (facts->hosts * 2 >= facts->slots && !grow_slots(facts))
        return NULL;
    for (size_t at = hash & (facts->slots - 1); facts->slot[at] != 0; at = (at + 1) & (facts->slots - 1)) {
        struct facts_host *host = &facts->host[facts->slot[at] - 1];
        if (host->hash == hash && strlen(host->name) == length && memcmp(host->name, name, length) == 0)
            return host;
    }
    return add_host(facts, name, length, hash);
}

/* ---- What the log says ---- */

static struct facts_tick *tick_of(struct facts *facts, uint32_t seconds)
{
    if (facts->ticks > 0 && facts->tick[facts->ticks - 1].seconds == seconds)
        return &facts->tick[facts->ticks - 1];
    void *ticks = facts->tick;
    bool fits = grow(facts, &ticks, facts->ticks, &facts->tick_room, sizeof *facts->tick);
    facts->tick = ticks;
    if (!fits)
        return NULL;
    facts->tick[facts->ticks] = (struct facts_tick){.seconds = seconds};
    return &facts->tick[facts->ticks++];
}

static void count_time(struct facts *facts, const struct facts_line *line)
{
    if (line->seconds >= YEAR_2000) {
        facts->first = facts->first == 0 || line->seconds < facts->first ? line->seconds : facts->first;
        facts->last = line->seconds > facts->last ? line->seconds : facts->last;
    }
    struct facts_tick *tick = tick_of(facts, line->seconds);
    if (!tick)
        return;
    tick->pages += line->is_page;
    tick->wanted += line->is_wanted;
    tick->bytes += line->bytes;
}

static enum facts_embed fate_of_embed(const struct facts_line *line)
{
    if (line->status == FETCH_ROBOTS)
        return EMBED_FORBIDDEN;
    if (line->status == FETCH_BLOCKED)
        return EMBED_LEFT_OUT;
    if (line->status < 0)
        return EMBED_UNREACHABLE;
    return line->is_kept ? EMBED_HAD : line->status >= 400 ? EMBED_NOT_THERE : EMBED_UNFIT;
}

void facts_line(struct facts *facts, const struct facts_line *line)
{
    if (line->is_robots)
        return; /* asking for the rules is no fetch of a page, and having none is no error */
    if (line->is_embed) {
        facts->embeds[fate_of_embed(line)]++; /* it is no page, and counts apart */
        facts->bytes += line->bytes;
        return;
    }
    struct facts_host *host = facts_find(facts, line->host, line->host_length);
    if (!host)
        return;
    bool failed = line->status < 0 || line->status >= 400;
    facts->fetches++;
    facts->pages += line->is_page;
    facts->wanted += line->is_wanted;
    facts->compressed += line->is_compressed;
    facts->empty += line->is_empty;
    facts->bytes += line->bytes;
    host->pages += line->is_page;
    host->wanted += line->is_wanted;
    host->bytes += line->bytes;
    host->failures += failed;
    if (line->status >= FACTS_STATUS_LEAST && line->status <= FACTS_STATUS_MOST)
        facts->status[line->status - FACTS_STATUS_LEAST]++;
    count_time(facts, line);
}

uint64_t facts_count(const struct facts *facts, int status)
{
    return facts->status[status - FACTS_STATUS_LEAST];
}

/* ---- Crawls ---- */

void facts_add_crawl(struct facts *facts, const struct facts_crawl *crawl)
{
    for (size_t i = 0; i < facts->crawls; i++) {
        struct facts_crawl *known = &facts->crawl[i];
        if (known->begun != crawl->begun || strcmp(known->box_id, crawl->box_id) != 0)
            continue;
        if (crawl->fetches >= known->fetches)
            *known = *crawl;
        return;
    }
    struct facts_crawl *larger = realloc(facts->crawl, (facts->crawls + 1) * sizeof *larger);
    if (!larger) {
        facts->no_memory = true;
        return;
    }
    facts->crawl = larger;
    facts->crawl[facts->crawls++] = *crawl;
}

struct facts_crawl facts_total(const struct facts *facts)
{
    struct facts_crawl total = {0};
    for (size_t i = 0; i < facts->crawls; i++) {
        const struct facts_crawl *crawl = &facts->crawl[i];
        total.fetches += crawl->fetches;
        total.hosts += crawl->hosts;
        total.links += crawl->links;
        total.failures += crawl->failures;
        total.card_pages += crawl->card_pages;
        total.repairs += crawl->repairs;
        total.lost_hosts += crawl->lost_hosts;
        total.probes += crawl->probes;
        total.probes_found += crawl->probes_found;
        total.gone_back_to += crawl->gone_back_to;
        total.explored_pages += crawl->explored_pages;
        total.explored_wanted += crawl->explored_wanted;
        for (unsigned k = 0; k < REJECTS; k++)
            total.rejected[k] += crawl->rejected[k];
    }
    return total;
}

/* ---- The end ---- */

static int compare_ticks(const void *a, const void *b)
{
    uint32_t left = ((const struct facts_tick *)a)->seconds, right = ((const struct facts_tick *)b)->seconds;
    return (left > right) - (left < right);
}

void facts_end(struct facts *facts)
{
    if (facts->ticks > 1)
        qsort(facts->tick, facts->ticks, sizeof *facts->tick, compare_ticks);
}

void facts_free(struct facts *facts)
{
    for (size_t i = 0; i < facts->hosts; i++)
        free(facts->host[i].name);
    free(facts->host);
    free(facts->slot);
    free(facts->tick);
    free(facts->seen);
    free(facts->crawl);
}
