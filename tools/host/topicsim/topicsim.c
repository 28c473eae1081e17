/* Answers the engine's questions from a topic web. */
#include "topicsim/topicsim.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "crawl/crawl.h"
#include "http/fetch_status.h"
#include "robots/robots.h"
#include "sim/memory.h"
#include "topicsim/predictor.h"
#include "topicsim/webs.h"

enum { UTC_AT_START = 1400000000, ANSWER_MS = 120, BYTES_A_MS = 100, CACHE_LINES = 3, LENT_WORDS = 1024 };

struct topicsim {
    const struct topicweb *web;
    const struct topicsim_options *options;
    struct curve *curve;
    struct predictor_of_links predictor;
    struct memory memory;
    struct state state;
    struct state_line lines[CACHE_LINES];
    struct hosts hosts;
    struct crawl_port port;
    struct crawl crawl;
    uint64_t now_ms;
    struct topicweb_page page; /* under way */
    char link_text[URL_BUFFER_SIZE];
    uint32_t lent[LENT_WORDS];
};

static uint32_t now_ms(void *context)
{
    return (uint32_t)((struct topicsim *)context)->now_ms;
}

static uint32_t utc(void *context)
{
    return UTC_AT_START + (uint32_t)(((struct topicsim *)context)->now_ms / 1000);
}

static int resolve(void *context, const char *name, uint32_t *address)
{
    const struct topicsim *sim = context;
    int64_t site = topicweb_find_site(sim->web, name, strlen(name));
    if (site < 0)
        return STATUS_NOT_FOUND;
    *address = sim->web->sites[site].address;
    return STATUS_OK;
}

static uint8_t country(void *context, uint32_t address)
{
    (void)context;
    return (uint8_t)world_country_of(address);
}

static uint8_t chance(void *context, const struct crawl_segment_link *link)
{
    const struct topicsim *sim = context;
    return predictor_ask_link(&sim->predictor, link);
}

static void take_link(void *context, struct topicweb_page target, const struct topicweb_link *between)
{
    struct topicsim *sim = context;
    char text[TOPICWEB_URL_BYTES];
    struct url url;
    int length = topicweb_url(sim->web, target, text);
    if (url_parse(&url, sim->link_text, sizeof sim->link_text, text, (size_t)length, NULL) < 0)
        return;
    crawl_link(&sim->crawl, &url, 'L');
    uint32_t place = crawl_evidence_place(&sim->crawl);
    if (place == 0 || !between)
        return;
    struct crawl_evidence evidence = predictor_read_link(&sim->predictor, sim->page, target, between, &url);
    crawl_evidence(&sim->crawl, place, &evidence);
}

static void trace(struct topicsim *sim, const char *what, const char *name, const char *kind)
{
    if (sim->options->trace)
        fprintf(sim->options->trace, "%s\t%s\t%s\n", what, name, kind);
}

static int fetch(void *context, const struct crawl_request *request, struct crawl_answer *answer)
{
    struct topicsim *sim = context;
    const struct url *url = request->url;
    *answer = (struct crawl_answer){.status = 404, .duration_ms = ANSWER_MS};
    if (topicweb_find(sim->web, url->text + url->host, url_host_length(url), url->text + url->path,
                      (size_t)(url->fragment - url->path), &sim->page)) {
        bool is_target = topicweb_page_is_relevant(sim->web, sim->page);
        answer->status = 200;
        answer->is_page = true;
        answer->relevance = webs_judge(sim->web, sim->page);
        answer->is_target = answer->relevance > UINT8_MAX / 2;
        answer->bytes = topicweb_page_bytes(sim->web, sim->page);
        answer->address = sim->web->sites[sim->web->segments[sim->page.segment].site].address;
        curve_count(sim->curve, is_target);
        trace(sim, "page", url->text, is_target ? "relevant" : "other");
        topicweb_links(sim->web, sim->page, take_link, sim);
    } else {
        trace(sim, "page", url->text, "missing");
    }
    answer->duration_ms += answer->bytes / BYTES_A_MS;
    sim->now_ms += answer->duration_ms;
    return crawl_settle(&sim->crawl, answer);
}

/* Nobody forbids anything here. */
static int robots(void *context, struct url *url, uint8_t worker, struct crawl_answer *answer)
{
    struct topicsim *sim = context;
    uint8_t store[ROBOTS_STORE_MIN];
    (void)url;
    (void)worker;
    *answer = (struct crawl_answer){.status = 404, .duration_ms = ANSWER_MS};
    sim->now_ms += ANSWER_MS;
    int bytes = robots_set(store, sizeof store, ROBOTS_UNAVAILABLE, utc(sim));
    if (bytes > 0)
        crawl_robots(&sim->crawl, store, (size_t)bytes);
    return STATUS_OK;
}

static void *lend(void *context, size_t bytes)
{
    struct topicsim *sim = context;
    return bytes <= sizeof sim->lent ? sim->lent : NULL;
}

static void give_back(void *context, void *memory)
{
    (void)context;
    (void)memory;
}

static void event(void *context, unsigned event, const char *name, uint32_t number)
{
    if (event == CRAWL_EVENT_SITE_BEGINS)
        trace(context, "begins", name, "");
    if (event == CRAWL_EVENT_SITE_ENDS)
        trace(context, "ends", name, crawl_site_stop_sentence(number));
}

static int take_seeds(struct topicsim *sim)
{
    char text[TOPICWEB_URL_BYTES];
    struct url url;
    int status = STATUS_OK;
    for (uint32_t i = 0; i < sim->web->seed_count && status == STATUS_OK; i++) {
        int length = topicweb_url(sim->web, (struct topicweb_page){sim->web->seeds[i], 0}, text);
        url_parse(&url, sim->link_text, sizeof sim->link_text, text, (size_t)length, NULL);
        status = crawl_seed(&sim->crawl, &url);
    }
    return status == STATUS_OK ? crawl_start(&sim->crawl) : status;
}

static int begin(struct topicsim *sim)
{
    int status =
        memory_open(&sim->memory, sim->web->segment_count + sim->web->site_count, sim->web->link_count);
    if (status == STATUS_OK)
        status = state_open(&sim->state, &sim->memory.files, sim->lines, CACHE_LINES);
    if (status != STATUS_OK)
        return status;
    sim->port = (struct crawl_port){.context = sim,
                                    .now_ms = now_ms,
                                    .utc = utc,
                                    .resolve = resolve,
                                    .country = country,
                                    .chance = chance,
                                    .fetch = fetch,
                                    .robots = robots,
                                    .lend = lend,
                                    .give_back = give_back,
                                    .event = event,
                                    .state = &sim->state,
                                    .hosts = &sim->hosts};
    crawl_init(&sim->crawl, &sim->port, &sim->options->settings);
    status = crawl_begin(&sim->crawl);
    return status == STATUS_OK ? take_seeds(sim) : status;
}

static int run(struct topicsim *sim)
{
    int32_t wait_ms = 0;
    while (sim->curve->pages < sim->options->pages && wait_ms >= 0) {
        wait_ms = crawl_step(&sim->crawl);
        sim->now_ms += wait_ms > 0 ? (uint32_t)wait_ms : 0;
    }
    return wait_ms >= 0 || wait_ms == CRAWL_STOP_NOTHING_LEFT ? STATUS_OK : STATUS_IO;
}

int topicsim_crawl(const struct topicweb *web, const struct topicsim_options *options, struct curve *curve)
{
    struct topicsim_options chosen = *options;
    struct topicsim *sim = calloc(1, sizeof *sim);
    chosen.settings.mode = MODE_SEGMENT;
    memset(curve, 0, sizeof *curve);
    curve->wanted = options->pages;
    curve->target_pages = webs_of_topic(web).target_pages;
    if (!sim)
        return STATUS_FULL;
    sim->web = web;
    sim->options = &chosen;
    sim->curve = curve;
    int status = predictor_open_links(&sim->predictor, web, options->predictor, options->topic);
    if (status == STATUS_OK)
        status = begin(sim);
    if (status == STATUS_OK)
        status = run(sim);
    memory_close(&sim->memory);
    predictor_close_links(&sim->predictor);
    free(sim);
    return status;
}
