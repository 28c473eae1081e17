/*
 * Builds an ensemble: from the most accurate candidate on, one is added after the other in the order of how little it has in
 * common with the first, by each of four measures; every way of fusion is tried on every such group, on what the members said
 * about hosts they had not seen (cross-validation). Only what fits the room for the model is added; the test part has no say in it. Which of the groups is
 * best learn() decides.
 *
 *     struct ensemble ensemble;
 *     ensemble_build(&ensemble, &trainer, MODEL_MAX_BYTES);
 */
#ifndef CRAWLBOX_TRAIN_ENSEMBLE_H
#define CRAWLBOX_TRAIN_ENSEMBLE_H

#include "train/fusion.h"
#include "train/trainer.h"

enum measure { MEASURE_Q, MEASURE_RHO, MEASURE_DISAGREEMENT, MEASURE_DOUBLE_FAULT, MEASURE_GAIN, MEASURES };

/* Something that may become a member: a classifier for all hosts, or one for .th with one for the rest. */
struct candidate {
    char name[40];
    enum technique technique[2]; /* at home (.th), abroad */
    uint8_t set[2];
    bool pair;
    float *
        chance; /* by row: training part as cross-validated, test part as learned from all of the training part */
    float *odds; /* their logarithms */
    struct worth worth;
    struct score cv, test;
};

enum { MAX_CANDIDATES = 2 * SET_ALL_FEATURES + 4 };

/* A group of candidates and how its answers are made one. */
struct group {
    uint8_t member[MODEL_MAX_MEMBERS];
    uint8_t count;
    enum model_fusion fusion;
    enum measure measure;
    double accuracy; /* cross-validated, percent */
};

struct ensemble {
    const struct trainer *trainer;
    struct candidate candidates[MAX_CANDIDATES];
    unsigned candidate_count;
    size_t limit;                                    /* bytes that a group's model may have */
    enum bayes_kind bayes;                           /* how numbers are cut for it */
    struct group best;                               /* set by learn() */
    struct group tried[MEASURES][MODEL_MAX_MEMBERS]; /* the best fusion for each measure and size */
};

/* STATUS_FULL: not even one candidate fits. */
int ensemble_build(struct ensemble *ensemble, const struct trainer *trainer, size_t limit);
void ensemble_free(struct ensemble *ensemble);

/* Four counts of how two candidates do on the training part: [first right][second right]. */
void ensemble_agreement(const struct ensemble *ensemble, unsigned first, unsigned second, double count[2][2]);
double ensemble_measure(enum measure measure, double count[2][2]);

/* Fuses a group's answers about the rows; chance is by row. */
void ensemble_fuse(const struct ensemble *ensemble, const struct group *group, const struct rows *rows,
                   float *chance);

const char *measure_name(enum measure measure);

#endif
