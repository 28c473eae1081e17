/*
 * A crawl of a simulated web: by the box's own engine, host graph and predictors (app/crawl, app/graph), with
 * a world in the place of the network, memory in the place of the card, and a clock that jumps; or, to
 * compare with, page by page from one queue over all sites.
 *
 *     struct sim_options options = {.pages = 1000000, .predictor = SIM_RULE};
 *     settings_reset(&options.settings);
 *     sim_choose(&options, sim_strategy_find("ls2", world));
 *     static struct sim_result result;
 *     if (sim_crawl(world, &options, &result) == 0)
 *         printf("%u of %u pages are wanted\n", result.end.targets, result.end.pages);
 */
#ifndef CRAWLBOX_SIM_SIM_H
#define CRAWLBOX_SIM_SIM_H

#include <stdio.h>

#include "graph/predict/model.h"
#include "settings/settings.h"
#include "world/world.h"

struct topic; /* topic/topic.h */

enum sim_predictor {
    SIM_NONE,     /* every host or segment that is linked to may be what is wanted */
    SIM_RULE,     /* of hosts: the box's rule of thumb */
    SIM_TREE,     /* of hosts: a single decision tree */
    SIM_ENSEMBLE, /* of hosts: the box's model */
    SIM_PERFECT,  /* of hosts: knows the truth */
    SIM_FACTS,    /* of segments: the published link facts, taken as independent */
    SIM_PACK,     /* of segments: a topic pack, the box's own predictor */
    SIM_PREDICTORS
};

/* What a crawl chooses next: a site, a segment, or a page. */
enum sim_way { SIM_BY_SITE, SIM_BY_SEGMENT, SIM_BY_PAGE, SIM_BY_ONE_QUEUE };

enum sim_order {
    SIM_ORDER_BFS,      /* in the order found */
    SIM_ORDER_BEST,     /* links of the most relevant page first */
    SIM_ORDER_HARD,     /* one queue: only links of wanted pages */
    SIM_ORDER_SOFT,     /* one queue: links of wanted pages first */
    SIM_ORDER_LSWC,     /* one queue: by the published classes, with lswc_s and lswc_t */
    SIM_ORDER_PERFECT,  /* one queue: only links to wanted pages */
    SIM_ORDER_WEIGHTED, /* by the sum of struct sim_weights: the order of the Persian crawler */
};

struct sim_strategy {
    const char *name;
    enum sim_way way;
    uint8_t order;         /* by site: enum strategy of the settings; by page: enum sim_order */
    bool is_perfect;       /* knows the truth about pages and sites */
    bool has_no_predictor; /* what links to a segment decides alone */
};

struct sim_weights {
    double depth;     /* x levels that are left below the site's fifth */
    double random;    /* x a number from 0 to 1 */
    double site_rank; /* x links to the site, as a share of the most that any site has */
    double language;  /* if the page with the link is wanted */
};

enum {
    SIM_SAMPLES = 200,
    SIM_FIRST_DECADE = 10000,
    SIM_DECADES = 5 /* of which the last is the most pages that can be wanted */
};

struct sim_options {
    struct settings settings;
    const struct sim_strategy *strategy;
    struct sim_weights weights; /* for SIM_ORDER_WEIGHTED */
    enum sim_predictor predictor;
    const struct model *model;       /* for SIM_TREE and SIM_ENSEMBLE */
    const struct model *other_model; /* whose predictions of unvisited hosts are counted, too; or NULL */
    const struct topic *topic;       /* for SIM_PACK */
    uint32_t pages;                  /* to fetch */
    uint32_t sites;                  /* to visit at most; 0: as many as there are */
    uint16_t misses, alarms;         /* pages of 1,000, wanted and others, that the box judges wrongly */
    uint32_t card_mb;                /* with the limits of a box that has such a card; 0: without limits */
    FILE *trace;                     /* the order of sites and fetches; or NULL */
    FILE *tables;                    /* the host table after each round; or NULL */
};

/* How far a crawl is. */
struct sim_point {
    uint32_t pages, targets;
    uint64_t bytes_targets, bytes_other;
    uint32_t sites, target_sites;              /* ended; not counted page by page */
    uint32_t round;                            /* none page by page */
    uint32_t probes, found, seconds, explored; /* what exploring brought: struct crawl_explored */
};

/* Hosts that are known at the end of a crawl site by site and were not visited: how many of them are
 * predicted rightly by the box, by its model alone, and by options.other_model. */
struct sim_unvisited {
    uint32_t hosts, right, model_right, other_right;
};

struct sim_result {
    struct sim_point end;
    struct sim_unvisited unvisited;
    /* Evenly over the pages that are to be fetched, and at 10,000, 100,000, ... of them; the last is the end.
     */
    struct sim_point samples[SIM_SAMPLES + SIM_DECADES + 1];
    uint32_t sample_count, even_samples;
    uint64_t next_decade; /* pages */
    uint64_t targets;     /* that the world has */
    uint64_t time_ms;     /* that the box would have taken; 0 page by page */
    int32_t stopped;      /* enum crawl_stop, or 0: it has all the pages that were wanted, or had no more */
};

/* A strategy by name that the kind of web allows, or NULL. */
const struct sim_strategy *sim_strategy_find(const char *name, const struct world *world);
const char *sim_predictor_name(unsigned predictor); /* NULL behind the last */

/* Sets the strategy and what follows from it. */
void sim_choose(struct sim_options *options, const struct sim_strategy *strategy);

/* 0, STATUS_FULL: no memory, or a status of the engine; result.stopped says more. */
int sim_crawl(const struct world *world, const struct sim_options *options, struct sim_result *result);

/* What the box says of a page, 128 and more being wanted: the truth, but for those pages of a thousand that
 * options.misses and options.alarms name. It is wrong about the same pages in every crawl. */
uint8_t sim_judge(const struct sim_options *options, const struct world *world, struct world_page page);

/* In percent. */
double sim_harvest(const struct sim_point *point);
double sim_coverage(const struct sim_result *result, const struct sim_point *point);

/* For those who crawl: a page was fetched; perhaps a sample is due. The page's row in the trace. */
void sim_count(struct sim_result *result, bool is_target, uint32_t bytes);
void sim_sample(struct sim_result *result, const struct sim_options *options);
void sim_trace_page(const struct sim_options *options, const struct world *world, int status, const char *url,
                    bool is_page, bool is_target);

#endif
