#include "train/bayes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"

enum { MAX_VALUES = 256 };

static void spread(const struct dataset *data, const struct rows *rows, unsigned feature,
                   uint32_t count[MAX_VALUES][2])
{
    memset(count, 0, sizeof(uint32_t[MAX_VALUES][2]));
    for (size_t i = 0; i < rows->count; i++) {
        uint32_t row = rows->row[i];
        count[data->bins[feature][row]][data->thai[row]]++;
    }
}

static void learn_intervals(struct bayes_feature *feature, const uint32_t count[MAX_VALUES][2],
                            const uint32_t total[2])
{
    unsigned bin = 0;
    for (unsigned i = 0; i < feature->intervals; i++) {
        double here[2] = {1, 1}; /* Laplace */
        for (; bin <= feature->last[i]; bin++) {
            here[0] += count[bin][0];
            here[1] += count[bin][1];
        }
        feature->odds[i] =
            log(here[1] / (total[1] + feature->intervals)) - log(here[0] / (total[0] + feature->intervals));
    }
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* The mean gap between different values: what Weka takes for the precision of a measurement. */
static double mean_gap(const float *values, const struct rows *rows)
{
    float *sorted = must_allocate(rows->count * sizeof *sorted);
    double sum = 0;
    size_t gaps = 0;
    for (size_t i = 0; i < rows->count; i++)
        sorted[i] = values[rows->row[i]];
    qsort(sorted, rows->count, sizeof *sorted, compare_floats);
    for (size_t i = 1; i < rows->count; i++) {
        if (sorted[i] > sorted[i - 1]) {
            sum += (double)sorted[i] - sorted[i - 1];
            gaps++;
        }
    }
    free(sorted);
    return gaps ? sum / (double)gaps : 0.01;
}

static void learn_normal(struct bayes_feature *feature, const float *values, const uint8_t *thai,
                         const struct rows *rows)
{
    double n[2] = {0}, sum[2] = {0}, squares[2] = {0};
    feature->precision = mean_gap(values, rows);
    for (size_t i = 0; i < rows->count; i++) {
        uint32_t row = rows->row[i];
        double value = rint(values[row] / feature->precision) * feature->precision;
        n[thai[row]]++;
        sum[thai[row]] += value;
        squares[thai[row]] += value * value;
    }
    for (unsigned k = 0; k <= 1; k++) {
        double mean = n[k] > 0 ? sum[k] / n[k] : 0;
        double variance = n[k] > 0 ? fabs(squares[k] - mean * sum[k]) / n[k] : 0;
        feature->mean[k] = mean;
        feature->deviation[k] = fmax(sqrt(variance), feature->precision / 6);
    }
}

void bayes_learn(struct bayes *bayes, enum bayes_kind kind, const struct dataset *data,
                 const struct rows *rows)
{
    uint32_t total[2] = {0}, count[MAX_VALUES][2];
    *bayes = (struct bayes){.kind = kind};
    for (size_t i = 0; i < rows->count; i++)
        total[data->thai[rows->row[i]]]++;
    bayes->prior = log(total[1] + 1.0) - log(total[0] + 1.0);
    for (unsigned i = 0; i < FEATURE_COUNT; i++) {
        struct bayes_feature *feature = &bayes->features[i];
        unsigned values = feature_values(i);
        if (!feature_is_class(i) && kind == BAYES_NORMAL) {
            learn_normal(feature, data->values[i], data->thai, rows);
            continue;
        }
        spread(data, rows, i, count);
        if (feature_is_class(i))
            for (feature->intervals = (uint8_t)values; values-- > 0;)
                feature->last[values] = (uint8_t)values;
        else
            feature->intervals =
                (uint8_t)(kind == BAYES_MDL ? bayes_cut_mdl(count, values, feature->last)
                                            : bayes_cut_tenths(count, values, feature->last));
        learn_intervals(feature, count, total);
    }
}

/* The chance of a value as precise as the feature is. */
static double normal_chance(const struct bayes_feature *feature, unsigned k, double value)
{
    double half = feature->precision / 2, scale = feature->deviation[k] * sqrt(2);
    double above = (value + half - feature->mean[k]) / scale,
           below = (value - half - feature->mean[k]) / scale;
    /* Far out on the right the difference of two numbers near 2 would vanish: mirror it. */
    double chance = below > 0 ? erfc(below) - erfc(above) : erfc(-above) - erfc(-below);
    return fmax(chance / 2, 1e-75);
}

static double normal_odds(const struct bayes_feature *feature, double value)
{
    double rounded = rint(value / feature->precision) * feature->precision;
    return log(normal_chance(feature, 1, rounded)) - log(normal_chance(feature, 0, rounded));
}

static double interval_odds(const struct bayes_feature *feature, uint8_t bin)
{
    unsigned i = 0;
    while (bin > feature->last[i])
        i++;
    return feature->odds[i];
}

double bayes_log_odds(const struct bayes *bayes, const struct dataset *data, uint32_t row,
                      const struct training_set *set)
{
    double sum = bayes->prior;
    for (unsigned i = 0; i < FEATURE_COUNT; i++) {
        const struct bayes_feature *feature = &bayes->features[i];
        if (!training_set_has(set, i))
            continue;
        sum += feature->intervals ? interval_odds(feature, data->bins[i][row])
                                  : normal_odds(feature, data->values[i][row]);
    }
    return sum;
}
