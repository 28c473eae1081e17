#include "suite.h"
#include "base/stream_ring.h"

enum { SIZE = 100, PATTERN = 251 };

static struct stream_ring ring;
static uint8_t memory[SIZE + 1], got[2 * SIZE];
static uint32_t start; /* sequence number of the stream's first byte */

/* Byte `at` of the stream that everybody sends, unless a test says otherwise. */
static uint8_t stream_byte(uint32_t at)
{
    return (uint8_t)(at % PATTERN);
}

static void begin_at(uint32_t sequence)
{
    memset(memory, 0xee, sizeof memory);
    stream_ring_begin(&ring, memory, SIZE);
    ring.next = start = sequence;
}

static size_t put(uint32_t at, size_t count)
{
    uint8_t bytes[3 * SIZE];
    for (size_t i = 0; i < count; i++)
        bytes[i] = stream_byte(at + (uint32_t)i);
    return stream_ring_put(&ring, start + at, bytes, count);
}

/* Takes as much as there is, and checks that it is bytes `from` and on of the stream. */
static size_t take_from(uint32_t from, size_t size)
{
    size_t count = stream_ring_take(&ring, got, size);
    for (size_t i = 0; i < count; i++)
        TEST_ASSERT_EQUAL(stream_byte(from + (uint32_t)i), got[i]);
    TEST_ASSERT_EQUAL_HEX8(0xee, memory[SIZE]);
    return count;
}

static void what_comes_in_order_is_read_in_order(void)
{
    begin_at(7);
    for (uint32_t at = 0; at < 1000; at += 30) {
        TEST_ASSERT_EQUAL(30, put(at, 30));
        TEST_ASSERT_EQUAL(SIZE - 30, stream_ring_room(&ring));
        TEST_ASSERT_EQUAL(20, take_from(at, 20));
        TEST_ASSERT_EQUAL(10, take_from(at + 20, SIZE));
    }
    TEST_ASSERT_EQUAL(0, take_from(0, SIZE));
}

static void what_comes_early_counts_when_the_hole_is_filled(void)
{
    begin_at(0);
    TEST_ASSERT_EQUAL(0, put(20, 20));
    TEST_ASSERT_EQUAL(0, take_from(0, SIZE));
    TEST_ASSERT_EQUAL(SIZE, stream_ring_room(&ring));
    TEST_ASSERT_EQUAL(40, put(0, 20));
    TEST_ASSERT_EQUAL(0, ring.islands);
    TEST_ASSERT_EQUAL(40, take_from(0, SIZE));
}

static void several_holes_are_filled_in_any_order(void)
{
    static const uint8_t orders[][5] = {{4, 3, 2, 1, 0}, {1, 3, 2, 4, 0}, {2, 4, 0, 3, 1},
                                        {4, 0, 2, 1, 3}, {3, 1, 4, 2, 0}, {0, 4, 2, 1, 3}};
    for (size_t order = 0; order < sizeof orders / sizeof orders[0]; order++) {
        begin_at(0xffffffe0u); /* the numbers wrap around in the middle */
        size_t ready = 0;
        for (size_t i = 0; i < 5; i++)
            ready += put(orders[order][i] * 20u, 20);
        TEST_ASSERT_EQUAL(SIZE, ready);
        TEST_ASSERT_EQUAL(0, stream_ring_room(&ring));
        TEST_ASSERT_EQUAL(SIZE, take_from(0, SIZE));
    }
}

static void islands_lie_on_both_sides_of_the_memory_s_end(void)
{
    begin_at(5);
    put(0, 90);
    TEST_ASSERT_EQUAL(90, take_from(0, SIZE));
    TEST_ASSERT_EQUAL(0, put(95, 40));
    TEST_ASSERT_EQUAL(0, put(150, 30));
    TEST_ASSERT_EQUAL(45, put(90, 5));
    TEST_ASSERT_EQUAL(45, take_from(90, SIZE));
    TEST_ASSERT_EQUAL(45, put(135, 15));
    TEST_ASSERT_EQUAL(45, take_from(135, SIZE));
}

static void overlapping_islands_become_one(void)
{
    begin_at(0);
    put(10, 10);
    put(30, 10);
    put(50, 10);
    TEST_ASSERT_EQUAL(3, ring.islands);
    put(15, 40);
    TEST_ASSERT_EQUAL(1, ring.islands);
    put(12, 5);
    TEST_ASSERT_EQUAL(1, ring.islands);
    TEST_ASSERT_EQUAL(60, put(0, 10));
    TEST_ASSERT_EQUAL(60, take_from(0, SIZE));
}

static void an_island_too_many_is_dropped_and_the_others_stay(void)
{
    begin_at(0);
    for (uint32_t i = 0; i < STREAM_RING_ISLANDS; i++)
        put(10 + 20 * i, 5);
    TEST_ASSERT_EQUAL(0, put(3, 2));
    TEST_ASSERT_EQUAL(STREAM_RING_ISLANDS, ring.islands);
    put(15, 15); /* touches two: there is a place again */
    TEST_ASSERT_EQUAL(STREAM_RING_ISLANDS - 1, ring.islands);
    put(3, 2);
    TEST_ASSERT_EQUAL(STREAM_RING_ISLANDS, ring.islands);
    TEST_ASSERT_EQUAL(5, put(0, 3));
}

static void a_sender_who_ignores_the_window_is_cut_off_at_its_edge(void)
{
    begin_at(0);
    TEST_ASSERT_EQUAL(SIZE, put(0, 3 * SIZE));
    TEST_ASSERT_EQUAL(0, put(SIZE, 1));
    TEST_ASSERT_EQUAL(0, put(SIZE + 50, 50));
    TEST_ASSERT_EQUAL(10, take_from(0, 10));
    TEST_ASSERT_EQUAL(0, put(SIZE + 10, 10)); /* just beyond */
    TEST_ASSERT_EQUAL(0, put(SIZE + 5, 50));  /* half of it */
    TEST_ASSERT_EQUAL(10, put(SIZE, 5));
    TEST_ASSERT_EQUAL(SIZE, take_from(10, SIZE));
}

static void bytes_that_can_be_read_never_change(void)
{
    uint8_t other[SIZE];
    memset(other, 0xff, sizeof other);
    begin_at(0);
    put(0, 30);
    TEST_ASSERT_EQUAL(0, stream_ring_put(&ring, 0, other, 30));
    TEST_ASSERT_EQUAL(0, stream_ring_put(&ring, (uint32_t)-50, other, 80));
    TEST_ASSERT_EQUAL(5, stream_ring_put(&ring, 10, other, 25)); /* its end is new */
    TEST_ASSERT_EQUAL(30, take_from(0, 30));
    TEST_ASSERT_EQUAL(5, stream_ring_take(&ring, got, SIZE));
    TEST_ASSERT_EQUAL_HEX8(0xff, got[0]);
}

static void a_window_that_opens_byte_by_byte(void)
{
    begin_at(0xfffffff0u);
    put(0, SIZE);
    for (uint32_t at = 0; at < 3 * SIZE; at++) {
        TEST_ASSERT_EQUAL(1, take_from(at, 1));
        TEST_ASSERT_EQUAL(1, put(SIZE + at, SIZE));
        TEST_ASSERT_EQUAL(0, put(SIZE + at + 1, 1));
    }
}

static void numbers_far_away_are_dropped(void)
{
    static const uint32_t far[] = {0x7fffffff, 0x80000000, 0x80000001, 0xc0000000, 0xffff0000};
    begin_at(1000);
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++)
        TEST_ASSERT_EQUAL(0, put(far[i], SIZE));
    TEST_ASSERT_EQUAL(0, ring.islands);
    TEST_ASSERT_EQUAL(0, put(0, 0));
    TEST_ASSERT_EQUAL(SIZE, stream_ring_room(&ring));
}

static void goes_on_in_other_memory(void)
{
    uint8_t more[2 * SIZE];
    begin_at(0);
    put(0, 80);
    take_from(0, 70);
    put(80, 30);
    put(115, 5); /* early, and still there after the move */
    TEST_ASSERT_TRUE(stream_ring_move(&ring, more, sizeof more));
    TEST_ASSERT_EQUAL(2 * SIZE - 40, stream_ring_room(&ring));
    TEST_ASSERT_EQUAL(10, put(110, 5));
    TEST_ASSERT_EQUAL(90, put(120, 90));
    TEST_ASSERT_FALSE(stream_ring_move(&ring, memory, SIZE));
    TEST_ASSERT_EQUAL(100, take_from(70, 100));
    TEST_ASSERT_TRUE(stream_ring_move(&ring, memory, SIZE));
    TEST_ASSERT_EQUAL(40, take_from(170, SIZE));
}

static void islands_that_do_not_fit_into_other_memory_are_forgotten(void)
{
    uint8_t less[50];
    begin_at(0);
    put(0, 30);
    put(40, 5);
    put(60, 5);
    TEST_ASSERT_TRUE(stream_ring_move(&ring, less, sizeof less));
    TEST_ASSERT_EQUAL(0, ring.islands);
    TEST_ASSERT_EQUAL(20, stream_ring_room(&ring));
    TEST_ASSERT_EQUAL(10, put(30, 10));
    TEST_ASSERT_EQUAL(40, take_from(0, SIZE));
}

static void without_memory_there_is_no_window(void)
{
    stream_ring_begin(&ring, NULL, 0);
    start = 0;
    TEST_ASSERT_EQUAL(0, stream_ring_room(&ring));
    TEST_ASSERT_EQUAL(0, put(0, 10));
    TEST_ASSERT_EQUAL(0, put(5, 10));
    TEST_ASSERT_EQUAL(0, take_from(0, 10));
    TEST_ASSERT_TRUE(stream_ring_move(&ring, memory, SIZE));
    TEST_ASSERT_EQUAL(10, put(0, 10));
}

SUITE(stream_ring)
{
    RUN_TEST(what_comes_in_order_is_read_in_order);
    RUN_TEST(what_comes_early_counts_when_the_hole_is_filled);
    RUN_TEST(several_holes_are_filled_in_any_order);
    RUN_TEST(islands_lie_on_both_sides_of_the_memory_s_end);
    RUN_TEST(overlapping_islands_become_one);
    RUN_TEST(an_island_too_many_is_dropped_and_the_others_stay);
    RUN_TEST(a_sender_who_ignores_the_window_is_cut_off_at_its_edge);
    RUN_TEST(bytes_that_can_be_read_never_change);
    RUN_TEST(a_window_that_opens_byte_by_byte);
    RUN_TEST(numbers_far_away_are_dropped);
    RUN_TEST(goes_on_in_other_memory);
    RUN_TEST(islands_that_do_not_fit_into_other_memory_are_forgotten);
    RUN_TEST(without_memory_there_is_no_window);
}
