/*
 * Learns the segment predictor of a topic pack from examples of links: what is known of source and link, the
 * words, and whether the segment that the link leads to is relevant.
 *
 *     struct link_examples examples = {0};
 *     link_examples_add(&examples, &facts, &link, true);
 *     link_examples_words(&examples, "hotels on ko samui", 18);     any number of times
 *     struct link_learned learned;
 *     if (links_learn(&learned, &examples, seed) == STATUS_OK) ...  G-means of both classifiers and of their
 * mean link_examples_free(&examples);
 *
 * Links inside of a site should be left out, as published: they are too much alike.
 */
#ifndef CRAWLBOX_TOPICS_LINKS_H
#define CRAWLBOX_TOPICS_LINKS_H

#include "topic/topic.h"
#include "topics/bags.h"

enum { LINK_FEATURES = 7 };

struct link_examples {
    struct bags words; /* one bag for each example, whose class is the example's */
    struct link_example {
        uint8_t value[LINK_FEATURES]; /* steps of degree and ratios, countries, top-level domains: as in
                                         struct topic_link_table */
    } * example;
    size_t room;
};

/* Adds an example; only the counts of `link` matter, not its odds. */
void link_examples_add(struct link_examples *examples, const struct topic_facts *facts,
                       const struct topic_link *link, bool relevant);
/* Adds words to the last one. */
void link_examples_words(struct link_examples *examples, const char *text, size_t size);
void link_examples_term(struct link_examples *examples, uint32_t term);
void link_examples_free(struct link_examples *examples);

struct link_learned {
    struct topic_link_table table;
    int16_t prior;
    struct word_bayes words;
    struct g_mean by_links, by_words, by_both; /* on held-out examples */
};

/* STATUS_OK, or STATUS_NOT_FOUND: fewer than BAGS_LEAST examples of a class. */
int links_learn(struct link_learned *learned, struct link_examples *examples, uint64_t seed);

/* A table made from published figures instead: chances in percent that a link leads to a relevant segment. */
struct link_figures {
    double source_relevant, source_irrelevant;
    double name_in_text, no_name_in_text;
    double name_in_url, no_name_in_url;
};
void links_from_figures(struct link_learned *learned, const struct link_figures *figures);

#endif
