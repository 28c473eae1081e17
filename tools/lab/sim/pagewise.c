/* One queue of pages over all sites. */
#include "topicsim/pagewise.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "world/random.h"

enum { LEVELS = 5, RANDOM_SEED = 2009, RELEVANCE_TARGET = 128 };

struct entry {
    double weight;
    uint64_t page;
    uint32_t number; /* equal weights: in the order found */
    uint8_t depth;   /* links from where the crawl came into the site */
};

struct crawl {
    const struct pagewise_web *web;
    const struct pagewise_order *order;
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

static void push(struct crawl *crawl, struct entry entry)
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

static struct entry pop(struct crawl *crawl)
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

static bool grow_seen(struct crawl *crawl)
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
static bool note(struct crawl *crawl, uint64_t page)
{
    if (crawl->seen_count * 2 >= crawl->seen_room && !grow_seen(crawl)) {
        crawl->full = true;
        return false;
    }
    uint64_t *place = seen_place(crawl->seen, crawl->seen_room, page);
    if (*place)
        return false;
    *place = page + 1;
    crawl->seen_count++;
    return true;
}

/* ---- The order ---- */

static double weigh(struct crawl *crawl, uint32_t site, unsigned depth)
{
    const struct pagewise_order *order = crawl->order;
    switch (order->kind) {
    case PAGEWISE_BFS: return 0;
    case PAGEWISE_BEST: return crawl->relevance;
    default: break;
    }
    double weight = depth < LEVELS ? order->depth * (LEVELS - depth) : 0;
    weight += order->random * random_real(&crawl->random);
    weight += order->site_rank * crawl->site_links[site] / (crawl->most_links + 1.0);
    return weight + (crawl->relevance >= RELEVANCE_TARGET ? order->language : 0);
}

static void take_link(void *context, uint64_t page)
{
    struct crawl *crawl = context;
    const struct pagewise_web *web = crawl->web;
    uint32_t site = web->site(web->context, page);
    bool stays = site == web->site(web->context, crawl->page.page);
    if (!stays && ++crawl->site_links[site] > crawl->most_links)
        crawl->most_links = crawl->site_links[site];
    if (!note(crawl, page))
        return;
    unsigned depth = stays && crawl->page.depth < UINT8_MAX ? crawl->page.depth + 1u : 1;
    push(crawl, (struct entry){weigh(crawl, site, depth), page, crawl->numbered++, (uint8_t)depth});
}

static void take_seeds(struct crawl *crawl)
{
    const struct pagewise_web *web = crawl->web;
    uint64_t page;
    for (uint32_t i = 0; web->seed(web->context, i, &page); i++)
        if (note(crawl, page))
            push(crawl, (struct entry){1e9, page, crawl->numbered++, 0});
}

static void visit(struct crawl *crawl, uint32_t site_cap, struct curve *curve)
{
    const struct pagewise_web *web = crawl->web;
    crawl->page = pop(crawl);
    uint64_t page = crawl->page.page;
    uint32_t site = web->site(web->context, page);
    if (crawl->site_pages[site] >= site_cap || !web->exists(web->context, page))
        return;
    crawl->site_pages[site]++;
    crawl->relevance = web->judge(web->context, page);
    curve_count(curve, web->is_target(web->context, page));
    web->links(web->context, page, take_link, crawl);
}

int pagewise_crawl(const struct pagewise_web *web, const struct pagewise_order *order, uint32_t pages,
                   uint32_t site_cap, struct curve *curve)
{
    struct crawl crawl = {.web = web, .order = order, .random.state = RANDOM_SEED};
    memset(curve, 0, sizeof *curve);
    curve->wanted = pages;
    curve->target_pages = web->target_pages;
    crawl.site_pages = calloc(web->sites, sizeof *crawl.site_pages);
    crawl.site_links = calloc(web->sites, sizeof *crawl.site_links);
    crawl.full = !crawl.site_pages || !crawl.site_links;
    if (!crawl.full)
        take_seeds(&crawl);
    while (!crawl.full && crawl.queued > 0 && curve->pages < pages)
        visit(&crawl, site_cap, curve);
    free(crawl.queue);
    free(crawl.seen);
    free(crawl.site_pages);
    free(crawl.site_links);
    return crawl.full ? STATUS_FULL : STATUS_OK;
}
