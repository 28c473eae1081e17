#include "crypto/curve.h"

#include <string.h>

#include "crypto/residue.h"

enum { WORD_BITS = 32, DIGIT_BITS = 4, DIGITS_A_WORD = WORD_BITS / DIGIT_BITS, MULTIPLES = 8, TEMPS = 5 };

enum number { PRIME, ORDER, B, BASE_X, BASE_Y };

static const uint32_t p256[][8] = {
    {0xffffffff, 0xffffffff, 0xffffffff, 0x00000000, 0x00000000, 0x00000000, 0x00000001, 0xffffffff},
    {0xfc632551, 0xf3b9cac2, 0xa7179e84, 0xbce6faad, 0xffffffff, 0xffffffff, 0x00000000, 0xffffffff},
    {0x27d2604b, 0x3bce3c3e, 0xcc53b0f6, 0x651d06b0, 0x769886bc, 0xb3ebbd55, 0xaa3a93e7, 0x5ac635d8},
    {0xd898c296, 0xf4a13945, 0x2deb33a0, 0x77037d81, 0x63a440f2, 0xf8bce6e5, 0xe12c4247, 0x6b17d1f2},
    {0x37bf51f5, 0xcbb64068, 0x6b315ece, 0x2bce3357, 0x7c0f9e16, 0x8ee7eb4a, 0xfe1a7f9b, 0x4fe342e2},
};
static const uint32_t p384[][12] = {
    {0xffffffff, 0x00000000, 0x00000000, 0xffffffff, 0xfffffffe, 0xffffffff, 0xffffffff, 0xffffffff,
     0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
    {0xccc52973, 0xecec196a, 0x48b0a77a, 0x581a0db2, 0xf4372ddf, 0xc7634d81, 0xffffffff, 0xffffffff,
     0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
    {0xd3ec2aef, 0x2a85c8ed, 0x8a2ed19d, 0xc656398d, 0x5013875a, 0x0314088f, 0xfe814112, 0x181d9c6e,
     0xe3f82d19, 0x988e056b, 0xe23ee7e4, 0xb3312fa7},
    {0x72760ab7, 0x3a545e38, 0xbf55296c, 0x5502f25d, 0x82542a38, 0x59f741e0, 0x8ba79b98, 0x6e1d3b62,
     0xf320ad74, 0x8eb1c71e, 0xbe8b0537, 0xaa87ca22},
    {0x90ea0e5f, 0x7a431d7c, 0x1d7e819d, 0x0a60b1ce, 0xb5f0b8c0, 0xe9da3113, 0x289a147c, 0xf8f41dbd,
     0x9292dc29, 0x5d9e98bf, 0x96262c6f, 0x3617de4a},
};

/* Stores the lowest word of the sum; what is left belongs to the next. */
static int64_t store_sum_word(uint32_t *to, int64_t sum)
{
    *to = (uint32_t)sum;
    return sum >> WORD_BITS;
}

/*
 * P-256 is the curve of nearly every handshake: this takes a quarter of the instructions that any modulus
 * needs. Modulo its prime, 2^256 is 2^224 - 2^192 - 2^96 + 1: each of the upper words is added to and taken
 * from some of the lower ones. Five times the prime is added, so that the sum is never below zero: that is
 * the lonely fives. What then stands above 2^256 is at most 15 and comes down in the same way.
 */
static void reduce_p256(const struct residues *in, uint32_t *to)
{
    const uint32_t *low = in->product, *up = low + 8;
    int64_t sum = -5;
    sum = store_sum_word(&to[0], sum + low[0] + up[0] + up[1] - up[3] - up[4] - up[5] - up[6]);
    sum = store_sum_word(&to[1], sum + low[1] + up[1] + up[2] - up[4] - up[5] - up[6] - up[7]);
    sum = store_sum_word(&to[2], sum + low[2] + up[2] + up[3] - up[5] - up[6] - up[7]);
    sum += up[3] + (int64_t)up[4];
    sum = store_sum_word(&to[3], sum + 5 + low[3] + up[3] + up[4] + up[5] - up[7] - up[0] - up[1]);
    sum += up[4] + (int64_t)up[5];
    sum = store_sum_word(&to[4], sum + low[4] + up[4] + up[5] + up[6] - up[1] - up[2]);
    sum += up[5] + (int64_t)up[6];
    sum = store_sum_word(&to[5], sum + low[5] + up[5] + up[6] + up[7] - up[2] - up[3]);
    sum += up[6] + (int64_t)up[7];
    sum = store_sum_word(&to[6], sum + 5 + low[6] + up[6] + up[7] + up[6] + up[5] - up[0] - up[1]);
    sum += up[7] + (int64_t)up[7];
    sum = store_sum_word(&to[7], sum - 5 + low[7] + up[7] + up[0] - up[2] - up[3] - up[4] - up[5]);
    int32_t above = (int32_t)sum + 5;
    sum = store_sum_word(&to[0], (int64_t)to[0] + above);
    sum = store_sum_word(&to[1], sum + to[1]);
    sum = store_sum_word(&to[2], sum + to[2]);
    sum = store_sum_word(&to[3], sum + to[3] - above);
    sum = store_sum_word(&to[4], sum + to[4]);
    sum = store_sum_word(&to[5], sum + to[5]);
    sum = store_sum_word(&to[6], sum + to[6] - above);
    sum = store_sum_word(&to[7], sum + to[7] + above);
    residues_reduce_once(in, to, to, (uint32_t)sum);
}

const struct curve curve_p256 = {8, p256[0], reduce_p256};
const struct curve curve_p384 = {12, p384[0], NULL};

static const uint32_t *number_of(const struct curve *curve, enum number which)
{
    return curve->numbers + which * curve->words;
}

/*
 * A calculation. Points are (x / z^2, y / z^3), three residues modulo the prime one behind the other; z = 0
 * is the point at infinity.
 */
struct run {
    const struct curve *curve;
    size_t words;
    struct residues field;
    uint32_t *temp[TEMPS];
    uint32_t *sum;  /* a point */
    uint32_t *rest; /* of the work memory */
};

static uint32_t *reserve_words(struct run *run, size_t count)
{
    uint32_t *taken = run->rest;
    run->rest += count;
    return taken;
}

static void begin_calculation(struct run *run, const struct curve *curve, uint32_t *work)
{
    run->curve = curve;
    run->words = curve->words;
    run->rest = work;
    residues_begin(&run->field, number_of(curve, PRIME), run->words, curve->reduce,
                   reserve_words(run, RESIDUES_WORK_WORDS(run->words)));
    for (int i = 0; i < TEMPS; i++)
        run->temp[i] = reserve_words(run, run->words);
    run->sum = reserve_words(run, 3 * run->words);
}

static void copy_number(const struct run *run, uint32_t *to, const uint32_t *from)
{
    memcpy(to, from, run->words * sizeof *to);
}

static void field_multiply(const struct run *run, uint32_t *to, const uint32_t *a, const uint32_t *b)
{
    residues_multiply(&run->field, to, a, b);
}

static void field_square(const struct run *run, uint32_t *to, const uint32_t *a)
{
    field_multiply(run, to, a, a);
}

static void field_add(const struct run *run, uint32_t *to, const uint32_t *a, const uint32_t *b)
{
    residues_add(&run->field, to, a, b);
}

static void field_double(const struct run *run, uint32_t *number)
{
    field_add(run, number, number, number);
}

static void field_subtract(const struct run *run, uint32_t *to, const uint32_t *a, const uint32_t *b)
{
    residues_subtract(&run->field, to, a, b);
}

static bool is_zero(const struct run *run, const uint32_t *number)
{
    return words_are_zero(number, run->words);
}

/* to = -number if the mask is all ones, else to = number; `to` is not number. */
static void negate_if(const struct run *run, uint32_t *to, const uint32_t *number, uint32_t mask)
{
    memset(to, 0, run->words * sizeof *to);
    field_subtract(run, to, to, number);
    words_select(to, to, number, run->words, mask);
}

static void double_point(const struct run *run, uint32_t *point)
{
    uint32_t *x = point, *y = x + run->words, *z = y + run->words, *slope = run->temp[0], *t = run->temp[1];
    field_square(run, slope, z);
    field_multiply(run, z, y, z);
    field_double(run, z);             /* z' = 2 y z */
    field_subtract(run, t, x, slope); /* slope = 3 (x - z^2) (x + z^2) */
    field_add(run, slope, x, slope);
    field_multiply(run, slope, slope, t);
    field_add(run, t, slope, slope);
    field_add(run, slope, slope, t);
    field_square(run, y, y);
    field_multiply(run, x, x, y);
    field_double(run, x);
    field_double(run, x); /* 4 x y^2 */
    field_square(run, y, y);
    field_double(run, y);
    field_double(run, y);
    field_double(run, y); /* 8 y^4 */
    field_square(run, t, slope);
    field_subtract(run, t, t, x);
    field_subtract(run, t, t, x); /* x' = slope^2 - 8 x y^2 */
    field_subtract(run, x, x, t);
    field_multiply(run, x, x, slope);
    field_subtract(run, y, x, y); /* y' = slope (4 x y^2 - x') - 8 y^4 */
    copy_number(run, x, t);
}

/* sum = sum + point, or sum - point if the mask is all ones; the point is not at infinity. */
static void add_point(const struct run *run, uint32_t *sum, const uint32_t *point, uint32_t minus)
{
    size_t words = run->words;
    uint32_t *x = sum, *y = x + words, *z = y + words;
    const uint32_t *x2 = point, *y2 = x2 + words, *z2 = y2 + words;
    uint32_t *t = run->temp[0], *u = run->temp[1], *v = run->temp[2], *dx = run->temp[3], *dy = run->temp[4];
    negate_if(run, dy, y2, minus);
    if (is_zero(run, z)) {
        copy_number(run, x, x2);
        copy_number(run, y, dy);
        copy_number(run, z, z2);
        return;
    }
    field_square(run, t, z2);
    field_multiply(run, u, x, t); /* u = x z2^2 */
    field_multiply(run, t, t, z2);
    field_multiply(run, v, y, t); /* v = y z2^3 */
    field_square(run, t, z);
    field_multiply(run, dx, x2, t);
    field_subtract(run, dx, dx, u); /* the difference of both x, times (z z2)^2 */
    field_multiply(run, t, t, z);
    field_multiply(run, dy, dy, t);
    field_subtract(run, dy, dy, v); /* and of both y, times (z z2)^3 */
    if (is_zero(run, dx)) {
        if (is_zero(run, dy))
            double_point(run, sum);
        else
            memset(z, 0, words * sizeof *z);
        return;
    }
    field_multiply(run, z, z, z2);
    field_multiply(run, z, z, dx);
    field_square(run, t, dx);
    field_multiply(run, dx, dx, t); /* dx^3 */
    field_multiply(run, u, u, t);   /* u dx^2 */
    field_square(run, x, dy);
    field_subtract(run, x, x, dx);
    field_subtract(run, x, x, u);
    field_subtract(run, x, x, u); /* x' = dy^2 - dx^3 - 2 u dx^2 */
    field_subtract(run, u, u, x);
    field_multiply(run, u, u, dy);
    field_multiply(run, v, v, dx);
    field_subtract(run, y, u, v); /* y' = dy (u dx^2 - x') - v dx^3 */
}

/* One of the points that are multiplied and added up. */
struct term {
    uint32_t *scalar;    /* odd */
    uint32_t *multiples; /* of the point: 1, 3, 5 ... 15 times it */
    uint32_t minus;      /* all ones if the scalar is the complement, so that the product is taken away */
};

/* Makes a point of residues of (x, y). */
static void enter_point(const struct run *run, uint32_t *point, const uint32_t *x, const uint32_t *y)
{
    uint32_t *z = point + 2 * run->words;
    residues_enter(&run->field, point, x);
    residues_enter(&run->field, point + run->words, y);
    memset(z, 0, run->words * sizeof *z);
    z[0] = 1;
    residues_enter(&run->field, z, z);
}

/* Fills the table of the odd multiples of a point; it uses run->sum on the way. */
static void fill_multiples(const struct run *run, uint32_t *multiples, const uint32_t *x, const uint32_t *y)
{
    size_t point_words = 3 * run->words;
    uint32_t *doubled = run->sum;
    enter_point(run, multiples, x, y);
    memcpy(doubled, multiples, point_words * sizeof *doubled);
    double_point(run, doubled);
    for (int i = 1; i < MULTIPLES; i++) {
        uint32_t *next = multiples + point_words;
        memcpy(next, multiples, point_words * sizeof *next);
        add_point(run, next, doubled, 0);
        multiples = next;
    }
}

static struct term make_term(struct run *run, const uint32_t *x, const uint32_t *y, const uint32_t *scalar)
{
    struct term term = {.scalar = reserve_words(run, run->words),
                        .multiples = reserve_words(run, MULTIPLES * 3 * run->words),
                        .minus = (scalar[0] & 1) - 1};
    words_subtract(term.scalar, number_of(run->curve, ORDER), scalar, run->words);
    words_select(term.scalar, term.scalar, scalar, run->words, term.minus);
    fill_multiples(run, term.multiples, x, y);
    return term;
}

/* Adds the multiple of its point that the scalar's nth digit stands for: five bits, the lowest of which
 * counts as one, less 16. */
static void add_digit(const struct run *run, const struct term *term, size_t nth)
{
    size_t word = nth / DIGITS_A_WORD, shift = nth % DIGITS_A_WORD * DIGIT_BITS;
    uint32_t above = word + 1 < run->words ? term->scalar[word + 1] : 0;
    uint32_t bits = (uint32_t)(((uint64_t)above << WORD_BITS | term->scalar[word]) >> shift) & 31;
    uint32_t minus = (bits >> DIGIT_BITS) - 1; /* all ones below 16 */
    uint32_t index = ((bits ^ minus) & 15) >> 1;
    add_point(run, run->sum, term->multiples + index * 3 * run->words, minus ^ term->minus);
}

/* Sets run->sum to the sum of the products. Before its digits, an odd number has a one. Returns false if
 * goes_on() ended it. */
static bool multiply_and_add(const struct run *run, const struct term *terms, size_t count,
                             curve_goes_on *goes_on)
{
    memset(run->sum, 0, 3 * run->words * sizeof *run->sum);
    for (size_t i = 0; i < count; i++)
        add_point(run, run->sum, terms[i].multiples, terms[i].minus);
    for (size_t nth = run->words * DIGITS_A_WORD; nth-- > 0;) {
        for (int bit = 0; bit < DIGIT_BITS; bit++)
            double_point(run, run->sum);
        for (size_t i = 0; i < count; i++)
            add_digit(run, &terms[i], nth);
        if (!goes_on())
            return false;
    }
    return true;
}

void curve_base(const struct curve *curve, uint32_t *x, uint32_t *y)
{
    memcpy(x, number_of(curve, BASE_X), curve->words * sizeof *x);
    memcpy(y, number_of(curve, BASE_Y), curve->words * sizeof *y);
}

bool curve_is_scalar(const struct curve *curve, const uint32_t *scalar)
{
    return !words_are_zero(scalar, curve->words) &&
           words_are_below(scalar, number_of(curve, ORDER), curve->words);
}

/* y^2 = x^3 - 3 x + b */
bool curve_has(const struct curve *curve, const uint32_t *x, const uint32_t *y, uint32_t *work)
{
    const uint32_t *prime = number_of(curve, PRIME);
    if (!words_are_below(x, prime, curve->words) || !words_are_below(y, prime, curve->words))
        return false;
    struct run run;
    begin_calculation(&run, curve, work);
    uint32_t *left = run.temp[0], *right = run.temp[1], *t = run.temp[2];
    residues_enter(&run.field, left, y);
    field_square(&run, left, left);
    residues_enter(&run.field, t, x);
    field_square(&run, right, t);
    field_multiply(&run, right, right, t);
    for (int i = 0; i < 3; i++)
        field_subtract(&run, right, right, t);
    residues_enter(&run.field, t, number_of(curve, B));
    field_add(&run, right, right, t);
    return memcmp(left, right, run.words * sizeof *left) == 0;
}

bool curve_multiply(const struct curve *curve, uint32_t *x, uint32_t *y, const uint32_t *scalar,
                    curve_goes_on *goes_on, uint32_t *work)
{
    struct run run;
    begin_calculation(&run, curve, work);
    struct term term = make_term(&run, x, y, scalar);
    uint32_t *z = run.sum + 2 * run.words, *inverse = run.temp[0], *t = run.temp[1];
    if (!multiply_and_add(&run, &term, 1, goes_on) || is_zero(&run, z))
        return false;
    residues_invert(&run.field, inverse, z);
    field_square(&run, t, inverse);
    field_multiply(&run, z, run.sum, t); /* x / z^2 */
    residues_leave(&run.field, x, z);
    field_multiply(&run, t, t, inverse);
    field_multiply(&run, z, run.sum + run.words, t); /* y / z^3 */
    residues_leave(&run.field, y, z);
    return true;
}

/* first = digest / s, second = r / s, modulo the order. */
static void divide_by_s(const struct curve *curve, uint32_t *first, uint32_t *second, const uint32_t *digest,
                        const uint32_t *r, const uint32_t *s, uint32_t *work)
{
    struct residues in;
    residues_begin(&in, number_of(curve, ORDER), curve->words, NULL, work);
    residues_enter(&in, second, s);
    residues_invert(&in, first, second);
    residues_multiply(&in, second, first, r);
    residues_multiply(&in, first, first, digest);
}

/* Says whether x of run->sum is this number. */
static bool has_x(const struct run *run, const uint32_t *number)
{
    uint32_t *expected = run->temp[0], *t = run->temp[1];
    residues_enter(&run->field, expected, number);
    field_square(run, t, run->sum + 2 * run->words);
    field_multiply(run, expected, expected, t);
    return memcmp(expected, run->sum, run->words * sizeof *expected) == 0;
}

bool curve_verify(const struct curve *curve, const uint32_t *digest, const uint32_t *r, const uint32_t *s,
                  const uint32_t *x, const uint32_t *y, curve_goes_on *goes_on, uint32_t *work)
{
    size_t words = curve->words;
    /* The scalars wait where the second table will be: they are taken before it is made. */
    uint32_t *first = work + CURVE_WORK_WORDS(words) - 2 * words, *second = first + words;
    if (!curve_is_scalar(curve, r) || !curve_is_scalar(curve, s))
        return false;
    divide_by_s(curve, first, second, digest, r, s, work);
    struct run run;
    begin_calculation(&run, curve, work);
    struct term terms[2];
    terms[0] = make_term(&run, number_of(curve, BASE_X), number_of(curve, BASE_Y), first);
    terms[1] = make_term(&run, x, y, second);
    if (!multiply_and_add(&run, terms, 2, goes_on) || is_zero(&run, run.sum + 2 * words))
        return false;
    /* r is x modulo the order, which is a little less than the prime: x may be r, or r and the order. */
    uint32_t *other = run.temp[2], *room = run.temp[3];
    words_subtract(room, number_of(curve, PRIME), number_of(curve, ORDER), words);
    residues_subtract(&run.field, other, r, room); /* r + order, modulo the prime */
    return has_x(&run, r) || (words_are_below(r, room, words) && has_x(&run, other));
}
