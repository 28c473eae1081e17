/* Labelled hosts out of a simulated web. */
#ifndef CRAWLBOX_FROM_WORLD_H
#define CRAWLBOX_FROM_WORLD_H

#include "model/table.h"

struct world_hosting; /* world/world.h */

/* Makes the world of a preset, with its servers where `hosting` says, and adds its hosts. 0, or CLI_CANNOT
 * after saying why. */
int table_from_world(struct table *table, const char *preset, uint64_t seed,
                     const struct world_hosting *hosting);

#endif
