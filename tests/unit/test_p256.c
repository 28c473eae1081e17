/* Numbers in the tables were computed with another program, in affine coordinates and without any of the shortcuts. */
#include "suite.h"

#include "base/muladd.h"
#include "p256/p256.h"

#define ASSERT_NUMBER(expected, actual) TEST_ASSERT_EQUAL_HEX32_ARRAY(expected, actual, P256_WORDS)

struct affine {
    uint32_t x[P256_WORDS], y[P256_WORDS];
};

static const struct affine base = {
    {0xd898c296, 0xf4a13945, 0x2deb33a0, 0x77037d81, 0x63a440f2, 0xf8bce6e5, 0xe12c4247, 0x6b17d1f2},
    {0x37bf51f5, 0xcbb64068, 0x6b315ece, 0x2bce3357, 0x7c0f9e16, 0x8ee7eb4a, 0xfe1a7f9b, 0x4fe342e2}};
static const uint32_t minus_base_y[P256_WORDS] = {0xc840ae0a, 0x3449bf97, 0x94cea131, 0xd431cca9,
                                                  0x83f061e9, 0x711814b5, 0x01e58065, 0xb01cbd1c};
static const uint32_t order[P256_WORDS] = {0xfc632551, 0xf3b9cac2, 0xa7179e84, 0xbce6faad,
                                           0xffffffff, 0xffffffff, 0x00000000, 0xffffffff};
static const uint32_t zero[P256_WORDS], one[P256_WORDS] = {1};

static struct p256_point times_base(const uint32_t scalar[P256_WORDS])
{
    struct p256_point sum = {.z = {0}};
    for (int bit = P256_WORDS * 32 - 1; bit >= 0; bit--) {
        p256_double(&sum);
        if (scalar[bit / 32] >> bit % 32 & 1)
            p256_add(&sum, base.x, base.y);
    }
    return sum;
}

static void normalize(struct p256_point *point)
{
    uint32_t inverse[P256_WORDS], product[P256_WORDS];
    p256_invert(inverse, point->z);
    p256_multiply(product, point->z, inverse);
    ASSERT_NUMBER(one, product);
    p256_normalize(point, inverse);
}

static void multiplies_the_base_point(void)
{
    static const struct {
        uint32_t scalar[P256_WORDS];
        struct affine product;
    } cases[] = {
        {{2},
         {{0x47669978, 0xa60b48fc, 0x77f21b35, 0xc08969e2, 0x04b51ac3, 0x8a523803, 0x8d034f7e, 0x7cf27b18},
          {0x227873d1, 0x9e04b79d, 0x3ce98229, 0xba7dade6, 0x9f7430db, 0x293d9ac6, 0xdb8ed040, 0x07775510}}},
        {{3},
         {{0xc6e7fd6c, 0xfb41661b, 0xefada985, 0xe6c6b721, 0x1d4bf165, 0xc8f7ef95, 0xa6330a44, 0x5ecbe4d1},
          {0xa27d5032, 0x9a79b127, 0x384fb83d, 0xd82ab036, 0x1a64a2ec, 0x374b06ce, 0x4998ff7e, 0x8734640c}}},
        {{0x55555555, 0xaaaaaaaa, 0x00000000, 0xffffffff, 0x76543210, 0xfedcba98, 0x9abcdef0, 0x12345678},
         {{0x9e36b3c8, 0x1343be98, 0xfa6afb1d, 0xefb979c9, 0x42f16a20, 0xa12f84f2, 0x84b1d1f7, 0xf6acf52b},
          {0x5838c1e3, 0x5f9dc07a, 0x66e2040e, 0x0dfbeb56, 0x8f182e4a, 0xdcfb809d, 0xd1028a4a, 0x981388f4}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct p256_point product = times_base(cases[i].scalar);
        normalize(&product);
        ASSERT_NUMBER(cases[i].product.x, product.x);
        ASSERT_NUMBER(cases[i].product.y, product.y);
        ASSERT_NUMBER(one, product.z);
    }
}

static void comes_back_to_nothing_after_as_many_times_as_the_curve_has_points(void)
{
    uint32_t one_less[P256_WORDS];
    memcpy(one_less, order, sizeof order);
    one_less[0]--;
    struct p256_point product = times_base(one_less);
    normalize(&product);
    ASSERT_NUMBER(base.x, product.x);
    ASSERT_NUMBER(minus_base_y, product.y);
    p256_add(&product, base.x, base.y);
    ASSERT_NUMBER(zero, product.z);
}

static void adding_a_point_to_itself_doubles_it(void)
{
    struct p256_point sum = times_base((const uint32_t[P256_WORDS]){7}), doubled = sum, seven = sum;
    normalize(&seven);
    p256_add(&sum, seven.x, seven.y);
    p256_double(&doubled);
    normalize(&sum);
    normalize(&doubled);
    ASSERT_NUMBER(doubled.x, sum.x);
    ASSERT_NUMBER(doubled.y, sum.y);
}

static void adding_to_nothing_gives_the_point(void)
{
    struct p256_point sum = {.x = {5}, .y = {7}};
    p256_add(&sum, base.x, base.y);
    ASSERT_NUMBER(base.x, sum.x);
    ASSERT_NUMBER(base.y, sum.y);
    ASSERT_NUMBER(one, sum.z);
}

static void nothing_doubled_is_nothing(void)
{
    struct p256_point point = {.x = {1}, .y = {1}};
    p256_double(&point);
    ASSERT_NUMBER(zero, point.z);
}

/* The formulas hold for any numbers, also those of no point: here are the ones where carries run far. */
static void takes_numbers_at_the_edges_of_the_field(void)
{
    static const struct {
        struct p256_point in, out;
    } cases[] = {
        {{{0xfffffffe, 0xffffffff, 0xffffffff, 0, 0, 0, 1, 0xffffffff},
          {0xfffffffe, 0xffffffff, 0xffffffff, 0, 0, 0, 1, 0xffffffff},
          {0xfffffffe, 0xffffffff, 0xffffffff, 0, 0, 0, 1, 0xffffffff}},
         {{8}, {0xfffffff7, 0xffffffff, 0xffffffff, 0, 0, 0, 1, 0xffffffff}, {2}}},
        {{{0xfffffffe, 0xffffffff, 0xffffffff, 0, 0, 0, 1, 0xffffffff},
          {1},
          {0xfffffffd, 0xffffffff, 0xffffffff, 0, 0, 0, 1, 0xffffffff}},
         {{0x7f1}, {0x16609}, {0xfffffffb, 0xffffffff, 0xffffffff, 0, 0, 0, 1, 0xffffffff}}},
        {{{0, 0, 0, 0, 0, 0, 0, 0x80000000},
          {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0},
          {0, 0, 0, 1}},
         {{0x900000e0, 0x6fffffc7, 0x1fffff37, 0x9ffffe52, 0xffffffb5, 0xf00000b3, 0xc0000036, 0x50000201},
          {0xa4000026, 0xfc0035ba, 0xd400407a, 0x500029c1, 0xefffd215, 0x0bffada4, 0xefffbb8a, 0x0fffaedb},
          {0xffffffff, 0x00000001, 0x00000002, 0xffffffff, 0xfffffffd, 0xfffffffd, 0x00000000, 0xfffffffd}}},
        {{{1, 0xffffffff},
          {0xffffffff, 0xffffffff, 0xffffffff, 0, 0, 0, 1, 0xfffffffe},
          {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}},
         {{0xffff4ea4, 0xfffffd26, 0x00008290, 0x00013fcf, 0x0000495f, 0xffff7d78, 0x000003c2, 0xfffedf9e},
          {0x02c5217a, 0x01e68758, 0x006fc4c0, 0xfc71ef66, 0xfce37444, 0xfeae4b6f, 0xfdbe6581, 0x0249c016},
          {0x00000002, 0x00000002, 0x00000002, 0xfffffffe, 0xfffffffb, 0xfffffffb, 0xfffffffd, 0x00000003}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct p256_point point = cases[i].in;
        p256_double(&point);
        ASSERT_NUMBER(cases[i].out.x, point.x);
        ASSERT_NUMBER(cases[i].out.y, point.y);
        ASSERT_NUMBER(cases[i].out.z, point.z);
    }
}

/* On the box eight words are multiplied by a piece of assembly: it must do what the loop over single words does. */
static void eight_words_at_once_are_eight_single_words(void)
{
    static const uint32_t words[] = {0, 1, 0xffffffff, 0x80000000, 0x12345678, 0xfffffffe};
    enum { WORDS = sizeof words / sizeof *words };
    for (unsigned test = 0; test < WORDS * WORDS * WORDS; test++) {
        uint32_t factor = words[test % WORDS], carry = words[test / WORDS % WORDS], from[8], to[8],
                 expected[8];
        for (unsigned i = 0; i < 8; i++) {
            from[i] = words[(test / (WORDS * WORDS) + i) % WORDS];
            to[i] = expected[i] = words[(test + 3 * i) % WORDS];
        }
        uint32_t carried = muladd_eights(to, from, 1, factor, carry);
        for (unsigned i = 0; i < 8; i++)
            carry = muladd_word(expected + i, from + i, factor, carry);
        TEST_ASSERT_EQUAL_HEX32_ARRAY(expected, to, 8);
        TEST_ASSERT_EQUAL_HEX32(carry, carried);
    }
}

SUITE(p256)
{
    RUN_TEST(multiplies_the_base_point);
    RUN_TEST(comes_back_to_nothing_after_as_many_times_as_the_curve_has_points);
    RUN_TEST(adding_a_point_to_itself_doubles_it);
    RUN_TEST(adding_to_nothing_gives_the_point);
    RUN_TEST(nothing_doubled_is_nothing);
    RUN_TEST(takes_numbers_at_the_edges_of_the_field);
    RUN_TEST(eight_words_at_once_are_eight_single_words);
}
