/* Labelled hosts out of a simulated web. */
#ifndef CRAWLBOX_TRAIN_FROM_WORLD_H
#define CRAWLBOX_TRAIN_FROM_WORLD_H

#include "train/table.h"

/* Makes the world of a preset and adds its hosts that something links to. 0, or CLI_CANNOT after saying why. */
int table_from_world(struct table *table, const char *preset, uint64_t seed);

#endif
