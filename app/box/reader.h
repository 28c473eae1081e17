/*
 * The reader for a topic pack (app/topic): it follows the text of a page while the harvest reads it, and says
 * what the page is about, and what the words of its links to other segments say. For app/box only.
 *
 * RAM: struct box_reader, about 7,700 bytes, borrowed while a page is read.
 */
#ifndef CRAWLBOX_BOX_READER_H
#define CRAWLBOX_BOX_READER_H

#include "box/harvest/harvest.h"
#include "crawl/crawl.h"
#include "topic/topic.h"

enum { BOX_LINKS_PENDING = HTML_ANCHORS_PENDING + 1 }; /* html_anchors does not count the newest one */

struct box_reader {
    const struct visit_request *request; /* whose observer is told what the words of links say */
    struct topic_reader *topic;
    unsigned links; /* how many came so far; the newest are kept below until their words come */
    struct box_link {
        uint32_t number, place; /* in the page; in the crawl */
        struct topic_link words;
    } pending[BOX_LINKS_PENDING];
    struct html_anchors anchors;
    uint64_t block[TOPIC_BLOCK_BYTES / sizeof(uint64_t)];
};

/* The functions that the harvest calls while it reads a page. Their context is the box. */
extern const struct harvest_reader box_reader;

/* Adds what the words of another link to the same segment say. */
void box_reader_add(struct visit_evidence *sum, const struct visit_evidence *more);

/* The chance that a link leads to a relevant segment. */
uint8_t box_reader_chance(const struct topic *topic, const struct crawl_segment_link *link);

#endif
