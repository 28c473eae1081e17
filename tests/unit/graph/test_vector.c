#include "graph/predict/vector.h"

#include "suite.h"

static void small_counts_have_buckets_of_their_own(void)
{
    for (uint32_t count = 0; count <= 16; count++)
        TEST_ASSERT_EQUAL(count, feature_bucket(count));
}

static void buckets_grow_with_the_count(void)
{
    static const struct {
        uint32_t count;
        uint8_t bucket;
    } cases[] = {{17, 16}, {18, 17},  {31, 23},  {32, 24},  {35, 24},
                 {36, 25}, {100, 36}, {103, 36}, {104, 37}, {UINT32_MAX, 239}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        TEST_ASSERT_EQUAL(cases[i].bucket, feature_bucket(cases[i].count));
}

static void every_bucket_begins_at_its_lowest_count(void)
{
    unsigned buckets = feature_values(FEATURE_FIRST_N);
    for (unsigned bucket = 0; bucket < buckets; bucket++) {
        uint32_t low = feature_bucket_low((uint8_t)bucket);
        TEST_ASSERT_EQUAL(bucket, feature_bucket(low));
        if (low > 0)
            TEST_ASSERT_EQUAL(bucket - 1, feature_bucket(low - 1));
    }
    TEST_ASSERT_EQUAL_UINT32(UINT32_MAX, feature_bucket_low((uint8_t)buckets));
}

/* The worked vectors of the method: L `TH,4,0,0,0,1,0,1,0,0,0,0,0`, D `TH,1,0,0,1,0,0,10,0,0,0,0,0`, N `5,1`
 * of L. */
static void lays_features_out_as_the_method_does(void)
{
    static const uint8_t expected[FEATURE_COUNT] = {
        COUNTRY_HOME,
        4,
        0,
        0,
        0,
        1,
        0,
        1,
        0,
        0,
        0,
        0,
        0, /* L */
        URL_TLD_HOME,
        1,
        0,
        0,
        1,
        0,
        0,
        10,
        0,
        0,
        0,
        0,
        0, /* D */
        199,
        180,
        152,
        0,
        0, /* G: 99.5, 90.0, 76.0 percent */
        5,
        1, /* N */
    };
    struct features features = {.country = COUNTRY_HOME, .tld = URL_TLD_HOME, .degree = {199, 180, 152}};
    features.by_country[FEATURE_THAI][COUNTRY_HOME] = 4;
    features.by_country[FEATURE_THAI][COUNTRY_US] = 1;
    features.by_country[FEATURE_FOREIGN][COUNTRY_HOME] = 1;
    features.by_tld[FEATURE_THAI][URL_TLD_COM] = 1;
    features.by_tld[FEATURE_THAI][URL_TLD_HOME] = 1;
    features.by_tld[FEATURE_FOREIGN][URL_TLD_COM] = 10;
    uint8_t vector[FEATURE_COUNT];
    vector_make(vector, &features);
    TEST_ASSERT_EQUAL_UINT8_ARRAY(expected, vector, FEATURE_COUNT);
}

static void stays_inside_its_values_whatever_it_is_given(void)
{
    struct features features;
    uint8_t vector[FEATURE_COUNT];
    memset(&features, 0xff, sizeof features);
    vector_make(vector, &features);
    for (unsigned feature = 0; feature < FEATURE_COUNT; feature++)
        TEST_ASSERT_LESS_THAN(feature_values(feature), vector[feature]);
}

static void groups_are_those_of_the_method(void)
{
    unsigned sizes[FEATURE_GROUPS] = {0};
    for (unsigned feature = 0; feature < FEATURE_COUNT; feature++)
        for (unsigned group = 0; group < FEATURE_GROUPS; group++)
            sizes[group] += feature_group(feature) == 1u << group;
    TEST_ASSERT_EQUAL(13, sizes[0]);
    TEST_ASSERT_EQUAL(13, sizes[1]);
    TEST_ASSERT_EQUAL(5, sizes[2]);
    TEST_ASSERT_EQUAL(2, sizes[3]);
}

SUITE(vector)
{
    RUN_TEST(small_counts_have_buckets_of_their_own);
    RUN_TEST(buckets_grow_with_the_count);
    RUN_TEST(every_bucket_begins_at_its_lowest_count);
    RUN_TEST(lays_features_out_as_the_method_does);
    RUN_TEST(stays_inside_its_values_whatever_it_is_given);
    RUN_TEST(groups_are_those_of_the_method);
}
