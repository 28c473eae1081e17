/*
 * Ways to make one answer of several classifiers'. Each member gives the chance that a host is Thai; a tally
 * takes them one after the other and has the answer of every way of fusion at any time.
 *
 *     struct tally tally = fusion_begin(prior, constant);
 *     fusion_add(&tally, chance, log(chance / (1 - chance)), &worth, weight);      // for each member
 *     bool thai = fusion_says_thai(&tally, FUSION_AVERAGE);
 */
#ifndef CRAWLBOX_TRAIN_FUSION_H
#define CRAWLBOX_TRAIN_FUSION_H

#include "graph/predict/model.h"
#include "train/score.h"

/* What a member's vote counts, in logarithms of odds where it matters: when it says other, when it says
 * Thai. */
struct worth {
    float bayes[2];    /* by its confusion matrix: how much likelier that is for a Thai host */
    float weighted[2]; /* weighted majority: by the member's accuracy */
};

struct tally {
    float members, lowest, highest, sum, odds, bayes, majority, weighted, pool;
};

/* From how a member did in cross-validation. */
struct worth fusion_worth(const struct score *cv);

/* The odds of a host of which nothing is known: where the fusion by confusion matrices begins. */
double fusion_prior(const struct score *cv);

/* The constant and the weights are those of a pool (pool.h); without one they may be anything. */
struct tally fusion_begin(double prior, double constant);
void fusion_add(struct tally *tally, float chance, float log_odds, const struct worth *worth, float weight);
bool fusion_says_thai(const struct tally *tally, enum model_fusion fusion);

/* How sure it is, 0 to 1: 0.5 and above if it says Thai. */
double fusion_chance(const struct tally *tally, enum model_fusion fusion);

/* The chance that belongs to the logarithm of odds, and back. No chance is surer than a byte can say. */
double chance_of_odds(double log_odds);
double odds_of_chance(double chance);

#endif
