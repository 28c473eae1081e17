/* Makes the hosts of a web of sites: domains, countries, sizes, languages. site_links.c joins them. */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "world/site_internal.h"
#include "world/register.h"

enum {
    LARGEST_SITE = 4000,
    COUNTED_PAGES = 1000, /* a site's label is that of its first pages, as many as a crawl would take */
    SALTS = 200,          /* tries for pages that give a site the label it is meant to have */
};

static const double site_width = 0.75; /* of the hill of site sizes */

/* How much of a site is Thai, in thousandths: most Thai sites wholly, some have a part in English; and the
 * other way. */
enum { SHARES = 3 };
struct mixture {
    double chance[SHARES];
    uint16_t from[SHARES], to[SHARES];
};

static struct mixture shares_of(const struct site_preset *preset, unsigned kind)
{
    double rest = 1 - (kind == WORLD_KIND_THAI ? preset->wholly_thai : preset->wholly_foreign);
    if (kind == WORLD_KIND_THAI)
        return (struct mixture){{preset->wholly_thai, rest / 2, rest / 2}, {992, 700, 320}, {1000, 950, 700}};
    return (struct mixture){{preset->wholly_foreign, rest * 4 / 7, rest * 3 / 7}, {0, 5, 50}, {0, 30, 180}};
}

static uint16_t draw_share(const struct mixture *mixture, struct random *random)
{
    double throw = random_real(random);
    int i = 0;
    while (i < SHARES - 1 && throw >= mixture->chance[i])
        throw -= mixture->chance[i++];
    return (uint16_t)(mixture->from[i] + random_below(random, mixture->to[i] - mixture->from[i] + 1u));
}

static double mean_share(const struct site_preset *preset, unsigned kind)
{
    struct mixture mixture = shares_of(preset, kind);
    double mean = 0;
    for (int i = 0; i < SHARES; i++)
        mean += mixture.chance[i] * (mixture.from[i] + mixture.to[i]) / 2 / WORLD_SHARE_ONE;
    return mean;
}

/*
 * Pages of Thai and of other sites in a domain, from its Thai and other pages: two equations, since the Thai
 * pages are those of the Thai sites times their mean share and those of the others times theirs.
 */
static void split_pages(const struct site_preset *preset, unsigned tld, double pages[WORLD_KINDS])
{
    const uint32_t *by_language = preset->pages[tld];
    double thai = mean_share(preset, WORLD_KIND_THAI), other = mean_share(preset, WORLD_KIND_OTHER);
    double all = (double)by_language[WORLD_KIND_THAI] + by_language[WORLD_KIND_OTHER];
    pages[WORLD_KIND_THAI] = (by_language[WORLD_KIND_THAI] - other * all) / (thai - other);
    pages[WORLD_KIND_OTHER] = all - pages[WORLD_KIND_THAI];
}

static uint32_t scaled(uint32_t count, double scale)
{
    uint32_t result = (uint32_t)(count * scale + 0.5);
    return result == 0 && count > 0 ? 1 : result;
}

/* A host's kind is kept in its flags from the beginning; its label is checked against it in the end. */
static uint32_t add_hosts(struct siteweb *web, const struct site_preset *preset, double scale)
{
    uint32_t count = 0;
    for (unsigned tld = 0; tld < WORLD_TLDS; tld++)
        for (unsigned kind = 0; kind < WORLD_KINDS; kind++)
            for (uint32_t i = scaled(preset->sites[tld][kind], scale); i > 0; i--) {
                struct world_host *host = &web->hosts[count++];
                host->tld = (uint8_t)tld;
                host->flags = kind == WORLD_KIND_THAI ? WORLD_FLAG_THAI : 0;
            }
    return count;
}

static void swap_hosts(struct world_host *a, struct world_host *b)
{
    struct world_host kept = *a;
    *a = *b;
    *b = kept;
}

/* The portals come first: each takes the place of a Thai host of its domain. */
static void shuffle_hosts(struct siteweb *web, const struct site_preset *preset, struct random *random)
{
    for (uint32_t i = web->host_count; i > 1; i--)
        swap_hosts(&web->hosts[i - 1], &web->hosts[random_below(random, i)]);
    for (uint32_t i = 0; preset->portals[i]; i++, web->seed_hosts++) {
        unsigned tld = url_tld(preset->portals[i], strlen(preset->portals[i]), " th ");
        uint32_t at = i;
        while (at < web->host_count - 1 &&
               (web->hosts[at].tld != tld || !siteweb_is_thai_site(&web->hosts[at])))
            at++;
        swap_hosts(&web->hosts[i], &web->hosts[at]);
    }
}

/*
 * Servers' countries: a table of domain by country whose sums are the published ones (iterative proportional
 * fitting), in which .th and Thailand go together more than by chance.
 */
static void fit_countries(const struct site_preset *preset, unsigned kind,
                          double table[WORLD_TLDS][WORLD_COUNTRIES])
{
    enum { ROUNDS = 60 };
    for (unsigned tld = 0; tld < WORLD_TLDS; tld++)
        for (unsigned country = 0; country < WORLD_COUNTRIES; country++)
            table[tld][country] =
                tld == URL_TLD_HOME && country == COUNTRY_HOME ? preset->th_affinity[kind] : 1;
    for (int round = 0; round < ROUNDS; round++) {
        for (unsigned country = 0; country < WORLD_COUNTRIES; country++) {
            double sum = 0;
            for (unsigned tld = 0; tld < WORLD_TLDS; tld++)
                sum += table[tld][country];
            for (unsigned tld = 0; tld < WORLD_TLDS; tld++)
                table[tld][country] *= preset->countries[country][kind] / sum;
        }
        for (unsigned tld = 0; tld < WORLD_TLDS; tld++) {
            double sum = 0;
            for (unsigned country = 0; country < WORLD_COUNTRIES; country++)
                sum += table[tld][country];
            for (unsigned country = 0; country < WORLD_COUNTRIES; country++)
                table[tld][country] *= preset->sites[tld][kind] / sum;
        }
    }
}

/* Hands out the cells of the table by turns, each host taking the country that is most behind its quota. */
static void assign_countries(struct siteweb *web, const struct site_preset *preset, unsigned kind)
{
    double table[WORLD_TLDS][WORLD_COUNTRIES], owed[WORLD_TLDS][WORLD_COUNTRIES] = {{0}};
    fit_countries(preset, kind, table);
    for (uint32_t i = 0; i < web->host_count; i++) {
        struct world_host *host = &web->hosts[i];
        if (siteweb_kind_of(host) != kind)
            continue;
        unsigned best = 0;
        for (unsigned country = 0; country < WORLD_COUNTRIES; country++) {
            owed[host->tld][country] += table[host->tld][country] / preset->sites[host->tld][kind];
            if (owed[host->tld][country] > owed[host->tld][best])
                best = country;
        }
        owed[host->tld][best] -= 1;
        host->country = (uint8_t)best;
    }
}

uint8_t siteweb_draw_language(const struct world_host *host, struct random *random)
{
    switch (host->country) {
    case COUNTRY_CN: return WORLD_CHINESE;
    case COUNTRY_JP: return WORLD_JAPANESE;
    case COUNTRY_OTHER:
        return random_below(random, 4) == 0 ? WORLD_NEIGHBOUR
               : random_below(random, 2)    ? WORLD_GERMAN
                                            : WORLD_ENGLISH;
    default: return WORLD_ENGLISH;
    }
}

static int assign_sizes(struct siteweb *web, const struct site_preset *preset, double scale,
                        struct random *random)
{
    uint32_t *sizes = malloc(web->host_count * sizeof *sizes);
    if (!sizes)
        return STATUS_FULL;
    for (unsigned tld = 0; tld < WORLD_TLDS; tld++) {
        double pages[WORLD_KINDS];
        split_pages(preset, tld, pages);
        for (unsigned kind = 0; kind < WORLD_KINDS; kind++) {
            uint32_t count = scaled(preset->sites[tld][kind], scale), next = 0;
            spread_sizes(sizes, count, (uint64_t)(pages[kind] * scale), site_width, LARGEST_SITE);
            spread_shuffle(sizes, count, random);
            for (uint32_t i = 0; i < web->host_count; i++)
                if (web->hosts[i].tld == tld && siteweb_kind_of(&web->hosts[i]) == kind)
                    web->hosts[i].pages = sizes[next++];
        }
    }
    free(sizes);
    return STATUS_OK;
}

uint32_t siteweb_count_thai(const struct siteweb *web, uint32_t host)
{
    uint32_t thai = 0;
    for (uint32_t page = 0; page < web->hosts[host].pages && page < COUNTED_PAGES; page++)
        thai += siteweb_page_is_thai(web, host, page);
    return thai;
}

void siteweb_measure_degree(struct siteweb *web, uint32_t index)
{
    struct world_host *host = &web->hosts[index];
    uint32_t counted = host->pages < COUNTED_PAGES ? host->pages : COUNTED_PAGES;
    uint64_t thai = siteweb_count_thai(web, index);
    host->degree = (uint16_t)((thai * WORLD_SHARE_ONE + counted / 2) / counted);
}

/* Gives a host its languages; tries other pages until its label comes out as it is meant to. */
static void assign_languages(struct siteweb *web, uint32_t index, const struct mixture *shares,
                             struct random *random)
{
    enum { FOREIGN_HOME_PERCENT = 45, WINDOWS_874_PERCENT = 40, PORTAL_SHARE = 995 };
    struct world_host *host = &web->hosts[index];
    unsigned kind = siteweb_kind_of(host);
    host->language = siteweb_draw_language(host, random);
    host->fan = (uint8_t)(FAN_LEAST + random_below(random, FAN_MOST - FAN_LEAST + 1));
    host->share = draw_share(&shares[kind], random);
    bool portal = index < web->seed_hosts;
    if (portal) /* which are Thai through and through */
        host->share = PORTAL_SHARE;
    if (kind == WORLD_KIND_THAI && !portal && host->pages > 4 &&
        random_below(random, 100) < FOREIGN_HOME_PERCENT)
        host->flags |= WORLD_FLAG_FOREIGN_HOME;
    if (random_below(random, 100) < WINDOWS_874_PERCENT)
        host->flags |= WORLD_FLAG_WINDOWS_874;
    for (host->salt = 0; host->salt < SALTS; host->salt++) {
        siteweb_measure_degree(web, index);
        if ((host->degree > WORLD_THAI_DEGREE) == (kind == WORLD_KIND_THAI))
            return;
    }
    host->flags &= (uint16_t)~WORLD_FLAG_FOREIGN_HOME;
    host->share = kind == WORLD_KIND_THAI ? WORLD_SHARE_ONE : 0;
    siteweb_measure_degree(web, index);
}

static uint32_t count_hosts(const struct site_preset *preset, double scale)
{
    uint32_t count = 0;
    for (unsigned tld = 0; tld < WORLD_TLDS; tld++)
        for (unsigned kind = 0; kind < WORLD_KINDS; kind++)
            count += scaled(preset->sites[tld][kind], scale);
    return count;
}

static int make_hosts(struct siteweb *web, const struct site_preset *preset, double scale,
                      struct random *random, world_progress *progress)
{
    const struct mixture shares[WORLD_KINDS] = {shares_of(preset, WORLD_KIND_THAI),
                                                shares_of(preset, WORLD_KIND_OTHER)};
    add_hosts(web, preset, scale);
    shuffle_hosts(web, preset, random);
    for (unsigned kind = 0; kind < WORLD_KINDS; kind++)
        assign_countries(web, preset, kind);
    int status = assign_sizes(web, preset, scale, random);
    for (uint32_t i = 0; i < web->seed_hosts && status == STATUS_OK; i++)
        if (web->hosts[i].pages < preset->portal_pages)
            web->hosts[i].pages = preset->portal_pages;
    for (uint32_t i = 0; i < web->host_count && status == STATUS_OK; i++) {
        assign_languages(web, i, shares, random);
        web->hosts[i].address = world_draw_address(web->hosts[i].country, random);
        if (progress && i % 4096 == 0)
            progress("hosts", i, web->host_count);
    }
    return status;
}

static void give_address(struct siteweb *web, uint32_t index, unsigned country)
{
    struct random random = {random_hash(web->base.seed, ASK_ADDRESS, index, 0)};
    web->hosts[index].country = (uint8_t)country;
    web->hosts[index].address = world_draw_address(country, &random);
}

/* Hosts Thai sites where the recipe has them, and a share of all sites behind a CDN. That comes last: what
 * the sites are and who links to them is the same wherever they are hosted. */
static int move_servers(struct siteweb *web, const struct site_preset *preset)
{
    const struct site_preset hosted = site_preset_hosted(preset, web);
    uint8_t *before = calloc(web->host_count, sizeof *before);
    if (!before)
        return STATUS_FULL;
    for (uint32_t i = 0; i < web->host_count; i++)
        before[i] = web->hosts[i].country;
    assign_countries(web, &hosted, WORLD_KIND_THAI);
    for (uint32_t i = 0; i < web->host_count; i++) {
        uint64_t drawn = random_hash(web->base.seed, ASK_CDN, i, 0);
        if (web->hosts[i].country != before[i])
            give_address(web, i, web->hosts[i].country);
        if (drawn % 100 < web->hosting.cdn) {
            web->hosts[i].country = COUNTRY_US;
            web->hosts[i].address = world_cdn_address(drawn >> 32);
            web->hosts[i].flags |= WORLD_FLAG_CDN;
        }
    }
    free(before);
    return STATUS_OK;
}

int siteweb_make(struct siteweb *web, const struct world_recipe *recipe)
{
    const struct site_preset *preset = site_preset_find(recipe->preset);
    *web = (struct siteweb){
        .base.kind = &siteweb_kind, .base.seed = recipe->seed, .hosting.abroad = WORLD_ABROAD_OF_PRESET};
    web->base.language = recipe->language;
    if (!preset)
        return STATUS_NOT_FOUND;
    if (recipe->hosting)
        web->hosting = *recipe->hosting;
    double scale = recipe->sites ? (double)recipe->sites / count_hosts(preset, 1) : 1;
    struct random random = {random_mix(recipe->seed)};
    strncpy(web->base.preset, recipe->preset, sizeof web->base.preset - 1);
    web->host_count = count_hosts(preset, scale);
    web->hosts = calloc(web->host_count + 1, sizeof *web->hosts);
    int status = web->hosts ? make_hosts(web, preset, scale, &random, recipe->progress) : STATUS_FULL;
    if (status == STATUS_OK)
        status = links_make(web, preset, scale, &random);
    if (status == STATUS_OK && preset->awkward)
        awkward_make(web, &random);
    if (status == STATUS_OK && siteweb_is_moved(web))
        status = move_servers(web, preset);
    if (status == STATUS_OK && recipe->drift)
        drift_make(web);
    if (status != STATUS_OK)
        siteweb_clear(web);
    return status;
}

void siteweb_clear(struct siteweb *web)
{
    free(web->hosts);
    free(web->edges);
    register_free(web->names);
    vocabulary_close(&web->vocabulary);
    *web = (struct siteweb){0};
}
