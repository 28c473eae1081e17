#include "graph/predict/learned.h"

#include <string.h>

#include "base/crc32.h"
#include "base/numbers.h"
#include "base/packed.h"
#include "base/status.h"
#include "graph/predict/layout.h"
#include "graph/predict/predict.h"

/*
 * Logistic regression, a site at a time, with a rate of its own for each weight (AdaGrad): the step of a
 * weight is RATE x error / sqrt(squared steps so far). It counts when its squared errors are smaller than
 * those of a rival, who may only make the model more or less confident and so decides as the model does: by
 * 1/COUNTS_FROM a site on average, over at least TESTED_LEAST sites, until the lead falls below half of that.
 */
enum {
    RATE = 307, /* 0.3 in 1024ths */
    ONE = 512,  /* errors are in 512ths, since a confidence c stands for (c + 0.5) / 256 */
    SEEN_FIRST = 64,
    COUNTS_FROM = 50,
    TESTED_LEAST = 128,
    TESTED_MOST = 1024,
    DUE_BELOW = 16, /* numbers below it, times a power of two, are when it is applied */
    WEIGHT_MOST = 30000,
    AT_MODEL = 0,
    AT_CONSTANT = 1,
    AT_FACTS = 2,
};

static uint32_t check_of(const struct learned *learned)
{
    size_t from = offsetof(struct learned, sites);
    size_t end = learned->version == 1 ? offsetof(struct learned, in_force) : sizeof *learned;
    return crc32_update(crc32_update(CRC32_INIT, learned, offsetof(struct learned, check)), &learned->sites,
                        end - from);
}

int learned_check(const struct learned *learned, uint8_t language)
{
    if (learned->version > LEARNED_VERSION)
        return STATUS_VERSION;
    if (learned->check != check_of(learned))
        return STATUS_DAMAGED;
    return learned->language == language ? STATUS_OK : STATUS_UNSUPPORTED;
}

const char *learned_problem(int status)
{
    switch (status) {
    case STATUS_VERSION: return PACKED("A newer version of crawlbox has learned it.");
    case STATUS_UNSUPPORTED: return PACKED("It was learned for another language.");
    default: return PACKED("It is damaged.");
    }
}

void learned_forget(struct learned *learned, uint8_t language)
{
    memset(learned, 0, sizeof *learned);
    learned->version = LEARNED_VERSION;
    learned->language = language;
    learned->rival = learned->weight[AT_MODEL] = ODDS_SCALE;
    learned->rival_seen = SEEN_FIRST;
    for (unsigned i = 0; i < LEARNED_WEIGHTS; i++)
        learned->seen[i] = SEEN_FIRST;
    learned->check = check_of(learned);
}

int learned_open(struct learned *learned, uint8_t language)
{
    int status = learned->version == 0 ? STATUS_OK : learned_check(learned, language);
    if (learned->version == 0 || status != STATUS_OK)
        learned_forget(learned, language);
    if (learned->version == 1) {
        learned->version = LEARNED_VERSION;
        learned_apply(learned);
    }
    return status;
}

/* ---- Facts ---- */

static unsigned cell_of_count(uint32_t count)
{
    static const uint8_t most[LEARNED_CELLS - 1] = {0, 1, 2, 4, 9};
    unsigned cell = 0;
    while (cell < LEARNED_CELLS - 1 && count > most[cell])
        cell++;
    return cell;
}

static unsigned cell_of_degree(uint8_t degree)
{
    static const uint8_t most[LEARNED_CELLS - 1] = {0, 50, 120, 180, 194};
    unsigned cell = 0;
    while (cell < LEARNED_CELLS - 1 && degree > most[cell])
        cell++;
    return cell;
}

/* Finds out which weights are about this host. A record of the card may hold anything. */
static void find_weights(const struct features *features, uint8_t at[LEARNED_FACTS])
{
    const unsigned cells[LEARNED_FACTS] = {
        smaller_of(features->tld, LEARNED_CELLS - 1), smaller_of(features->country, LEARNED_CELLS - 1),
        cell_of_count(features_sources(features, FEATURE_THAI)),
        cell_of_count(features_sources(features, FEATURE_FOREIGN)), cell_of_degree(features->degree[0])};
    for (unsigned i = 0; i < LEARNED_FACTS; i++)
        at[i] = (uint8_t)(AT_FACTS + i * LEARNED_CELLS + cells[i]);
}

static int32_t weigh(const int16_t weight[LEARNED_WEIGHTS], const uint8_t at[LEARNED_FACTS], int32_t odds)
{
    int32_t sum = weight[AT_MODEL] * odds / ODDS_SCALE + weight[AT_CONSTANT];
    for (unsigned i = 0; i < LEARNED_FACTS; i++)
        sum += weight[at[i]];
    return sum;
}

uint8_t learned_predict(const struct learned *learned, const struct features *features, uint8_t model_says)
{
    uint8_t at[LEARNED_FACTS];
    if (!(learned->rule & LEARNED_IN_FORCE))
        return model_says;
    find_weights(features, at);
    return predict_confidence(weigh(learned->in_force, at, predict_odds(model_says)));
}

void learned_apply(struct learned *learned)
{
    memcpy(learned->in_force, learned->weight, sizeof learned->in_force);
    learned->rule = learned->counts ? LEARNED_IN_FORCE : 0;
    learned->check = check_of(learned);
}

/* ---- Learning ---- */

static uint32_t square_root(uint32_t number)
{
    uint32_t root = 0;
    for (uint32_t bit = 1u << 15; bit != 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= number)
            root += bit;
    return root;
}

/* Returns by how much a weight changes that is asked to take a step in 512ths. */
static int32_t step_of(uint16_t *seen, int32_t step)
{
    uint32_t sum = *seen + (uint32_t)(step * step) / (ONE * ONE / 64);
    *seen = (uint16_t)smaller_of(sum, UINT16_MAX);
    int32_t root = (int32_t)square_root((uint32_t)*seen * 64); /* 64 x that of the sum */
    return step * (RATE * 64 / ONE) / root;
}

static int16_t bound_weight(int32_t weight)
{
    weight = weight < WEIGHT_MOST ? weight : WEIGHT_MOST;
    return (int16_t)(weight > -WEIGHT_MOST ? weight : -WEIGHT_MOST);
}

static void move_weight(struct learned *learned, unsigned at, int32_t step)
{
    learned->weight[at] = bound_weight(learned->weight[at] + step_of(&learned->seen[at], step));
}

/* How far a confidence is from what is true, in 512ths. */
static int32_t error_of(uint8_t confidence, bool is_target)
{
    return (is_target ? ONE : 0) - (2 * confidence + 1);
}

/* Compares with the rival; decides who counts. */
static void test(struct learned *learned, int32_t error, int32_t rival_error)
{
    learned->lead += (rival_error * rival_error - error * error) / (ONE * ONE / 1024);
    if (++learned->tested == TESTED_MOST) {
        learned->tested /= 2;
        learned->lead /= 2;
    }
    int32_t limit = learned->tested * 1024 / COUNTS_FROM;
    if (learned->tested >= TESTED_LEAST && learned->lead > limit)
        learned->counts = true;
    if (learned->lead < limit / 2)
        learned->counts = false;
}

static bool is_time_to_apply(const struct learned *learned)
{
    uint32_t sites = learned->sites;
    if (!learned->counts != !(learned->rule & LEARNED_IN_FORCE))
        return true;
    while (sites >= DUE_BELOW && sites % 2 == 0)
        sites /= 2;
    return learned->counts && sites < DUE_BELOW;
}

void learned_take(struct learned *learned, const struct features *features, uint8_t model_says,
                  bool is_target)
{
    uint8_t at[LEARNED_FACTS];
    int32_t odds = predict_odds(model_says);
    find_weights(features, at);
    uint8_t says = predict_confidence(weigh(learned->weight, at, odds));
    int32_t error = error_of(says, is_target);
    int32_t rival_error = error_of(predict_confidence(learned->rival * odds / ODDS_SCALE), is_target);
    learned->sites++;
    learned->right += (says >= PREDICT_THAI) == is_target;
    learned->model_right += (model_says >= PREDICT_THAI) == is_target;
    test(learned, error, rival_error);
    learned->rival =
        bound_weight(learned->rival + step_of(&learned->rival_seen, rival_error * odds / ODDS_SCALE));
    move_weight(learned, AT_MODEL, error * odds / ODDS_SCALE);
    move_weight(learned, AT_CONSTANT, error);
    for (unsigned i = 0; i < LEARNED_FACTS; i++)
        move_weight(learned, at[i], error);
    if (is_time_to_apply(learned))
        learned->rule |= LEARNED_DUE;
    learned->check = check_of(learned);
}
