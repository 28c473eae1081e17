/* One queue of pages over all sites. */
#include "sim/pagewise.h"

#include <stdlib.h>

#include "base/status.h"
#include "crawl/crawl.h"
#include "random.h"

enum { LEVELS = 5, RANDOM_SEED = 2009, RELEVANCE_TARGET = 128 };

struct entry {
    double weight;
    struct world_page page;
    uint32_t number; /* equal weights: in the order found */
    uint8_t depth;   /* links from where the crawl came into the site */
};

struct pagewise {
    const struct world *world;
    const struct sim_options *options;
    struct sim_result *result;
    struct entry *queue; /* a heap */
    uint32_t queued, queue_room, numbered;
    uint64_t *seen; /* open addressing; page + 1 */
    uint32_t seen_count, seen_room;
    uint32_t *site_pages, *site_links, most_links;
    struct entry page; /* whose links are read */
    uint8_t relevance; /* what was found of it */
    struct random random;
    bool full; /* no memory */
};

/* ---- The queue ---- */

static bool comes_first(const struct entry *a, const struct entry *b)
{
    return a->weight > b->weight || (a->weight == b->weight && a->number < b->number);
}

static void push(struct pagewise *crawl, struct entry entry)
{
    if (crawl->queued == crawl->queue_room) {
        uint32_t room = crawl->queue_room * 2 + 1024;
        struct entry *larger = realloc(crawl->queue, room * sizeof *larger);
        if (!larger) {
            crawl->full = true;
            return;
        }
        crawl->queue = larger;
        crawl->queue_room = room;
    }
    uint32_t at = crawl->queued++;
    for (; at > 0 && comes_first(&entry, &crawl->queue[(at - 1) / 2]); at = (at - 1) / 2)
        crawl->queue[at] = crawl->queue[(at - 1) / 2];
    crawl->queue[at] = entry;
}

static struct entry pop(struct pagewise *crawl)
{
    struct entry first = crawl->queue[0], last = crawl->queue[--crawl->queued];
    uint32_t at = 0;
    for (uint32_t child; (child = at * 2 + 1) < crawl->queued; at = child) {
        if (child + 1 < crawl->queued && comes_first(&crawl->queue[child + 1], &crawl->queue[child]))
            child++;
        if (!comes_first(&crawl->queue[child], &last))
            break;
        crawl->queue[at] = crawl->queue[child];
    }
    crawl->queue[at] = last;
    return first;
}

/* ---- What was seen ---- */

static uint64_t *seen_place(uint64_t *seen, uint32_t room, uint64_t page)
{
    uint32_t at = (uint32_t)random_mix(page) & (room - 1);
    while (seen[at] && seen[at] != page + 1)
        at = (at + 1) & (room - 1);
    return &seen[at];
}

static bool grow_seen(struct pagewise *crawl)
{
    uint32_t room = crawl->seen_room ? crawl->seen_room * 2 : 1 << 16;
    uint64_t *larger = calloc(room, sizeof *larger);
    if (!larger)
        return false;
    for (uint32_t i = 0; i < crawl->seen_room; i++)
        if (crawl->seen[i])
            *seen_place(larger, room, crawl->seen[i] - 1) = crawl->seen[i];
    free(crawl->seen);
    crawl->seen = larger;
    crawl->seen_room = room;
    return true;
}

/* Whether it is new. */
static bool note(struct pagewise *crawl, struct world_page page)
{
    uint64_t id = (uint64_t)page.part << 32 | page.page;
    if (crawl->seen_count * 2 >= crawl->seen_room && !grow_seen(crawl)) {
        crawl->full = true;
        return false;
    }
    uint64_t *place = seen_place(crawl->seen, crawl->seen_room, id);
    if (*place)
        return false;
    *place = id + 1;
    crawl->seen_count++;
    return true;
}

/* ---- The order ---- */

static double weigh(struct pagewise *crawl, uint32_t site, unsigned depth)
{
    const struct sim_weights *weights = &crawl->options->weights;
    switch (crawl->options->strategy->order) {
    case SIM_ORDER_BFS: return 0;
    case SIM_ORDER_BEST: return crawl->relevance;
    default: break;
    }
    double weight = depth < LEVELS ? weights->depth * (LEVELS - depth) : 0;
    weight += weights->random * random_real(&crawl->random);
    weight += weights->site_rank * crawl->site_links[site] / (crawl->most_links + 1.0);
    return weight + (crawl->relevance >= RELEVANCE_TARGET ? weights->language : 0);
}

static void take_link(void *context, struct world_page page, const struct topicweb_link *between)
{
    struct pagewise *crawl = context;
    const struct world *world = crawl->world;
    (void)between;
    page.page &= ~(uint32_t)WORLD_REDIRECT; /* which leads there without a fetch that counts */
    uint32_t site = world->kind->site_of(world, page);
    bool stays = site == world->kind->site_of(world, crawl->page.page);
    if (!stays && ++crawl->site_links[site] > crawl->most_links)
        crawl->most_links = crawl->site_links[site];
    if (!note(crawl, page))
        return;
    unsigned depth = stays && crawl->page.depth < UINT8_MAX ? crawl->page.depth + 1u : 1;
    push(crawl, (struct entry){weigh(crawl, site, depth), page, crawl->numbered++, (uint8_t)depth});
}

static void take_seeds(struct pagewise *crawl)
{
    struct world_page page;
    for (uint32_t i = 0; crawl->world->kind->seed(crawl->world, i, &page); i++)
        if (note(crawl, page))
            push(crawl, (struct entry){1e9, page, crawl->numbered++, 0});
}

static void trace(const struct pagewise *crawl, struct world_page page, bool is_target)
{
    char url[WORLD_URL_BYTES];
    if (!crawl->options->trace)
        return;
    crawl->world->kind->url(crawl->world, page, url);
    sim_trace_page(crawl->options, crawl->world, 200, url, true, is_target);
}

static void visit(struct pagewise *crawl)
{
    const struct world *world = crawl->world;
    const struct world_kind *kind = world->kind;
    crawl->page = pop(crawl);
    struct world_page page = crawl->page.page;
    uint32_t site = kind->site_of(world, page);
    if (crawl->site_pages[site] >= crawl->options->settings.page_cap || !kind->exists(world, page))
        return;
    crawl->site_pages[site]++;
    crawl->relevance = sim_judge(crawl->options, world, page);
    bool is_target = kind->is_target(world, page);
    sim_count(crawl->result, is_target, kind->page_bytes(world, page));
    sim_sample(crawl->result, crawl->options);
    trace(crawl, page, is_target);
    kind->links(world, page, take_link, crawl);
}

int pagewise_crawl(const struct world *world, const struct world_size *size,
                   const struct sim_options *options, struct sim_result *result)
{
    struct pagewise crawl = {
        .world = world, .options = options, .result = result, .random.state = RANDOM_SEED};
    crawl.site_pages = calloc(size->sites, sizeof *crawl.site_pages);
    crawl.site_links = calloc(size->sites, sizeof *crawl.site_links);
    crawl.full = !crawl.site_pages || !crawl.site_links;
    if (!crawl.full)
        take_seeds(&crawl);
    while (!crawl.full && crawl.queued > 0 && result->end.pages < options->pages)
        visit(&crawl);
    if (result->end.pages < options->pages)
        result->stopped = CRAWL_STOP_NOTHING_LEFT;
    free(crawl.queue);
    free(crawl.seen);
    free(crawl.site_pages);
    free(crawl.site_links);
    return crawl.full ? STATUS_FULL : STATUS_OK;
}
