/*
 * Who links to whom. For each site, how many sites link to it follows a power law; who they are depends on
 * the language of both ends: the more Thai a site is, the more of its links lead to Thai sites.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "world/site_internal.h"

/*
 * Popular foreign sites (search engines, makers of software) are not in Thailand: sites at home are kept out
 * of the top part of the ranking of foreign sites.
 */
static const double home_rank_limit = 0.93;

/*
 * What a link leads to. Sites in another language that are at home in Thailand (its hotels, its universities
 * in English) are linked to much like Thai sites: that is why the predictor finds them hard.
 */
enum { TO_THAI, TO_HOME, TO_ABROAD, TARGETS };

/* Of the sources of a foreign site at home, how many are foreign. */
static const double foreign_at_home = 0.09;

static const double activity_total = 8.0; /* mean weight of a site as a source; its sum is a power law's */

/* How much more a site links to Thai or to other sites, by its own share of Thai pages. */
struct leaning {
    uint16_t share; /* up to this, in thousandths */
    double to[TARGETS];
};
static const struct leaning leanings[] = {
    {0, {0.3, 0.7, 1.0}},   {30, {1.0, 0.8, 0.6}},  {250, {4.0, 0.8, 0.3}},
    {700, {0.3, 1.3, 4.0}}, {950, {0.6, 1.0, 1.0}}, {1000, {1.0, 0.6, 0.2}},
};

static double lean(uint16_t share, unsigned target)
{
    unsigned i = 0;
    while (share > leanings[i].share)
        i++;
    return leanings[i].to[target];
}

static unsigned target_class(const struct world_host *host)
{
    if (siteweb_is_thai_site(host))
        return TO_THAI;
    return host->country == COUNTRY_HOME || host->tld == URL_TLD_HOME ? TO_HOME : TO_ABROAD;
}

/* Sites of one kind as sources of links to sites of one kind: drawn by weight. */
struct pool {
    uint32_t *hosts;
    double *upto; /* sums of weights up to and with each */
    uint32_t count;
};

struct links {
    struct siteweb *web;
    const struct site_preset *preset;
    struct random *random;
    uint32_t *by_kind[WORLD_KINDS];
    uint32_t *ranked; /* hosts of the kind being linked to, from the least to the most linked */
    uint32_t kinds[WORLD_KINDS];
    uint32_t *activity; /* of each host */
    uint32_t *taken;    /* by each host as a source: the last target */
    struct pool pools[WORLD_KINDS][TARGETS];
    uint32_t *from, *to; /* the links found so far */
    uint32_t count, room;
};

static uint32_t pool_draw(const struct pool *pool, struct random *random)
{
    double place = random_real(random) * pool->upto[pool->count - 1];
    uint32_t low = 0, high = pool->count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (pool->upto[middle] > place)
            high = middle;
        else
            low = middle + 1;
    }
    return pool->hosts[low];
}

static int pool_make(struct links *links, unsigned source, unsigned target)
{
    struct pool *pool = &links->pools[source][target];
    pool->count = links->kinds[source];
    pool->hosts = links->by_kind[source];
    pool->upto = malloc((pool->count + 1) * sizeof *pool->upto);
    if (!pool->upto)
        return STATUS_FULL;
    double sum = 0;
    for (uint32_t i = 0; i < pool->count; i++) {
        uint32_t host = pool->hosts[i];
        sum += links->activity[host] * lean(links->web->hosts[host].share, target);
        pool->upto[i] = sum;
    }
    return STATUS_OK;
}

static int add_link(struct links *links, uint32_t from, uint32_t to)
{
    if (from == to || links->taken[from] == to + 1)
        return STATUS_BUSY;
    if (links->count == links->room)
        return STATUS_FULL;
    links->taken[from] = to + 1;
    links->from[links->count] = from;
    links->to[links->count++] = to;
    return STATUS_OK;
}

/* Adds `wanted` links of different sources of one kind to a site. */
static void add_sources(struct links *links, unsigned source, uint32_t target, uint32_t wanted)
{
    const struct pool *pool = &links->pools[source][target_class(&links->web->hosts[target])];
    uint32_t patience = wanted * 8 + 16;
    while (wanted > 0 && patience-- > 0)
        if (add_link(links, pool_draw(pool, links->random), target) == STATUS_OK)
            wanted--;
}

/* The share of foreign sources of a site with `sources` of them; with `half` of them it is half way up. */
static double foreign_part(const struct site_preset *preset, unsigned target, uint32_t sources, double flat,
                           double half)
{
    if (target == TO_THAI)
        return flat;
    if (target == TO_HOME)
        return foreign_at_home;
    return preset->foreign_least +
           (preset->foreign_most - preset->foreign_least) * sources / (sources + half);
}

/* Finds the `half` that gives the foreign sites as many links of foreign sites as there are to be. */
static double fit_half(const struct links *links, const uint32_t *sources, uint32_t count,
                       double foreign_total)
{
    double low = 0.01, high = 1e6;
    for (int step = 0; step < 50; step++) {
        double half = sqrt(low * high), sum = 0;
        for (uint32_t i = 0; i < count; i++) {
            unsigned target = target_class(&links->web->hosts[links->ranked[i]]);
            sum += sources[i] * foreign_part(links->preset, target, sources[i], 0, half);
        }
        if (sum > foreign_total)
            low = half;
        else
            high = half;
    }
    return low;
}

struct ranked {
    double rank;
    uint32_t host;
};

static int compare_ranks(const void *a, const void *b)
{
    double left = ((const struct ranked *)a)->rank, right = ((const struct ranked *)b)->rank;
    return (left > right) - (left < right);
}

/* Orders the hosts of a kind from the least to the most linked to. */
static int rank_hosts(struct links *links, unsigned kind)
{
    uint32_t count = links->kinds[kind];
    struct ranked *ranked = malloc(count * sizeof *ranked);
    if (!ranked)
        return STATUS_FULL;
    for (uint32_t i = 0; i < count; i++) {
        const struct world_host *host = &links->web->hosts[links->by_kind[kind][i]];
        ranked[i].host = links->by_kind[kind][i];
        ranked[i].rank = random_real(links->random) * (target_class(host) == TO_HOME ? home_rank_limit : 1);
    }
    qsort(ranked, count, sizeof *ranked, compare_ranks);
    for (uint32_t i = 0; i < count; i++)
        links->ranked[i] = ranked[i].host;
    free(ranked);
    return STATUS_OK;
}

static void portal_links(struct links *links, uint32_t target)
{
    for (uint32_t portal = 0; portal < links->web->seed_hosts; portal++)
        if (random_real(links->random) < links->preset->portal_links)
            add_link(links, portal, target);
}

/* All links to the sites of one kind. */
static int link_kind(struct links *links, unsigned kind, double scale)
{
    const struct site_preset *preset = links->preset;
    double from_thai = preset->links[WORLD_KIND_THAI][kind] * scale;
    double from_other = preset->links[WORLD_KIND_OTHER][kind] * scale;
    uint32_t count = links->kinds[kind];
    uint32_t *sources = malloc((count + 1) * sizeof *sources);
    if (!sources || rank_hosts(links, kind) != STATUS_OK) {
        free(sources);
        return STATUS_FULL;
    }
    double flat = from_other / (from_thai + from_other);
    spread_power_law(sources, count, (uint64_t)(from_thai + from_other),
                     links->kinds[WORLD_KIND_THAI] / 3 + 1);
    double half = fit_half(links, sources, count, from_other);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t target = links->ranked[i];
        double part = foreign_part(preset, target_class(&links->web->hosts[target]), sources[i], flat, half);
        double foreign = sources[i] * part;
        uint32_t whole = (uint32_t)(foreign + random_real(links->random));
        if (whole > sources[i])
            whole = sources[i];
        uint32_t before = links->count;
        if (kind == WORLD_KIND_THAI)
            portal_links(links, target);
        uint32_t thai = sources[i] - whole, portals = links->count - before;
        add_sources(links, WORLD_KIND_THAI, target, thai > portals ? thai - portals : 0);
        add_sources(links, WORLD_KIND_OTHER, target, whole);
    }
    free(sources);
    return STATUS_OK;
}

/* Whether the entry page of a host is Thai. */
static bool has_thai_home(const struct world_host *host)
{
    return siteweb_is_thai_site(host) && !(host->flags & WORLD_FLAG_FOREIGN_HOME);
}

/* Brings the first edge to a host of that kind to the front, behind those that are there already. */
static bool bring_forward(struct siteweb *web, struct world_host *host, bool thai_home)
{
    uint32_t *edges = web->edges + host->first_edge, count = siteweb_edge_count(host);
    for (uint32_t i = host->common; i < count; i++) {
        const struct world_host *target = &web->hosts[edges[i]];
        if (thai_home ? !has_thai_home(target) : siteweb_is_thai_site(target))
            continue;
        uint32_t kept = edges[host->common];
        edges[host->common++] = edges[i];
        edges[i] = kept;
        return true;
    }
    return false;
}

/* Puts a foreign and a Thai target first: those that the template links to. */
static void order_edges(struct siteweb *web, uint32_t index, struct random *random)
{
    struct world_host *host = &web->hosts[index];
    spread_shuffle(web->edges + host->first_edge, siteweb_edge_count(host), random);
    host->common = 0;
    if (bring_forward(web, host, false))
        bring_forward(web, host, true);
}

/* Sorts the links by source. */
static int store_edges(struct links *links)
{
    struct siteweb *web = links->web;
    web->edges = malloc((links->count + 1) * sizeof *web->edges);
    if (!web->edges)
        return STATUS_FULL;
    web->edge_count = links->count;
    for (uint32_t i = 0; i < links->count; i++)
        web->hosts[links->from[i]].first_edge++;
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= web->host_count; i++) {
        sum += web->hosts[i].first_edge;
        web->hosts[i].first_edge = sum;
    }
    for (uint32_t i = links->count; i > 0; i--)
        web->edges[--web->hosts[links->from[i - 1]].first_edge] = links->to[i - 1];
    for (uint32_t i = 0; i < web->host_count; i++)
        order_edges(web, i, links->random);
    return STATUS_OK;
}

static int prepare(struct links *links, double scale)
{
    uint32_t hosts = links->web->host_count;
    uint64_t total = 0;
    for (unsigned kind = 0; kind < WORLD_KINDS; kind++) {
        total += links->preset->links[kind][WORLD_KIND_THAI] +
                 (uint64_t)links->preset->links[kind][WORLD_KIND_OTHER];
        links->by_kind[kind] = malloc((hosts + 1) * sizeof(uint32_t));
    }
    links->room = (uint32_t)(total * scale * 1.05) + hosts * 2;
    links->activity = malloc((hosts + 1) * sizeof(uint32_t));
    links->ranked = malloc((hosts + 1) * sizeof(uint32_t));
    links->taken = calloc(hosts + 1, sizeof(uint32_t));
    links->from = malloc(links->room * sizeof(uint32_t));
    links->to = malloc(links->room * sizeof(uint32_t));
    if (!links->by_kind[0] || !links->by_kind[1] || !links->ranked || !links->activity || !links->taken ||
        !links->from || !links->to)
        return STATUS_FULL;
    for (uint32_t i = 0; i < hosts; i++) {
        unsigned kind = siteweb_kind_of(&links->web->hosts[i]);
        links->by_kind[kind][links->kinds[kind]++] = i;
    }
    spread_power_law(links->activity, hosts, (uint64_t)(hosts * activity_total),
                     hosts / 20 < links->preset->activity_most ? hosts / 20 + 1
                                                               : links->preset->activity_most);
    spread_shuffle(links->activity, hosts, links->random);
    return STATUS_OK;
}

int links_make(struct siteweb *web, const struct site_preset *preset, double scale, struct random *random)
{
    struct links links = {.web = web, .preset = preset, .random = random};
    int status = prepare(&links, scale);
    for (unsigned source = 0; source < WORLD_KINDS && status == STATUS_OK; source++)
        for (unsigned target = 0; target < TARGETS && status == STATUS_OK; target++)
            status = pool_make(&links, source, target);
    for (unsigned kind = 0; kind < WORLD_KINDS && status == STATUS_OK; kind++)
        status = link_kind(&links, kind, scale);
    if (status == STATUS_OK)
        status = store_edges(&links);
    for (unsigned source = 0; source < WORLD_KINDS; source++) {
        for (unsigned target = 0; target < TARGETS; target++)
            free(links.pools[source][target].upto);
        free(links.by_kind[source]);
    }
    free(links.activity);
    free(links.ranked);
    free(links.taken);
    free(links.from);
    free(links.to);
    return status;
}
