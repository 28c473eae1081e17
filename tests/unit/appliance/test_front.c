/* What the light, the button and the display do over minutes, on a front that notes what it is told. */
#include "suite.h"

#include "appliance/front.h"
#include "base/status.h"
#include "port/front.h"
#include "port/platform.h"
#include "ports_fake.h"

enum { MINUTE_MS = 60 * 1000, ALL_LINES = PANEL_HEIGHT };

static struct store store;
static const struct session_parts parts = {.store = &store};
static struct session session;
static struct slot slot;
static struct front front;

/* The parts of the front, and what the machine says of itself. */
static struct {
    bool button, light, is_dim, refuses_picture;
    unsigned lines;
    const char *restarted, *network_problem;
} world;

void platform_check_in(void)
{
}

bool front_button_is_down(void)
{
    return world.button;
}

void front_switch_light(bool on)
{
    world.light = on;
}

void front_dim_screen(bool is_dim)
{
    world.is_dim = is_dim;
}

void front_show_line(void *unused, unsigned y, const uint8_t *pixels)
{
    (void)unused, (void)y, (void)pixels;
    world.lines++;
}

bool front_end_picture(void)
{
    return !world.refuses_picture;
}

void front_describe_machine(struct front_machine *machine)
{
    machine->version = "1";
    machine->last_reset = "power on";
    machine->restarted = world.restarted;
    machine->network_problem = world.network_problem;
}

/* Lets time pass, turn by turn. Returns for how much of it the light was on. */
static uint32_t pass(uint32_t ms)
{
    uint32_t lit_ms = 0;
    for (uint32_t passed = 0; passed < ms;) {
        uint32_t step_ms = front_turn(&front);
        ports_fake.ms += step_ms;
        passed += step_ms;
        lit_ms += world.light ? step_ms : 0;
    }
    return lit_ms;
}

/* A box that crawls, with a card. */
static void begin(void)
{
    ports_fake_begin();
    memset(&world, 0, sizeof world);
    memset(&session, 0, sizeof session);
    memset(&slot, 0, sizeof slot);
    memset(&front, 0, sizeof front);
    ports_fake.ms = 1000000;
    store.state = STORE_READY;
    session.parts = &parts;
    ports_fake.utc_ms = 1;
    session.is_set_up = session.opened = session.has_network = true;
    front_init(&front, &slot, &session);
    pass(100); /* in which the button is seen to be up */
    world.lines = 0;
}

static void press(uint32_t ms)
{
    world.button = true;
    pass(ms);
    world.button = false;
    pass(100);
}

static void a_box_at_work_flashes_shortly_every_two_seconds(void)
{
    begin();
    TEST_ASSERT_EQUAL(5 * 60, pass(5 * 2000));
}

static void a_notice_flashes_quickly(void)
{
    begin();
    store.state = STORE_EJECTED;
    pass(500);
    TEST_ASSERT_EQUAL(5 * 120, pass(5 * 240));
    store.state = STORE_READY;
    pass(2000);
    TEST_ASSERT_EQUAL(60, pass(2000));
}

static void the_display_follows_twice_a_second_and_sends_what_has_changed(void)
{
    begin();
    pass(5000);
    unsigned clock_lines = world.lines;
    TEST_ASSERT_TRUE_MESSAGE(clock_lines < ALL_LINES, "only rows that change are sent");
    store.state = STORE_EJECTED;
    pass(520);
    TEST_ASSERT_TRUE(world.lines > clock_lines + 20);
}

static void everything_is_sent_again_each_minute(void)
{
    begin();
    store.state = STORE_EJECTED; /* a picture that stays as it is */
    pass(1000);
    world.lines = 0;
    pass(MINUTE_MS);
    unsigned all = world.lines;
    TEST_ASSERT_TRUE(all >= ALL_LINES);
    pass(2 * MINUTE_MS);
    TEST_ASSERT_EQUAL(3 * all, world.lines);
}

static void a_screen_that_has_not_taken_the_picture_gets_it_again(void)
{
    begin();
    store.state = STORE_EJECTED;
    pass(1000);
    world.lines = 0;
    world.refuses_picture = true;
    store.state = STORE_FULL;
    pass(2000);
    TEST_ASSERT_TRUE(world.lines >= 3 * ALL_LINES);
    world.refuses_picture = false;
    pass(1000);
    world.lines = 0;
    pass(1000);
    TEST_ASSERT_EQUAL(0, world.lines);
}

static void a_short_press_turns_the_page_at_once(void)
{
    begin();
    TEST_ASSERT_EQUAL(1, front_page(&front));
    press(100);
    TEST_ASSERT_EQUAL(2, front_page(&front));
    TEST_ASSERT_FALSE(slot.eject_asked);
}

static void another_role_turns_the_page_as_well(void)
{
    begin();
    front_ask_next(&front);
    pass(20);
    TEST_ASSERT_EQUAL(2, front_page(&front));
    pass(1000);
    TEST_ASSERT_EQUAL_MESSAGE(2, front_page(&front), "once");
}

static void holding_it_asks_for_the_card(void)
{
    begin();
    press(BUTTON_LONG_MS + 100);
    TEST_ASSERT_TRUE(slot.eject_asked);
    TEST_ASSERT_EQUAL(1, ports_fake_logged("Select was held"));
    TEST_ASSERT_EQUAL_MESSAGE(1, front_page(&front), "and turns no page");
}

static void the_display_is_dimmed_ten_minutes_after_the_last_press(void)
{
    begin();
    pass(10 * MINUTE_MS - 1000);
    TEST_ASSERT_FALSE(world.is_dim);
    pass(1100);
    TEST_ASSERT_TRUE(world.is_dim);
    press(100);
    TEST_ASSERT_FALSE(world.is_dim);
}

static void a_restart_is_news_for_ten_minutes(void)
{
    begin();
    ports_fake.ms = 1000; /* since the box started */
    world.restarted = "hang";
    pass(10 * MINUTE_MS - 2000);
    TEST_ASSERT_TRUE(front.alerts);
    pass(2500);
    TEST_ASSERT_FALSE(front.alerts);
}

static void the_test_picture_is_shown_until_it_is_ended(void)
{
    begin();
    TEST_ASSERT_FALSE(front_shows_test(&front, false));
    TEST_ASSERT_TRUE(front_shows_test(&front, true));
    store.state = STORE_EJECTED;
    pass(1000);
    TEST_ASSERT_FALSE_MESSAGE(front.alerts, "it has no notice");
    TEST_ASSERT_FALSE(front_shows_test(&front, true));
    pass(1000);
    TEST_ASSERT_TRUE(front.alerts);
}

static void a_front_of_a_screen_alone_needs_fewer_turns(void)
{
    begin();
    TEST_ASSERT_EQUAL(20, front_turn(&front));
    front.has_screen_only = true;
    TEST_ASSERT_EQUAL(500, front_turn(&front));
}

SUITE(front)
{
    RUN_TEST(a_box_at_work_flashes_shortly_every_two_seconds);
    RUN_TEST(a_notice_flashes_quickly);
    RUN_TEST(the_display_follows_twice_a_second_and_sends_what_has_changed);
    RUN_TEST(everything_is_sent_again_each_minute);
    RUN_TEST(a_screen_that_has_not_taken_the_picture_gets_it_again);
    RUN_TEST(a_short_press_turns_the_page_at_once);
    RUN_TEST(another_role_turns_the_page_as_well);
    RUN_TEST(holding_it_asks_for_the_card);
    RUN_TEST(the_display_is_dimmed_ten_minutes_after_the_last_press);
    RUN_TEST(a_restart_is_news_for_ten_minutes);
    RUN_TEST(the_test_picture_is_shown_until_it_is_ended);
    RUN_TEST(a_front_of_a_screen_alone_needs_fewer_turns);
}
