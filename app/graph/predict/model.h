/*
 * A model: what was learned about telling Thai hosts from others, as an ensemble of decision trees and Naive
 * Bayes classifiers in integers. MODEL.md describes the bytes; `crawlbox-lab train` makes them, `crawlbox
 * model` shows them.
 *
 *     struct model model;
 *     int status = model_open(&model, bytes, size);        // checks everything
 *     if (status != STATUS_OK)
 *         say(model_problem(status));                      // and go on with the built-in model
 *     uint8_t confidence = predict(&model, &features);     // predict.h
 *
 * The bytes stay where they are, in flash or in a buffer, and must stay as they are while the model is in
 * use. RAM: struct model, 28 bytes. A model that was opened can do no harm, whatever its bytes: predict()
 * comes to an end, and reads nothing outside the model. app/box/host_model.c decides which model the box
 * uses.
 */
#ifndef CRAWLBOX_GRAPH_PREDICT_MODEL_H
#define CRAWLBOX_GRAPH_PREDICT_MODEL_H

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
    FUSION_AVERAGE,   /* of the members' chances: the Bayesian combination that was published */
    FUSION_CONFUSION, /* what each member's verdict is worth, by how often it was right when it gave it */
    FUSION_MAJORITY,  /* each member has one vote */
    FUSION_WEIGHTED,  /* the votes of accurate members weigh more */
    FUSION_POOL,      /* logarithms of odds are added up, each with a weight that was learned for it */
    FUSIONS
};

enum model_kind { MODEL_TREE, MODEL_BAYES, MODEL_KINDS };
/* Which hosts a member is asked about: all, those in .th, or the others. */
enum model_scope { MODEL_EVERYWHERE, MODEL_HOME, MODEL_ABROAD, MODEL_SCOPES };

struct model {
    const uint8_t *bytes;
    const uint8_t *nodes;                    /* private: the nodes of all trees */
    const uint8_t *tables[MODEL_MAX_TABLES]; /* private: the numbers that Naive Bayes adds up */
    int16_t prior;
    uint16_t size;
    uint8_t members, fusion;
};

/* The training record: where a model comes from, and how it did on hosts that it was not made from. */
struct model_record {
    uint32_t id;                      /* the file's checksum, which is the same for equal models only */
    uint32_t date;                    /* when it was trained, in seconds since 1970 */
    uint32_t learned_from, tested_on; /* numbers of hosts */
    uint32_t seed;                    /* of the random numbers of the training */
    uint16_t accuracy;                /* in the test, in hundredths of a percent, like the three below */
    uint16_t cv_accuracy;             /* in cross-validation */
    uint16_t tree_accuracy;           /* of the best single tree in the same test */
    uint16_t rule_accuracy;           /* of the rule of thumb in the same test */
    char data[MODEL_NAME_BYTES + 1];  /* the name of the data that it was trained with */
};

/*
 * Returns STATUS_OK, STATUS_INVALID if the bytes are no model or one that makes no sense, STATUS_VERSION if
 * the model was made for another version of the box, STATUS_DAMAGED if its length or checksum is wrong, or
 * STATUS_TOO_LONG if it has more than MODEL_MAX_BYTES.
 */
int model_open(struct model *model, const void *bytes, size_t size);

/*
 * Returns how long the model at the beginning of these bytes says it is, but never more than `size`.
 * Something may follow it: a transfer in blocks fills up the last one.
 */
size_t model_stated_size(const void *bytes, size_t size);

/* Returns a packed sentence that says why model_open() refused. */
const char *model_problem(int status);

struct model_record model_record(const struct model *model);

/* The model that is built into the program (model_builtin.c). */
extern const uint8_t model_builtin[];
extern const uint32_t model_builtin_size;

#endif
