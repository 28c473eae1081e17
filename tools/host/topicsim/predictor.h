/* Who tells how likely a link leads to a relevant segment, for the simulator. */
#ifndef CRAWLBOX_TOPICSIM_PREDICTOR_H
#define CRAWLBOX_TOPICSIM_PREDICTOR_H

#include "box/reader.h"
#include "crawl/crawl.h"
#include "topicsim/topicsim.h"

struct predictor_of_links {
    const struct topicweb *web;
    enum topicsim_predictor kind;
    const struct topic *topic; /* and what it reads links with, for TOPICSIM_PACK */
    struct topic_reader *reader;
    void *block;
};

/* STATUS_OK, STATUS_FULL: no memory, or what is wrong with the topic pack. */
int predictor_open_links(struct predictor_of_links *predictor, const struct topicweb *web,
                         enum topicsim_predictor kind, const struct topic *topic);
void predictor_close_links(struct predictor_of_links *predictor);

/* What a link's words say, to be kept by the engine until its segment has ended; and the chance then, 255 being 1. */
struct crawl_evidence predictor_read_link(const struct predictor_of_links *predictor,
                                          struct topicweb_page page, struct topicweb_page target,
                                          const struct topicweb_link *between, const struct url *url);
uint8_t predictor_ask_link(const struct predictor_of_links *predictor, const struct crawl_segment_link *link);

#endif
