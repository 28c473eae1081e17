/*
 * Page-level crawls of a web of sites from one queue over all servers: LSWC as it was published, and its
 * baselines. The box crawls site by site instead, and its `lswc`, `bfs`, `hard` and `soft` are adaptations of
 * these; here one sees what the adaptation costs (tools/lab/world/WORLD.md).
 */
#ifndef CRAWLBOX_SIM_ONEQUEUE_H
#define CRAWLBOX_SIM_ONEQUEUE_H

#include "sim/sim.h"

/* As sim_crawl(). Of the settings lswc_s, lswc_t and page_cap count. */
int onequeue_crawl(const struct world *world, const struct world_size *size,
                   const struct sim_options *options, struct sim_result *result);

#endif
