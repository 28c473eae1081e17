#include "suite.h"
#include "display.h"

static struct fake_display display;
static struct ssd0323_bus bus;

static void start(void)
{
    bus = fake_display_bus(&display);
    ssd0323_init(&bus);
}

static void comes_up_dark_and_switched_on(void)
{
    static const uint8_t dark[sizeof display.memory];
    start();
    TEST_ASSERT_TRUE(display.is_on);
    TEST_ASSERT_EQUAL_MEMORY(dark, display.memory, sizeof dark);
    TEST_ASSERT_EQUAL(SSD0323_CONTRAST_NORMAL, display.contrast);
    TEST_ASSERT_EQUAL(0, display.violations);
}

static void shows_a_line_where_it_belongs_and_nowhere_else(void)
{
    uint8_t line[SSD0323_LINE_BYTES];
    start();
    for (unsigned i = 0; i < sizeof line; i++)
        line[i] = (uint8_t)(i * 7);
    ssd0323_show_line(&bus, 63, line);
    ssd0323_show_line(&bus, 5, line);
    for (unsigned y = 0; y < SSD0323_HEIGHT; y++)
        for (unsigned x = 0; x < SSD0323_WIDTH; x++) {
            unsigned pair = y == 5 || y == 63 ? line[x / 2] : 0;
            TEST_ASSERT_EQUAL(x & 1 ? pair & 15 : pair >> 4, fake_display_pixel(&display, x, y));
        }
    TEST_ASSERT_EQUAL(0, display.violations);
}

static void ignores_lines_below_the_display(void)
{
    uint8_t line[SSD0323_LINE_BYTES] = {0xff};
    start();
    unsigned holds = display.holds;
    ssd0323_show_line(&bus, SSD0323_HEIGHT, line);
    TEST_ASSERT_EQUAL(holds, display.holds);
}

static void holds_the_bus_for_one_line_at_most(void)
{
    start();
    TEST_ASSERT_EQUAL(SSD0323_LINE_BUS_BYTES, display.longest_hold);
    TEST_ASSERT_FALSE(display.held);
}

static void dims(void)
{
    start();
    ssd0323_set_contrast(&bus, SSD0323_CONTRAST_DIM);
    TEST_ASSERT_EQUAL(SSD0323_CONTRAST_DIM, display.contrast);
    TEST_ASSERT_EQUAL(0, display.violations);
}

SUITE(ssd0323)
{
    RUN_TEST(comes_up_dark_and_switched_on);
    RUN_TEST(shows_a_line_where_it_belongs_and_nowhere_else);
    RUN_TEST(ignores_lines_below_the_display);
    RUN_TEST(holds_the_bus_for_one_line_at_most);
    RUN_TEST(dims);
}
