/*
 * Learns how much to believe each of several classifiers when all of them are heard: logistic regression on
 * the logarithms of odds that they gave to hosts they had not seen. A classifier that only repeats what
 * others say gets little weight, or even a negative one, where it makes up for what the others count twice.
 *
 *     struct pool pool;
 *     pool_begin(&pool, &data, &rows);                     // nobody heard yet
 *     double gain = pool_gain(&pool, odds);                // what it would help to hear this one too
 *     pool_add(&pool, odds);
    pool_fit(&pool);                                     // learns all weights anew
 *     double log_odds = pool.constant + pool.weight[0] * odds[row] + ...;
 *     pool_free(&pool);
 *
 * odds are by row of the data, and must stay where they are.
 */
#ifndef CRAWLBOX_TRAIN_POOL_H
#define CRAWLBOX_TRAIN_POOL_H

#include "graph/predict/model.h"
#include "train/dataset.h"

struct pool {
    const struct dataset *data;
    const struct rows *rows;
    const float *odds[MODEL_MAX_MEMBERS];
    unsigned count;
    double constant, weight[MODEL_MAX_MEMBERS];
    double *log_odds; /* what the pool says of each of the rows */
};

void pool_begin(struct pool *pool, const struct dataset *data, const struct rows *rows);
void pool_free(struct pool *pool);

/* Rao's score statistic: about twice by how much the logarithm of the likelihood would grow. */
double pool_gain(const struct pool *pool, const float *odds);

/* Wald's statistic, of a fitted pool: about twice by how much it would shrink without a member. */
double pool_worth(struct pool *pool, unsigned member);

/* There must be room for one more. It has no weight before pool_fit(). */
void pool_add(struct pool *pool, const float *odds);
void pool_drop(struct pool *pool, unsigned member);
void pool_fit(struct pool *pool);

/* The rows about which it is right, in percent. */
double pool_accuracy(const struct pool *pool);

#endif
