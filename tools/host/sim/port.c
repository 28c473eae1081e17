/* Answers the engine's questions from a world. */
#include <string.h>

#include "base/status.h"
#include "http/fetch_status.h"
#include "predict/predict.h"
#include "robots/robots.h"
#include "sim/port.h"

enum {
    UTC_AT_START = 1300000000,
    ANSWER_MS = 120,  /* until a server answers */
    BYTES_A_MS = 100, /* of the line: 100 KB a second */
    CERTAIN = 255,    /* confidence of who knows the truth */
};

static uint32_t now_ms(void *context)
{
    return (uint32_t)((struct sim *)context)->now_ms;
}

static uint32_t utc(void *context)
{
    return UTC_AT_START + (uint32_t)(((struct sim *)context)->now_ms / 1000);
}

static int resolve(void *context, const char *name, uint32_t *address)
{
    const struct sim *sim = context;
    int64_t host = world_find_host(sim->world, name, strlen(name));
    if (host < 0 || sim->world->hosts[host].flags & WORLD_FLAG_UNKNOWN_NAME)
        return STATUS_NOT_FOUND;
    *address = sim->world->hosts[host].address;
    return STATUS_OK;
}

static uint8_t country(void *context, uint32_t address)
{
    (void)context;
    return (uint8_t)world_country_of(address);
}

/* The host being scored is the one before the next to be scored. */
static uint8_t predict_perfectly(struct sim *sim)
{
    const struct host *host;
    if (hosts_read(&sim->hosts, sim->crawl.scored - 1, &host) != STATUS_OK)
        return 0;
    int64_t found = world_find_host(sim->world, host->name, strlen(host->name));
    return found >= 0 && world_is_thai_site(&sim->world->hosts[found]) ? CERTAIN : 0;
}

static uint8_t predict_host(void *context, const struct features *features)
{
    struct sim *sim = context;
    switch (sim->options.predictor) {
    case SIM_PERFECT: return predict_perfectly(sim);
    case SIM_RULE: return predict_rule(features);
    case SIM_TREE:
    case SIM_ENSEMBLE: return predict(sim->options.model, features);
    default: return PREDICT_THAI;
    }
}

/* What the perfect crawler follows: pages that are Thai or lead to some. */
static bool leads_to_thai(const struct world *world, const struct world_link *link)
{
    const struct world_host *host = &world->hosts[link->host];
    if (link->page >= host->pages)
        return false;
    if (link->page == 0 || world_page_is_thai(world, link->host, link->page))
        return true;
    uint64_t child = (uint64_t)link->page * host->fan + 1;
    for (uint32_t i = 0; i < host->fan && child + i < host->pages; i++)
        if (world_page_is_thai(world, link->host, (uint32_t)(child + i)))
            return true;
    return false;
}

static void give_link(struct sim *sim, const struct world_link *link, char how)
{
    char text[WORLD_URL_BYTES];
    struct url url;
    int length = world_url(sim->world, link->host, link->page, text);
    if (url_parse(&url, sim->link_text, sizeof sim->link_text, text, (size_t)length, NULL) >= 0)
        crawl_link(&sim->crawl, &url, how);
}

static void take_link(void *context, const struct world_link *link)
{
    struct sim *sim = context;
    if (!sim->options.perfect_links || leads_to_thai(sim->world, link))
        give_link(sim, link, 'L');
}

static void trace_fetch(struct sim *sim, const struct crawl_request *request,
                        const struct crawl_answer *answer)
{
    if (sim->options.trace)
        fprintf(sim->options.trace, "page\t%d\t%s\t%s\n", answer->status, request->url->text,
                answer->is_page ? answer->is_target ? "thai" : "other" : "-");
}

static void count_page(struct sim *sim, const struct crawl_answer *answer)
{
    sim->now.requests++;
    if (!answer->is_page)
        return;
    sim->now.pages++;
    sim->now.thai += answer->is_target;
    *(answer->is_target ? &sim->now.bytes_thai : &sim->now.bytes_other) += answer->bytes;
}

static void answer_page(struct sim *sim, uint32_t host, struct world_found found, struct crawl_answer *answer)
{
    answer->status = found.status;
    if (found.status == 302) {
        struct world_link target = {host, found.page};
        give_link(sim, &target, 'R');
    } else if (found.status == 200) {
        answer->is_page = true;
        answer->is_target = world_page_is_thai(sim->world, host, found.page);
        answer->bytes = world_page_bytes(sim->world, host, found.page);
        world_links(sim->world, host, found.page, take_link, sim);
    }
}

static int fetch(void *context, const struct crawl_request *request, struct crawl_answer *answer)
{
    struct sim *sim = context;
    const struct url *url = request->url;
    int64_t host = world_find_host(sim->world, url->text + url->host, url_host_length(url));
    *answer = (struct crawl_answer){.duration_ms = ANSWER_MS};
    if (host < 0) {
        answer->status = FETCH_DNS;
    } else if (sim->world->hosts[host].flags & WORLD_FLAG_DEAD) {
        answer->status = FETCH_BROKEN;
    } else {
        struct world_found found =
            world_find(sim->world, (uint32_t)host, url->text + url->path, url->length - url->path);
        answer->address = sim->world->hosts[host].address;
        answer_page(sim, (uint32_t)host, found, answer);
    }
    answer->duration_ms += answer->bytes / BYTES_A_MS;
    sim->now_ms += answer->duration_ms;
    count_page(sim, answer);
    trace_fetch(sim, request, answer);
    return crawl_settle(&sim->crawl, answer);
}

static int robots(void *context, struct url *url, uint8_t worker, struct crawl_answer *answer)
{
    struct sim *sim = context;
    uint8_t store[ROBOTS_STORE_BYTES];
    struct robots_parser parser;
    (void)worker;
    int64_t host = world_find_host(sim->world, url->text + url->host, url_host_length(url));
    unsigned flags = host < 0 ? WORLD_FLAG_DEAD : sim->world->hosts[host].flags;
    *answer = (struct crawl_answer){.status = 200, .duration_ms = ANSWER_MS};
    sim->now_ms += ANSWER_MS;
    int bytes;
    if (flags & (WORLD_FLAG_DEAD | WORLD_FLAG_ROBOTS_ERROR)) {
        answer->status = flags & WORLD_FLAG_DEAD ? FETCH_BROKEN : 503;
        bytes = robots_set(store, sizeof store, ROBOTS_UNREACHABLE, utc(sim));
    } else if (flags & (WORLD_FLAG_ROBOTS_ALL | WORLD_FLAG_ROBOTS_SECTION)) {
        if (text_write_robots(&sim->text, sim->world, (uint32_t)host) != STATUS_OK)
            return STATUS_FULL;
        robots_begin(&parser, store, sizeof store, "crawlbox", URL_LIMIT);
        robots_push(&parser, sim->text.bytes, sim->text.size);
        bytes = robots_finish(&parser, utc(sim));
    } else { /* a file that forbids nothing is as good as none */
        bytes = robots_set(store, sizeof store, ROBOTS_UNAVAILABLE, utc(sim));
    }
    if (bytes > 0)
        crawl_robots(&sim->crawl, store, (size_t)bytes);
    return STATUS_OK;
}

static int skip(void *context, const struct crawl_request *request, int fetch_status)
{
    struct sim *sim = context;
    if (sim->options.trace)
        fprintf(sim->options.trace, "skip\t%d\t%s\n", fetch_status, request->url->text);
    return STATUS_OK;
}

static void *lend(void *context, size_t bytes)
{
    struct sim *sim = context;
    return bytes <= sizeof sim->lent ? sim->lent : NULL;
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
    struct sim *sim = context;
    if (event == CRAWL_EVENT_ROUND)
        sim->now.round = number;
    if (event == CRAWL_EVENT_QUEUED) /* the next one is about to begin */
        sim_write_table(sim, sim->now.round - 1);
    if (sim->options.trace && event < sizeof names / sizeof *names)
        fprintf(sim->options.trace, "%s\t%u\t%s\n", names[event], (unsigned)number, host ? host : "-");
}

void sim_port(struct sim *sim, struct crawl_port *port)
{
    *port = (struct crawl_port){.context = sim,
                                .now_ms = now_ms,
                                .utc = utc,
                                .resolve = resolve,
                                .country = country,
                                .predict = predict_host,
                                .fetch = fetch,
                                .robots = robots,
                                .skip = skip,
                                .lend = lend,
                                .give_back = give_back,
                                .event = event,
                                .state = &sim->state,
                                .hosts = &sim->hosts};
}
