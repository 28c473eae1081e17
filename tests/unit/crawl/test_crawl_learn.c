/* Learning: some hosts are drawn by chance, and what they prove to be is learned. */
#include "crawl_lessons.h"

/* n57.com, n64.com and n175.com are drawn, since their hashes say so; no other host is. */
static const struct web_page pages[] = {
    PAGE("http://s.th/", THAI, "http://good.th/ http://n57.com/"),
    PAGE("http://f.com/", FOREIGN, "http://n64.com/ http://poor.com/ http://n175.com/"),
    PAGE("http://g.com/", FOREIGN, "http://n64.com/ http://n175.com/"),
    PAGE("http://good.th/", THAI, NULL),
    PAGE("http://n57.com/", FOREIGN, NULL),
    PAGE("http://n64.com/", THAI, NULL),
    PAGE("http://n175.com/", FOREIGN, NULL),
    PAGE("http://poor.com/", FOREIGN, NULL),
    {.url = NULL},
};
static const char *const seeds[] = {"http://f.com/", "http://g.com/", "http://s.th/"};

enum { DRAWN = 3, APPLIED_AT = 144 };

static void begin(void)
{
    web_begin(pages);
    web.settings.active_sites = 1;
    web.settings.explore = EXPLORE_YES;
    web.settings.learn = LEARN_YES;
}

static int32_t run(void)
{
    for (unsigned i = 0; i < sizeof seeds / sizeof *seeds; i++)
        TEST_ASSERT_EQUAL(0, web_seed(seeds[i]));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    return web_run();
}

static const struct learned *learned(void)
{
    return &web.crawl.state.learned;
}

static const char *place_of(const char *page)
{
    const char *at = strstr(web.order, page);
    TEST_ASSERT_NOT_NULL_MESSAGE(at, page);
    return at;
}

static void hosts_drawn_by_chance_come_first_whatever_they_are_worth(void)
{
    begin();
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
    TEST_ASSERT_TRUE(place_of("n64.com/ ") < place_of("good.th/ "));
    TEST_ASSERT_TRUE(place_of("n175.com/ ") < place_of("good.th/ "));
    TEST_ASSERT_TRUE(place_of("good.th/ ") < place_of("poor.com/ "));
    TEST_ASSERT_TRUE(web_host("n57.com")->flags & HOST_DRAWN);
    TEST_ASSERT_FALSE(web_host("poor.com")->flags & HOST_DRAWN);
}

static void the_box_learns_from_these_and_from_no_others(void)
{
    begin();
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
    TEST_ASSERT_EQUAL(DRAWN, learned()->sites);
    TEST_ASSERT_EQUAL_MESSAGE(1, learned()->model_right, "of n175.com only");
}

static void what_is_learned_comes_into_force_with_a_round_and_only_when_it_is_due(void)
{
    static const unsigned before[] = {APPLIED_AT - DRAWN, APPLIED_AT + 1};
    for (unsigned i = 0; i < 2; i++) {
        begin();
        web_teach(before[i]);
        int16_t in_force[LEARNED_WEIGHTS];
        memcpy(in_force, learned()->in_force, sizeof in_force);
        TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
        TEST_ASSERT_EQUAL(before[i] + DRAWN, learned()->sites);
        TEST_ASSERT_EQUAL(LEARNED_IN_FORCE, learned()->rule);
        const int16_t *expected = i == 0 ? learned()->weight : in_force;
        TEST_ASSERT_EQUAL_MEMORY(expected, learned()->in_force, sizeof in_force);
        TEST_ASSERT_TRUE(memcmp(in_force, learned()->weight, sizeof in_force) != 0);
    }
}

static void without_learning_hosts_have_their_turn(void)
{
    begin();
    web.settings.learn = LEARN_NO;
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
    TEST_ASSERT_EQUAL(0, learned()->sites);
    TEST_ASSERT_TRUE(place_of("good.th/ ") < place_of("n175.com/ "));
}

static void learns_the_same_whenever_power_fails(void)
{
    begin();
    web_teach(APPLIED_AT - DRAWN);
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
    struct learned whole = *learned();
    unsigned nth = 1;
    for (;; nth++) {
        begin();
        web_teach(APPLIED_AT - DRAWN);
        for (unsigned i = 0; i < sizeof seeds / sizeof *seeds; i++)
            TEST_ASSERT_EQUAL(0, web_seed(seeds[i]));
        TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
        web.card.power_until = web.card.events + nth;
        if (web_run() == CRAWL_STOP_NOTHING_LEFT)
            break;
        TEST_ASSERT_EQUAL(0, web_boot());
        TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
        TEST_ASSERT_EQUAL_MEMORY(&whole, learned(), sizeof whole);
    }
    TEST_ASSERT_TRUE(nth > 20);
}

static void what_was_learned_goes_along_to_a_fresh_card(void)
{
    begin();
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
    struct learned whole = *learned();
    TEST_ASSERT_EQUAL(0, crawl_begin(&web.crawl));
    TEST_ASSERT_EQUAL_MEMORY(&whole, learned(), sizeof whole);
    TEST_ASSERT_EQUAL(0, web.crawl.state.explored.probes);
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&whole, learned(), sizeof whole, "it is on the card");
}

static void a_crawl_in_another_language_begins_without_it(void)
{
    begin();
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
    web.settings.language = LANGUAGE_FA;
    TEST_ASSERT_EQUAL(0, crawl_begin(&web.crawl));
    TEST_ASSERT_EQUAL(0, learned()->sites);
    TEST_ASSERT_EQUAL(STATUS_UNSUPPORTED, web.crawl.learned_status);
}

static void what_was_learned_and_is_damaged_or_newer_is_refused_and_the_crawl_goes_on(void)
{
    static const int expected[] = {STATUS_DAMAGED, STATUS_VERSION};
    for (unsigned i = 0; i < 2; i++) {
        begin();
        TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
        struct learned *on_card =
            (struct learned *)(void *)(web.card.block[0] + offsetof(struct crawl_state, learned));
        if (i == 0)
            on_card->weight[3]++;
        else
            on_card->version = LEARNED_VERSION + 1;
        TEST_ASSERT_EQUAL(0, web_boot());
        TEST_ASSERT_EQUAL(expected[i], web.crawl.learned_status);
        TEST_ASSERT_EQUAL(0, learned()->sites);
        TEST_ASSERT_EQUAL(8, web.crawl.state.totals.sites);
    }
}

static void goes_on_with_a_state_block_from_before_it_could_learn(void)
{
    begin();
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
    web.card.block_size[0] = (int)offsetof(struct crawl_state, learned);
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(STATUS_OK, web.crawl.learned_status);
    TEST_ASSERT_EQUAL(0, learned()->sites);
    TEST_ASSERT_EQUAL(3, web.crawl.state.explored.probes);
}

static void forgets_when_it_is_told(void)
{
    begin();
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
    TEST_ASSERT_EQUAL(0, crawl_forget_learned(&web.crawl));
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(0, learned()->sites);
    TEST_ASSERT_EQUAL(STATUS_OK, web.crawl.learned_status);
}

SUITE(crawl_learn)
{
    RUN_TEST(hosts_drawn_by_chance_come_first_whatever_they_are_worth);
    RUN_TEST(the_box_learns_from_these_and_from_no_others);
    RUN_TEST(what_is_learned_comes_into_force_with_a_round_and_only_when_it_is_due);
    RUN_TEST(without_learning_hosts_have_their_turn);
    RUN_TEST(learns_the_same_whenever_power_fails);
    RUN_TEST(what_was_learned_goes_along_to_a_fresh_card);
    RUN_TEST(a_crawl_in_another_language_begins_without_it);
    RUN_TEST(what_was_learned_and_is_damaged_or_newer_is_refused_and_the_crawl_goes_on);
    RUN_TEST(goes_on_with_a_state_block_from_before_it_could_learn);
    RUN_TEST(forgets_when_it_is_told);
}
