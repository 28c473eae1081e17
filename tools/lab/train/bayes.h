/*
 * Naive Bayes: every feature speaks for itself. Classes (country, domain) are counted with one added to each;
 * numbers are either taken for normally distributed, as Weka's NaiveBayes does, or cut into intervals that
 * are counted like classes: where the classes say so (Fayyad and Irani's minimum description length) or into
 * ten of equal size.
 *
 *     struct bayes bayes;
 *     bayes_learn(&bayes, BAYES_MDL, &data, &rows);                 // all 33 features
 *     double odds = bayes_log_odds(&bayes, &data, row, set);        // those of a set; above 0: Thai
 *
 * What a feature says does not depend on which others are asked, so one such table serves every training set
 * with the same hosts.
 */
#ifndef CRAWLBOX_TRAIN_BAYES_H
#define CRAWLBOX_TRAIN_BAYES_H

#include "model/sets.h"
#include "train/dataset.h"

enum bayes_kind { BAYES_NORMAL, BAYES_MDL, BAYES_TENTHS, BAYES_KINDS };

enum { BAYES_MAX_INTERVALS = 16 };

/* One feature's say, in natural logarithms of odds. */
struct bayes_feature {
    uint8_t intervals;                 /* 0: normally distributed */
    uint8_t last[BAYES_MAX_INTERVALS]; /* the highest bin of each */
    double odds[BAYES_MAX_INTERVALS];
    double mean[2], deviation[2], precision;
};

struct bayes {
    enum bayes_kind kind;
    double prior;
    struct bayes_feature features[FEATURE_COUNT];
};

void bayes_learn(struct bayes *bayes, enum bayes_kind kind, const struct dataset *data,
                 const struct rows *rows);

double bayes_log_odds(const struct bayes *bayes, const struct dataset *data, uint32_t row,
                      const struct training_set *set);

/* Where to cut a feature whose values are spread like this: fills `last`, returns the number of intervals. */
unsigned bayes_cut_mdl(const uint32_t (*count)[2], unsigned values, uint8_t last[BAYES_MAX_INTERVALS]);
unsigned bayes_cut_tenths(const uint32_t (*count)[2], unsigned values, uint8_t last[BAYES_MAX_INTERVALS]);

#endif
