/* Counting what a web of sites is like, to hold it against what was published. */
#ifndef CRAWLBOX_WORLD_SITE_MEASURE_H
#define CRAWLBOX_WORLD_SITE_MEASURE_H

#include "world/siteweb.h"

struct measures {
    uint64_t sites[WORLD_TLDS][WORLD_KINDS];
    uint64_t pages[WORLD_TLDS][WORLD_KINDS]; /* by the page's language */
    uint64_t countries[WORLD_COUNTRIES][WORLD_KINDS];
    uint64_t links[WORLD_KINDS][WORLD_KINDS];
    double in_degree_exponent; /* of the power law that the numbers of sources follow best */
    uint32_t in_degree_most;
};

/* STATUS_FULL: no memory. */
int measure_sites(const struct siteweb *web, struct measures *measures);

/* Links between pages, in percent that lead to Thai pages: by the language of the source; inside and between
 * hosts. */
enum { MEASURE_SAME_HOST, MEASURE_OTHER_HOST, MEASURE_PLACES };
struct locality {
    uint64_t links[WORLD_KINDS][MEASURE_PLACES];
    uint64_t to_thai[WORLD_KINDS][MEASURE_PLACES];
};

/* Looks at every `step`th page. */
void measure_locality(const struct siteweb *web, uint32_t step, struct locality *locality);
double locality_percent(const struct locality *locality, unsigned kind,
                        unsigned place); /* MEASURE_PLACES: both */

/* Writes pages and reads them as the box would: how many of them, and how many are judged as they were
 * meant. */
struct reading {
    uint32_t pages, right, links_right;
};
int measure_reading(struct siteweb *web, uint32_t pages, struct reading *reading);

#endif
