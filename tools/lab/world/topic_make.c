/* Makes a web of segments: sites, their segments, links between segments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "graph/predict/features.h"
#include "world/topic_internal.h"
#include "world/spread.h"

enum {
    SITES_DEFAULT = 1500,
    SEGMENTS_A_SITE = 8,
    SEGMENTS_MOST = 24,
    PAGES_A_SEGMENT = 12,
    PAGES_MOST = 150,
    ROOT_PAGES_MOST = 3,
    THAI_SITES_PERCENT = 25,  /* wholly about the topic */
    MIXED_SITES_PERCENT = 35, /* foreign sites with a section about it: one segment in four */
    MIXED_EVERY = 4,
    INDEX_PERCENT = 60,     /* of segments whose directory is a page */
    LINKS_OF_RELEVANT = 12, /* of a relevant segment; others have as many as the facts leave them */
    LINKS_MOST = 60,
    OWN_SITE_PERCENT = 45, /* of links stay in the site, where it has what they lead to */
    POPULARITY_MOST = 60,  /* of a segment that others link to, where the mean is 6 */
    POPULARITY_MEAN = 6,
    DRAWS = 8, /* until a target that the segment does not link to yet is found */
};

struct maker {
    struct topicweb *web;
    struct random random;
    uint32_t *by_kind[2]; /* segments that are not relevant, and that are */
    uint64_t *weights[2]; /* their popularity, summed up */
    uint32_t kind_count[2];
    uint32_t room; /* for links */
};

/* Deals a share out evenly: true as often as it says, in an order that the random numbers around it make. */
static bool deal(double *owed, double share)
{
    *owed += share;
    if (*owed < 1)
        return false;
    *owed -= 1;
    return true;
}

static bool percent(struct maker *maker, unsigned share)
{
    return random_below(&maker->random, 100) < share;
}

/* ---- Sites and segments ---- */

static void choose_country(struct maker *maker, struct topicweb_site *site)
{
    static const struct {
        uint8_t country, tld, thai, other; /* how often, in percent */
    } homes[] = {
        {COUNTRY_HOME, URL_TLD_HOME, 22, 2},  {COUNTRY_HOME, URL_TLD_COM, 24, 2},
        {COUNTRY_US, URL_TLD_COM, 26, 44},    {COUNTRY_US, URL_TLD_NET, 8, 9},
        {COUNTRY_US, URL_TLD_ORG, 5, 13},     {COUNTRY_UK, URL_TLD_OTHER, 5, 11},
        {COUNTRY_UK, URL_TLD_COM, 4, 5},      {COUNTRY_OTHER, URL_TLD_COM, 4, 6},
        {COUNTRY_OTHER, URL_TLD_OTHER, 1, 7}, {COUNTRY_JP, URL_TLD_OTHER, 1, 1},
    };
    uint32_t drawn = random_below(&maker->random, 100);
    for (unsigned i = 0; i < sizeof homes / sizeof *homes; i++) {
        uint32_t share = site->is_thai ? homes[i].thai : homes[i].other;
        site->country = homes[i].country;
        site->tld = homes[i].tld;
        if (drawn < share)
            break;
        drawn -= share;
    }
    site->address = world_draw_address(site->country, &maker->random);
}

/* Most relevant segments are wholly so, most others not at all; what lies between follows the published curve
 * of thresholds. */
static uint8_t choose_degree(struct maker *maker, bool relevant)
{
    uint32_t drawn = random_below(&maker->random, 100);
    if (relevant)
        return (uint8_t)(drawn < 55 ? 100 : drawn < 88 ? 86 + drawn % 12 : 60 + drawn % 25);
    return (uint8_t)(drawn < 85 ? 0 : drawn < 97 ? 2 + drawn % 15 : 25 + drawn % 20);
}

static void make_segment(struct maker *maker, uint32_t site, uint32_t number, uint32_t pages, bool relevant)
{
    struct topicweb_segment *segment = &maker->web->segments[number];
    bool is_root = number == maker->web->sites[site].first_segment;
    if (is_root)
        pages = 1 + pages % ROOT_PAGES_MOST;
    *segment = (struct topicweb_segment){.site = site,
                                         .pages = (uint16_t)pages,
                                         .degree = choose_degree(maker, relevant),
                                         .has_index = is_root || percent(maker, INDEX_PERCENT)};
}

static int make_sites(struct maker *maker)
{
    struct topicweb *web = maker->web;
    uint32_t *sizes = malloc(web->site_count * sizeof *sizes);
    web->sites = calloc(web->site_count + 1, sizeof *web->sites);
    if (!sizes || !web->sites) {
        free(sizes);
        return STATUS_FULL;
    }
    spread_sizes(sizes, web->site_count, (uint64_t)web->site_count * SEGMENTS_A_SITE, 0.5, SEGMENTS_MOST);
    spread_shuffle(sizes, web->site_count, &maker->random);
    for (uint32_t i = 0; i < web->site_count; i++) {
        struct topicweb_site *site = &web->sites[i];
        site->first_segment = web->segment_count;
        web->segment_count += 1 + sizes[i];
    }
    web->sites[web->site_count].first_segment = web->segment_count;
    free(sizes);
    return STATUS_OK;
}

static int make_segments(struct maker *maker)
{
    struct topicweb *web = maker->web;
    double owed_thai = 0, owed_mixed = 0;
    uint32_t *sizes = malloc(web->segment_count * sizeof *sizes);
    web->segments = calloc(web->segment_count + 1, sizeof *web->segments);
    if (!sizes || !web->segments) {
        free(sizes);
        return STATUS_FULL;
    }
    spread_power_law(sizes, web->segment_count, (uint64_t)web->segment_count * PAGES_A_SEGMENT, PAGES_MOST);
    spread_shuffle(sizes, web->segment_count, &maker->random);
    for (uint32_t i = 0; i < web->site_count; i++) {
        struct topicweb_site *site = &web->sites[i];
        site->is_thai = deal(&owed_thai, THAI_SITES_PERCENT / 100.0);
        bool is_mixed = deal(&owed_mixed, MIXED_SITES_PERCENT / 100.0) && !site->is_thai;
        choose_country(maker, site);
        for (uint32_t j = site->first_segment; j < site[1].first_segment; j++) {
            bool has_it = is_mixed && (j - site->first_segment) % MIXED_EVERY == 1;
            make_segment(maker, i, j, sizes[j], site->is_thai || has_it);
        }
    }
    free(sizes);
    return STATUS_OK;
}

/* ---- Links ---- */

static int weigh(struct maker *maker)
{
    const struct topicweb *web = maker->web;
    uint32_t *popularity = malloc(web->segment_count * sizeof *popularity);
    for (unsigned kind = 0; kind < 2; kind++) {
        maker->by_kind[kind] = malloc(web->segment_count * sizeof **maker->by_kind);
        maker->weights[kind] = malloc(web->segment_count * sizeof **maker->weights);
    }
    if (!popularity || !maker->by_kind[0] || !maker->by_kind[1] || !maker->weights[0] || !maker->weights[1]) {
        free(popularity);
        return STATUS_FULL;
    }
    spread_power_law(popularity, web->segment_count, (uint64_t)web->segment_count * POPULARITY_MEAN,
                     POPULARITY_MOST);
    spread_shuffle(popularity, web->segment_count, &maker->random);
    for (uint32_t i = 0; i < web->segment_count; i++) {
        unsigned kind = topicweb_segment_is_relevant(&web->segments[i]);
        uint32_t at = maker->kind_count[kind]++;
        maker->by_kind[kind][at] = i;
        maker->weights[kind][at] = popularity[i] + (at > 0 ? maker->weights[kind][at - 1] : 0);
    }
    free(popularity);
    return maker->kind_count[0] > 0 && maker->kind_count[1] > 0 ? STATUS_OK : STATUS_INVALID;
}

static uint32_t draw_anywhere(struct maker *maker, unsigned kind)
{
    const uint64_t *weights = maker->weights[kind];
    uint32_t low = 0, high = maker->kind_count[kind] - 1;
    uint64_t drawn = (uint64_t)(random_real(&maker->random) * (double)weights[high]);
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (weights[middle] > drawn)
            high = middle;
        else
            low = middle + 1;
    }
    return maker->by_kind[kind][low];
}

/* A segment of the kind, of the site itself or any. */
static uint32_t draw_target(struct maker *maker, uint32_t source, unsigned kind)
{
    const struct topicweb *web = maker->web;
    const struct topicweb_site *site = &web->sites[web->segments[source].site];
    if (percent(maker, OWN_SITE_PERCENT)) {
        uint32_t own = site->first_segment + random_below(&maker->random, topicweb_segment_count(site));
        if (topicweb_segment_is_relevant(&web->segments[own]) == kind)
            return own;
    }
    return draw_anywhere(maker, kind);
}

static bool is_linked(const struct topicweb *web, uint32_t source, uint32_t target)
{
    for (uint32_t i = web->segments[source].first_link; i < web->link_count; i++)
        if (web->links[i].target == target)
            return true;
    return source == target;
}

static int add_link(struct maker *maker, uint32_t source, unsigned kind)
{
    struct topicweb *web = maker->web;
    uint32_t target = source;
    for (unsigned i = 0; i < DRAWS && is_linked(web, source, target); i++)
        target = draw_target(maker, source, kind);
    if (is_linked(web, source, target))
        return STATUS_OK;
    if (web->link_count == maker->room) {
        uint32_t room = maker->room * 2 + 1024;
        struct topicweb_link *larger = realloc(web->links, room * sizeof *larger);
        if (!larger)
            return STATUS_FULL;
        web->links = larger;
        maker->room = room;
    }
    web->links[web->link_count++] = (struct topicweb_link){.target = target};
    return STATUS_OK;
}

/* How many links a segment of each kind has on average, so that the share of those that lead to relevant ones
 * comes out. */
static void mean_links(const struct maker *maker, double mean[2])
{
    const struct topicweb_preset *preset = maker->web->preset;
    double from_relevant = topicweb_rates(preset->relevant, preset->facts.source_relevant / 100,
                                          preset->facts.source_other / 100)
                               .share;
    mean[1] = LINKS_OF_RELEVANT;
    mean[0] = mean[1] * maker->kind_count[1] * (1 - from_relevant) / (from_relevant * maker->kind_count[0]);
}

static int make_links(struct maker *maker)
{
    struct topicweb *web = maker->web;
    double mean[2], owed_count[2] = {0}, owed_relevant[2] = {0};
    const double relevant[2] = {web->preset->facts.source_other / 100,
                                web->preset->facts.source_relevant / 100};
    int status = STATUS_OK;
    mean_links(maker, mean);
    for (uint32_t i = 0; i < web->segment_count && status == STATUS_OK; i++) {
        unsigned kind = topicweb_segment_is_relevant(&web->segments[i]);
        web->segments[i].first_link = web->link_count;
        /* From none to twice the mean, dealt out so that the mean is met. */
        owed_count[kind] += 2 * mean[kind] * random_real(&maker->random);
        for (; owed_count[kind] >= 1 && status == STATUS_OK; owed_count[kind]--)
            status = add_link(maker, i, deal(&owed_relevant[kind], relevant[kind]));
    }
    web->segments[web->segment_count].first_link = web->link_count;
    return status;
}

/* ---- Names in links and addresses ---- */

static void name_links(struct maker *maker)
{
    struct topicweb *web = maker->web;
    struct topicweb_rates rates = topicweb_rates(web->preset->relevant, web->preset->facts.anchor_name / 100,
                                                 web->preset->facts.anchor_none / 100);
    double owed[2] = {random_real(&maker->random), random_real(&maker->random)};
    for (uint32_t i = 0; i < web->link_count; i++) {
        unsigned kind = topicweb_segment_is_relevant(&web->segments[web->links[i].target]);
        web->links[i].has_name = deal(&owed[kind], kind ? rates.in_relevant : rates.in_other);
    }
}

/* Addresses belong to segments, but the published rates count links: a segment weighs as much as lead to
 * it. */
static int name_segments(struct maker *maker)
{
    struct topicweb *web = maker->web;
    struct topicweb_rates rates = topicweb_rates(web->preset->relevant, web->preset->facts.url_name / 100,
                                                 web->preset->facts.url_none / 100);
    double owed[2] = {0};
    uint32_t *sources = calloc(web->segment_count, sizeof *sources);
    if (!sources)
        return STATUS_FULL;
    for (uint32_t i = 0; i < web->link_count; i++)
        sources[web->links[i].target]++;
    for (uint32_t i = 0; i < web->segment_count; i++) {
        struct topicweb_segment *segment = &web->segments[i];
        bool is_root = i == web->sites[segment->site].first_segment; /* its address is the host's */
        unsigned kind = topicweb_segment_is_relevant(segment);
        owed[kind] += (kind ? rates.in_relevant : rates.in_other) * sources[i];
        if (is_root || owed[kind] < sources[i] * random_real(&maker->random))
            continue;
        segment->has_name = true;
        owed[kind] -= sources[i];
    }
    free(sources);
    return STATUS_OK;
}

/* Relevant segments of different sites that are worth beginning with. */
static void choose_seeds(struct maker *maker)
{
    enum { PAGES_LEAST = 4, LINKS_LEAST = 4 };
    struct topicweb *web = maker->web;
    for (uint32_t tries = 0; web->seed_count < TOPICWEB_SEEDS && tries < 100 * TOPICWEB_SEEDS; tries++) {
        uint32_t drawn = maker->by_kind[1][random_below(&maker->random, maker->kind_count[1])];
        const struct topicweb_segment *segment = &web->segments[drawn];
        bool is_good = segment->pages >= PAGES_LEAST && topicweb_link_count(segment) >= LINKS_LEAST;
        for (uint32_t i = 0; i < web->seed_count; i++)
            is_good = is_good && web->segments[web->seeds[i]].site != segment->site;
        if (is_good)
            web->seeds[web->seed_count++] = drawn;
    }
}

int topicweb_make(struct topicweb *web, const char *preset, uint64_t seed, uint32_t sites)
{
    *web = (struct topicweb){.base = {.kind = &topicweb_kind, .seed = seed},
                             .preset = topicweb_preset_find(preset)};
    if (!web->preset)
        return STATUS_NOT_FOUND;
    snprintf(web->base.preset, sizeof web->base.preset, "%s", web->preset->name);
    web->site_count = sites ? sites : SITES_DEFAULT;
    struct maker maker = {.web = web, .random.state = random_hash(seed, TOPIC_ASK_NAME, web->site_count, 0)};
    int status = make_sites(&maker);
    if (status == STATUS_OK)
        status = make_segments(&maker);
    if (status == STATUS_OK)
        status = weigh(&maker);
    if (status == STATUS_OK)
        status = make_links(&maker);
    if (status == STATUS_OK)
        status = name_segments(&maker);
    if (status == STATUS_OK) {
        name_links(&maker);
        choose_seeds(&maker);
    }
    for (unsigned kind = 0; kind < 2; kind++) {
        free(maker.by_kind[kind]);
        free(maker.weights[kind]);
    }
    if (status != STATUS_OK)
        topicweb_clear(web);
    return status;
}

void topicweb_clear(struct topicweb *web)
{
    free(web->sites);
    free(web->segments);
    free(web->links);
    *web = (struct topicweb){0};
}
