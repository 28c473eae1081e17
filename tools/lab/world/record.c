/* Makes a world of what cards say. */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "crawl/crawl.h"
#include "url/key.h"
#include "world/internal.h"
#include "world/record.h"
#include "world/register.h"

enum { NOWHERE = 0xffffffff, PAGES_MAX = 1000000, RECORD_SEED = 1 };

struct place {
    const struct record_sighting *seen;
};

struct building {
    const struct record *record;
    struct place *sorted; /* by name; of those with the same name the best one first */
    uint32_t *host_of;    /* of a sighting: its host in the world, or NOWHERE */
    struct world *world;
    struct random random;
};

static const char *key_of(const struct record_sighting *sighting)
{
    return sighting->name + url_key_host(sighting->name, strlen(sighting->name));
}

/* How much a sighting says about a host: one that crawled it most, then one that tried. */
static uint64_t worth(const struct record_sighting *sighting)
{
    switch (sighting->state) {
    case HOST_DONE: return 3 + (uint64_t)sighting->pages;
    case HOST_DENIED: return 2;
    case HOST_DEAD: return 1;
    default: return 0;
    }
}

static int compare_sightings(const void *a, const void *b)
{
    const struct record_sighting *left = ((const struct place *)a)->seen;
    const struct record_sighting *right = ((const struct place *)b)->seen;
    int order = strcmp(key_of(left), key_of(right));
    if (order == 0 && worth(left) != worth(right))
        order = worth(left) > worth(right) ? -1 : 1;
    return order != 0 ? order : (left > right) - (left < right);
}

/* ---- Hosts ---- */

/* Tries pages until as many of them are Thai as the crawl has found, or nearly. */
static void fit_pages(struct world *world, uint32_t index, uint32_t thai)
{
    enum { TRIES = 64, NEAR_PER_MILLE = 5 };
    struct world_host *host = &world->hosts[index], best = *host;
    uint32_t nearest = UINT32_MAX;
    uint32_t near = host->pages * NEAR_PER_MILLE / WORLD_SHARE_ONE;
    for (unsigned i = 0; i < 2 * TRIES && nearest > near; i++) {
        host->salt = (uint8_t)(i / 2);
        host->flags &= (uint16_t)~WORLD_FLAG_FOREIGN_HOME;
        host->flags |= i % 2 ? WORLD_FLAG_FOREIGN_HOME : 0;
        uint32_t count = world_count_thai(world, index);
        uint32_t off = count > thai ? count - thai : thai - count;
        world_measure_degree(world, index);
        if ((host->degree > WORLD_THAI_DEGREE) != world_is_thai_site(host))
            off += host->pages; /* above all it must be of the kind that it was found to be */
        if (off < nearest) {
            nearest = off;
            best = *host;
        }
    }
    *host = best;
}

static void add_host(struct building *building, const struct record_sighting *seen)
{
    struct world *world = building->world;
    struct world_host *host = &world->hosts[world->host_count];
    bool crawled = seen->state == HOST_DONE;
    uint32_t pages = seen->pages < PAGES_MAX ? seen->pages : PAGES_MAX;
    uint32_t thai = crawled && seen->thai_pages <= pages ? seen->thai_pages : 0;
    *host = (struct world_host){.tld = seen->tld, .country = seen->country};
    host->pages = crawled && pages > 0 ? pages : 1; /* one that leads elsewhere has a page that says so */
    host->share = (uint16_t)(((uint64_t)thai * WORLD_SHARE_ONE + host->pages / 2) / host->pages);
    host->fan = (uint8_t)(FAN_LEAST + random_below(&building->random, FAN_MOST - FAN_LEAST + 1));
    host->language = world_draw_language(host, &building->random);
    host->flags = seen->https ? WORLD_FLAG_HTTPS : 0;
    if ((uint64_t)thai * 4 > host->pages)
        host->flags |= WORLD_FLAG_THAI;
    if (seen->state == HOST_DENIED)
        host->flags |= WORLD_FLAG_ROBOTS_ALL;
    if (seen->state == HOST_DEAD)
        host->flags |= seen->stop == SITE_STOP_DNS ? WORLD_FLAG_UNKNOWN_NAME : WORLD_FLAG_DEAD;
    world_assign_address(host, &building->random);
    fit_pages(world, world->host_count++, thai);
}

/* Takes the hosts where a crawl may begin, or the others: each name once. */
static int add_hosts(struct building *building, bool starts, uint32_t *left_out)
{
    const struct record *record = building->record;
    for (uint32_t i = 0, next; i < record->count; i = next) {
        const struct record_sighting *best = building->sorted[i].seen;
        bool start = false;
        for (next = i; next < record->count && strcmp(key_of(building->sorted[next].seen), key_of(best)) == 0;
             next++)
            start |= building->sorted[next].seen->start;
        start = start && best->state == HOST_DONE;
        if (worth(best) == 0) {
            *left_out += !starts && best->state != HOST_LOST;
            continue;
        }
        if (start != starts)
            continue;
        for (uint32_t k = i; k < next; k++)
            building->host_of[building->sorted[k].seen - record->sightings] = building->world->host_count;
        if (register_add(building->world->names, best->name) != STATUS_OK)
            return STATUS_FULL;
        add_host(building, best);
    }
    return STATUS_OK;
}

/* ---- Links ---- */

static int compare_links(const void *a, const void *b)
{
    const struct record_link *left = a, *right = b;
    if (left->from != right->from)
        return left->from < right->from ? -1 : 1;
    return (left->to > right->to) - (left->to < right->to);
}

static int add_links(struct building *building, uint32_t *left_out)
{
    const struct record *record = building->record;
    struct world *world = building->world;
    struct record_link *links = malloc((record->link_count + 1) * sizeof *links);
    uint32_t count = 0;
    world->edges = malloc((record->link_count + 1) * sizeof *world->edges);
    if (!links || !world->edges) {
        free(links);
        return STATUS_FULL;
    }
    for (uint32_t i = 0; i < record->link_count; i++) {
        struct record_link link = {building->host_of[record->links[i].from],
                                   building->host_of[record->links[i].to]};
        *left_out += link.from != NOWHERE && link.to == NOWHERE;
        if (link.from != NOWHERE && link.to != NOWHERE && link.from != link.to)
            links[count++] = link;
    }
    qsort(links, count, sizeof *links, compare_links);
    uint32_t at = 0;
    for (uint32_t host = 0; host <= world->host_count; host++) {
        world->hosts[host].first_edge = world->edge_count;
        for (; at < count && links[at].from == host; at++)
            if (at == 0 || compare_links(&links[at - 1], &links[at]) != 0)
                world->edges[world->edge_count++] = links[at].to;
    }
    free(links);
    return STATUS_OK;
}

static int build(struct building *building, struct record_left_out *left_out)
{
    const struct record *record = building->record;
    struct world *world = building->world;
    for (uint32_t i = 0; i < record->count; i++) {
        building->sorted[i].seen = &record->sightings[i];
        building->host_of[i] = NOWHERE;
    }
    qsort(building->sorted, record->count, sizeof *building->sorted, compare_sightings);
    int status = add_hosts(building, true, &left_out->hosts);
    world->seed_hosts = world->host_count;
    if (status == STATUS_OK)
        status = add_hosts(building, false, &left_out->hosts);
    if (status == STATUS_OK && world->seed_hosts == 0)
        return STATUS_NOT_FOUND;
    return status == STATUS_OK ? add_links(building, &left_out->links) : status;
}

int record_world(const struct record *record, struct world *world, struct record_left_out *left_out)
{
    struct building building = {.record = record, .world = world, .random = {random_mix(RECORD_SEED)}};
    memset(world, 0, sizeof *world);
    *left_out = (struct record_left_out){0};
    strcpy(world->preset, WORLD_RECORDED);
    world->seed = RECORD_SEED;
    world->hosts = calloc((size_t)record->count + 1, sizeof *world->hosts);
    world->names = register_new();
    building.sorted = calloc((size_t)record->count + 1, sizeof *building.sorted);
    building.host_of = calloc((size_t)record->count + 1, sizeof *building.host_of);
    bool memory = world->hosts && world->names && building.sorted && building.host_of;
    int status = memory ? build(&building, left_out) : STATUS_FULL;
    if (status == STATUS_OK)
        status = register_sort(world->names);
    free(building.sorted);
    free(building.host_of);
    if (status != STATUS_OK)
        world_free(world);
    return status;
}
