/*
 * Trains every technique on every training set and tries it on hosts it has not seen.
 *
 *     struct trainer trainer = {.data = &data, .training = training, .test = test, .seed = 1};
 *     trainer_run(&trainer);
 *     struct score cv = trainer_cv(&trainer, TECHNIQUE_TREE, 15), test = trainer_test(...);
 *
 * probability[technique][set - 1][row] is what was said about a row: in the training part by the nine folds
 * that it is not in, in the test part by what was learned from the whole training part, which is what is
 * kept.
 */
#ifndef CRAWLBOX_TRAIN_TRAINER_H
#define CRAWLBOX_TRAIN_TRAINER_H

#include "train/bayes.h"
#include "train/score.h"
#include "train/tree.h"

enum technique { TECHNIQUE_TREE, TECHNIQUE_NORMAL, TECHNIQUE_MDL, TECHNIQUE_TENTHS, TECHNIQUES };

enum { TRAINER_FOLDS = 10, SCOPES = 3 };

struct trainer {
    struct dataset *data;
    struct rows training, test;
    uint64_t seed;
    bool quiet; /* no progress bar */
    float *probability[TECHNIQUES][TRAINING_SETS];
    struct tree trees[TRAINING_SETS];
    struct bayes bayes[BAYES_KINDS][SCOPES];
};

void trainer_run(struct trainer *trainer);
void trainer_free(struct trainer *trainer);

/* Naive Bayes as learned from the whole training part by one of its techniques. */
const struct bayes *trainer_bayes(const struct trainer *trainer, enum technique technique, unsigned scope);

struct score trainer_cv(const struct trainer *trainer, enum technique technique, unsigned set);
struct score trainer_test(const struct trainer *trainer, enum technique technique, unsigned set);

/* Naive Bayes with whichever way of treating numbers is best for the set in cross-validation. */
enum technique trainer_best_bayes(const struct trainer *trainer, unsigned set);

/* "tree", "Bayes normal", ... */
const char *technique_name(enum technique technique);

#endif
