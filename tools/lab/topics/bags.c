#include "topics/bags.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "graph/predict/predict.h"
#include "random.h"
#include "topic/layout.h"

enum { NO_FOLD = BAGS_FOLDS, SCALE_MAX = 255, PRIOR_MOST = 400, PRIOR_STEP = 4 };

/* ---- Bags ---- */

static void *grown(void *items, size_t used, size_t *room, size_t size)
{
    if (used < *room)
        return items;
    *room = *room ? 2 * *room : 256;
    void *more = must_allocate(*room * size);
    if (used > 0)
        memcpy(more, items, used * size);
    free(items);
    return more;
}

void bags_begin(struct bags *bags, bool relevant)
{
    bags->bag = grown(bags->bag, bags->count, &bags->room, sizeof *bags->bag);
    bags->bag[bags->count++] = (struct bag){.first = bags->terms, .relevant = relevant};
}

void bags_add(struct bags *bags, uint32_t term)
{
    bags->term = grown(bags->term, bags->terms, &bags->term_room, sizeof *bags->term);
    bags->term[bags->terms++] = term;
    bags->bag[bags->count - 1].count++;
}

void bags_free(struct bags *bags)
{
    free(bags->bag);
    free(bags->term);
    *bags = (struct bags){0};
}

size_t bags_of(const struct bags *bags, bool relevant)
{
    size_t count = 0;
    for (size_t i = 0; i < bags->count; i++)
        count += bags->bag[i].relevant == relevant;
    return count;
}

/* The numbers 0 to count - 1 in a random order. */
static size_t *shuffled(size_t count, struct random *random)
{
    size_t *order = must_allocate((count + 1) * sizeof *order);
    for (size_t i = 0; i < count; i++) {
        size_t j = random_below(random, (uint32_t)i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    return order;
}

void bags_fold(struct bags *bags, uint64_t seed)
{
    struct random random = {seed};
    size_t *order = shuffled(bags->count, &random), dealt[2] = {0, 0};
    for (size_t i = 0; i < bags->count; i++) {
        struct bag *bag = &bags->bag[order[i]];
        bag->fold = (uint8_t)(dealt[bag->relevant]++ % BAGS_FOLDS);
    }
    free(order);
}

void undersample(const struct bags *bags, unsigned fold, uint64_t seed, bool *chosen)
{
    struct random random = {seed + fold};
    size_t *order = shuffled(bags->count, &random), left[2] = {0, 0};
    for (size_t i = 0; i < bags->count; i++)
        left[bags->bag[i].relevant] += bags->bag[i].fold != fold;
    size_t most = left[0] < left[1] ? left[0] : left[1];
    left[0] = left[1] = most;
    for (size_t i = 0; i < bags->count; i++) {
        const struct bag *bag = &bags->bag[order[i]];
        chosen[order[i]] = bag->fold != fold && left[bag->relevant] > 0;
        left[bag->relevant] -= chosen[order[i]];
    }
    free(order);
}

/* ---- Scores ---- */

void g_mean_count(struct g_mean *score, bool relevant, bool said)
{
    score->all[relevant]++;
    score->right[relevant] += relevant == said;
}

double g_mean_percent(const struct g_mean *score)
{
    if (score->all[0] == 0 || score->all[1] == 0)
        return 0;
    return 100 * sqrt((double)score->right[0] / (double)score->all[0] * (double)score->right[1] /
                      (double)score->all[1]);
}

/* ---- Weights ---- */

int8_t odds_in_sixteenths(double odds)
{
    double sixteenths = round(16 * odds);
    return (int8_t)(sixteenths > 127 ? 127 : sixteenths < -127 ? -127 : sixteenths);
}

static void count_terms(const struct bags *bags, const bool *chosen, unsigned places, double *count[2],
                        double total[2])
{
    for (size_t i = 0; i < bags->count && places > 0; i++) {
        const struct bag *bag = &bags->bag[i];
        for (size_t j = 0; chosen[i] && j < bag->count; j++)
            count[bag->relevant][bags->term[bag->first + j] % places]++;
        if (chosen[i])
            total[bag->relevant] += (double)bag->count;
    }
}

/* With one more of every place than there was. */
static void learn_weights(struct word_bayes *bayes, const struct bags *bags, const bool *chosen,
                          unsigned places)
{
    double *count[2] = {must_allocate(places * sizeof(double)), must_allocate(places * sizeof(double))};
    double total[2] = {0, 0};
    for (unsigned i = 0; i < places; i++)
        count[0][i] = count[1][i] = 0;
    count_terms(bags, chosen, places, count, total);
    for (unsigned i = 0; i < places; i++)
        bayes->weight[i] = odds_in_sixteenths(log((count[1][i] + 1) / (total[1] + places)) -
                                              log((count[0][i] + 1) / (total[0] + places)));
    free(count[0]);
    free(count[1]);
}

int32_t word_bayes_sum(const struct word_bayes *bayes, const struct bags *bags, const struct bag *bag,
                       unsigned places)
{
    int32_t sum = 0;
    for (size_t i = 0; i < bag->count; i++)
        sum += bayes->weight[bags->term[bag->first + i] % places];
    return sum;
}

/* ---- Prior and scale ---- */

/* What the answers would cost, each class weighing the same: the mean logarithm of the chance that was given
 * to the truth. */
static double cost(const struct bags *bags, const int32_t *sums, int prior, int scale)
{
    double loss[2] = {0, 0};
    size_t count[2] = {0, 0};
    for (size_t i = 0; i < bags->count; i++) {
        bool relevant = bags->bag[i].relevant;
        double odds = (double)(prior + sums[i]) * scale / 1024;
        loss[relevant] += log1p(exp(relevant ? -odds : odds));
        count[relevant]++;
    }
    return loss[0] / (double)(count[0] ? count[0] : 1) + loss[1] / (double)(count[1] ? count[1] : 1);
}

static void calibrate(struct word_bayes *bayes, const struct bags *bags, const int32_t *sums)
{
    double best = INFINITY;
    int best_prior = 0;
    bayes->scale = 1;
    for (int scale = 1; scale <= SCALE_MAX; scale += 1 + scale / 8)
        for (int prior = -PRIOR_MOST; prior <= PRIOR_MOST;
             prior += PRIOR_STEP * (bags->count > 5000 ? 8 : 2)) {
            double value = cost(bags, sums, prior, scale);
            if (value >= best)
                continue;
            best = value;
            best_prior = prior;
            bayes->scale = (uint8_t)scale;
        }
    bayes->prior = (int16_t)best_prior;
}

struct g_mean word_bayes_learn(struct word_bayes *bayes, const struct bags *bags, unsigned places,
                               uint64_t seed, int32_t *held_out)
{
    struct g_mean score = {0};
    bool *chosen = must_allocate(bags->count + 1);
    int32_t *sums = must_allocate((bags->count + 1) * sizeof *sums);
    for (unsigned fold = 0; fold < BAGS_FOLDS; fold++) {
        undersample(bags, fold, seed, chosen);
        learn_weights(bayes, bags, chosen, places);
        for (size_t i = 0; i < bags->count; i++)
            if (bags->bag[i].fold == fold)
                sums[i] = word_bayes_sum(bayes, bags, &bags->bag[i], places);
    }
    calibrate(bayes, bags, sums);
    for (size_t i = 0; i < bags->count; i++) {
        int32_t odds = (bayes->prior + sums[i]) * bayes->scale;
        g_mean_count(&score, bags->bag[i].relevant, odds >= 0);
        if (held_out)
            held_out[i] = odds;
    }
    undersample(bags, NO_FOLD, seed, chosen);
    learn_weights(bayes, bags, chosen, places);
    free(chosen);
    free(sums);
    return score;
}
