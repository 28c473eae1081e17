/* Answers the engine's questions from a world of either kind. */
#include <string.h>

#include "base/status.h"
#include "fetch/http/fetch_status.h"
#include "graph/predict/predict.h"
#include "read/robots/robots.h"
#include "sim/engine.h"

enum {
    UTC_AT_START = 1300000000,
    ANSWER_MS = 120,  /* until a server answers */
    BYTES_A_MS = 100, /* of the line: 100 KB a second */
    CERTAIN = 255,    /* confidence of who knows the truth */
};

static uint32_t now_ms(void *context)
{
    return (uint32_t)((struct engine *)context)->result->time_ms;
}

static uint64_t utc_ms(void *context)
{
    return UTC_AT_START * UINT64_C(1000) + ((struct engine *)context)->result->time_ms;
}

static uint32_t utc(struct engine *engine)
{
    return (uint32_t)(utc_ms(engine) / 1000);
}

/* The site of a name; one that is not there has no address. */
static bool find_site(const struct engine *engine, const char *name, size_t length, uint32_t *number,
                      struct world_site *site)
{
    const struct world *world = engine->world;
    int64_t found = world->kind->find_site(world, name, length);
    if (found < 0)
        return false;
    *number = (uint32_t)found;
    *site = world->kind->site(world, *number);
    return true;
}

static int resolve(void *context, const char *name, uint32_t *address)
{
    uint32_t number;
    struct world_site site;
    if (!find_site(context, name, strlen(name), &number, &site) || site.flags & WORLD_FLAG_UNKNOWN_NAME)
        return STATUS_NOT_FOUND;
    *address = site.address;
    return STATUS_OK;
}

static uint8_t country(void *context, uint32_t address)
{
    (void)context;
    return (uint8_t)world_country_of(address);
}

static uint8_t predict_perfectly(struct engine *engine)
{
    const struct host *host;
    uint32_t number;
    struct world_site site;
    if (hosts_read(&engine->hosts, engine->crawl.asked, &host) != STATUS_OK)
        return 0;
    bool found = find_site(engine, host->name, strlen(host->name), &number, &site);
    return found && site.flags & WORLD_FLAG_THAI ? CERTAIN : 0;
}

static uint8_t predict_host(void *context, const struct features *features)
{
    struct engine *engine = context;
    switch (engine->options->predictor) {
    case SIM_PERFECT: return predict_perfectly(engine);
    case SIM_RULE: return predict_rule(features);
    case SIM_TREE:
    case SIM_ENSEMBLE: return predict(engine->options->model, features);
    default: return PREDICT_THAI;
    }
}

static uint8_t predict_segment(void *context, const struct crawl_segment_link *link)
{
    const struct engine *engine = context;
    return link_predictor_ask(&engine->links, link);
}

/* Tells the engine of a link; returns the place for what its words say, 0 if that is not wanted. */
static uint32_t give_link(struct engine *engine, struct world_page target, char how, struct url *url)
{
    const struct visit_request *request = engine->request;
    char text[WORLD_URL_BYTES];
    int length = engine->world->kind->url(engine->world, target, text);
    if (url_parse(url, engine->link_text, sizeof engine->link_text, text, (size_t)length, NULL) < 0)
        return 0;
    return request->observer->link(request->context, &(struct visit_link){.url = url, .how = how});
}

static void take_link(void *context, struct world_page target, const struct topicweb_link *between)
{
    struct engine *engine = context;
    const struct world *world = engine->world;
    struct url url;
    if (engine->options->strategy->is_perfect && !world->kind->leads_to_target(world, target))
        return;
    uint32_t place = give_link(engine, target, 'L', &url);
    if (place == 0 || !between)
        return;
    struct visit_evidence evidence = link_predictor_read(&engine->links, engine->page, target, between, &url);
    engine->request->observer->evidence(engine->request->context, place, &evidence);
}

static void answer_page(struct engine *engine, struct world_found found, struct visit_answer *answer)
{
    const struct world *world = engine->world;
    struct url url;
    answer->status = found.status;
    if (found.status == 302)
        give_link(engine, found.page, 'R', &url);
    if (found.status != 200)
        return;
    engine->page = found.page;
    answer->is_page = true;
    answer->relevance = sim_judge(engine->options, world, found.page);
    answer->is_target = answer->relevance > UINT8_MAX / 2;
    answer->bytes = world->kind->page_bytes(world, found.page);
    bool is_found = world->kind->is_target(world, found.page) && fetched_add(&engine->fetched, found.page);
    sim_count(engine->result, is_found, answer->bytes);
    world->kind->links(world, found.page, take_link, engine);
}

static int fetch(void *context, const struct visit_request *request, struct visit_answer *answer)
{
    struct engine *engine = context;
    const struct world *world = engine->world;
    const struct url *url = request->url;
    uint32_t number;
    struct world_site site;
    *answer = (struct visit_answer){.duration_ms = ANSWER_MS};
    engine->request = request;
    if (!find_site(engine, url->text + url->host, url_host_length(url), &number, &site)) {
        answer->status = FETCH_DNS;
    } else if (site.flags & WORLD_FLAG_DEAD) {
        answer->status = FETCH_BROKEN;
    } else {
        answer->address = site.address;
        answer_page(
            engine,
            world->kind->find(world, number, url->text + url->path, (size_t)(url->fragment - url->path)),
            answer);
    }
    answer->duration_ms += answer->bytes / BYTES_A_MS;
    engine->result->time_ms += answer->duration_ms;
    sim_trace_page(engine->options, world, answer->status, url->text, answer->is_page,
                   answer->is_page && world->kind->is_target(world, engine->page));
    return request->observer->settle(request->context, answer);
}

static int robots(void *context, const struct visit_request *request, struct visit_answer *answer)
{
    struct engine *engine = context;
    const struct url *url = request->url;
    uint8_t store[ROBOTS_STORE_BYTES];
    struct robots_parser parser;
    uint32_t number;
    struct world_site site;
    if (!find_site(engine, url->text + url->host, url_host_length(url), &number, &site))
        site.flags = WORLD_FLAG_DEAD;
    *answer = (struct visit_answer){.status = 200, .duration_ms = ANSWER_MS};
    engine->result->time_ms += ANSWER_MS;
    int bytes;
    if (site.flags & (WORLD_FLAG_DEAD | WORLD_FLAG_ROBOTS_ERROR)) {
        answer->status = site.flags & WORLD_FLAG_DEAD ? FETCH_BROKEN : 503;
        bytes = robots_set(store, sizeof store, ROBOTS_UNREACHABLE, utc(engine));
    } else if (site.flags & (WORLD_FLAG_ROBOTS_ALL | WORLD_FLAG_ROBOTS_SECTION)) {
        if (engine->world->kind->write_robots(engine->world, number, &engine->text) != STATUS_OK)
            return STATUS_FULL;
        robots_begin(&parser, store, sizeof store, "crawlbox", URL_LIMIT);
        robots_push(&parser, engine->text.bytes, engine->text.size);
        bytes = robots_finish(&parser, utc(engine));
    } else { /* a file that forbids nothing is as good as none */
        bytes = robots_set(store, sizeof store, ROBOTS_UNAVAILABLE, utc(engine));
    }
    answer->has_rules = bytes > 0;
    if (answer->has_rules)
        request->observer->rules(request->context, store, (size_t)bytes);
    return STATUS_OK;
}

static int skip(void *context, const struct visit_request *request, int fetch_status)
{
    struct engine *engine = context;
    if (engine->options->trace)
        fprintf(engine->options->trace, "skip\t%d\t%s\n", fetch_status, request->url->text);
    return STATUS_OK;
}

static void *lend(void *context, size_t bytes)
{
    struct engine *engine = context;
    return bytes <= sizeof engine->lent ? engine->lent : NULL;
}

static void give_back(void *context, void *memory)
{
    (void)context;
    (void)memory;
}

static void event(void *context, unsigned event, const char *host, uint32_t number)
{
    static const char *const names[] = {[CRAWL_EVENT_ROUND] = "round",
                                        [CRAWL_EVENT_QUEUED] = "queued",
                                        [CRAWL_EVENT_SITE_BEGINS] = "begins",
                                        [CRAWL_EVENT_SITE_ENDS] = "ends",
                                        [CRAWL_EVENT_ROBOTS_DENIED] = "denied"};
    struct engine *engine = context;
    if (event == CRAWL_EVENT_ROUND)
        engine->result->end.round = number;
    if (event == CRAWL_EVENT_QUEUED) /* the next one is about to begin */
        engine_write_table(engine, engine->result->end.round - 1);
    if (engine->options->trace && event < sizeof names / sizeof *names)
        fprintf(engine->options->trace, "%s\t%u\t%s\n", names[event], (unsigned)number, host ? host : "-");
}

void engine_port(struct engine *engine, struct crawl_port *port)
{
    engine->machine = (struct machine){.context = engine,
                                       .now_ms = now_ms,
                                       .utc_ms = utc_ms,
                                       .lend = lend,
                                       .give_back = give_back,
                                       .country = country,
                                       .predict = predict_host,
                                       .event = event};
    *port = (struct crawl_port){.machine = &engine->machine,
                                .state = &engine->state,
                                .hosts = &engine->hosts,
                                .context = engine,
                                .fetch = fetch,
                                .robots = robots,
                                .skip = skip,
                                .resolve = resolve,
                                .chance = predict_segment,
                                .add = box_reader_add};
}
