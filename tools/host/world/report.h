/* What `crawlbox world` prints about a world. All return an exit status of cli.h. */
#ifndef CRAWLBOX_WORLD_REPORT_H
#define CRAWLBOX_WORLD_REPORT_H

#include "world/world.h"

int report_info(const struct world *world);
int report_hosts(const struct world *world); /* a row with tabs for each host */
int report_features(
    const struct world *world); /* ARFF (train/table.h): the features and the kind of each host */
int report_verify(const struct world *world); /* CLI_NO: a figure is outside of its tolerance */

#endif
