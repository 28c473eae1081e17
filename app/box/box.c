#include "box/box.h"

#include "base/status.h"
#include "fetch/guard.h"

enum { RESOLVE_MS = 10000 };

/* ---- The engine's port ---- */

static int resolve_public(void *context, const char *host, uint32_t *address)
{
    const struct box *box = context;
    const struct fetch_port *network = box->parts->harvest->fetch.port;
    int status = network->locate(network->context, host, address, RESOLVE_MS);
    if (status == STATUS_OK &&
        fetch_refuses(network, *address, box->settings->allow.range, box->settings->allow.count) != NULL)
        return STATUS_REFUSED;
    return status;
}

static void connect_ahead(void *context, uint32_t address, uint16_t port)
{
    fetch_ahead(&((const struct box *)context)->parts->harvest->fetch, address, port);
}

static void ask_ahead(void *context, const char *host)
{
    const struct fetch_port *network = ((const struct box *)context)->parts->harvest->fetch.port;
    if (network->ask != NULL)
        network->ask(network->context, host);
}

static const struct topic *topic_of_card(const struct box *box)
{
    return box->settings->mode == MODE_SEGMENT && box->parts->topic != NULL
               ? box->parts->topic(box->parts->machine.context)
               : NULL;
}

/* Without a topic pack all links have the same chance, and their source alone decides (the best-segment
 * crawler). */
static uint8_t chance_of_link(void *context, const struct crawl_segment_link *link)
{
    const struct topic *topic = topic_of_card(context);
    return topic != NULL ? box_reader_chance(topic, link) : UINT8_MAX;
}

static int visit_page(void *context, const struct visit_request *request, struct visit_answer *answer)
{
    return harvest_page(((const struct box *)context)->parts->harvest, request, answer);
}

static int visit_sitemap(void *context, const struct visit_request *request, struct visit_answer *answer)
{
    return harvest_sitemap(((const struct box *)context)->parts->harvest, request, answer);
}

static int visit_robots(void *context, const struct visit_request *request, struct visit_answer *answer)
{
    return harvest_robots(((const struct box *)context)->parts->harvest, request, answer);
}

static int log_skipped(void *context, const struct visit_request *request, int fetch_status)
{
    return harvest_skip(((const struct box *)context)->parts->harvest, request, fetch_status);
}

static void random_bytes(void *context, void *bytes, size_t size)
{
    const struct store_port *port = ((const struct box *)context)->parts->store->port;
    port->random(port->context, bytes, size);
}

/* Writes down a host that another box of the fleet is to visit. */
static int log_foreign_host(void *context, const char *host, bool is_secure)
{
    return store_log_host(((const struct box *)context)->parts->store, host, is_secure);
}

/* What pages need is stored only while a sixteenth of the card is free: the rest is for pages. */
static bool has_room_for_embeds(void *context)
{
    struct store_info info;
    return store_get_info(((const struct box *)context)->parts->store, &info) == 0 &&
           info.free_kb >= info.total_kb / 16;
}

/* ---- The box ---- */

void box_init(struct box *box, const struct box_parts *parts, const struct settings *settings)
{
    *box = (struct box){
        .parts = parts,
        .settings = settings,
        .crawl_port = {.machine = &parts->machine,
                       .state = &box->state,
                       .hosts = &box->hosts,
                       .context = box,
                       .fetch = visit_page,
                       .robots = visit_robots,
                       .sitemap = visit_sitemap,
                       .skip = log_skipped,
                       .resolve = resolve_public,
                       .has_room = has_room_for_embeds,
                       .ahead = connect_ahead,
                       .ask = ask_ahead,
                       .chance = chance_of_link,
                       .add = box_reader_add,
                       .random = random_bytes,
                       .foreign = log_foreign_host},
        .harvest_port = {.machine = &parts->machine, .context = box},
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
    harvest->port = &box->harvest_port; /* the console's `fetch` may have put in its own */
    harvest->store = box->parts->store;
    box->harvest_port.reader = topic_of_card(box) != NULL ? &box_reader : NULL;
    return crawl_step(&box->crawl);
}

void box_close(struct box *box)
{
    harvest_close(box->parts->harvest);
}
