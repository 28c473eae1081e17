/*
 * Presets: the figures that a world is made from. The published ones are in site_preset.c with the document
 * they are from; those of our own choice are the ones that WORLD.md says how they were found.
 */
#ifndef CRAWLBOX_WORLD_SITE_PRESET_H
#define CRAWLBOX_WORLD_SITE_PRESET_H

#include "world/siteweb.h"

struct site_preset {
    const char *name;
    const char *summary;
    uint32_t sites[WORLD_TLDS][WORLD_KINDS];          /* by top-level domain and kind */
    uint32_t pages[WORLD_TLDS][WORLD_KINDS];          /* by top-level domain and language of the page */
    uint32_t countries[WORLD_COUNTRIES][WORLD_KINDS]; /* sites by server country and kind */
    uint32_t links[WORLD_KINDS][WORLD_KINDS];         /* from sites of a kind to sites of a kind */
    const char *const *portals;                       /* names of the first hosts; NULL behind the last */
    double portal_links;                              /* share of all Thai sites that each portal links to */
    uint32_t portal_pages;                            /* that each portal has at least */
    /* Of the sources of a foreign site abroad, how many are foreign: the least, and the most, where it is
     * well known. */
    double foreign_least, foreign_most;
    double wholly_thai;              /* chance that a Thai site has hardly a page in another language */
    double wholly_foreign;           /* chance that a foreign site has no Thai page at all */
    uint32_t activity_most;          /* of a site as a source of links, where the mean is 8 */
    bool published;                  /* its figures are those of a data set, not of our own choice */
    bool domains_published;          /* its Thai sites by domain were counted in the crawl of April 2011 */
    bool awkward;                    /* with hosts that do all that goes wrong on the web */
    double th_affinity[WORLD_KINDS]; /* how much more often than by chance a .th site is on a server there */
};

const struct site_preset *site_preset_find(const char *name);

/* The same with Thai sites as far abroad as the web has them; those abroad keep their proportions. */
struct site_preset site_preset_hosted(const struct site_preset *preset, const struct siteweb *web);

const char *site_preset_name(unsigned index); /* NULL behind the last */

#endif
