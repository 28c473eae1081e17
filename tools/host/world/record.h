/*
 * A world made of what boxes brought home: the hosts that their crawls visited, the links between these, and what language
 * they turned out to be in. So strategies can be tried on one's own part of the web before a box is set up anew.
 *
 *     struct record record = {0};
 *     int status = record_card(&record, "card.img");           for each card, also of several boxes of a fleet
 *     if (status == CLI_YES)
 *         status = record_world(&record, &world, &left_out);
 *     record_free(&record);
 *
 * Hosts keep their names. Of a host's pages only the numbers are known, all and Thai ones: how they hang together is made up, as
 * in every other world. Hosts that nobody visited are left out, since nobody knows their language.
 */
#ifndef CRAWLBOX_WORLD_RECORD_H
#define CRAWLBOX_WORLD_RECORD_H

#include "hosts/hosts.h"
#include "world/world.h"

/* A host as a card knows it. */
struct record_sighting {
    char name[HOST_NAME_SIZE];
    uint32_t pages, thai_pages;
    uint8_t state, stop; /* enum host_state, enum crawl_site_stop */
    uint8_t country, tld;
    bool https, start; /* start: the crawl began there */
};

/* By the number of the sighting. */
struct record_link {
    uint32_t from, to;
};

struct record {
    struct record_sighting *sightings;
    uint32_t count, room;
    struct record_link *links;
    uint32_t link_count, link_room;
};

struct record_left_out {
    uint32_t hosts; /* that were linked to and not visited */
    uint32_t links; /* that led to them */
};

/* Adds what is on a card. CLI_YES, or CLI_CANNOT after saying why. */
int record_card(struct record *record, const char *path);

/* STATUS_NOT_FOUND: nothing on these cards was crawled from its beginning; STATUS_FULL: no memory. */
int record_world(const struct record *record, struct world *world, struct record_left_out *left_out);
void record_free(struct record *record);

#endif
