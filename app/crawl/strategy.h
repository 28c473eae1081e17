/*
 * Strategies: which links of a site are followed, in which order, when it is given up, and which hosts are
 * visited at all.
 *
 *     const struct strategy *strategy = strategy_of(settings);
 *     enum crawl_site_stop stop = strategy->page(settings, site, &run, is_target);      run: of its links
 *     if (!stop && run.class != STRATEGY_DROP) ...
 *
 * DESIGN.md says how each follows its source, and where crawling by sites makes it differ.
 */
#ifndef CRAWLBOX_CRAWL_STRATEGY_H
#define CRAWLBOX_CRAWL_STRATEGY_H

#include "crawl/crawl.h"

enum { STRATEGY_DROP = 0xff }; /* class of links that are not followed */

/* What a strategy knows of a host that was not visited. */
struct strategy_host {
    uint8_t confidence; /* of the predictor */
    uint8_t hops;       /* sites from a seed */
    uint8_t distance;   /* sites from the last one in the language */
    bool has_target_source;
};

struct strategy {
    /* A page was fetched: updates the site's counters, turns `run`, which is the page's, into that of its
     * links, and says whether the site goes on (SITE_STOP_NONE). */
    enum crawl_site_stop (*page)(const struct settings *settings, struct crawl_site *site,
                                 struct crawl_run *run, bool is_target);

    /* A URL is to be fetched next: may it be (SITE_STOP_NONE), or does the site end? NULL: it may. */
    enum crawl_site_stop (*take)(const struct settings *settings, const struct crawl_site *site,
                                 const struct crawl_run *run);

    /* Are pages taken in the order in which they were found, whatever their classes? NULL: they are not. */
    bool (*in_order)(const struct crawl_site *site);

    /* The place of a host in the queue of the next round, the highest first; 0: it is not visited. */
    uint8_t (*host)(const struct settings *settings, const struct strategy_host *host);

    /* Is that place the predictor's confidence? Then the strategy may explore (explore.c). */
    bool by_confidence;
};

const struct strategy *strategy_of(const struct settings *settings);

#endif
