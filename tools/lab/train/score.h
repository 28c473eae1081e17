/* How well a classifier does: how often each kind of host was taken for which. */
#ifndef CRAWLBOX_TRAIN_SCORE_H
#define CRAWLBOX_TRAIN_SCORE_H

#include "train/dataset.h"

struct score {
    uint32_t count[2][2]; /* [is Thai][was taken for Thai] */
};

/* Judges probabilities, by row, of the rows: 0.5 and above is Thai. */
struct score score_rows(const struct dataset *data, const struct rows *rows, const float *probability);

/* All in percent; 0 where there is nothing to divide by. */
double score_accuracy(const struct score *score);
double score_precision(const struct score *score);
double score_recall(const struct score *score);
double score_g_mean(const struct score *score); /* of the recalls of both classes */

struct score score_sum(const struct score *a, const struct score *b);

#endif
