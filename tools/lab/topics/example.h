/*
 * Made-up pages for example packs: text of words that we list, with names from Thailand or from elsewhere.
 * They show how a pack is made and let the box be tried; a pack for real work is learned from real pages.
 */
#ifndef CRAWLBOX_TOPICS_EXAMPLE_H
#define CRAWLBOX_TOPICS_EXAMPLE_H

#include "topics/corpus.h"
#include "topics/names.h"

/* The words of a sub-topic, NULL if the topic is none. */
const char *example_sub_words(const char *topic);

/* Whether there is an example of that name; names for messages. */
bool example_exists(const char *topic);
#define EXAMPLE_TOPICS "tourism, estate or diving"

/* Fills the corpus with `pages` pages about the topic and three times as many others. CLI_YES, or CLI_CANNOT
 * after saying why. */
int example_fill(struct corpus *corpus, const char *topic, const struct names *names, unsigned pages,
                 uint64_t seed);

/* What the pages of a topic are made of, for those who make up pages of their own: a random word, as a number
 * says. */
enum example_words { EXAMPLE_TOPIC, EXAMPLE_OTHER, EXAMPLE_PLACE, EXAMPLE_GENERAL, EXAMPLE_FUNCTION };

/* Returns the word and its length; `topic` matters for EXAMPLE_TOPIC only. */
const char *example_word(enum example_words kind, const char *topic, uint64_t number, size_t *length);

#endif
