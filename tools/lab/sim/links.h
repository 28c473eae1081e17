/* Who tells how likely a link leads to a relevant segment: nobody, the published link facts, or a topic
 * pack. */
#ifndef CRAWLBOX_SIM_LINKS_H
#define CRAWLBOX_SIM_LINKS_H

#include "box/reader.h"
#include "crawl/crawl.h"
#include "sim/sim.h"

struct link_predictor {
    const struct world *world;
    enum sim_predictor kind;
    const struct topic *topic; /* and what it reads links with, for SIM_PACK */
    struct topic_reader *reader;
    void *block;
};

/* STATUS_OK, STATUS_FULL: no memory, or what is wrong with the topic pack. */
int link_predictor_open(struct link_predictor *predictor, const struct world *world,
                        const struct sim_options *options);
void link_predictor_close(struct link_predictor *predictor);

/* What a link's words say, to be kept by the engine until its segment has ended; and the chance then, 255
 * being 1. */
struct visit_evidence link_predictor_read(const struct link_predictor *predictor, struct world_page page,
                                          struct world_page target, const struct topicweb_link *between,
                                          const struct url *url);
uint8_t link_predictor_ask(const struct link_predictor *predictor, const struct crawl_segment_link *link);

#endif
