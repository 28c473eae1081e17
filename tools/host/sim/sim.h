/*
 * A crawl of a simulated web: the box's own engine, host graph and predictor (app/crawl, app/hosts, app/predict), with a world
 * in the place of the network, memory in the place of the card, and a clock that jumps.
 *
 *     struct sim sim;
 *     struct sim_options options = {.pages = 1000000, .predictor = SIM_RULE};
 *     settings_reset(&options.settings);
 *     if (sim_open(&sim, &world, &options) == 0) {
 *         sim_run(&sim);
 *         printf("%u of %u pages are Thai\n", sim.now.thai, sim.now.pages);
 *     }
 *     sim_close(&sim);
 */
#ifndef CRAWLBOX_SIM_SIM_H
#define CRAWLBOX_SIM_SIM_H

#include <stdio.h>

#include "crawl/crawl.h"
#include "hosts/hosts.h"
#include "predict/model.h"
#include "settings/settings.h"
#include "sim/memory.h"
#include "world/text.h"
#include "world/world.h"

enum sim_predictor {
    SIM_NONE,     /* every host that is linked to may be Thai */
    SIM_RULE,     /* the box's rule of thumb */
    SIM_TREE,     /* a single decision tree */
    SIM_ENSEMBLE, /* the box's model */
    SIM_PERFECT,  /* knows the truth about hosts */
    SIM_PREDICTORS
};
const char *sim_predictor_name(unsigned predictor);

enum { SIM_SAMPLES = 200 };

struct sim_options {
    struct settings settings;
    uint32_t pages;            /* to fetch */
    unsigned predictor;        /* enum sim_predictor */
    const struct model *model; /* for SIM_TREE and SIM_ENSEMBLE */
    bool perfect_links;        /* and knows the truth about pages: the perfect crawler */
    uint32_t card_mb;          /* with the limits of a box that has such a card; 0: without limits */
    FILE *trace;               /* the order of sites and fetches; or NULL */
    FILE *tables;              /* the host table after each round; or NULL */
    bool quiet;                /* no progress on the terminal */
};

/* How far a crawl is. */
struct sim_point {
    uint32_t pages, thai;
    uint64_t bytes_thai, bytes_other;
    uint32_t sites, thai_sites; /* ended */
    uint32_t round;
    uint32_t requests; /* pages, failures, redirects; robots.txt not counted */
};

struct sim {
    const struct world *world;
    struct sim_options options;
    struct memory memory;
    struct state state;
    struct state_line lines[3];
    struct hosts hosts;
    struct crawl crawl;
    struct crawl_port port;
    uint64_t now_ms;
    struct sim_point now;
    struct sim_point samples[SIM_SAMPLES + 1]; /* evenly over options.pages; the last is the end */
    uint32_t sample_count;
    uint64_t thai_pages; /* that the world has */
    int32_t stopped;     /* enum crawl_stop, or 0: it has all the pages that were wanted */
    struct page_text text;
    uint32_t lent[1024];
    char link_text[URL_BUFFER_SIZE];
    const struct world_host *fetching; /* host of the page under way */
};

/* STATUS_FULL: no memory. The world must outlive it. */
int sim_open(struct sim *sim, const struct world *world, const struct sim_options *options);

/* Crawls until there are enough pages or nothing is left. 0, or a status of the engine. */
int sim_run(struct sim *sim);
void sim_close(struct sim *sim);

/* In percent. */
double sim_harvest(const struct sim_point *point);
double sim_coverage(const struct sim *sim, const struct sim_point *point);

#endif
