/*
 * A topic pack in the making, and what a pack says about itself. app/topic/TOPIC.md has the bytes.
 *
 *     struct topic_pack pack = {.name = "tourism", .pages = ..., .links = ..., .dictionary = &dictionary};
 *     size_t size;
 *     uint8_t *bytes = pack_bytes(&pack, &size);         the caller frees them
 */
#ifndef CRAWLBOX_TOPICS_PACK_H
#define CRAWLBOX_TOPICS_PACK_H

#include "topics/dictionary.h"
#include "topics/links.h"

struct topic_pack {
    const char *name;
    const char *sub_words; /* words of the sub-topic, separated by blanks or commas; NULL: there is none */
    unsigned sub_least;
    unsigned flags; /* PACK_FLAG_ */
    uint32_t date, seed;
    uint32_t positive, negative, link_count;
    const struct word_bayes *pages;
    const struct link_learned *links;
    const struct dictionary *dictionary;
    struct g_mean page_score, link_score;
};

uint8_t *pack_bytes(const struct topic_pack *pack, size_t *size);

/* How many words a list of a sub-topic has; more than PACK_SUB_WORDS_MAX do not fit. */
unsigned pack_sub_words(const char *words);

/* A pack in memory, for topic_open(). */
struct pack_file {
    uint8_t *bytes;
    size_t size;
};
int pack_read(void *file, uint32_t offset, void *to, size_t count);

#endif
