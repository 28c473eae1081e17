#include "suite.h"
#include "ui/button.h"

static struct button button;
static uint32_t now_ms;

/* Holds the pin for a while, sampled every 10 ms; what came of it last. */
static enum button_event hold(bool level, unsigned ms)
{
    enum button_event last = BUTTON_NOTHING;
    for (unsigned t = 0; t < ms; t += 10) {
        now_ms += 10;
        enum button_event event = button_sample(&button, level, now_ms);
        if (event != BUTTON_NOTHING) {
            TEST_ASSERT_EQUAL_INT(BUTTON_NOTHING, last);
            last = event;
        }
    }
    return last;
}

static void start(uint32_t at_ms)
{
    now_ms = at_ms;
    button_init(&button);
    TEST_ASSERT_EQUAL_INT(BUTTON_NOTHING, hold(false, 100));
}

static void a_short_press_counts_when_released(void)
{
    start(0);
    TEST_ASSERT_EQUAL_INT(BUTTON_NOTHING, hold(true, 200));
    TEST_ASSERT_EQUAL_INT(BUTTON_SHORT, hold(false, 200));
}

static void a_long_press_counts_once_while_held(void)
{
    start(0);
    TEST_ASSERT_EQUAL_INT(BUTTON_LONG, hold(true, BUTTON_LONG_MS + 2000));
    TEST_ASSERT_EQUAL_INT(BUTTON_NOTHING, hold(false, 200));
    TEST_ASSERT_EQUAL_INT(BUTTON_NOTHING, hold(true, 100));
    TEST_ASSERT_EQUAL_INT(BUTTON_SHORT, hold(false, 100));
}

static void bouncing_is_one_press(void)
{
    start(0);
    for (unsigned i = 0; i < 5; i++) {
        TEST_ASSERT_EQUAL_INT(BUTTON_NOTHING, hold(true, 10));
        TEST_ASSERT_EQUAL_INT(BUTTON_NOTHING, hold(false, 10));
    }
    TEST_ASSERT_EQUAL_INT(BUTTON_NOTHING, hold(true, 100));
    TEST_ASSERT_EQUAL_INT(BUTTON_NOTHING, hold(false, 10));
    TEST_ASSERT_EQUAL_INT(BUTTON_NOTHING, hold(true, 10));
    TEST_ASSERT_EQUAL_INT(BUTTON_SHORT, hold(false, 100));
}

static void a_button_pressed_from_the_start_must_be_released_first(void)
{
    now_ms = 0;
    button_init(&button);
    TEST_ASSERT_EQUAL_INT(BUTTON_NOTHING, hold(true, 5000));
    TEST_ASSERT_EQUAL_INT(BUTTON_NOTHING, hold(false, 100));
    TEST_ASSERT_EQUAL_INT(BUTTON_NOTHING, hold(true, 100));
    TEST_ASSERT_EQUAL_INT(BUTTON_SHORT, hold(false, 100));
}

static void the_clock_may_wrap_in_between(void)
{
    start(UINT32_MAX - 150);
    TEST_ASSERT_EQUAL_INT(BUTTON_LONG, hold(true, BUTTON_LONG_MS + 100));
}

SUITE(button)
{
    RUN_TEST(a_short_press_counts_when_released);
    RUN_TEST(a_long_press_counts_once_while_held);
    RUN_TEST(bouncing_is_one_press);
    RUN_TEST(a_button_pressed_from_the_start_must_be_released_first);
    RUN_TEST(the_clock_may_wrap_in_between);
}
