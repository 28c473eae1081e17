/* Counts what is in a web of sites. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "read/dict/dict.h"
#include "read/lang/lang.h"
#include "read/page.h"
#include "world/site_internal.h"
#include "world/site_measure.h"

enum {
    FIT_FROM = 6,         /* sources from which on the power law is fitted */
    COUNTED_PAGES = 1000, /* as when it was made */
};

/* The exponent by maximum likelihood, for whole numbers (Clauset, Shalizi and Newman's approximation). */
static double fit_exponent(const uint32_t *sources, uint32_t count, uint32_t *most)
{
    double sum = 0;
    uint32_t tail = 0;
    *most = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (sources[i] > *most)
            *most = sources[i];
        if (sources[i] < FIT_FROM)
            continue;
        sum += log(sources[i] / (FIT_FROM - 0.5));
        tail++;
    }
    return tail > 0 && sum > 0 ? 1 + tail / sum : 0;
}

static void measure_host(const struct siteweb *web, uint32_t index, struct measures *measures,
                         uint32_t *sources)
{
    const struct world_host *host = &web->hosts[index];
    unsigned kind = siteweb_kind_of(host);
    uint32_t counted = host->pages < COUNTED_PAGES ? host->pages : COUNTED_PAGES;
    uint64_t thai = (uint64_t)siteweb_count_thai(web, index) * host->pages / counted;
    measures->sites[host->tld][kind]++;
    measures->countries[host->country][kind]++;
    measures->pages[host->tld][WORLD_KIND_THAI] += thai;
    measures->pages[host->tld][WORLD_KIND_OTHER] += host->pages - thai;
    for (uint32_t edge = host->first_edge; edge < host[1].first_edge; edge++) {
        measures->links[kind][siteweb_kind_of(&web->hosts[web->edges[edge]])]++;
        sources[web->edges[edge]]++;
    }
}

int measure_sites(const struct siteweb *web, struct measures *measures)
{
    uint32_t *sources = calloc(web->host_count, sizeof *sources);
    memset(measures, 0, sizeof *measures);
    if (!sources)
        return STATUS_FULL;
    for (uint32_t i = 0; i < web->host_count; i++)
        measure_host(web, i, measures, sources);
    measures->in_degree_exponent = fit_exponent(sources, web->host_count, &measures->in_degree_most);
    free(sources);
    return STATUS_OK;
}

struct looking {
    const struct siteweb *web;
    struct locality *locality;
    uint32_t host;
    unsigned kind;
};

static void count_link(void *context, struct world_page target, const struct topicweb_link *between)
{
    const struct looking *looking = context;
    (void)between;
    if (target.page >= looking->web->hosts[target.part].pages)
        return;
    unsigned place = target.part == looking->host ? MEASURE_SAME_HOST : MEASURE_OTHER_HOST;
    looking->locality->links[looking->kind][place]++;
    looking->locality->to_thai[looking->kind][place] +=
        siteweb_page_is_thai(looking->web, target.part, target.page);
}

void measure_locality(const struct siteweb *web, uint32_t step, struct locality *locality)
{
    struct looking looking = {.web = web, .locality = locality};
    memset(locality, 0, sizeof *locality);
    for (uint32_t host = 0; host < web->host_count; host++)
        for (uint32_t page = host % step; page < web->hosts[host].pages; page += step) {
            looking.host = host;
            looking.kind = siteweb_page_is_thai(web, host, page) ? WORLD_KIND_THAI : WORLD_KIND_OTHER;
            siteweb_links(web, host, page, count_link, &looking);
        }
}

double locality_percent(const struct locality *locality, unsigned kind, unsigned place)
{
    uint64_t links = 0, thai = 0;
    for (unsigned i = 0; i < MEASURE_PLACES; i++)
        if (i == place || place == MEASURE_PLACES) {
            links += locality->links[kind][i];
            thai += locality->to_thai[kind][i];
        }
    return links ? 100.0 * (double)thai / (double)links : 0;
}

static void count_one(void *context, struct world_page target, const struct topicweb_link *between)
{
    (void)target;
    (void)between;
    ++*(uint32_t *)context;
}

static void read_page(const struct siteweb *web, const struct page_text *text, uint32_t host, uint32_t page,
                      const struct dict *dict, struct reading *reading)
{
    char address[WORLD_URL_BYTES], buffer[URL_BUFFER_SIZE];
    struct url url;
    static struct page reader;
    struct page_result result;
    int length = siteweb_url(web, host, page, address);
    url_parse(&url, buffer, sizeof buffer, address, (size_t)length, NULL);
    struct page_config config = {
        .address = &url, .pack = lang_pack_find(home_of(web->base.language)->language), .dict = dict};
    page_begin(&reader, &config);
    page_feed(&reader, text->bytes, text->size);
    page_end(&reader, &result);
    uint32_t links = 0;
    siteweb_links(web, host, page, count_one, &links);
    reading->pages++;
    reading->right += result.language.matches == siteweb_page_is_thai(web, host, page);
    reading->links_right += result.links == links;
}

int measure_reading(struct siteweb *web, uint32_t pages, struct reading *reading)
{
    struct dict dict;
    struct page_text text = {0};
    struct random random = {web->base.seed};
    memset(reading, 0, sizeof *reading);
    int status = dict_open(&dict, dict_builtin, dict_builtin_size);
    while (status == STATUS_OK && pages-- > 0) {
        uint32_t host = random_below(&random, web->host_count);
        uint32_t page = random_below(&random, web->hosts[host].pages);
        status = siteweb_write(web, host, page, &text);
        if (status == STATUS_OK)
            read_page(web, &text, host, page, &dict, reading);
    }
    free(text.bytes);
    return status;
}
