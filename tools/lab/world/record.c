/* Makes a world of what cards say. */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "crawl/crawl.h"
#include "read/url/key.h"
#include "world/site_internal.h"
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
    struct siteweb *web;
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
static void fit_pages(struct siteweb *web, uint32_t index, uint32_t thai)
{
    enum { TRIES = 64, NEAR_PER_MILLE = 5 };
    struct world_host *host = &web->hosts[index], best = *host;
    uint32_t nearest = UINT32_MAX;
    uint32_t near = host->pages * NEAR_PER_MILLE / WORLD_SHARE_ONE;
    for (unsigned i = 0; i < 2 * TRIES && nearest > near; i++) {
        host->salt = (uint8_t)(i / 2);
        host->flags &= (uint16_t)~WORLD_FLAG_FOREIGN_HOME;
        host->flags |= i % 2 ? WORLD_FLAG_FOREIGN_HOME : 0;
        uint32_t count = siteweb_count_thai(web, index);
        uint32_t off = count > thai ? count - thai : thai - count;
        siteweb_measure_degree(web, index);
        if ((host->degree > WORLD_THAI_DEGREE) != siteweb_is_thai_site(host))
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
    struct siteweb *web = building->web;
    struct world_host *host = &web->hosts[web->host_count];
    bool crawled = seen->state == HOST_DONE;
    uint32_t pages = seen->pages < PAGES_MAX ? seen->pages : PAGES_MAX;
    uint32_t thai = crawled && seen->thai_pages <= pages ? seen->thai_pages : 0;
    *host = (struct world_host){.tld = seen->tld, .country = seen->country};
    host->pages = crawled && pages > 0 ? pages : 1; /* one that leads elsewhere has a page that says so */
    host->share = (uint16_t)(((uint64_t)thai * WORLD_SHARE_ONE + host->pages / 2) / host->pages);
    host->fan = (uint8_t)(FAN_LEAST + random_below(&building->random, FAN_MOST - FAN_LEAST + 1));
    host->language = siteweb_draw_language(host, &building->random);
    host->flags = seen->https ? WORLD_FLAG_HTTPS : 0;
    if ((uint64_t)thai * 4 > host->pages)
        host->flags |= WORLD_FLAG_THAI;
    if (seen->state == HOST_DENIED)
        host->flags |= WORLD_FLAG_ROBOTS_ALL;
    if (seen->state == HOST_DEAD)
        host->flags |= seen->stop == SITE_STOP_DNS ? WORLD_FLAG_UNKNOWN_NAME : WORLD_FLAG_DEAD;
    host->address = world_draw_address(host->country, &building->random);
    fit_pages(web, web->host_count++, thai);
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
            building->host_of[building->sorted[k].seen - record->sightings] = building->web->host_count;
        if (register_add(building->web->names, best->name) != STATUS_OK)
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
    struct siteweb *web = building->web;
    struct record_link *links = malloc((record->link_count + 1) * sizeof *links);
    uint32_t count = 0;
    web->edges = malloc((record->link_count + 1) * sizeof *web->edges);
    if (!links || !web->edges) {
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
    for (uint32_t host = 0; host <= web->host_count; host++) {
        web->hosts[host].first_edge = web->edge_count;
        for (; at < count && links[at].from == host; at++)
            if (at == 0 || compare_links(&links[at - 1], &links[at]) != 0)
                web->edges[web->edge_count++] = links[at].to;
    }
    free(links);
    return STATUS_OK;
}

static int build(struct building *building, struct record_left_out *left_out)
{
    const struct record *record = building->record;
    struct siteweb *web = building->web;
    for (uint32_t i = 0; i < record->count; i++) {
        building->sorted[i].seen = &record->sightings[i];
        building->host_of[i] = NOWHERE;
    }
    qsort(building->sorted, record->count, sizeof *building->sorted, compare_sightings);
    int status = add_hosts(building, true, &left_out->hosts);
    web->seed_hosts = web->host_count;
    if (status == STATUS_OK)
        status = add_hosts(building, false, &left_out->hosts);
    if (status == STATUS_OK && web->seed_hosts == 0)
        return STATUS_NOT_FOUND;
    return status == STATUS_OK ? add_links(building, &left_out->links) : status;
}

int record_web(const struct record *record, struct siteweb *web, struct record_left_out *left_out)
{
    struct building building = {.record = record, .web = web, .random = {random_mix(RECORD_SEED)}};
    *web = (struct siteweb){
        .base.kind = &siteweb_kind, .base.seed = RECORD_SEED, .hosting.abroad = WORLD_ABROAD_OF_PRESET};
    *left_out = (struct record_left_out){0};
    strcpy(web->base.preset, WORLD_RECORDED);
    web->hosts = calloc((size_t)record->count + 1, sizeof *web->hosts);
    web->names = register_new();
    building.sorted = calloc((size_t)record->count + 1, sizeof *building.sorted);
    building.host_of = calloc((size_t)record->count + 1, sizeof *building.host_of);
    bool memory = web->hosts && web->names && building.sorted && building.host_of;
    int status = memory ? build(&building, left_out) : STATUS_FULL;
    if (status == STATUS_OK)
        status = register_sort(web->names);
    free(building.sorted);
    free(building.host_of);
    if (status != STATUS_OK)
        siteweb_clear(web);
    return status;
}
