/*
 * Labelled hosts by column, as learning wants them, and choices of rows from them.
 *
 *     struct dataset data;
 *     if (dataset_make(&data, &table) != 0) ...
 *     struct rows all = rows_all(&data), training, test;
 *     rows_split(&data, &all, 30, seed, &training, &test);      // percent
 *     dataset_fold(&data, &training, 10, seed);
 *
 * Everything random is drawn from a seed by a generator of our own: the same seed gives the same result
 * everywhere. Memory that cannot be had ends the program.
 */
#ifndef CRAWLBOX_TRAIN_DATASET_H
#define CRAWLBOX_TRAIN_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "graph/predict/vector.h"
#include "model/table.h"

struct dataset {
    size_t count;
    uint8_t *bins[FEATURE_COUNT]; /* what vector_make() says */
    float *values[FEATURE_COUNT]; /* counts and percent, exact */
    uint8_t *thai;                /* 0 or 1 */
    uint8_t *fold;                /* of dataset_fold() */
};

struct rows {
    uint32_t *row;
    size_t count;
};

void dataset_make(struct dataset *data, const struct table *table);
void dataset_free(struct dataset *data);

/* A row's features as a model sees them. */
void dataset_vector(const struct dataset *data, uint32_t row, uint8_t vector[FEATURE_COUNT]);

struct rows rows_all(const struct dataset *data);
void rows_free(struct rows *rows);

/* Parts rows at random into two, `percent` of each class into the first. */
void rows_split(const struct dataset *data, const struct rows *rows, unsigned percent, uint64_t seed,
                struct rows *first, struct rows *second);

/* Deals the rows of each class at random into folds of equal size. */
void dataset_fold(struct dataset *data, const struct rows *rows, unsigned folds, uint64_t seed);

/* The rows that are (or are not) of a fold, and whose domain is (or is not) .th if `set` asks for it. */
struct training_set;
struct rows rows_of_fold(const struct dataset *data, const struct rows *rows, unsigned fold, bool inside,
                         const struct training_set *set);
struct rows rows_covered(const struct dataset *data, const struct rows *rows, const struct training_set *set);

#endif
