#include "suite.h"
#include "base/log_ring.h"

static struct log_ring ring;
static struct log_line line;

static void __attribute__((format(printf, 2, 3))) write_line(uint64_t uptime_ms, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    log_ring_write(&ring, uptime_ms, 2, format, arguments);
    va_end(arguments);
}

/* Starts at an offset, so that tests see what happens when it wraps. */
static void start(uint32_t offset)
{
    memset(&ring, 0, sizeof ring);
    ring.start = ring.end = offset;
}

static void lines_come_back_in_order(void)
{
    start(0);
    write_line(1, "first %d", 1);
    write_line(0x123456789aull, "%s", "second");
    uint32_t cursor = 0;
    TEST_ASSERT_TRUE(log_ring_read(&ring, &cursor, &line));
    TEST_ASSERT_EQUAL_STRING("first 1", line.text);
    TEST_ASSERT_TRUE(log_ring_read(&ring, &cursor, &line));
    TEST_ASSERT_EQUAL_STRING("second", line.text);
    TEST_ASSERT_TRUE(line.uptime_ms == 0x123456789aull);
    TEST_ASSERT_EQUAL_UINT8(2, line.level);
    TEST_ASSERT_FALSE(log_ring_read(&ring, &cursor, &line));
    write_line(3, "third");
    TEST_ASSERT_TRUE(log_ring_read(&ring, &cursor, &line));
    TEST_ASSERT_EQUAL_STRING("third", line.text);
}

static void an_empty_ring_has_no_lines(void)
{
    start(0);
    uint32_t cursor = 0;
    TEST_ASSERT_FALSE(log_ring_read(&ring, &cursor, &line));
    write_line(1, "%s", "");
    TEST_ASSERT_TRUE(log_ring_read(&ring, &cursor, &line));
    TEST_ASSERT_EQUAL_STRING("", line.text);
}

static void a_long_line_is_cut(void)
{
    start(LOG_RING_BYTES - 50);
    write_line(1, "%0150d", 7);
    uint32_t cursor = 0;
    TEST_ASSERT_TRUE(log_ring_read(&ring, &cursor, &line));
    TEST_ASSERT_EQUAL_UINT(LOG_LINE_MAX, strlen(line.text));
    TEST_ASSERT_EQUAL_UINT(LOG_LINE_MAX, strspn(line.text, "0"));
}

/* The latest lines are there, whole and without a gap, wherever the ring wraps; also past 2^32 bytes ever
 * written. */
static void check_the_latest(uint32_t offset)
{
    start(offset);
    for (unsigned i = 0; i < 300; i++) {
        write_line(i, "%u %.*s", i, (int)(i * 7 % 60),
                   "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
        TEST_ASSERT_TRUE(log_ring_used(&ring) <= LOG_RING_BYTES);
    }
    uint32_t cursor = ring.start;
    unsigned count = 0;
    uint64_t last = 0;
    while (log_ring_read(&ring, &cursor, &line)) {
        TEST_ASSERT_TRUE(count == 0 || line.uptime_ms == last + 1);
        last = line.uptime_ms;
        TEST_ASSERT_EQUAL_UINT(last * 7 % 60, strspn(strchr(line.text, ' ') + 1, "x"));
        count++;
    }
    TEST_ASSERT_EQUAL_UINT(299, last);
    TEST_ASSERT_TRUE(count >= (LOG_RING_BYTES - LOG_LINE_MAX) / (8 + 64));
}

static void the_oldest_lines_make_room(void)
{
    check_the_latest(0);
    check_the_latest(13);
    check_the_latest(UINT32_MAX - 3000);
}

static void a_reader_that_was_overtaken_goes_on_with_the_oldest(void)
{
    start(0);
    write_line(0, "gone");
    uint32_t cursor = 0;
    TEST_ASSERT_TRUE(log_ring_read(&ring, &cursor, &line));
    for (unsigned i = 0; i < 100; i++)
        write_line(i, "line %u", i);
    TEST_ASSERT_TRUE(log_ring_read(&ring, &cursor, &line));
    TEST_ASSERT_TRUE(line.uptime_ms > 0 && line.uptime_ms < 99);
    unsigned seen = (unsigned)line.uptime_ms;
    while (log_ring_read(&ring, &cursor, &line))
        TEST_ASSERT_EQUAL_UINT(++seen, (unsigned)line.uptime_ms);
    TEST_ASSERT_EQUAL_UINT(99, seen);
}

SUITE(log_ring)
{
    RUN_TEST(lines_come_back_in_order);
    RUN_TEST(an_empty_ring_has_no_lines);
    RUN_TEST(a_long_line_is_cut);
    RUN_TEST(the_oldest_lines_make_room);
    RUN_TEST(a_reader_that_was_overtaken_goes_on_with_the_oldest);
}
