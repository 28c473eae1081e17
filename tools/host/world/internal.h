/* What the files of the world share. */
#ifndef CRAWLBOX_WORLD_INTERNAL_H
#define CRAWLBOX_WORLD_INTERNAL_H

#include <stdio.h>

#include "world/preset.h"
#include "world/random.h"
#include "world/spread.h"
#include "world/world.h"

/* What is asked of a hash, so that answers to different questions have nothing to do with each other. */
enum {
    ASK_SECTION,
    ASK_LANGUAGE,
    ASK_BYTES,
    ASK_DEAD,
    ASK_DEEP,
    ASK_NAME,
    ASK_TEXT,
    ASK_SIDE, /* and the numbers behind it: one for each link */
    ASK_COMMON = ASK_SIDE + 8,
    ASK_COUNT = ASK_COMMON + 8,
};

enum {
    FAN_LEAST = 5, /* links of a page to pages below it */
    FAN_MOST = 18,
    LINK_PAGES = 40,        /* the pages of a site that link elsewhere are its first ones ... */
    LINKS_PER_CARRIER = 25, /* ... and more of them where that would be too many links on one */
};

/* links.c: who links to whom. The hosts are complete but for first_edge and common. */
int links_make(struct world *world, const struct preset *preset, double scale, struct random *random);

/* awkward.c: what is wrong with some hosts. Those where a crawl begins are spared. */
void awkward_make(struct world *world, struct random *random);

/* addresses.c: draws an address in the host's country; writes which addresses are where. */
void world_assign_address(struct world_host *host, struct random *random);
void world_write_countries(FILE *out);

/* Counts the Thai pages of a host; sets its degree by them. */
uint32_t world_count_thai(const struct world *world, uint32_t host);
void world_measure_degree(struct world *world, uint32_t host);

/* A language for the pages of a host that are not Thai, by where it is. */
uint8_t world_draw_language(const struct world_host *host, struct random *random);

#endif
