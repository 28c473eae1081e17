#include "train/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "cli.h"
#include "train/fusion.h"

enum { TERMS = MODEL_MAX_MEMBERS + 1 }; /* the members and the constant, which comes first */

/* As if something were known against large weights: keeps two members that always agree from being played
 * off. */
static const double AGAINST_LARGE = 1;

/* Where the likelihood slopes, and how its slope bends. */
struct slope {
    double rise[TERMS];
    double bend[TERMS][TERMS];
};

static double term(const struct pool *pool, unsigned number, uint32_t row)
{
    return number == 0 ? 1 : pool->odds[number - 1][row];
}

static unsigned terms(const struct pool *pool)
{
    return pool->count + 1;
}

static double *coefficient(struct pool *pool, unsigned number)
{
    return number == 0 ? &pool->constant : &pool->weight[number - 1];
}

static void find_slope(struct pool *pool, struct slope *slope)
{
    memset(slope, 0, sizeof *slope);
    for (size_t i = 0; i < pool->rows->count; i++) {
        uint32_t row = pool->rows->row[i];
        double chance = chance_of_odds(pool->log_odds[i]), doubt = chance * (1 - chance);
        double missing = pool->data->thai[row] - chance;
        for (unsigned a = 0; a < terms(pool); a++) {
            double here = term(pool, a, row);
            slope->rise[a] += missing * here;
            for (unsigned b = 0; b <= a; b++)
                slope->bend[a][b] += doubt * here * term(pool, b, row);
        }
    }
    for (unsigned a = 1; a < terms(pool); a++) {
        slope->rise[a] -= AGAINST_LARGE * *coefficient(pool, a);
        slope->bend[a][a] += AGAINST_LARGE;
    }
}

/* Cholesky's decomposition of the bend, in place: its lower triangle. */
static void decompose(double bend[TERMS][TERMS], unsigned size)
{
    for (unsigned a = 0; a < size; a++) {
        for (unsigned b = 0; b <= a; b++) {
            double sum = bend[a][b];
            for (unsigned k = 0; k < b; k++)
                sum -= bend[a][k] * bend[b][k];
            bend[a][b] = a == b ? sqrt(fmax(sum, 1e-12)) : sum / bend[b][b];
        }
    }
}

/* Solves the lower triangle for `right`, in place. */
static void solve_down(double lower[TERMS][TERMS], unsigned size, double right[TERMS])
{
    for (unsigned a = 0; a < size; a++) {
        for (unsigned b = 0; b < a; b++)
            right[a] -= lower[a][b] * right[b];
        right[a] /= lower[a][a];
    }
}

static void solve_up(double lower[TERMS][TERMS], unsigned size, double right[TERMS])
{
    for (unsigned a = size; a-- > 0;) {
        for (unsigned b = a + 1; b < size; b++)
            right[a] -= lower[b][a] * right[b];
        right[a] /= lower[a][a];
    }
}

static void hear(struct pool *pool)
{
    for (size_t i = 0; i < pool->rows->count; i++) {
        double sum = pool->constant;
        for (unsigned k = 0; k < pool->count; k++)
            sum += pool->weight[k] * pool->odds[k][pool->rows->row[i]];
        pool->log_odds[i] = sum;
    }
}

/* Newton's method: the likelihood has one summit, and a few steps lead there. */
void pool_fit(struct pool *pool)
{
    static const double NEAR_ENOUGH = 1e-6;
    double step = 1;
    for (int i = 0; i < 25 && step > NEAR_ENOUGH; i++) {
        struct slope slope;
        hear(pool);
        find_slope(pool, &slope);
        decompose(slope.bend, terms(pool));
        solve_down(slope.bend, terms(pool), slope.rise);
        solve_up(slope.bend, terms(pool), slope.rise);
        step = 0;
        for (unsigned a = 0; a < terms(pool); a++) {
            *coefficient(pool, a) += slope.rise[a];
            step = fmax(step, fabs(slope.rise[a]));
        }
    }
    hear(pool);
}

void pool_begin(struct pool *pool, const struct dataset *data, const struct rows *rows)
{
    *pool = (struct pool){
        .data = data, .rows = rows, .log_odds = must_allocate(rows->count * sizeof *pool->log_odds)};
    pool_fit(pool);
}

void pool_free(struct pool *pool)
{
    free(pool->log_odds);
    pool->log_odds = NULL;
}

double pool_gain(const struct pool *pool, const float *odds)
{
    struct pool with = *pool;
    struct slope slope;
    double shared[TERMS];
    unsigned last = terms(pool);
    with.odds[with.count++] = odds; /* with a weight of 0, so far */
    find_slope(&with, &slope);
    double own = slope.bend[last][last];
    memcpy(shared, slope.bend[last], sizeof shared);
    decompose(slope.bend, last);
    solve_down(slope.bend, last, shared);
    for (unsigned a = 0; a < last; a++)
        own -= shared[a] * shared[a]; /* what the others say already bends nothing */
    return slope.rise[last] * slope.rise[last] / fmax(own, AGAINST_LARGE);
}

double pool_worth(struct pool *pool, unsigned member)
{
    struct slope slope;
    double unit[TERMS] = {0}, variance = 0;
    find_slope(pool, &slope);
    decompose(slope.bend, terms(pool));
    unit[member + 1] = 1;
    solve_down(slope.bend, terms(pool), unit);
    for (unsigned a = 0; a < terms(pool); a++)
        variance += unit[a] * unit[a];
    return pool->weight[member] * pool->weight[member] / variance;
}

void pool_add(struct pool *pool, const float *odds)
{
    pool->odds[pool->count++] = odds;
}

void pool_drop(struct pool *pool, unsigned member)
{
    pool->count--;
    for (unsigned i = member; i < pool->count; i++) {
        pool->odds[i] = pool->odds[i + 1];
        pool->weight[i] = pool->weight[i + 1];
    }
    pool->weight[pool->count] = 0;
}

double pool_accuracy(const struct pool *pool)
{
    size_t right = 0;
    for (size_t i = 0; i < pool->rows->count; i++)
        right += (pool->log_odds[i] >= 0) == pool->data->thai[pool->rows->row[i]];
    return 100.0 * (double)right / (double)pool->rows->count;
}
