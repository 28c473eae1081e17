/* What the files of the web of segments share. */
#ifndef CRAWLBOX_WORLD_TOPIC_INTERNAL_H
#define CRAWLBOX_WORLD_TOPIC_INTERNAL_H

#include "random.h"
#include "world/topicweb.h"

/* What is asked of a hash. */
enum {
    TOPIC_ASK_RELEVANT = 100,
    TOPIC_ASK_BYTES,
    TOPIC_ASK_NAME,
    TOPIC_ASK_PLACE, /* of a link on pages */
    TOPIC_ASK_TARGET,
    TOPIC_ASK_WORDS,
    TOPIC_ASK_BODY,
    TOPIC_ASK_MISLEADS,
    TOPIC_ASK_JUDGE,
    TOPIC_ASK_SECURE,
};

static inline uint32_t topicweb_segment_count(const struct topicweb_site *site)
{
    return site[1].first_segment - site[0].first_segment;
}

static inline uint32_t topicweb_link_count(const struct topicweb_segment *segment)
{
    return segment[1].first_link - segment[0].first_link;
}

/* topic_words.c: a word of the topic, of anything else, a Thai name; small numbers come more often. */
const char *topicweb_topic_word(const struct topicweb *web, uint64_t number);
const char *topicweb_other_word(uint64_t number);
const char *topicweb_thai_name(uint64_t number);

#endif
