#include "suite.h"
#include "ui/console/line.h"

/* A terminal of one row: plays the editor's echo, so that tests see what a person sees. */
enum { COLUMNS = 200 };

static struct line line;
static char row[COLUMNS];
static size_t column;
static unsigned bells, rows;

static void play(char c)
{
    static int escape;
    if (escape > 0) { /* the editor uses one sequence: ESC [ K, erase to the end of the row */
        if (++escape == 3) {
            TEST_ASSERT_EQUAL_INT('K', c);
            memset(row + column, 0, COLUMNS - column);
            escape = 0;
        }
    } else if (c == '\x1b') {
        escape = 1;
    } else if (c == '\b') {
        TEST_ASSERT_GREATER_THAN(0, (int)column);
        column--;
    } else if (c == '\r') {
        column = 0;
    } else if (c == '\n') {
        rows++;
        memset(row, 0, sizeof row);
    } else if (c == '\a') {
        bells++;
    } else {
        TEST_ASSERT_LESS_THAN(COLUMNS - 1, (int)column);
        row[column++] = c;
    }
}

static void terminal(void *context, const char *text, size_t length)
{
    (void)context;
    for (size_t i = 0; i < length; i++)
        play(text[i]);
}

static void start(void)
{
    memset(row, 0, sizeof row);
    column = 0;
    bells = rows = 0;
    line_init(&line, "> ", terminal, NULL);
    line_prompt(&line);
}

/* true if the keys ended a line. */
static bool type(const char *keys)
{
    bool done = false;
    for (; *keys != '\0'; keys++)
        done |= line_feed(&line, *keys);
    return done;
}

static void enter(const char *keys)
{
    TEST_ASSERT_FALSE(type(keys));
    TEST_ASSERT_TRUE(type("\r"));
}

#define LEFT   "\x1b[D"
#define RIGHT  "\x1b[C"
#define UP     "\x1b[A"
#define DOWN   "\x1b[B"
#define HOME   "\x1b[H"
#define END    "\x1b[F"
#define DELETE "\x1b[3~"

static void edits_like_a_shell(void)
{
    static const struct {
        const char *keys, *shown;
        unsigned cursor;
    } cases[] = {
        {"status", "> status", 6},
        {"stats" LEFT "u", "> status", 5},
        {"stxatus" HOME RIGHT RIGHT DELETE, "> status", 2},
        {"status\b\b", "> stat", 4},
        {"status\x7f", "> statu", 5},
        {"one two\x17", "> one ", 4},
        {"one two  \x17", "> one ", 4},
        {"one two\x15", "> ", 0},
        {"one two\x01\x0b", "> ", 0},
        {"two\x01one \x05!", "> one two!", 8},
        {"ab\x02\x04", "> a", 1},
        {"ab\x02\x06"
         "c",
         "> abc", 3},
        {"b\x1b[1~a\x1b[4~c", "> abc", 3},
        {"b\x1bOHa\x1bOFc", "> abc", 3},
        {LEFT RIGHT DELETE "\b\x17\x15" DOWN, "> ", 0},
        {"a\x1b[1;5Cb\x1b[5~c\x1bxd\x01\x1b[Zz", "> zabcd", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        start();
        TEST_ASSERT_FALSE(type(cases[i].keys));
        TEST_ASSERT_EQUAL_STRING(cases[i].shown, row);
        TEST_ASSERT_EQUAL_UINT(cases[i].cursor + 2, column);
    }
}

static void ends_a_line_once_whatever_ends_it(void)
{
    start();
    TEST_ASSERT_TRUE(type("one\r\n"));
    TEST_ASSERT_EQUAL_STRING("one", line_text(&line));
    line_prompt(&line);
    TEST_ASSERT_TRUE(type("two\n"));
    TEST_ASSERT_EQUAL_STRING("two", line_text(&line));
    line_prompt(&line);
    TEST_ASSERT_TRUE(type("\n")); /* a second LF is a line of its own */
    TEST_ASSERT_EQUAL_STRING("", line_text(&line));
    TEST_ASSERT_EQUAL_UINT(3, rows);
}

static void a_line_that_is_too_long_rings_and_keeps_its_beginning(void)
{
    start();
    for (unsigned i = 0; i < LINE_SIZE + 5; i++)
        line_feed(&line, (char)('a' + i % 26));
    TEST_ASSERT_EQUAL_UINT(6, bells);
    TEST_ASSERT_TRUE(type("\r"));
    TEST_ASSERT_EQUAL_UINT(LINE_SIZE - 1, strlen(line_text(&line)));
}

static void recalls_earlier_lines(void)
{
    start();
    static const char *const lines[] = {"first", "second", "second", "", "third"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        enter(lines[i]);
        line_prompt(&line);
    }
    type(UP UP);
    TEST_ASSERT_EQUAL_STRING("> second", row); /* kept once; the empty line not at all */
    type(UP UP);
    TEST_ASSERT_EQUAL_STRING("> first", row);
    TEST_ASSERT_EQUAL_UINT(1, bells);
    type(DOWN DOWN DOWN);
    TEST_ASSERT_EQUAL_STRING("> ", row);
    type(UP "!");
    TEST_ASSERT_EQUAL_STRING("> third!", row);
    TEST_ASSERT_TRUE(type("\r"));
    TEST_ASSERT_EQUAL_STRING("third!", line_text(&line));
}

static void a_pin_does_not_come_back(void)
{
    static const char *const secrets[] = {"pin 4711", "  pin 4711", "\"pin\" 4711", "set console_pin 4711"};
    for (size_t i = 0; i < sizeof secrets / sizeof secrets[0]; i++) {
        start();
        enter("show");
        line_prompt(&line);
        enter(secrets[i]);
        line_prompt(&line);
        type(UP);
        TEST_ASSERT_EQUAL_STRING("> show", row);
    }
}

static void the_oldest_lines_make_room(void)
{
    start();
    char text[] = "0123456789 0123456789 x";
    for (unsigned i = 0; i < 26; i++) {
        text[sizeof text - 2] = (char)('a' + i);
        enter(text);
        line_prompt(&line);
        TEST_ASSERT_TRUE(line.history_used <= LINE_HISTORY);
    }
    type(UP);
    TEST_ASSERT_EQUAL_INT('z', row[2 + sizeof text - 2]);
    for (unsigned i = 0; i < 20; i++)
        type(UP);
    TEST_ASSERT_EQUAL_INT('z' - (LINE_HISTORY / sizeof text - 1), row[2 + sizeof text - 2]);
}

static void cutting_a_finished_line_up_leaves_the_history_alone(void)
{
    start();
    enter("log debug");
    line_text(&line)[3] = '\0';
    line_prompt(&line);
    type(UP);
    TEST_ASSERT_EQUAL_STRING("> log debug", row);
}

static void output_in_between_does_not_disturb_the_line(void)
{
    start();
    type("half" LEFT LEFT);
    line_hide(&line);
    TEST_ASSERT_EQUAL_STRING("", row);
    terminal(NULL, "news\r\n", 6);
    line_show(&line);
    TEST_ASSERT_EQUAL_STRING("> half", row);
    type("x");
    TEST_ASSERT_EQUAL_STRING("> haxlf", row);
}

static void control_c_drops_the_line(void)
{
    start();
    TEST_ASSERT_FALSE(type("reboot\x03"));
    TEST_ASSERT_EQUAL_STRING("> ", row);
    TEST_ASSERT_TRUE(type("\r"));
    TEST_ASSERT_EQUAL_STRING("", line_text(&line));
}

static void noise_does_no_harm(void)
{
    start();
    uint32_t random = 1;
    for (unsigned i = 0; i < 20000; i++) {
        random = random * 1664525u + 1013904223u;
        if (line_feed(&line, (char)(random >> 24))) {
            TEST_ASSERT_TRUE(strlen(line_text(&line)) < LINE_SIZE);
            line_prompt(&line);
        }
        TEST_ASSERT_TRUE(line.cursor <= line.length && line.length < LINE_SIZE);
        TEST_ASSERT_TRUE(line.history_used <= LINE_HISTORY);
    }
}

SUITE(console_line)
{
    RUN_TEST(edits_like_a_shell);
    RUN_TEST(ends_a_line_once_whatever_ends_it);
    RUN_TEST(a_line_that_is_too_long_rings_and_keeps_its_beginning);
    RUN_TEST(recalls_earlier_lines);
    RUN_TEST(a_pin_does_not_come_back);
    RUN_TEST(the_oldest_lines_make_room);
    RUN_TEST(cutting_a_finished_line_up_leaves_the_history_alone);
    RUN_TEST(output_in_between_does_not_disturb_the_line);
    RUN_TEST(control_c_drops_the_line);
    RUN_TEST(noise_does_no_harm);
}
