#include "graph/predict/features.h"

#include "graph/predict/predict.h"
#include "suite.h"

static void counts_sources_by_language_country_and_domain(void)
{
    struct features features = {0};
    for (int i = 0; i < 4; i++)
        features_add(&features, FEATURE_THAI, COUNTRY_HOME, URL_TLD_HOME, 150);
    features_add(&features, FEATURE_THAI, COUNTRY_US, URL_TLD_COM, 60);
    features_add(&features, FEATURE_FOREIGN, COUNTRY_HOME, URL_TLD_HOME, 10);

    TEST_ASSERT_EQUAL(4, features.by_country[FEATURE_THAI][COUNTRY_HOME]);
    TEST_ASSERT_EQUAL(1, features.by_country[FEATURE_THAI][COUNTRY_US]);
    TEST_ASSERT_EQUAL(1, features.by_country[FEATURE_FOREIGN][COUNTRY_HOME]);
    TEST_ASSERT_EQUAL(4, features.by_tld[FEATURE_THAI][URL_TLD_HOME]);
    TEST_ASSERT_EQUAL(1, features.by_tld[FEATURE_THAI][URL_TLD_COM]);
    TEST_ASSERT_EQUAL(5, features_sources(&features, FEATURE_THAI));
    TEST_ASSERT_EQUAL(1, features_sources(&features, FEATURE_FOREIGN));
}

static void keeps_the_five_highest_degrees_in_order(void)
{
    struct features features = {0};
    static const uint8_t degrees[] = {10, 200, 0, 90, 90, 199, 30, 91};
    static const uint8_t expected[FEATURE_DEGREES] = {200, 199, 91, 90, 90};
    for (size_t i = 0; i < sizeof degrees; i++)
        features_add(&features, FEATURE_THAI, COUNTRY_HOME, URL_TLD_HOME, degrees[i]);
    TEST_ASSERT_EQUAL_UINT8_ARRAY(expected, features.degree, FEATURE_DEGREES);
}

static void takes_what_it_does_not_know_for_other(void)
{
    struct features features = {0};
    features_add(&features, FEATURE_FOREIGN, 99, 99, 255);
    TEST_ASSERT_EQUAL(1, features.by_country[FEATURE_FOREIGN][COUNTRY_OTHER]);
    TEST_ASSERT_EQUAL(1, features.by_tld[FEATURE_FOREIGN][URL_TLD_OTHER]);
    TEST_ASSERT_EQUAL(FEATURE_DEGREE_MAX, features.degree[0]);
    TEST_ASSERT_EQUAL_STRING("OTHER", feature_country_name(99));
    TEST_ASSERT_EQUAL_STRING("UK", feature_country_name(COUNTRY_UK));
}

static void counters_stop_at_their_end(void)
{
    struct features features = {0};
    features.by_country[FEATURE_THAI][COUNTRY_JP] = UINT16_MAX;
    features_add(&features, FEATURE_THAI, COUNTRY_JP, URL_TLD_NET, 0);
    TEST_ASSERT_EQUAL(UINT16_MAX, features.by_country[FEATURE_THAI][COUNTRY_JP]);
    TEST_ASSERT_EQUAL(UINT16_MAX, features_sources(&features, FEATURE_THAI));
}

static void rule_of_thumb_trusts_a_host_at_home(void)
{
    struct features features = {.country = COUNTRY_HOME, .tld = URL_TLD_HOME};
    features_add(&features, FEATURE_THAI, COUNTRY_HOME, URL_TLD_HOME, 160);
    TEST_ASSERT_GREATER_OR_EQUAL(PREDICT_THAI, predict_rule(&features));
}

static void rule_of_thumb_distrusts_a_host_abroad(void)
{
    struct features features = {.country = COUNTRY_US, .tld = URL_TLD_COM};
    TEST_ASSERT_EQUAL(0, predict_rule(&features));
    features_add(&features, FEATURE_FOREIGN, COUNTRY_US, URL_TLD_COM, 4);
    TEST_ASSERT_LESS_THAN(PREDICT_THAI / 2, predict_rule(&features));
}

static void rule_of_thumb_orders_by_evidence(void)
{
    struct features features = {.country = COUNTRY_HOME, .tld = URL_TLD_HOME};
    uint8_t before = predict_rule(&features);
    features_add(&features, FEATURE_FOREIGN, COUNTRY_US, URL_TLD_COM, 20);
    features_add(&features, FEATURE_THAI, COUNTRY_HOME, URL_TLD_HOME, 100);
    uint8_t weak = predict_rule(&features);
    features_add(&features, FEATURE_THAI, COUNTRY_HOME, URL_TLD_HOME, 200);
    uint8_t strong = predict_rule(&features);
    TEST_ASSERT_GREATER_THAN(before, weak);
    TEST_ASSERT_GREATER_THAN(weak, strong);
}

SUITE(features)
{
    RUN_TEST(counts_sources_by_language_country_and_domain);
    RUN_TEST(keeps_the_five_highest_degrees_in_order);
    RUN_TEST(takes_what_it_does_not_know_for_other);
    RUN_TEST(counters_stop_at_their_end);
    RUN_TEST(rule_of_thumb_trusts_a_host_at_home);
    RUN_TEST(rule_of_thumb_distrusts_a_host_abroad);
    RUN_TEST(rule_of_thumb_orders_by_evidence);
}
