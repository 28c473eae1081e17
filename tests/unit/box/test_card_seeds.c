/* SEEDS.TXT on its way from the card to the crawl, and what the log says of lines that are of no use. */
#include "suite.h"

#include "base/status.h"
#include "box/card_seeds.h"
#include "ports_fake.h"

enum { LINES = 500, TEXT_MAX = LINES * 16 };

static char text[TEXT_MAX];
static unsigned taken;

static void put_file(const char *line, unsigned lines)
{
    size_t size = strlen(line);
    TEST_ASSERT_LESS_OR_EQUAL(sizeof text, size * lines);
    for (unsigned i = 0; i < lines; i++)
        memcpy(text + i * size, line, size);
    ports_fake_begin();
    ports_fake_file("SEEDS.TXT", text, size * lines);
    taken = 0;
}

static int take(void *context, const struct url *url)
{
    (void)url;
    taken++;
    return *(const int *)context;
}

static void read_and_return(int status)
{
    TEST_ASSERT_EQUAL(STATUS_OK, card_seeds_read(take, &status));
    TEST_ASSERT_TRUE(ports_fake_arena_is_empty());
}

static void a_wrong_line_is_told_by_its_number(void)
{
    put_file("a.th\nftp://x/\n", 3);
    read_and_return(STATUS_OK);
    TEST_ASSERT_EQUAL(3, taken);
    TEST_ASSERT_EQUAL_STRING("warning: SEEDS.TXT, line 2: not an http or https address\n"
                             "warning: SEEDS.TXT, line 4: not an http or https address\n"
                             "warning: SEEDS.TXT, line 6: not an http or https address\n",
                             ports_fake.log);
}

static void of_many_wrong_lines_the_first_are_told_and_the_rest_is_counted(void)
{
    put_file("ftp://x/\n", LINES);
    read_and_return(STATUS_OK);
    TEST_ASSERT_EQUAL(7, ports_fake_logged("SEEDS.TXT"));
    TEST_ASSERT_NOT_NULL(strstr(ports_fake.log, "line 6: not"));
    TEST_ASSERT_NOT_NULL(strstr(ports_fake.log, "SEEDS.TXT: 494 more lines are not used\n"));
}

static void so_it_is_with_seeds_that_the_card_has_no_room_for(void)
{
    put_file("www.a.th\n", LINES);
    read_and_return(STATUS_FULL);
    TEST_ASSERT_EQUAL(LINES, taken);
    TEST_ASSERT_EQUAL(7, ports_fake_logged("SEEDS.TXT"));
    TEST_ASSERT_NOT_NULL(strstr(ports_fake.log, "SEEDS.TXT: 494 more lines are not used\n"));
}

static void of_seeds_of_another_box_nothing_is_said(void)
{
    put_file("www.a.th\n", LINES);
    read_and_return(STATUS_REFUSED);
    TEST_ASSERT_EQUAL_STRING("", ports_fake.log);
}

SUITE(card_seeds)
{
    RUN_TEST(a_wrong_line_is_told_by_its_number);
    RUN_TEST(of_many_wrong_lines_the_first_are_told_and_the_rest_is_counted);
    RUN_TEST(so_it_is_with_seeds_that_the_card_has_no_room_for);
    RUN_TEST(of_seeds_of_another_box_nothing_is_said);
}
