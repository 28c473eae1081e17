/* Counts of a world. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "dict/dict.h"
#include "lang/lang.h"
#include "page/page.h"
#include "world/internal.h"
#include "world/measure.h"

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

static void measure_host(const struct world *world, uint32_t index, struct measures *measures,
                         uint32_t *sources)
{
    const struct world_host *host = &world->hosts[index];
    unsigned kind = world_kind(host);
    uint32_t counted = host->pages < COUNTED_PAGES ? host->pages : COUNTED_PAGES;
    uint64_t thai = (uint64_t)world_count_thai(world, index) * host->pages / counted;
    measures->sites[host->tld][kind]++;
    measures->countries[host->country][kind]++;
    measures->pages[host->tld][WORLD_KIND_THAI] += thai;
    measures->pages[host->tld][WORLD_KIND_OTHER] += host->pages - thai;
    for (uint32_t edge = host->first_edge; edge < host[1].first_edge; edge++) {
        measures->links[kind][world_kind(&world->hosts[world->edges[edge]])]++;
        sources[world->edges[edge]]++;
    }
}

int measure_world(const struct world *world, struct measures *measures)
{
    uint32_t *sources = calloc(world->host_count, sizeof *sources);
    memset(measures, 0, sizeof *measures);
    if (!sources)
        return STATUS_FULL;
    for (uint32_t i = 0; i < world->host_count; i++)
        measure_host(world, i, measures, sources);
    measures->in_degree_exponent = fit_exponent(sources, world->host_count, &measures->in_degree_most);
    free(sources);
    return STATUS_OK;
}

struct looking {
    const struct world *world;
    struct locality *locality;
    uint32_t host;
    unsigned kind;
};

static void count_link(void *context, const struct world_link *link)
{
    const struct looking *looking = context;
    if (link->page >= looking->world->hosts[link->host].pages)
        return;
    unsigned place = link->host == looking->host ? MEASURE_SAME_HOST : MEASURE_OTHER_HOST;
    looking->locality->links[looking->kind][place]++;
    looking->locality->to_thai[looking->kind][place] +=
        world_page_is_thai(looking->world, link->host, link->page);
}

void measure_locality(const struct world *world, uint32_t step, struct locality *locality)
{
    struct looking looking = {.world = world, .locality = locality};
    memset(locality, 0, sizeof *locality);
    for (uint32_t host = 0; host < world->host_count; host++)
        for (uint32_t page = host % step; page < world->hosts[host].pages; page += step) {
            looking.host = host;
            looking.kind = world_page_is_thai(world, host, page) ? WORLD_KIND_THAI : WORLD_KIND_OTHER;
            world_links(world, host, page, count_link, &looking);
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

static void count_one(void *context, const struct world_link *link)
{
    (void)link;
    ++*(uint32_t *)context;
}

static void read_page(const struct world *world, const struct page_text *text, uint32_t host, uint32_t page,
                      const struct dict *dict, struct reading *reading)
{
    char address[WORLD_URL_BYTES], buffer[URL_BUFFER_SIZE];
    struct url url;
    static struct page reader;
    struct page_result result;
    int length = world_url(world, host, page, address);
    url_parse(&url, buffer, sizeof buffer, address, (size_t)length, NULL);
    struct page_config config = {.address = &url, .pack = lang_pack_find("th"), .dict = dict};
    page_begin(&reader, &config);
    page_feed(&reader, text->bytes, text->size);
    page_end(&reader, &result);
    uint32_t links = 0;
    world_links(world, host, page, count_one, &links);
    reading->pages++;
    reading->right += result.language.matches == world_page_is_thai(world, host, page);
    reading->links_right += result.links == links;
}

int measure_reading(const struct world *world, uint32_t pages, struct reading *reading)
{
    struct vocabulary vocabulary;
    struct dict dict;
    struct page_text text = {0};
    struct random random = {world->seed};
    memset(reading, 0, sizeof *reading);
    int status = vocabulary_open(&vocabulary);
    if (status == STATUS_OK)
        status = dict_open(&dict, dict_builtin, dict_builtin_size);
    while (status == STATUS_OK && pages-- > 0) {
        uint32_t host = random_below(&random, world->host_count);
        uint32_t page = random_below(&random, world->hosts[host].pages);
        status = text_write(&text, world, &vocabulary, host, page);
        if (status == STATUS_OK)
            read_page(world, &text, host, page, &dict, reading);
    }
    free(text.bytes);
    vocabulary_close(&vocabulary);
    return status;
}
