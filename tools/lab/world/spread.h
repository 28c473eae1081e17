/*
 * Uneven distributions with a given sum: a few large values and many small ones, the same for every seed, in
 * random order.
 *
 * Values are the quantiles of a distribution rather than draws from it, so that a world's totals are met
 * closely by every seed although the distributions have tails in which a single draw would move the total.
 */
#ifndef CRAWLBOX_WORLD_SPREAD_H
#define CRAWLBOX_WORLD_SPREAD_H

#include <stdint.h>

#include "random.h"

/*
 * A power law: values from 1 to `largest`, whose exponent is chosen so that they add up to about `total`. The
 * order is from the smallest to the largest. Returns the exponent of the density.
 */
double spread_power_law(uint32_t *values, uint32_t count, uint64_t total, uint32_t largest);

/* A log-logistic hill (sizes of sites): from 1 to `largest`, smallest first; `width` 0.3 narrow, 1 wide. */
void spread_sizes(uint32_t *values, uint32_t count, uint64_t total, double width, uint32_t largest);

void spread_shuffle(uint32_t *values, uint32_t count, struct random *random);

#endif
