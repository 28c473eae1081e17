/* What a web of sites answers. */
#include "world/siteweb.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "cli.h"
#include "model/table.h"
#include "world/site_internal.h"

static int make(struct world *world, const struct world_recipe *recipe)
{
    return siteweb_make((struct siteweb *)world, recipe);
}

static int load(struct world *world, const char *folder)
{
    return siteweb_load((struct siteweb *)world, folder);
}

static int save(const struct world *world, const char *folder)
{
    return siteweb_save(siteweb_of(world), folder);
}

static void clear(struct world *world)
{
    siteweb_clear((struct siteweb *)world);
}

/* ---- Sites ---- */

/* The Thai pages of large sites are counted on their first pages, as their degree is. */
static void size(const struct world *world, struct world_size *size)
{
    const struct siteweb *web = siteweb_of(world);
    *size = (struct world_size){web->host_count, web->host_count, web->edge_count, 0};
    for (uint32_t i = 0; i < web->host_count; i++)
        size->targets +=
            ((uint64_t)web->hosts[i].degree * web->hosts[i].pages + WORLD_SHARE_ONE / 2) / WORLD_SHARE_ONE;
}

static bool seed(const struct world *world, uint32_t n, struct world_page *page)
{
    *page = (struct world_page){n, 0};
    return n < siteweb_of(world)->seed_hosts;
}

static int64_t find_site(const struct world *world, const char *name, size_t length)
{
    return siteweb_find_host(siteweb_of(world), name, length);
}

static struct world_site site(const struct world *world, uint32_t site)
{
    const struct world_host *host = &siteweb_of(world)->hosts[site];
    return (struct world_site){host->address, host->flags};
}

static struct world_found find(const struct world *world, uint32_t site, const char *path, size_t length)
{
    return siteweb_find(siteweb_of(world), site, path, length);
}

static int write_robots(const struct world *world, uint32_t site, struct page_text *text)
{
    return siteweb_write_robots(siteweb_of(world), site, text);
}

/* ---- Pages ---- */

static uint32_t page_count(const struct world *world, uint32_t part)
{
    return siteweb_of(world)->hosts[part].pages;
}

static bool exists(const struct world *world, struct world_page page)
{
    const struct world_host *host = &siteweb_of(world)->hosts[page.part];
    return page.page < host->pages && !(host->flags & (WORLD_FLAG_DEAD | WORLD_FLAG_UNKNOWN_NAME));
}

static uint32_t site_of(const struct world *world, struct world_page page)
{
    (void)world;
    return page.part;
}

static bool is_target(const struct world *world, struct world_page page)
{
    return siteweb_page_is_thai(siteweb_of(world), page.part, page.page);
}

static uint8_t judge(const struct world *world, struct world_page page)
{
    return is_target(world, page) ? UINT8_MAX : 0;
}

static uint32_t page_bytes(const struct world *world, struct world_page page)
{
    return siteweb_page_bytes(siteweb_of(world), page.part, page.page);
}

static int url(const struct world *world, struct world_page page, char text[WORLD_URL_BYTES])
{
    return siteweb_url(siteweb_of(world), page.part, page.page, text);
}

static void links(const struct world *world, struct world_page page, world_link_sink *sink, void *context)
{
    siteweb_links(siteweb_of(world), page.part, page.page, sink, context);
}

/* Entry pages, Thai pages, and those with a Thai page right below them. */
static bool leads_to_target(const struct world *world, struct world_page page)
{
    const struct world_host *host = &siteweb_of(world)->hosts[page.part];
    if (page.page >= host->pages)
        return false;
    if (page.page == 0 || is_target(world, page))
        return true;
    uint64_t child = (uint64_t)page.page * host->fan + 1;
    for (uint32_t i = 0; i < host->fan && child + i < host->pages; i++)
        if (is_target(world, (struct world_page){page.part, (uint32_t)(child + i)}))
            return true;
    return false;
}

static int write(struct world *world, struct world_page page, struct page_text *text)
{
    return siteweb_write((struct siteweb *)world, page.part, page.page, text);
}

/* Two pages of three name their charset in their text only. */
static const char *charset(const struct world *world, struct world_page page)
{
    return page.page % 3 ? NULL : siteweb_charset(siteweb_of(world), page.part, page.page);
}

/* ---- What a predictor learns from ---- */

/* Thousandths to the half percents of the host table. */
static uint8_t half_percents(uint16_t degree)
{
    return (uint8_t)((degree * FEATURE_DEGREE_MAX + WORLD_SHARE_ONE / 2) / WORLD_SHARE_ONE);
}

static struct features *compute_features(const struct siteweb *web)
{
    struct features *features = calloc(web->host_count, sizeof *features);
    if (!features)
        return NULL;
    for (uint32_t i = 0; i < web->host_count; i++) {
        features[i].country = web->hosts[i].country;
        features[i].tld = web->hosts[i].tld;
    }
    for (uint32_t i = 0; i < web->host_count; i++) {
        const struct world_host *host = &web->hosts[i];
        enum feature_kind kind = siteweb_is_thai_site(host) ? FEATURE_THAI : FEATURE_FOREIGN;
        for (uint32_t edge = host->first_edge; edge < host[1].first_edge; edge++)
            features_add(&features[web->edges[edge]], kind, host->country, host->tld,
                         half_percents(host->degree));
    }
    return features;
}

int siteweb_fill_table(const struct siteweb *web, struct table *table)
{
    struct features *features = compute_features(web);
    int status = features ? STATUS_OK : STATUS_FULL;
    for (uint32_t i = 0; i < web->host_count && status == STATUS_OK; i++)
        status = table_add(table, NULL, &features[i],
                           siteweb_is_thai_site(&web->hosts[i]) ? TABLE_IS_THAI : TABLE_IS_OTHER);
    free(features);
    return status;
}

/* ---- Lists ---- */

static int print_features(const struct world *world)
{
    struct table table = {0};
    int status = siteweb_fill_table(siteweb_of(world), &table);
    table_write_header(stdout, TABLE_ARFF, world->preset);
    for (size_t i = 0; i < table.count && status == STATUS_OK; i++)
        table_write_row(stdout, TABLE_ARFF, NULL, &table.samples[i].features, table.samples[i].label);
    table_free(&table);
    return status == STATUS_OK ? CLI_YES : cli_no_memory();
}

static int print_info(const struct world *world)
{
    const struct siteweb *web = siteweb_of(world);
    uint64_t pages = 0, sites[WORLD_KINDS] = {0};
    for (uint32_t i = 0; i < web->host_count; i++) {
        pages += web->hosts[i].pages;
        sites[siteweb_kind_of(&web->hosts[i])]++;
    }
    if (world->language != 0)
        printf("language\t%s\n", home_of(world->language)->language);
    if (web->hosting.abroad != WORLD_ABROAD_OF_PRESET)
        printf("thai sites hosted abroad, %%\t%u\n", (unsigned)web->hosting.abroad);
    if (web->hosting.cdn > 0)
        printf("sites behind a CDN, %%\t%u\n", (unsigned)web->hosting.cdn);
    if (siteweb_has_drifted(web))
        printf("sites have changed their language\tas between 2009 and 2011\n");
    printf("hosts\t%u\nthai sites\t%llu\nother sites\t%llu\n", (unsigned)web->host_count,
           (unsigned long long)sites[WORLD_KIND_THAI], (unsigned long long)sites[WORLD_KIND_OTHER]);
    printf("pages\t%llu\nlinks between sites\t%u\n", (unsigned long long)pages, (unsigned)web->edge_count);
    return CLI_YES;
}

static int print_hosts(const struct world *world)
{
    const struct siteweb *web = siteweb_of(world);
    const char *home = home_of(world->language)->place;
    char name[WORLD_NAME_BYTES];
    printf("name\taddress\tcountry\ttld\tthai\tdegree\tpages\tlinks\n");
    for (uint32_t i = 0; i < web->host_count; i++) {
        const struct world_host *host = &web->hosts[i];
        printf("%s\t%u.%u.%u.%u\t%s\t%s\t%d\t%.1f\t%u\t%u\n", siteweb_name(web, i, name), host->address >> 24,
               host->address >> 16 & 255, host->address >> 8 & 255, host->address & 255,
               host->country == COUNTRY_HOME ? home : feature_country_name(host->country),
               host->tld == URL_TLD_HOME ? home : url_tld_name(host->tld), siteweb_is_thai_site(host),
               host->degree / 10.0, (unsigned)host->pages, (unsigned)siteweb_edge_count(host));
    }
    return CLI_YES;
}

/* The host graph: what `world import` reads. */
static int print_links(const struct world *world)
{
    const struct siteweb *web = siteweb_of(world);
    char from[WORLD_NAME_BYTES], to[WORLD_NAME_BYTES];
    printf("source\ttarget\n");
    for (uint32_t i = 0; i < web->host_count; i++) {
        siteweb_name(web, i, from);
        for (uint32_t edge = web->hosts[i].first_edge; edge < web->hosts[i + 1].first_edge; edge++)
            printf("%s\t%s\n", from, siteweb_name(web, web->edges[edge], to));
    }
    return CLI_YES;
}

static int verify(struct world *world)
{
    return site_verify((struct siteweb *)world);
}

const struct world_kind siteweb_kind = {
    .file = "world.bin",
    .target = "thai",
    .wanted = "Thai",
    .parts = "sites",
    .bytes = sizeof(struct siteweb),
    .sites_least = 100,
    .preset_name = site_preset_name,
    .make = make,
    .load = load,
    .save = save,
    .clear = clear,
    .size = size,
    .seed = seed,
    .find_site = find_site,
    .site = site,
    .find = find,
    .write_robots = write_robots,
    .page_count = page_count,
    .exists = exists,
    .site_of = site_of,
    .is_target = is_target,
    .judge = judge,
    .page_bytes = page_bytes,
    .url = url,
    .links = links,
    .leads_to_target = leads_to_target,
    .write = write,
    .charset = charset,
    .print_info = print_info,
    .print_hosts = print_hosts,
    .print_features = print_features,
    .print_links = print_links,
    .verify = verify,
};
