/* What the files of the topic web share. */
#ifndef CRAWLBOX_TOPICWEB_INTERNAL_H
#define CRAWLBOX_TOPICWEB_INTERNAL_H

#include "topicweb/topicweb.h"
#include "world/random.h"

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

/* How often something is found in links, by what they lead to; and among all of them. */
struct topicweb_rates {
    double in_relevant, in_other, share;
};
struct topicweb_rates topicweb_rates(double relevant, double with, double without);

static inline uint32_t topicweb_segment_count(const struct topicweb_site *site)
{
    return site[1].first_segment - site[0].first_segment;
}

static inline uint32_t topicweb_link_count(const struct topicweb_segment *segment)
{
    return segment[1].first_link - segment[0].first_link;
}

/* words.c: a word of the topic, of anything else, a Thai name; small numbers come more often. */
const char *topicweb_topic_word(const struct topicweb *web, uint64_t number);
const char *topicweb_other_word(uint64_t number);
const char *topicweb_thai_name(uint64_t number);

#endif
