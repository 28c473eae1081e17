/* Who is late, and when the watchdog bites. */
#include "suite.h"

#include "appliance/watch.h"
#include "ports_fake.h"

static struct watch watch;

/* All roles have just checked in. */
static void begin(void)
{
    ports_fake_begin();
    ports_fake.ms = 1000000;
    watch = (struct watch){0};
    for (unsigned role = 0; role < ROLE_COUNT; role++)
        watch_check_in(&watch, role);
}

/* Time passes, a period at a time, in which all but one check in. Returns after how many milliseconds the
 * watchdog was fed for the last time. */
static uint32_t pass_without(enum role silent, uint32_t ms)
{
    uint32_t fed_ms = 0;
    for (uint32_t passed = WATCH_PERIOD_MS; passed <= ms; passed += WATCH_PERIOD_MS) {
        ports_fake.ms += WATCH_PERIOD_MS;
        for (unsigned role = 0; role < ROLE_COUNT; role++)
            if (role != silent)
                watch_check_in(&watch, role);
        if (watch_turn(&watch))
            fed_ms = passed;
    }
    return fed_ms;
}

static void whoever_checks_in_is_well(void)
{
    begin();
    TEST_ASSERT_EQUAL(60000, pass_without(ROLE_COUNT, 60000));
    TEST_ASSERT_EQUAL_STRING("", ports_fake.log);
}

static void who_falls_silent_ends_the_feeding_at_its_limit(void)
{
    static const enum role watched[] = {ROLE_net, ROLE_console, ROLE_crawler};
    for (unsigned i = 0; i < sizeof watched / sizeof *watched; i++) {
        begin();
        TEST_ASSERT_EQUAL(watch_limit_ms(watched[i]), pass_without(watched[i], 20000));
        TEST_ASSERT_EQUAL(watched[i], watch_overdue(&watch));
    }
}

static void a_silence_is_told_once(void)
{
    begin();
    pass_without(ROLE_crawler, 20000);
    TEST_ASSERT_EQUAL_STRING("error: task crawler has not answered for 5750 ms: restarting\n",
                             ports_fake.log);
}

static void the_panel_is_only_told_about(void)
{
    begin();
    TEST_ASSERT_EQUAL(20000, pass_without(ROLE_panel, 20000));
    TEST_ASSERT_EQUAL_STRING("error: task panel has not answered for 4250 ms\n", ports_fake.log);
    TEST_ASSERT_FALSE(watch_bites(&watch));
}

static void who_was_told_about_is_told_about_again_when_it_was_back(void)
{
    begin();
    pass_without(ROLE_panel, 5000);
    pass_without(ROLE_COUNT, 1000);
    pass_without(ROLE_panel, 5000);
    TEST_ASSERT_EQUAL(2, ports_fake_logged("task panel"));
}

static void the_supervisor_is_watched_by_the_watchdog_alone(void)
{
    begin();
    TEST_ASSERT_EQUAL(20000, pass_without(ROLE_supervisor, 20000));
}

static void it_bites_three_seconds_after_the_limit(void)
{
    begin();
    pass_without(ROLE_console, watch_limit_ms(ROLE_console) + WATCH_BITE_MS);
    TEST_ASSERT_FALSE(watch_bites(&watch));
    pass_without(ROLE_console, WATCH_PERIOD_MS);
    TEST_ASSERT_TRUE(watch_bites(&watch));
}

static void who_is_excused_is_not_watched_and_begins_fresh(void)
{
    begin();
    watch_excuse(&watch, ROLE_crawler, true);
    TEST_ASSERT_EQUAL(60000, pass_without(ROLE_crawler, 60000));
    watch_excuse(&watch, ROLE_crawler, false);
    TEST_ASSERT_EQUAL(watch_limit_ms(ROLE_crawler), pass_without(ROLE_crawler, 20000));
}

static void a_clock_that_wraps_makes_nobody_late(void)
{
    begin();
    ports_fake.ms = UINT32_MAX - 1000;
    pass_without(ROLE_COUNT, WATCH_PERIOD_MS);
    TEST_ASSERT_EQUAL(10000, pass_without(ROLE_COUNT, 10000));
}

SUITE(watch)
{
    RUN_TEST(whoever_checks_in_is_well);
    RUN_TEST(who_falls_silent_ends_the_feeding_at_its_limit);
    RUN_TEST(a_silence_is_told_once);
    RUN_TEST(the_panel_is_only_told_about);
    RUN_TEST(who_was_told_about_is_told_about_again_when_it_was_back);
    RUN_TEST(the_supervisor_is_watched_by_the_watchdog_alone);
    RUN_TEST(it_bites_three_seconds_after_the_limit);
    RUN_TEST(who_is_excused_is_not_watched_and_begins_fresh);
    RUN_TEST(a_clock_that_wraps_makes_nobody_late);
}
