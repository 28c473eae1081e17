/* One queue of classes over all servers. */
#include "sim/onequeue.h"

#include <stdlib.h>

#include "base/status.h"
#include "crawl/crawl.h"

enum { CLASSES = 32, DROP = CLASSES, FETCHED = UINT8_MAX };

struct waiting {
    struct world_page page;
    uint8_t distance; /* pages that were not wanted since the last that was, on the way to it */
};

struct class_of_queue { /* first in, first out */
    struct waiting *entries;
    uint32_t first, count, room;
};

struct onequeue {
    const struct world *world;
    const struct sim_options *options;
    struct sim_result *result;
    struct class_of_queue classes[CLASSES];
    uint64_t *before;      /* pages of the parts before each */
    uint8_t *state;        /* of each page: 0, its best class + 1, or FETCHED */
    uint32_t *pages;       /* of each server that were fetched */
    uint8_t *streak;       /* of each server: unwanted pages so far, while there is no wanted one */
    bool *relevant;        /* each server: it had a wanted page */
    struct waiting parent; /* whose links are read */
    bool parent_is_target;
    bool full; /* no memory */
};

static void push(struct onequeue *crawl, unsigned class, struct waiting entry)
{
    struct class_of_queue *queue = &crawl->classes[class];
    if (queue->count == queue->room) {
        uint32_t room = queue->room * 2 + 1024;
        struct waiting *larger = realloc(queue->entries, room * sizeof *larger);
        if (!larger) {
            crawl->full = true;
            return;
        }
        queue->entries = larger;
        queue->room = room;
    }
    queue->entries[queue->count++] = entry;
    crawl->state[crawl->before[entry.page.part] + entry.page.page] = (uint8_t)(class + 1);
}

/* ---- The orders ---- */

/* The class of a URL by the published rules, or DROP. A URL behind one unwanted page counts a step more if
 * the page before that one was wanted. */
static unsigned class_by_lswc(const struct onequeue *crawl, uint32_t server, unsigned distance)
{
    const struct settings *settings = &crawl->options->settings;
    if (distance > settings->lswc_t ||
        (!crawl->relevant[server] && crawl->streak[server] >= settings->lswc_s))
        return DROP;
    if (crawl->relevant[server])
        return 0;
    if (crawl->parent_is_target)
        return server == crawl->parent.page.part ? 1 : 2;
    unsigned class = distance == 1 ? 2 : 2 + distance;
    return class < CLASSES ? class : CLASSES - 1;
}

static unsigned class_of_link(const struct onequeue *crawl, struct world_page page, unsigned distance)
{
    const struct world *world = crawl->world;
    switch (crawl->options->strategy->order) {
    case SIM_ORDER_HARD: return crawl->parent_is_target ? 0 : DROP;
    case SIM_ORDER_SOFT: return crawl->parent_is_target ? 0 : 1;
    case SIM_ORDER_LSWC: return class_by_lswc(crawl, page.part, distance);
    case SIM_ORDER_PERFECT: return world->kind->is_target(world, page) ? 0 : DROP;
    default: return 0;
    }
}

static void take_link(void *context, struct world_page page, const struct topicweb_link *between)
{
    struct onequeue *crawl = context;
    const struct world *world = crawl->world;
    (void)between;
    page.page &= ~(uint32_t)WORLD_REDIRECT; /* which leads there without a fetch that counts */
    if (page.page >= world->kind->page_count(world, page.part) || !world->kind->exists(world, page))
        return;
    unsigned distance = crawl->parent_is_target ? 0 : crawl->parent.distance + 1u;
    unsigned class = class_of_link(crawl, page, distance);
    uint8_t state = crawl->state[crawl->before[page.part] + page.page];
    if (class == DROP || (state > 0 && state <= class + 1) || state == FETCHED)
        return;
    push(crawl, class, (struct waiting){page, (uint8_t)(distance < UINT8_MAX ? distance : UINT8_MAX)});
}

/* From its first wanted page on all that waits of a server comes first. */
static void call_server_forward(struct onequeue *crawl, uint32_t server)
{
    uint32_t pages = crawl->world->kind->page_count(crawl->world, server);
    crawl->relevant[server] = true;
    for (uint32_t page = 0; page < pages; page++) {
        uint8_t state = crawl->state[crawl->before[server] + page];
        if (state > 1 && state != FETCHED)
            push(crawl, 0, (struct waiting){{server, page}, 0});
    }
}

/* ---- The crawl ---- */

static bool pop(struct onequeue *crawl, struct waiting *entry)
{
    for (unsigned class = 0; class < CLASSES; class ++) {
        struct class_of_queue *queue = &crawl->classes[class];
        while (queue->first < queue->count) {
            *entry = queue->entries[queue->first++];
            if (crawl->state[crawl->before[entry->page.part] + entry->page.page] == class + 1)
                return true; /* else it was fetched, or waits in a better class */
        }
    }
    return false;
}

static void count_for_server(struct onequeue *crawl, uint32_t server, bool is_target)
{
    crawl->pages[server]++;
    if (crawl->options->strategy->order != SIM_ORDER_LSWC || crawl->relevant[server])
        return;
    if (is_target)
        call_server_forward(crawl, server);
    else if (crawl->streak[server] < UINT8_MAX)
        crawl->streak[server]++;
}

static void visit(struct onequeue *crawl, const struct waiting *entry)
{
    const struct world *world = crawl->world;
    struct world_page page = entry->page;
    const struct settings *settings = &crawl->options->settings;
    bool is_given_up = crawl->options->strategy->order == SIM_ORDER_LSWC && !crawl->relevant[page.part] &&
                       crawl->streak[page.part] >= settings->lswc_s;
    if (crawl->pages[page.part] >= settings->page_cap || is_given_up)
        return;
    bool is_target = world->kind->is_target(world, page);
    crawl->state[crawl->before[page.part] + page.page] = FETCHED;
    sim_count(crawl->result, is_target, world->kind->page_bytes(world, page));
    sim_sample(crawl->result, crawl->options);
    crawl->parent = *entry;
    crawl->parent_is_target = sim_judge(crawl->options, world, page) > UINT8_MAX / 2;
    count_for_server(crawl, page.part, crawl->parent_is_target);
    world->kind->links(world, page, take_link, crawl);
}

/* Each table has room for one more than the web has: an empty web has tables, too. */
static bool open_tables(struct onequeue *crawl, const struct world_size *size)
{
    crawl->before = calloc(size->parts + 1u, sizeof *crawl->before);
    for (uint32_t part = 0; crawl->before && part < size->parts; part++)
        crawl->before[part + 1] = crawl->before[part] + crawl->world->kind->page_count(crawl->world, part);
    crawl->state = crawl->before ? calloc(crawl->before[size->parts] + 1u, 1) : NULL;
    crawl->pages = calloc(size->parts + 1u, sizeof *crawl->pages);
    crawl->streak = calloc(size->parts + 1u, sizeof *crawl->streak);
    crawl->relevant = calloc(size->parts + 1u, sizeof *crawl->relevant);
    return crawl->state && crawl->pages && crawl->streak && crawl->relevant;
}

static void close_tables(struct onequeue *crawl)
{
    for (unsigned class = 0; class < CLASSES; class ++)
        free(crawl->classes[class].entries);
    free(crawl->before);
    free(crawl->state);
    free(crawl->pages);
    free(crawl->streak);
    free(crawl->relevant);
}

int onequeue_crawl(const struct world *world, const struct world_size *size,
                   const struct sim_options *options, struct sim_result *result)
{
    struct onequeue crawl = {.world = world, .options = options, .result = result};
    struct waiting entry;
    struct world_page seed;
    crawl.full = !open_tables(&crawl, size);
    for (uint32_t i = 0; !crawl.full && world->kind->seed(world, i, &seed); i++)
        push(&crawl, 0, (struct waiting){seed, 0});
    while (!crawl.full && result->end.pages < options->pages && pop(&crawl, &entry))
        visit(&crawl, &entry);
    if (result->end.pages < options->pages)
        result->stopped = CRAWL_STOP_NOTHING_LEFT;
    close_tables(&crawl);
    return crawl.full ? STATUS_FULL : STATUS_OK;
}
