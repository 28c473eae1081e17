/*
 * All of training in one: from labelled hosts to a model that is checked against what it was made from.
 *
 *     struct trained trained;
 *     int status = learn(&trained, &table, &(struct learn_options){.share = 30, .seed = 1});
 *     ... trained.model, trained.model_size ...
 *     trained_free(&trained);
 */
#ifndef CRAWLBOX_TRAIN_LEARN_H
#define CRAWLBOX_TRAIN_LEARN_H

#include "train/ensemble.h"

struct learn_options {
    unsigned share; /* percent of the hosts to learn from; the rest is the test part */
    uint64_t seed;
    uint32_t date; /* for the record: seconds since 1970 */
    size_t limit;  /* bytes that the model may have at most; 0: MODEL_MAX_BYTES */
    bool quiet;
};

struct trained {
    struct dataset data;
    struct trainer trainer;
    struct ensemble ensemble;
    uint8_t model[MODEL_MAX_BYTES];
    size_t model_size;
    struct score fused;     /* the ensemble in floating point, on the test part */
    struct score quantised; /* the model in integers, on the test part */
    struct score rule;      /* the rule of thumb */
    size_t assumed;         /* hosts to learn from whose label is what the box says (train/from_card.h) */
    uint32_t agreeing;      /* hosts of the test part about which floating point and integers say the same */
    unsigned best_tree;     /* candidate: the tree that is best in cross-validation */
};

enum {
    LEARN_LEAST_HOSTS = 100, /* of each class */
    LEARN_SHARE = 30,        /* percent: the method's own split */
    LEARN_LIMIT = 1000,      /* bytes of the model in the image: flash is scarce */
};

/* STATUS_INVALID: too few hosts of a class. */
int learn(struct trained *trained, const struct table *table, const struct learn_options *options);
void trained_free(struct trained *trained);

/* How well a model does on the rows of a table. */
struct model;
struct score learn_try_model(const struct model *model, const struct table *table, const struct rows *rows);

/* How well a box does that has this model, and on top of it what it has learned by itself. */
struct score learn_try_box(const struct model *model, const struct table *table, const struct rows *rows);

#endif
