#include "fetch/reach.h"

#include "suite.h"

enum { MINUTE = 60 * 1000, HOUR = 60 * MINUTE, TRIES = 4 };

static struct reach reach;

static void begin(void)
{
    memset(&reach, 0, sizeof reach);
}

static void be_silent(unsigned times)
{
    while (times-- > 0)
        reach_silence(&reach);
}

static void a_few_dead_hosts_raise_no_doubt(void)
{
    begin();
    reach_heard(&reach, 1, 0);
    be_silent(TRIES - 1);
    TEST_ASSERT_EQUAL(REACH_UP, reach_state(&reach, 1));
    reach_heard(&reach, 1, 1);
    be_silent(TRIES - 1);
    TEST_ASSERT_EQUAL(REACH_UP, reach_state(&reach, 2));
}

static void when_nobody_answers_known_servers_are_to_be_asked(void)
{
    begin();
    reach_heard(&reach, 1, 0);
    be_silent(TRIES);
    TEST_ASSERT_EQUAL(REACH_DOUBTED, reach_state(&reach, 1));
    reach_heard(&reach, 1, 2); /* it answers: the others are dead */
    TEST_ASSERT_EQUAL(REACH_UP, reach_state(&reach, 3));
}

static void who_has_heard_nobody_yet_has_nobody_to_ask(void)
{
    begin();
    be_silent(100);
    TEST_ASSERT_EQUAL(REACH_UP, reach_state(&reach, 1));
}

static void a_cut_line_stays_cut_for_a_minute_then_one_try_is_let_through(void)
{
    begin();
    reach_heard(&reach, 1, 0);
    be_silent(TRIES);
    reach_cut(&reach, 1000);
    TEST_ASSERT_EQUAL(REACH_CUT, reach_state(&reach, 1001));
    TEST_ASSERT_EQUAL(REACH_CUT, reach_state(&reach, 1000 + MINUTE - 1));
    TEST_ASSERT_EQUAL(REACH_UP, reach_state(&reach, 1000 + MINUTE));
    TEST_ASSERT_EQUAL(REACH_UP, reach_state(&reach, 1000 + MINUTE + 1));
    be_silent(1);
    TEST_ASSERT_EQUAL(REACH_DOUBTED, reach_state(&reach, 1000 + MINUTE + 2));
}

static void any_answer_ends_the_cut(void)
{
    begin();
    reach_heard(&reach, 1, 0);
    be_silent(TRIES);
    reach_cut(&reach, 0);
    reach_heard(&reach, 2, 10);
    TEST_ASSERT_EQUAL(REACH_UP, reach_state(&reach, 11));
}

static void the_latest_servers_are_known_each_once(void)
{
    static const uint32_t expected[REACH_SERVERS] = {3, 5, 4, 2};
    begin();
    for (uint32_t address = 1; address <= 5; address++)
        reach_heard(&reach, address, 0);
    reach_heard(&reach, 3, 0);
    reach_heard(&reach, 3, 0);
    TEST_ASSERT_EQUAL_UINT32_ARRAY(expected, reach.server, REACH_SERVERS);
}

/* All known servers may have gone while the line is up: a crawl must not wait for them for ever. */
static void after_a_day_without_an_answer_known_servers_are_forgotten(void)
{
    begin();
    reach_heard(&reach, 1, 0);
    for (uint32_t now = MINUTE; now < 24 * HOUR; now += 2 * MINUTE) {
        be_silent(TRIES);
        TEST_ASSERT_EQUAL(REACH_DOUBTED, reach_state(&reach, now));
        reach_cut(&reach, now);
        TEST_ASSERT_EQUAL(REACH_UP, reach_state(&reach, now + MINUTE));
    }
    be_silent(TRIES);
    reach_cut(&reach, 24 * HOUR);
    TEST_ASSERT_EQUAL(REACH_UP, reach_state(&reach, 24 * HOUR + MINUTE));
    be_silent(TRIES);
    TEST_ASSERT_EQUAL(REACH_UP, reach_state(&reach, 24 * HOUR + 2 * MINUTE));
}

static void clocks_may_wrap(void)
{
    begin();
    reach_heard(&reach, 1, UINT32_MAX - 10);
    be_silent(TRIES);
    reach_cut(&reach, UINT32_MAX - 5);
    TEST_ASSERT_EQUAL(REACH_CUT, reach_state(&reach, 100));
    TEST_ASSERT_EQUAL(REACH_UP, reach_state(&reach, MINUTE));
    be_silent(1);
    TEST_ASSERT_EQUAL(REACH_DOUBTED, reach_state(&reach, MINUTE + 1)); /* nothing was forgotten */
}

SUITE(reach)
{
    RUN_TEST(a_few_dead_hosts_raise_no_doubt);
    RUN_TEST(when_nobody_answers_known_servers_are_to_be_asked);
    RUN_TEST(who_has_heard_nobody_yet_has_nobody_to_ask);
    RUN_TEST(a_cut_line_stays_cut_for_a_minute_then_one_try_is_let_through);
    RUN_TEST(any_answer_ends_the_cut);
    RUN_TEST(the_latest_servers_are_known_each_once);
    RUN_TEST(after_a_day_without_an_answer_known_servers_are_forgotten);
    RUN_TEST(clocks_may_wrap);
}
