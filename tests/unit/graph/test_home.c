/* Where a language is at home, and that the predictor asks no more than that. */
#include "suite.h"

#include "graph/home.h"
#include "graph/predict/model.h"
#include "graph/predict/predict.h"

enum { ALL_WANTED = FEATURE_DEGREE_MAX, LANGUAGES = 3 };

static void each_language_has_a_home_and_there_are_no_more(void)
{
    static const char *const codes[LANGUAGES] = {"th", "fa", "ms"}, *const places[LANGUAGES] = {"TH", "IR",
                                                                                                "MY"};
    for (unsigned i = 0; i < LANGUAGES; i++) {
        TEST_ASSERT_EQUAL_STRING(codes[i], home_of(i)->language);
        TEST_ASSERT_EQUAL_STRING(places[i], home_of(i)->place);
    }
    TEST_ASSERT_NULL(home_of(LANGUAGES));
}

static void countries_at_home_are_one_to_the_predictor(void)
{
    const struct home *thai = home_of(0), *persian = home_of(1), *malay = home_of(2);
    TEST_ASSERT_EQUAL(COUNTRY_HOME, home_country(thai, GEO_TH));
    TEST_ASSERT_EQUAL(COUNTRY_OTHER, home_country(thai, GEO_IR));
    TEST_ASSERT_EQUAL(COUNTRY_HOME, home_country(persian, GEO_IR));
    TEST_ASSERT_EQUAL(COUNTRY_HOME, home_country(persian, GEO_AF));
    TEST_ASSERT_EQUAL_MESSAGE(COUNTRY_OTHER, home_country(persian, GEO_TH), "Thailand is abroad then");
    TEST_ASSERT_EQUAL(COUNTRY_HOME, home_country(malay, GEO_MY));
    TEST_ASSERT_EQUAL(COUNTRY_HOME, home_country(malay, GEO_BN));
    TEST_ASSERT_EQUAL(COUNTRY_OTHER, home_country(malay, -1));
}

static void countries_that_are_nobodys_home_stay_what_they_are(void)
{
    for (unsigned i = 0; i < LANGUAGES; i++)
        for (int country = GEO_CN; country <= GEO_OTHER; country++)
            TEST_ASSERT_EQUAL(country, home_country(home_of(i), country));
}

/* What the built-in model says of a host in that domain and country, with ten sources of the same kind that
 * have nothing but wanted pages. */
static uint8_t score_of(const char *host, int country, unsigned language)
{
    struct model model;
    const struct home *home = home_of(language);
    uint8_t class = home_country(home, country), tld = (uint8_t)url_tld(host, strlen(host), home->domains);
    struct features features = {.country = class, .tld = tld};
    for (unsigned i = 0; i < 10; i++)
        features_add(&features, FEATURE_THAI, class, tld, ALL_WANTED);
    TEST_ASSERT_EQUAL(0, model_open(&model, model_builtin, model_builtin_size));
    return predict(&model, &features);
}

static void a_host_at_home_scores_as_high_in_every_language(void)
{
    uint8_t thai = score_of("a.co.th", GEO_TH, 0);
    TEST_ASSERT_TRUE(thai >= PREDICT_THAI);
    TEST_ASSERT_EQUAL(thai, score_of("a.ac.ir", GEO_IR, 1));
    TEST_ASSERT_EQUAL(thai, score_of("xn--b.xn--mgba3a4f16a", GEO_IR, 1));
    TEST_ASSERT_EQUAL(thai, score_of("a.com.my", GEO_MY, 2));
    TEST_ASSERT_TRUE_MESSAGE(score_of("a.ac.ir", GEO_IR, 0) < thai, "abroad, if Thai is looked for");
}

static bool looks_malay(const char *address)
{
    char buffer[URL_BUFFER_SIZE];
    struct url url;
    TEST_ASSERT_TRUE(url_parse(&url, buffer, sizeof buffer, address, strlen(address), NULL) >= 0);
    return home_has_address(home_of(2), &url);
}

static void the_malay_rule_follows_my_and_folders_my_and_ms(void)
{
    TEST_ASSERT_TRUE(looks_malay("http://www.utm.edu.my/"));
    TEST_ASSERT_TRUE(looks_malay("http://www.example.com/my/berita.html"));
    TEST_ASSERT_TRUE(looks_malay("http://www.example.com/a/ms/"));
    TEST_ASSERT_FALSE(looks_malay("http://www.example.com/"));
    TEST_ASSERT_FALSE(looks_malay("http://www.example.com/my"));
    TEST_ASSERT_FALSE(looks_malay("http://www.example.com/army/x"));
    TEST_ASSERT_FALSE(looks_malay("http://www.example.com/?to=/my/"));
    TEST_ASSERT_FALSE(looks_malay("http://www.my.com/"));
    TEST_ASSERT_FALSE(looks_malay("http://www.example.com//"));
}

SUITE(home)
{
    RUN_TEST(each_language_has_a_home_and_there_are_no_more);
    RUN_TEST(countries_at_home_are_one_to_the_predictor);
    RUN_TEST(countries_that_are_nobodys_home_stay_what_they_are);
    RUN_TEST(the_malay_rule_follows_my_and_folders_my_and_ms);
    RUN_TEST(a_host_at_home_scores_as_high_in_every_language);
}
