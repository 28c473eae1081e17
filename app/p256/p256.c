#include "p256/p256.h"

#include <stdbool.h>
#include <string.h>

#include "base/muladd.h"

enum { WORDS = P256_WORDS, WORD_BITS = 32 };

/* The field's prime, 2^256 - 2^224 + 2^192 + 2^96 - 1. */
static const uint32_t prime[WORDS] = {0xffffffff, 0xffffffff, 0xffffffff, 0, 0, 0, 1, 0xffffffff};

/* value + carry * 2^256 is below twice the prime: brings it below the prime. */
static void reduce_once(uint32_t value[WORDS], uint32_t carry)
{
    uint32_t less[WORDS];
    int64_t sum = 0;
    for (int i = 0; i < WORDS; i++) {
        sum += (int64_t)value[i] - prime[i];
        less[i] = (uint32_t)sum;
        sum >>= WORD_BITS;
    }
    uint32_t keep = (uint32_t)(sum + carry); /* all ones if the prime was more than there is, else zero */
    for (int i = 0; i < WORDS; i++)
        value[i] = (value[i] & keep) | (less[i] & ~keep);
}

static void add(uint32_t to[WORDS], const uint32_t a[WORDS], const uint32_t b[WORDS])
{
    uint64_t sum = 0;
    for (int i = 0; i < WORDS; i++) {
        sum += (uint64_t)a[i] + b[i];
        to[i] = (uint32_t)sum;
        sum >>= WORD_BITS;
    }
    reduce_once(to, (uint32_t)sum);
}

static void twice(uint32_t number[WORDS])
{
    add(number, number, number);
}

static void subtract(uint32_t to[WORDS], const uint32_t a[WORDS], const uint32_t b[WORDS])
{
    int64_t sum = 0;
    for (int i = 0; i < WORDS; i++) {
        sum += (int64_t)a[i] - b[i];
        to[i] = (uint32_t)sum;
        sum >>= WORD_BITS;
    }
    uint32_t below_zero = (uint32_t)sum; /* all ones: then the prime is added */
    sum = 0;
    for (int i = 0; i < WORDS; i++) {
        sum += (int64_t)to[i] + (prime[i] & below_zero);
        to[i] = (uint32_t)sum;
        sum >>= WORD_BITS;
    }
}

/* Stores the lowest word of the sum; what is left belongs to the next. */
static int64_t take_word(uint32_t *to, int64_t sum)
{
    *to = (uint32_t)sum;
    return sum >> WORD_BITS;
}

/*
 * Modulo this prime, 2^256 is 2^224 - 2^192 - 2^96 + 1: each of the upper words is added
 * to and taken from some of the lower ones. Five times the prime is added, so that the sum is never below zero: that is the
 * lonely fives. What then stands above 2^256 is at most 15 and comes down in the same way.
 */
void p256_reduce(uint32_t to[WORDS], const uint32_t product[2 * WORDS])
{
    const uint32_t *low = product, *up = product + WORDS;
    int64_t sum = -5;
    sum = take_word(&to[0], sum + low[0] + up[0] + up[1] - up[3] - up[4] - up[5] - up[6]);
    sum = take_word(&to[1], sum + low[1] + up[1] + up[2] - up[4] - up[5] - up[6] - up[7]);
    sum = take_word(&to[2], sum + low[2] + up[2] + up[3] - up[5] - up[6] - up[7]);
    sum += up[3] + (int64_t)up[4];
    sum = take_word(&to[3], sum + 5 + low[3] + up[3] + up[4] + up[5] - up[7] - up[0] - up[1]);
    sum += up[4] + (int64_t)up[5];
    sum = take_word(&to[4], sum + low[4] + up[4] + up[5] + up[6] - up[1] - up[2]);
    sum += up[5] + (int64_t)up[6];
    sum = take_word(&to[5], sum + low[5] + up[5] + up[6] + up[7] - up[2] - up[3]);
    sum += up[6] + (int64_t)up[7];
    sum = take_word(&to[6], sum + 5 + low[6] + up[6] + up[7] + up[6] + up[5] - up[0] - up[1]);
    sum += up[7] + (int64_t)up[7];
    sum = take_word(&to[7], sum - 5 + low[7] + up[7] + up[0] - up[2] - up[3] - up[4] - up[5]);
    int32_t above = (int32_t)sum + 5;
    sum = take_word(&to[0], (int64_t)to[0] + above);
    sum = take_word(&to[1], sum + to[1]);
    sum = take_word(&to[2], sum + to[2]);
    sum = take_word(&to[3], sum + to[3] - above);
    sum = take_word(&to[4], sum + to[4]);
    sum = take_word(&to[5], sum + to[5]);
    sum = take_word(&to[6], sum + to[6] - above);
    sum = take_word(&to[7], sum + to[7] + above);
    reduce_once(to, (uint32_t)sum);
}

void p256_multiply(uint32_t to[WORDS], const uint32_t a[WORDS], const uint32_t b[WORDS])
{
    uint32_t product[2 * WORDS]; /* the upper half is written word by word before it is read */
    memset(product, 0, WORDS * sizeof *product);
    for (int i = 0; i < WORDS; i++)
        product[i + WORDS] = muladd_eights(product + i, a, 1, b[i], 0);
    p256_reduce(to, product);
}

static void square(uint32_t to[WORDS], const uint32_t a[WORDS])
{
    p256_multiply(to, a, a);
}

static bool is_zero(const uint32_t number[WORDS])
{
    uint32_t any = 0;
    for (int i = 0; i < WORDS; i++)
        any |= number[i];
    return any == 0;
}

void p256_double(struct p256_point *point)
{
    uint32_t *x = point->x, *y = point->y, *z = point->z, slope[WORDS], t[WORDS];
    square(slope, z);
    p256_multiply(z, y, z);
    twice(z);              /* z' = 2 y z */
    subtract(t, x, slope); /* slope = 3 (x - z^2) (x + z^2) */
    add(slope, x, slope);
    p256_multiply(slope, slope, t);
    add(t, slope, slope);
    add(slope, slope, t);
    square(y, y);
    p256_multiply(x, x, y);
    twice(x);
    twice(x); /* 4 x y^2 */
    square(y, y);
    twice(y);
    twice(y);
    twice(y); /* 8 y^4 */
    square(t, slope);
    subtract(t, t, x);
    subtract(t, t, x); /* x' = slope^2 - 8 x y^2 */
    subtract(x, x, t);
    p256_multiply(x, x, slope);
    subtract(y, x, y); /* y' = slope (4 x y^2 - x') - 8 y^4 */
    memcpy(x, t, sizeof t);
}

void p256_add(struct p256_point *sum, const uint32_t x2[WORDS], const uint32_t y2[WORDS])
{
    uint32_t *x = sum->x, *y = sum->y, *z = sum->z, dx[WORDS], dy[WORDS], t[WORDS];
    if (is_zero(z)) {
        memcpy(x, x2, sizeof sum->x);
        memcpy(y, y2, sizeof sum->y);
        *z = 1;
        return;
    }
    square(t, z);
    p256_multiply(dx, t, x2);
    subtract(dx, dx, x); /* the difference of both x, times z^2 */
    p256_multiply(t, t, z);
    p256_multiply(dy, t, y2);
    subtract(dy, dy, y); /* and of both y, times z^3 */
    if (is_zero(dx)) {
        if (is_zero(dy))
            p256_double(sum);
        else
            memset(z, 0, sizeof sum->z);
        return;
    }
    p256_multiply(z, z, dx);
    square(t, dx);
    p256_multiply(dx, dx, t); /* dx^3 */
    p256_multiply(t, t, x);   /* x dx^2 */
    square(x, dy);
    subtract(x, x, dx);
    subtract(x, x, t);
    subtract(x, x, t); /* x' = dy^2 - dx^3 - 2 x dx^2 */
    subtract(t, t, x);
    p256_multiply(t, t, dy);
    p256_multiply(y, y, dx);
    subtract(y, t, y); /* y' = dy (x dx^2 - x') - y dx^3 */
}

/* By Fermat: the power by the prime less 2. */
void p256_invert(uint32_t to[WORDS], const uint32_t number[WORDS])
{
    static const uint32_t exponent[WORDS] = {0xfffffffd, 0xffffffff, 0xffffffff, 0, 0, 0, 1, 0xffffffff};
    memcpy(to, number, sizeof exponent); /* its highest bit */
    for (int bit = WORDS * WORD_BITS - 2; bit >= 0; bit--) {
        square(to, to);
        if (exponent[bit / WORD_BITS] >> bit % WORD_BITS & 1)
            p256_multiply(to, to, number);
    }
}

void p256_normalize(struct p256_point *point, const uint32_t inverse_z[WORDS])
{
    uint32_t t[WORDS];
    p256_multiply(point->y, point->y, inverse_z);
    square(t, inverse_z);
    p256_multiply(point->x, point->x, t);
    p256_multiply(point->y, point->y, t);
    memset(point->z, 0, sizeof point->z);
    point->z[0] = 1;
}
