/*
 * The segment crawler in a topic web: the box's own engine with `mode = segment` (app/crawl, app/segment, app/hosts), a web in
 * the place of the network, memory in the place of the card, and a clock that jumps.
 *
 *     struct topicsim_options options = {.predictor = TOPICSIM_FACTS, .pages = 10000};
 *     settings_reset(&options.settings);
 *     struct curve curve;
 *     topicsim_crawl(&web, &options, &curve);
 *     printf("%.2f %%\n", curve_harvest(&curve));
 */
#ifndef CRAWLBOX_TOPICSIM_H
#define CRAWLBOX_TOPICSIM_H

#include <stdio.h>

#include "settings/settings.h"
#include "topicsim/curve.h"
#include "topicweb/topicweb.h"

struct topic; /* topic/topic.h */

enum topicsim_predictor {
    TOPICSIM_NONE,  /* what links to a segment decides alone: the best-segment crawler */
    TOPICSIM_FACTS, /* the published link facts, taken as independent */
    TOPICSIM_PACK,  /* a topic pack: the box's own predictor */
};

struct topicsim_options {
    struct settings settings; /* mode is set to segment */
    uint32_t pages;
    enum topicsim_predictor predictor;
    const struct topic *topic; /* for TOPICSIM_PACK */
    FILE *trace;               /* the order of segments and fetches; or NULL */
};

/* STATUS_OK, STATUS_FULL: no memory, or a status of the engine. */
int topicsim_crawl(const struct topicweb *web, const struct topicsim_options *options, struct curve *curve);

/* All crawlers side by side, as one HTML file. Returns an exit status. */
int topicsim_compare(const struct topicweb *web, const struct topicsim_options *options, const char *path);

/* `crawlbox sim` where there is a topic web, or where a crawl is to go page by page. */
bool topicsim_is_meant(int argc, char **argv);
int topicsim_command(int argc, char **argv);

#endif
