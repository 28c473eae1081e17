#include "box/box.h"

#include "base/status.h"
#include "guard/guard.h"
#include "predict/predict.h"
#include "url/key.h"

enum { RESOLVE_MS = 10000, MS_PER_S = 1000 };

/* ---- What the engine asks ---- */

static uint32_t now_ms(void *context)
{
    const struct box *box = context;
    return box->parts->now_ms(box->parts->context);
}

static uint32_t utc(void *context)
{
    const struct box *box = context;
    return (uint32_t)(box->parts->utc_ms(box->parts->context) / MS_PER_S);
}

static bool is_online(void *context)
{
    const struct box *box = context;
    return !box->parts->is_online || box->parts->is_online(box->parts->context);
}

static int resolve(void *context, const char *host, uint32_t *address)
{
    const struct box *box = context;
    const struct fetch_port *network = box->parts->harvest->fetch.port;
    int status = network->resolve(network->context, host, address, RESOLVE_MS);
    if (status == STATUS_OK &&
        fetch_refuses(network, *address, box->settings->allow.range, box->settings->allow.count) != NULL)
        return STATUS_REFUSED;
    return status;
}

static uint8_t country(void *context, uint32_t address)
{
    const struct box *box = context;
    return box->parts->country ? box->parts->country(box->parts->context, address) : COUNTRY_OTHER;
}

static uint8_t predict_host(void *context, const struct features *features)
{
    const struct box *box = context;
    return box->parts->predict ? box->parts->predict(box->parts->context, features) : predict_rule(features);
}

static const struct topic *topic_of(const struct box *box)
{
    return box->settings->mode == MODE_SEGMENT && box->parts->topic != NULL ? box->parts->topic() : NULL;
}

/* Without a topic pack it is the source that decides: the best-segment crawler. */
static uint8_t chance(void *context, const struct crawl_segment_link *link)
{
    const struct box *box = context;
    const struct topic *topic = topic_of(box);
    return topic != NULL ? box_reader_chance(topic, link) : UINT8_MAX;
}

/* A page that was not judged is to the crawl none that could be read: it speaks neither for its site nor against it. */
static struct crawl_answer answer_for_crawl(const struct harvest_answer *answer)
{
    return (struct crawl_answer){
        .status = answer->status,
        .is_page = answer->is_page && !answer->is_unjudged,
        .is_target = answer->is_target,
        .relevance = answer->relevance,
        .bytes = answer->bytes,
        .duration_ms = answer->duration_ms,
        .retry_after_s = answer->retry_after_s,
        .address = answer->address,
    };
}

static int fetch(void *context, const struct crawl_request *request, struct crawl_answer *answer)
{
    struct box *box = context;
    const struct harvest_request page = {
        .url = request->url,
        .path = request->path,
        .hops = request->hops,
        .worker = request->worker,
    };
    if (request->first_of_site)
        store_site_begin(box->parts->store);
    int status = harvest_page(box->parts->harvest, &page, &box->answer);
    *answer = answer_for_crawl(&box->answer);
    return status;
}

static void take_rules(void *context, const void *store, size_t bytes)
{
    struct box *box = context;
    crawl_robots(&box->crawl, store, bytes);
}

static int robots(void *context, struct url *url, uint8_t worker, struct crawl_answer *answer)
{
    struct box *box = context;
    int status = harvest_robots(box->parts->harvest, url, worker, take_rules, box, &box->answer);
    *answer = answer_for_crawl(&box->answer);
    return status;
}

static int skip(void *context, const struct crawl_request *request, int fetch_status)
{
    struct box *box = context;
    const struct crawl_log_line line = {
        .start_seconds = utc(box),
        .status = fetch_status,
        .uri = request->url->text,
        .path = request->path,
        .worker = request->worker,
        .annotations = request->note,
    };
    return store_log_crawl(box->parts->store, &line);
}

static void *take(void *context, size_t bytes)
{
    const struct box *box = context;
    return box->parts->take(box->parts->context, bytes);
}

static void give(void *context, void *piece)
{
    const struct box *box = context;
    box->parts->give(box->parts->context, piece);
}

static void event(void *context, unsigned what, const char *host, uint32_t number)
{
    const struct box *box = context;
    if (box->parts->event)
        box->parts->event(box->parts->context, what, host, number);
}

static void random_bytes(void *context, void *bytes, size_t size)
{
    const struct store_port *port = ((const struct box *)context)->parts->store->port;
    port->random(port->context, bytes, size);
}

/* A host that another box of the fleet is to visit. */
static int foreign(void *context, const char *host, bool is_secure)
{
    const struct box *box = context;
    return store_log_host(box->parts->store, host, is_secure);
}

/* ---- What the harvest asks and tells ---- */

static uint64_t utc_ms(void *context)
{
    const struct box *box = context;
    return box->parts->utc_ms(box->parts->context);
}

static void link_found(void *context, const struct harvest_link *link)
{
    struct box *box = context;
    crawl_link(&box->crawl, link->url, link->how);
    box_reader_link(box, link);
}

static int via(void *context, char *buffer, size_t size)
{
    struct box *box = context;
    return crawl_via(&box->crawl, buffer, size);
}

static int settle(void *context, const struct harvest_answer *harvested)
{
    struct box *box = context;
    const struct crawl_answer answer = answer_for_crawl(harvested);
    if (harvested->is_page)
        crawl_links_too_long(&box->crawl, harvested->page.links_too_long);
    return crawl_settle(&box->crawl, &answer);
}

/* Nothing is noted that nobody will ask for: a box that visits no site again. */

/* With the crawl's secret: whoever could invent an address with the hash of another would have its page called unchanged. */
static uint64_t hash_of(const struct box *box, const struct url *url)
{
    return keyed_hash_of(box->hosts.mark.secret, url->text, url->fragment);
}

static bool known(void *context, const struct url *url, struct valid *valid)
{
    struct box *box = context;
    return box->settings->recrawl_days > 0 && valid_find(&box->state, hash_of(box, url), valid);
}

static void stored(void *context, const struct url *url, const struct valid *valid)
{
    struct box *box = context;
    if (box->settings->recrawl_days > 0 && !box->crawl.leads_on)
        (void)valid_put(&box->state, hash_of(box, url),
                        valid); /* a card that fails says so at the next page */
}

/* ---- The box ---- */

void box_init(struct box *box, const struct box_parts *parts, const struct settings *settings)
{
    *box = (struct box){
        .parts = parts,
        .settings = settings,
        .crawl_port = {.context = box,
                       .now_ms = now_ms,
                       .utc = utc,
                       .is_online = is_online,
                       .random = random_bytes,
                       .resolve = resolve,
                       .country = country,
                       .predict = predict_host,
                       .chance = chance,
                       .fetch = fetch,
                       .robots = robots,
                       .skip = skip,
                       .lend = take,
                       .give_back = give,
                       .event = event,
                       .foreign = foreign,
                       .state = &box->state,
                       .hosts = &box->hosts},
        .harvest_port = {.context = box,
                         .take = take,
                         .give = give,
                         .utc_ms = utc_ms,
                         .link = link_found,
                         .via = via,
                         .settle = settle,
                         .known = known,
                         .stored = stored},
    };
    crawl_init(&box->crawl, &box->crawl_port, settings);
}

int box_open(struct box *box)
{
    int status = store_state_mount(&box->files, box->parts->store);
    if (status == 0)
        status = state_open(&box->state, &box->files.files, box->parts->lines, box->parts->line_count);
    return status < 0 ? status : crawl_open(&box->crawl);
}

int box_begin(struct box *box)
{
    return crawl_begin(&box->crawl);
}

int32_t box_step(struct box *box)
{
    struct harvest *harvest = box->parts->harvest;
    harvest->port = &box->harvest_port; /* the console's `fetch` has one of its own */
    harvest->store = box->parts->store;
    box->harvest_port.reader = topic_of(box) != NULL ? &box_reader : NULL;
    return crawl_step(&box->crawl);
}

void box_close(struct box *box)
{
    harvest_close(box->parts->harvest);
}
