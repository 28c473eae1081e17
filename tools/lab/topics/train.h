/*
 * Learns a topic pack from labelled pages.
 *
 *     struct topic_wishes wishes = {.name = "tourism", .seed = 1, ...};
 *     struct topic_trained trained;
 *     if (topic_train(&trained, &corpus, &names, &wishes) == CLI_YES)
 *         write(trained.file.bytes, trained.file.size);
 *     topic_trained_free(&trained);
 */
#ifndef CRAWLBOX_TOPICS_TRAIN_H
#define CRAWLBOX_TOPICS_TRAIN_H

#include "topics/corpus.h"
#include "topics/names.h"
#include "topics/pack.h"

struct topic_wishes {
    const char *name;
    const char *sub_words; /* NULL: no sub-topic */
    unsigned sub_least;
    uint32_t date, seed;
    unsigned flags;
    const struct link_figures *figures; /* for the link classifier if there are too few links to learn from */
};

struct topic_trained {
    struct pack_file file;
    struct g_mean pages;                       /* on held-out pages */
    struct g_mean by_links, by_words, by_both; /* on held-out links */
    size_t links[2];                           /* examples; [1]: to relevant segments */
    bool links_learned;                        /* false: made from published figures */
    size_t names, by_sound;
};

/* The published figures of a topic ("tourism", "estate", "diving"); of another, their mean. */
const struct link_figures *published_figures(const char *topic);

/* CLI_YES, or CLI_CANNOT after saying what is missing. */
int topic_train(struct topic_trained *trained, struct corpus *corpus, const struct names *names,
                const struct topic_wishes *wishes);
void topic_trained_free(struct topic_trained *trained);

#endif
