#include "train/score.h"

#include <math.h>

struct score score_rows(const struct dataset *data, const struct rows *rows, const float *probability)
{
    struct score score = {0};
    for (size_t i = 0; i < rows->count; i++) {
        uint32_t row = rows->row[i];
        score.count[data->thai[row]][probability[row] >= 0.5F]++;
    }
    return score;
}

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

double score_accuracy(const struct score *score)
{
    double right = (double)score->count[0][0] + score->count[1][1];
    return percent(right, right + score->count[0][1] + score->count[1][0]);
}

double score_precision(const struct score *score)
{
    return percent(score->count[1][1], (double)score->count[1][1] + score->count[0][1]);
}

double score_recall(const struct score *score)
{
    return percent(score->count[1][1], (double)score->count[1][1] + score->count[1][0]);
}

double score_g_mean(const struct score *score)
{
    double other_recall = percent(score->count[0][0], (double)score->count[0][0] + score->count[0][1]);
    return sqrt(score_recall(score) * other_recall);
}

struct score score_sum(const struct score *a, const struct score *b)
{
    struct score sum;
    for (int is = 0; is <= 1; is++)
        for (int said = 0; said <= 1; said++)
            sum.count[is][said] = a->count[is][said] + b->count[is][said];
    return sum;
}
