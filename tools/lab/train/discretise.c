#include <math.h>

#include "train/bayes.h"

struct piece {
    double others, thai;
};

static double x_log_x(double x)
{
    return x > 0 ? x * log2(x) : 0;
}

/* Bits needed to tell the classes of a piece apart. */
static double bits(struct piece piece)
{
    return x_log_x(piece.others + piece.thai) - x_log_x(piece.others) - x_log_x(piece.thai);
}

static int classes(struct piece piece)
{
    return (piece.others > 0) + (piece.thai > 0);
}

static struct piece sum(const uint32_t (*count)[2], unsigned first, unsigned end)
{
    struct piece piece = {0};
    for (; first < end; first++) {
        piece.others += count[first][0];
        piece.thai += count[first][1];
    }
    return piece;
}

/* Whether describing both pieces and the cut takes less bits than describing the whole. */
static bool is_worth_it(struct piece whole, struct piece left, struct piece right, unsigned cuts)
{
    double n = whole.others + whole.thai;
    double gain = (bits(whole) - bits(left) - bits(right)) / n;
    double delta =
        log2(pow(3, classes(whole)) - 2) -
        (classes(whole) * bits(whole) / n - classes(left) * bits(left) / (left.others + left.thai) -
         classes(right) * bits(right) / (right.others + right.thai));
    return gain > (log2(cuts) + delta) / n;
}

/*
 * Cuts the values from first to end where it says most about the classes, then each half. `waiting` pieces to
 * the right need an interval each as well.
 */
static void cut(const uint32_t (*count)[2], unsigned first, unsigned end, unsigned waiting, uint8_t *last,
                unsigned *intervals)
{
    struct piece whole = sum(count, first, end), left = {0}, best_left = {0};
    double least = bits(whole);
    unsigned cuts = 0, at = end;

    for (unsigned value = first; value + 1 < end; value++) {
        left.others += count[value][0];
        left.thai += count[value][1];
        struct piece right = {whole.others - left.others, whole.thai - left.thai};
        if (count[value][0] + count[value][1] == 0 || right.others + right.thai == 0)
            continue;
        cuts++;
        if (bits(left) + bits(right) < least - 1e-9) {
            least = bits(left) + bits(right);
            best_left = left;
            at = value + 1;
        }
    }
    struct piece best_right = {whole.others - best_left.others, whole.thai - best_left.thai};
    if (at == end || *intervals + waiting + 2 > BAYES_MAX_INTERVALS ||
        !is_worth_it(whole, best_left, best_right, cuts)) {
        last[(*intervals)++] = (uint8_t)(end - 1);
        return;
    }
    cut(count, first, at, waiting + 1, last, intervals);
    cut(count, at, end, waiting, last, intervals);
}

unsigned bayes_cut_mdl(const uint32_t (*count)[2], unsigned values, uint8_t last[BAYES_MAX_INTERVALS])
{
    unsigned intervals = 0;
    cut(count, 0, values, 0, last, &intervals);
    last[intervals - 1] = UINT8_MAX;
    return intervals;
}

unsigned bayes_cut_tenths(const uint32_t (*count)[2], unsigned values, uint8_t last[BAYES_MAX_INTERVALS])
{
    enum { TENTHS = 10 };
    struct piece whole = sum(count, 0, values);
    double each = (whole.others + whole.thai) / TENTHS, here = 0;
    unsigned intervals = 0;
    for (unsigned value = 0; value < values && intervals + 1 < TENTHS; value++) {
        here += (double)count[value][0] + count[value][1];
        if (here >= each) {
            last[intervals++] = (uint8_t)value;
            here = 0;
        }
    }
    last[intervals++] = UINT8_MAX;
    return intervals;
}
