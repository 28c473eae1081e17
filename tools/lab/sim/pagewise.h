/* Crawls that choose page by page from one queue over all sites, in one of three orders (sim.h). */
#ifndef CRAWLBOX_SIM_PAGEWISE_H
#define CRAWLBOX_SIM_PAGEWISE_H

#include "sim/sim.h"

/* As sim_crawl(). Of the settings only page_cap counts. */
int pagewise_crawl(const struct world *world, const struct world_size *size,
                   const struct sim_options *options, struct sim_result *result);

#endif
