/*
 * A world made of what boxes brought home: the hosts that their crawls visited, the links between these, and
 * what language they turned out to be in. So strategies can be tried on one's own part of the web before a
 * box is set up anew.
 *
 *     struct record record = {0};
 *     int status = record_card(&record, "card.img");          for each card, also of several boxes of a fleet
 *     if (status == CLI_YES)
 *         status = record_web(&record, &web, &left_out);
 *     record_free(&record);
 *
 * Hosts keep their names. Of a host's pages only the numbers are known, all and Thai ones: how they hang
 * together is made up, as in every other world. Hosts that nobody visited are left out, since nobody knows
 * their language.
 */
#ifndef CRAWLBOX_WORLD_RECORD_H
#define CRAWLBOX_WORLD_RECORD_H

#include "graph/hosts/hosts.h"
#include "world/siteweb.h"

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

/*
 * Fills an empty record with the host graph of somebody else, two tables with tabs whose first lines name
 * their columns: hosts (name and thai, which is 1 or 0; country, degree in percent and pages if they are
 * known, as `crawlbox-lab world hosts` prints them) and links (source and target, as `crawlbox-lab world
 * links` prints them). A crawl begins at the first host. CLI_YES, or CLI_CANNOT after saying why.
 */
int record_graph(struct record *record, const char *hosts_path, const char *links_path);

/* For those who fill a record: whether a link could lead to such a name; STATUS_FULL: no memory. */
bool record_is_name(const char *name);
int record_add_sighting(struct record *record, const struct record_sighting *sighting);
int record_add_link(struct record *record, struct record_link link);

/* STATUS_NOT_FOUND: nothing on these cards was crawled from its beginning; STATUS_FULL: no memory. */
int record_web(const struct record *record, struct siteweb *web, struct record_left_out *left_out);
void record_free(struct record *record);

#endif
