/* The memory that a page borrows while it is read. Only the files of app/topic include this header. */
#ifndef CRAWLBOX_TOPIC_READER_H
#define CRAWLBOX_TOPIC_READER_H

#include "topic/layout.h"

struct topic_reader {
    const struct topic *topic;
    int32_t odds;       /* of the page, in sixteenths of a logarithm */
    uint16_t sub_words; /* words of the sub-topic on the page */
    uint8_t sub_count, sub_least;
    uint8_t zone;
    struct words page_words;
    uint32_t sub_terms[PACK_SUB_WORDS_MAX];
    /* in use while the words of a link are read */
    struct topic_link *link;
    struct words link_words;
    struct keyword_finder finder;
    struct keywords keywords;
    struct pack_tables tables;
    uint8_t sector[TOPIC_SECTOR_BYTES];
};

_Static_assert(sizeof(struct topic_reader) <= TOPIC_BLOCK_BYTES,
               "a page's reader fits the block that is lent");

#endif
