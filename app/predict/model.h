/*
 * A model: what was learned about telling Thai hosts from others, as an ensemble of decision trees and Naive Bayes
 * classifiers in integers. MODEL.md describes the bytes; `crawlbox train` makes them, `crawlbox model` shows them.
 *
 *     struct model model;
 *     int status = model_open(&model, bytes, size);        // checks everything
 *     if (status != STATUS_OK)
 *         say(model_problem(status));                      // and go on with the built-in one
 *     uint8_t confidence = predict(&model, &features);     // predict.h
 *
 * The bytes stay where they are, in flash or in a buffer. RAM: struct model, 36 bytes. A model that was opened can do no
 * harm whatever its bytes: it ends, and reads nothing but itself.
 */
#ifndef CRAWLBOX_PREDICT_MODEL_H
#define CRAWLBOX_PREDICT_MODEL_H

#include <stddef.h>
#include <stdint.h>

enum {
    MODEL_VERSION = 1,
    MODEL_MAX_BYTES = 8 * 1024,
    MODEL_MAX_MEMBERS = 12,
    MODEL_MAX_TABLES = 3,
    MODEL_NAME_BYTES = 32,
};

/* How the members' answers become one. */
enum model_fusion {
    FUSION_MAX,
    FUSION_MIN,
    FUSION_PRODUCT,
    FUSION_AVERAGE,
    FUSION_BAYES,    /* Bayesian combination */
    FUSION_MAJORITY, /* each member has a vote */
    FUSION_WEIGHTED, /* accurate members have more of it */
    FUSION_POOL,     /* logarithms of odds are added up, each with a weight that was learned for it */
    FUSIONS
};

enum model_kind { MODEL_TREE, MODEL_BAYES, MODEL_KINDS };
enum model_scope { MODEL_EVERYWHERE, MODEL_HOME, MODEL_ABROAD, MODEL_SCOPES }; /* home: .th */

struct model {
    const uint8_t *bytes;
    const uint8_t *nodes;                    /* private: of all trees */
    const uint8_t *tables[MODEL_MAX_TABLES]; /* private: what Naive Bayes adds up */
    int16_t prior;
    uint16_t size;
    uint8_t members, fusion;
};

/* The training record: where a model comes from and what it was worth on hosts it was not made from. */
struct model_record {
    uint32_t id;                      /* the file's checksum: two models are the same if it is */
    uint32_t date;                    /* seconds since 1970 */
    uint32_t learned_from, tested_on; /* hosts */
    uint32_t seed;
    uint16_t accuracy;      /* of the test, in hundredths of a percent */
    uint16_t cv_accuracy;   /* in cross-validation */
    uint16_t tree_accuracy; /* of the best single tree in the same test */
    uint16_t rule_accuracy; /* of the rule of thumb */
    char data[MODEL_NAME_BYTES + 1];
};

/*
 * STATUS_INVALID: not a model, or one that makes no sense; STATUS_UNSUPPORTED: for another version of the box;
 * STATUS_DAMAGED: length or checksum wrong; STATUS_TOO_LONG: more than MODEL_MAX_BYTES.
 */
int model_open(struct model *model, const void *bytes, size_t size);

/*
 * How long the model in these bytes says it is, for bytes that something follows, as after a transfer in blocks: never
 * more than `size`.
 */
size_t model_stated_size(const void *bytes, size_t size);

/* Why model_open() refused, as a sentence. */
const char *model_problem(int status);

struct model_record model_record(const struct model *model);

/* The model that came with the program (model_builtin.c). */
extern const uint8_t model_builtin[];
extern const uint32_t model_builtin_size;

#endif
