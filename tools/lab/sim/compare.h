/* Several crawls of one web side by side, as one HTML file. */
#ifndef CRAWLBOX_SIM_COMPARE_H
#define CRAWLBOX_SIM_COMPARE_H

#include "sim/sim.h"

/* Settings, pages and the predictor of segments are those of `options`; models for the single tree and for
 * the ensemble are only needed in a web of sites. Returns an exit status. */
int compare_write(const struct world *world, const struct sim_options *options, const struct model *tree,
                  const struct model *ensemble, const char *path);

#endif
