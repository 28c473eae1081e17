/*
 * Crawlers that choose page by page from one queue over all sites, to compare with: breadth first, best first, and the weighted
 * order of the Persian crawler (its URL weight is a weighted sum; the queue is always in its order).
 *
 *     struct pagewise_order order = {.kind = PAGEWISE_WEIGHTED, .depth = 95, .random = 5, .language = 500};
 *     struct curve curve;
 *     pagewise_crawl(&web, &order, 10000, 300, &curve);
 *
 * The web is whatever can answer the questions of struct pagewise_web: a topic web, or a world (world/world.h).
 */
#ifndef CRAWLBOX_TOPICSIM_PAGEWISE_H
#define CRAWLBOX_TOPICSIM_PAGEWISE_H

#include <stdbool.h>
#include <stdint.h>

#include "topicsim/curve.h"

enum pagewise_kind {
    PAGEWISE_BFS,      /* in the order found */
    PAGEWISE_BEST,     /* links of the most relevant page first */
    PAGEWISE_WEIGHTED, /* by the sum of the weights below */
};

struct pagewise_order {
    enum pagewise_kind kind;
    double depth;     /* x levels that are left below the site's fifth */
    double random;    /* x a number from 0 to 1 */
    double site_rank; /* x links to the site, as a share of the most that any site has */
    double language;  /* if the page with the link is relevant */
};

typedef void pagewise_sink(void *context, uint64_t page);

struct pagewise_web {
    const void *context;
    uint32_t sites;
    uint64_t target_pages;                                         /* that there are */
    bool (*seed)(const void *context, uint32_t n, uint64_t *page); /* false: behind the last */
    uint32_t (*site)(const void *context, uint64_t page);
    bool (*exists)(const void *context, uint64_t page);
    bool (*is_target)(const void *context, uint64_t page);
    uint8_t (*judge)(const void *context,
                     uint64_t page); /* how relevant a classifier finds it: 128 and more is */
    void (*links)(const void *context, uint64_t page, pagewise_sink *sink, void *sink_context);
};

/* At most `pages` pages, at most `site_cap` of a site. STATUS_FULL: no memory. */
int pagewise_crawl(const struct pagewise_web *web, const struct pagewise_order *order, uint32_t pages,
                   uint32_t site_cap, struct curve *curve);

#endif
