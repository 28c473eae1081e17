/* Rounds that score what has changed: the same sites in the same order as if all hosts were scored. */
#include "crawl_lessons.h"

enum { MODES = 2, WORTH_NOTHING = 8, LESSONS = 200 };

/* What some sites say of z, y and x changes from round to round; nobody of worth ever links to the n's. */
static const struct web_page pages[] = {
    PAGE("http://s.th/", THAI, "http://a1.th/ http://a2.th/ http://a3.th/ http://f.com/ http://g.com/"),
    PAGE("http://a1.th/", THAI, "http://b1.th/ http://b2.th/ http://w.com/"),
    PAGE("http://a2.th/", THAI, "/1 http://b2.th/ http://b3.th/"),
    PAGE("http://a2.th/1", THAI, "http://b1.th/"),
    PAGE("http://a3.th/", THAI, "http://away.th/"),
    MOVED("http://away.th/", "http://home.th/"),
    PAGE("http://home.th/", FOREIGN, "http://y.th/"),
    PAGE("http://f.com/", FOREIGN, "http://z.th/ http://y.th/ http://n1.com/ http://n2.com/ http://n3.com/"),
    PAGE("http://g.com/", FOREIGN, "http://n4.com/ http://n5.com/ http://n6.com/"),
    PAGE("http://w.com/", FOREIGN, "http://x.th/ http://n7.com/ http://n8.com/"),
    PAGE("http://b1.th/", THAI, "http://z.th/ http://c1.th/"),
    PAGE("http://b2.th/", THAI, "http://z.th/ http://y.th/"),
    PAGE("http://b3.th/", THAI, "http://z.th/ http://y.th/ http://c1.th/"),
    PAGE("http://c1.th/", THAI, "http://y.th/ http://x.th/ http://c2.th/"),
    PAGE("http://c2.th/", THAI, "http://x.th/ http://y.th/"),
    PAGE("http://x.th/", THAI, NULL),
    PAGE("http://y.th/", THAI, NULL),
    PAGE("http://z.th/", THAI, "http://x.th/"),
    {.url = NULL},
};

static unsigned predictions;

static uint8_t predict_and_count(void *context, const struct features *features)
{
    predictions++;
    return web_predict(context, features);
}

static void begin_rounds(enum settings_mode mode, enum settings_explore explore)
{
    web_begin(pages);
    web.settings.mode = (uint8_t)mode;
    web.settings.explore = (uint8_t)explore;
    web.machine.predict = predict_and_count;
    predictions = 0;
}

/* To the end; if asked, as if all hosts had to be scored in each round. */
static void crawl_rounds(bool scores_all)
{
    TEST_ASSERT_EQUAL(0, web_seed("http://s.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    do {
        if (scores_all)
            crawl_score_all(&web.crawl);
        web.result = crawl_step(&web.crawl);
        web.now_ms += web.result > 0 ? (uint32_t)web.result : 0;
    } while (web.result >= 0);
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web.result);
}

static void the_order_is_that_of_scoring_all(void)
{
    static char order[WEB_ORDER];
    for (unsigned i = 0; i < 2 * MODES; i++) {
        enum settings_mode mode = i % MODES ? MODE_CONTINUOUS : MODE_ROUNDS;
        enum settings_explore explore = i / MODES ? EXPLORE_YES : EXPLORE_NO;
        begin_rounds(mode, explore);
        crawl_rounds(true);
        unsigned all = predictions;
        uint32_t rounds = web.crawl.state.round;
        memcpy(order, web.order, sizeof order);
        begin_rounds(mode, explore);
        crawl_rounds(false);
        TEST_ASSERT_EQUAL_STRING(order, web.order);
        TEST_ASSERT_EQUAL(rounds, web.crawl.state.round);
        TEST_ASSERT_NOT_NULL(strstr(order, "home.th/ "));
        TEST_ASSERT_NOT_NULL(strstr(order, "z.th/ "));
        bool is_cheaper = explore == EXPLORE_YES || predictions + WORTH_NOTHING <= all;
        TEST_ASSERT_TRUE_MESSAGE(is_cheaper, "hosts were scored for nothing");
    }
}

/* What was learned is in force, and changes what hosts are worth, but not which of them are to be scored. */
static void a_box_that_has_learned_scores_what_has_changed(void)
{
    static char order[WEB_ORDER];
    for (unsigned mode = 0; mode < MODES; mode++) {
        begin_rounds(mode ? MODE_CONTINUOUS : MODE_ROUNDS, EXPLORE_YES);
        web_teach(LESSONS);
        TEST_ASSERT_TRUE(web.crawl.state.learned.rule & LEARNED_IN_FORCE);
        crawl_rounds(true);
        unsigned all = predictions;
        memcpy(order, web.order, sizeof order);
        begin_rounds(mode ? MODE_CONTINUOUS : MODE_ROUNDS, EXPLORE_YES);
        web_teach(LESSONS);
        crawl_rounds(false);
        TEST_ASSERT_EQUAL_STRING(order, web.order);
        TEST_ASSERT_NOT_NULL(strstr(order, "z.th/ "));
        TEST_ASSERT_TRUE_MESSAGE(predictions + WORTH_NOTHING <= all, "hosts were scored for nothing");
    }
}

static void a_seed_that_comes_later_is_found(void)
{
    begin_rounds(MODE_ROUNDS, EXPLORE_NO);
    TEST_ASSERT_EQUAL(0, web_seed("http://s.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    while (web.crawl.state.round < 2)
        web.now_ms += (uint32_t)crawl_step(&web.crawl);
    TEST_ASSERT_EQUAL(0, web_seed("http://lonely.th/"));
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_NOT_NULL(strstr(web.order, "z.th/ "));
    TEST_ASSERT_NOT_NULL(strstr(web.ended, "lonely.th "));
}

/* Nobody finds their names at first. They are found when nothing else is left, or an hour later. */
static void hosts_whose_names_were_not_found_are_not_forgotten(void)
{
    begin_rounds(MODE_ROUNDS, EXPLORE_NO);
    web.no_names_from_ms = 2000;
    web.no_names_until_ms = 30000;
    TEST_ASSERT_EQUAL(0, web_seed("http://s.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    for (unsigned i = 0; i < 3; i++) {
        while (crawl_step(&web.crawl) >= 0)
            web.now_ms += 500;
        web.now_ms += 3700u * 1000;
    }
    TEST_ASSERT_NOT_NULL(strstr(web.order, "a1.th/ "));
    TEST_ASSERT_NOT_NULL(strstr(web.order, "z.th/ "));
}

SUITE(crawl_rounds)
{
    RUN_TEST(the_order_is_that_of_scoring_all);
    RUN_TEST(a_box_that_has_learned_scores_what_has_changed);
    RUN_TEST(a_seed_that_comes_later_is_found);
    RUN_TEST(hosts_whose_names_were_not_found_are_not_forgotten);
}
