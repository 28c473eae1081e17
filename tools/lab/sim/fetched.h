/* Which pages of a world were fetched: a page that is fetched again is found only once. */
#ifndef CRAWLBOX_SIM_FETCHED_H
#define CRAWLBOX_SIM_FETCHED_H

#include "world/world.h"

struct fetched {
    uint64_t *before; /* pages of the parts before each */
    uint8_t *bits;
    uint32_t parts;
};

/* STATUS_FULL: no memory. Closing what was not opened, but zeroed, is fine. */
int fetched_open(struct fetched *fetched, const struct world *world, uint32_t parts);
void fetched_close(struct fetched *fetched);

/* True if the page was not fetched before; from then on it was. Pages without a number of their own
 * (calendars) are always new. */
bool fetched_add(struct fetched *fetched, struct world_page page);

#endif
