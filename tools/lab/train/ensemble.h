/*
 * Builds ensembles: from the most accurate candidate on, one is added after the other, in six orders. Four go
 * by how little a candidate has in common with the first; every way of fusion is tried on the groups, and a
 * fifth adds whichever candidate is then right most often. The sixth adds whichever helps a pool with learned
 * weights most (pool.h). All of it goes by what the candidates said about hosts they had not seen
 * (cross-validation); the test part has no say in it. Only what fits the room for the model is added. Which
 * of the groups is best learn() decides.
 *
 *     struct ensemble ensemble;
 *     ensemble_build(&ensemble, &trainer, MODEL_MAX_BYTES);
 */
#ifndef CRAWLBOX_TRAIN_ENSEMBLE_H
#define CRAWLBOX_TRAIN_ENSEMBLE_H

#include "train/fusion.h"
#include "train/trainer.h"

enum measure {
    MEASURE_Q,
    MEASURE_RHO,
    MEASURE_DISAGREEMENT,
    MEASURE_DOUBLE_FAULT,
    MEASURE_GAIN,
    MEASURE_LIKELIHOOD,
    MEASURES
};

/* Something that may become a member: a classifier for all hosts, or one for .th with one for the rest. */
struct candidate {
    char name[40];
    enum technique technique[2]; /* at home (.th), abroad */
    uint8_t set[2];
    bool pair;
    float *chance; /* by row: training part as cross-validated, test part as learned from all of the training
                      part */
    float *odds;   /* their logarithms */
    struct worth worth;
    struct score cv, test;
};

enum { MAX_CANDIDATES = 3 * SET_ALL_FEATURES + 4 };

/* A group of candidates and how its answers are made one. */
struct group {
    uint8_t member[MODEL_MAX_MEMBERS];
    uint8_t count;
    enum model_fusion fusion;
    enum measure measure;
    double accuracy;                           /* cross-validated, percent */
    float weight[MODEL_MAX_MEMBERS], constant; /* of FUSION_POOL */
};

struct ensemble {
    const struct trainer *trainer;
    struct candidate candidates[MAX_CANDIDATES];
    unsigned candidate_count;
    size_t limit;                                    /* bytes that a group's model may have */
    struct group best;                               /* set by learn() */
    struct group tried[MEASURES][MODEL_MAX_MEMBERS]; /* the best fusion for each measure and size */
};

/* STATUS_FULL: not even one candidate fits. */
int ensemble_build(struct ensemble *ensemble, const struct trainer *trainer, size_t limit);
void ensemble_free(struct ensemble *ensemble);

/* Four counts of how two candidates do on the training part: [first right][second right]. */
void ensemble_agreement(const struct ensemble *ensemble, unsigned first, unsigned second, double count[2][2]);
double ensemble_measure(enum measure measure, double count[2][2]);

/* Learns the weights of a group that is fused by them, after a change of its members. */
void ensemble_weigh(const struct ensemble *ensemble, struct group *group);

/* One host: what a group's members say of it is added one after the other. */
struct tally ensemble_begin(const struct ensemble *ensemble, const struct group *group);
void ensemble_add(const struct ensemble *ensemble, const struct group *group, unsigned member, float chance,
                  struct tally *tally);

/* Fuses a group's answers about the rows; chance is by row. */
void ensemble_fuse(const struct ensemble *ensemble, const struct group *group, const struct rows *rows,
                   float *chance);

const char *measure_name(enum measure measure);

#endif
