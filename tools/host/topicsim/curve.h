/* How a crawl went: pages and those that were wanted, noted now and then. */
#ifndef CRAWLBOX_TOPICSIM_CURVE_H
#define CRAWLBOX_TOPICSIM_CURVE_H

#include <stdbool.h>
#include <stdint.h>

enum { CURVE_POINTS = 100 };

struct curve {
    uint32_t wanted; /* pages that the crawl ends with */
    uint32_t pages, targets;
    uint64_t target_pages; /* that there are in the web */
    uint32_t count;
    struct {
        uint32_t pages, targets;
    } points[CURVE_POINTS + 1];
};

/* A page was fetched. */
static inline void curve_count(struct curve *curve, bool is_target)
{
    curve->pages++;
    curve->targets += is_target;
    if (curve->count < CURVE_POINTS &&
        curve->pages >= (uint64_t)curve->wanted * (curve->count + 1) / CURVE_POINTS) {
        curve->points[curve->count].pages = curve->pages;
        curve->points[curve->count++].targets = curve->targets;
    }
}

/* In percent. */
static inline double curve_harvest(const struct curve *curve)
{
    return curve->pages ? 100.0 * curve->targets / curve->pages : 0;
}

static inline double curve_coverage(const struct curve *curve)
{
    return curve->target_pages ? 100.0 * curve->targets / (double)curve->target_pages : 0;
}

#endif
