/*
 * Multinomial Naive Bayes over bags of terms, as a pack wants it: a weight for each place of a table, in
 * sixteenths of a logarithm of odds, a prior and a scale.
 *
 *     struct bags bags = {0};
 *     bags_begin(&bags, true);                       a bag of the class that is looked for
 *     bags_add(&bags, word_term(&word));             its terms
 *     struct word_bayes bayes;
 *     struct g_mean score = word_bayes_learn(&bayes, &bags, 2048, seed, NULL);
 *
 * As published: the larger class is undersampled, ten folds are held out in turn, and what counts is the
 * geometric mean of both classes' shares that are recognised.
 */
#ifndef CRAWLBOX_TOPICS_BAGS_H
#define CRAWLBOX_TOPICS_BAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BAGS_FOLDS = 10, BAGS_LEAST = 20 /* of each class, to learn anything */, BAGS_PLACES_MAX = 2048 };

struct bags {
    struct bag {
        size_t first, count;
        bool relevant;
        uint8_t fold;
    } * bag;
    size_t count, room;
    uint32_t *term;
    size_t terms, term_room;
};

void bags_begin(struct bags *bags, bool relevant);
void bags_add(struct bags *bags, uint32_t term);
void bags_free(struct bags *bags);
size_t bags_of(const struct bags *bags, bool relevant);

/* Deals the bags of each class at random into BAGS_FOLDS folds. */
void bags_fold(struct bags *bags, uint64_t seed);

struct g_mean {
    size_t right[2], all[2]; /* [1]: of the class that is looked for */
};

void g_mean_count(struct g_mean *score, bool relevant, bool said);
double g_mean_percent(const struct g_mean *score);

struct word_bayes {
    int8_t weight[BAGS_PLACES_MAX];
    int16_t prior;
    uint8_t scale; /* in 64ths */
};

/* What a table adds up for a bag, without the prior. */
int32_t word_bayes_sum(const struct word_bayes *bayes, const struct bags *bags, const struct bag *bag,
                       unsigned places);

/*
 * Learns from all bags, and says how well that does on held-out ones. `held_out`, if not NULL, gets the odds
 * of each bag when it was held out, in 1024ths. bags_fold() must have been called.
 */
struct g_mean word_bayes_learn(struct word_bayes *bayes, const struct bags *bags, unsigned places,
                               uint64_t seed, int32_t *held_out);

/* Which of `count` items train: all of the smaller class of those outside `fold`, as many of the other, at
 * random. */
void undersample(const struct bags *bags, unsigned fold, uint64_t seed, bool *chosen);

/* A sixteenth of a logarithm of odds, as a pack keeps it. */
int8_t odds_in_sixteenths(double odds);

#endif
