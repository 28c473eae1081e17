/*
 * What the box has learned of its own web by visiting it, on top of the model (predict.h): a correction of
 * the model's answers, which counts as long as it proves better than the model alone.
 *
 *     learned_open(&learned, language);                   what is not sound is forgotten
 *     uint8_t model_says = predict(&model, &features);
 *     uint8_t confidence = learned_predict(&learned, &features, model_says);
 *     learned_take(&learned, &features, model_says, is_target);     the host was visited: what it is
 *     if (learned_is_due(&learned))
 *         learned_apply(&learned);                        answers change, so all hosts are asked about again
 *
 * Learned is from a sample of hosts that is drawn by chance among all that are known (app/crawl/explore.c),
 * since those that the box chooses by itself are the ones that it believes in already: from them it would
 * learn that all of the web is in its language. MODEL.md has the method, and the figures.
 *
 * Answers are those of the weights in force, a copy that learned_apply() renews. It is due when the
 * correction begins or ceases to count and, while it counts, after 128, 144, ... 240, 256, 288 sites and so
 * on, eight times while their number doubles. So answers change rarely, and less often the less is learned.
 *
 * All numbers are integers, so that every machine learns the same. RAM: struct learned, 224 bytes, which are
 * part of the crawl's state block, so that what was learned is committed with the site that it was learned
 * from.
 */
#ifndef CRAWLBOX_GRAPH_PREDICT_LEARNED_H
#define CRAWLBOX_GRAPH_PREDICT_LEARNED_H

#include <stdbool.h>

#include "graph/predict/features.h"

enum {
    LEARNED_VERSION = 2,
    LEARNED_CELLS = 6, /* kinds of a fact that have a weight each */
    LEARNED_FACTS = 5, /* domain, country, sources in the language, others, the highest degree */
    LEARNED_WEIGHTS = 2 + LEARNED_FACTS * LEARNED_CELLS, /* of the model's answer, a constant, the facts */
};

enum learned_rule {
    LEARNED_IN_FORCE = 1, /* in_force counts, and not the model alone */
    LEARNED_DUE = 2,      /* learned_apply() would change that */
};

struct learned {
    uint8_t version;             /* LEARNED_VERSION; 0: nothing was ever learned */
    uint8_t language;            /* that is looked for, by its number in the setting */
    uint8_t counts;              /* it has proved better than the model alone */
    uint8_t rule;                /* enum learned_rule: what answers go by, and whether that is to change */
    uint32_t check;              /* CRC-32 of all that follows, with this seed: version and language */
    uint32_t sites;              /* that it was learned from ... */
    uint32_t right, model_right; /* ... and how many of them it, and the model, had predicted rightly */
    int32_t lead;                /* by how much its squared errors are smaller, in 1024ths ... */
    uint16_t tested;             /* ... over so many sites; older ones count less */
    uint16_t rival_seen;         /* of rival, as `seen` */
    int32_t rival;               /* the weight of the model's answer if it alone is corrected */
    int16_t weight[LEARNED_WEIGHTS];   /* in 1024ths: of logarithms of odds or, the first, of the model's */
    uint16_t seen[LEARNED_WEIGHTS];    /* sum of squared steps that each weight was asked to take, in 64ths */
    int16_t in_force[LEARNED_WEIGHTS]; /* what `weight` was when it was applied; version 1 has none */
};

/* Returns STATUS_OK, STATUS_VERSION if a newer version learned it, STATUS_UNSUPPORTED if it is of another
 * language, or STATUS_DAMAGED. */
int learned_check(const struct learned *learned, uint8_t language);

/* Returns a packed sentence that says why learned_check() refused. */
const char *learned_problem(int status);

/* Forgets everything. */
void learned_forget(struct learned *learned, uint8_t language);

/* Forgets what is not sound, and takes over what version 1 has learned. Returns as learned_check(). */
int learned_open(struct learned *learned, uint8_t language);

/* Returns how confident the box is that a host is in the language, given what the model says of it. */
uint8_t learned_predict(const struct learned *learned, const struct features *features, uint8_t model_says);

/* Learns that a host of the sample is in the language, or is not. That changes no answer yet. */
void learned_take(struct learned *learned, const struct features *features, uint8_t model_says,
                  bool is_target);

/* Is it time to answer by what was learned since learned_apply() was called last? */
static inline bool learned_is_due(const struct learned *learned)
{
    return learned->rule & LEARNED_DUE;
}

/* Answers by it from here on. */
void learned_apply(struct learned *learned);

#endif
