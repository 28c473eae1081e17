#include "suite.h"
#include "base/selective_ack.h"

enum { SIZE = 100 };
#define FIRST 0xffffffe0u

static struct stream_ring ring;
static uint8_t memory[SIZE];

/* An empty ring whose numbers wrap around in the middle. */
static void begin(void)
{
    stream_ring_begin(&ring, memory, SIZE);
    ring.next = FIRST;
}

static void put(uint32_t at, size_t count)
{
    static const uint8_t bytes[SIZE];
    stream_ring_put(&ring, FIRST + at, bytes, count);
}

/* Asserts that the option has the islands that begin and end at these offsets, in this order. */
static void assert_blocks(unsigned count, const uint32_t (*blocks)[2])
{
    uint8_t options[40], expected[40] = {1, 1, 5, (uint8_t)(2 + 8 * count)};
    for (unsigned i = 0; i < 2 * count; i++) {
        uint32_t number = FIRST + blocks[i / 2][i % 2];
        for (unsigned byte = 0; byte < 4; byte++)
            expected[4 + 4 * i + byte] = (uint8_t)(number >> (24 - 8 * byte));
    }
    TEST_ASSERT_EQUAL(4 + 8 * count, selective_ack_length(&ring));
    selective_ack_write(&ring, options);
    TEST_ASSERT_EQUAL_MEMORY(expected, options, 4 + 8 * count);
}

static void nothing_is_told_while_all_comes_in_order(void)
{
    begin();
    put(0, 30);
    TEST_ASSERT_EQUAL(0, selective_ack_length(&ring));
}

static void the_island_that_grew_last_is_told_first(void)
{
    begin();
    put(20, 5);
    assert_blocks(1, (const uint32_t[][2]){{20, 25}});
    put(60, 5);
    assert_blocks(2, (const uint32_t[][2]){{60, 65}, {20, 25}});
    put(40, 5);
    assert_blocks(3, (const uint32_t[][2]){{40, 45}, {60, 65}, {20, 25}});
    put(25, 5);
    assert_blocks(3, (const uint32_t[][2]){{20, 30}, {40, 45}, {60, 65}});
    put(80, 5);
    assert_blocks(4, (const uint32_t[][2]){{80, 85}, {20, 30}, {40, 45}, {60, 65}});
    put(30, 30); /* joins three of them */
    assert_blocks(2, (const uint32_t[][2]){{20, 65}, {80, 85}});
    put(86, 4);
    assert_blocks(3, (const uint32_t[][2]){{86, 90}, {20, 65}, {80, 85}});
    put(0, 20); /* the first is no island any more */
    assert_blocks(2, (const uint32_t[][2]){{86, 90}, {80, 85}});
    put(65, 15);
    assert_blocks(1, (const uint32_t[][2]){{86, 90}});
}

static void an_island_too_many_is_not_told(void)
{
    begin();
    for (uint32_t i = 0; i < STREAM_RING_ISLANDS; i++)
        put(10 + 20 * i, 5);
    put(95, 2);
    assert_blocks(4, (const uint32_t[][2]){{70, 75}, {10, 15}, {30, 35}, {50, 55}});
}

static void permission_is_found_among_other_options(void)
{
    static const struct {
        const char *options;
        uint8_t length;
        bool permitted;
    } cases[] = {
        {"", 0, false},
        {"\4\2", 2, true},
        {"\1\1\4\2", 4, true},
        {"\2\4\5\xb4\4\2\10\12\0\0\0\0\0\0\0\0\1\3\3\7", 20, true}, /* as Linux says it */
        {"\2\4\5\xb4\1\3\3\7", 8, false},
        {"\0\4\2\1", 4, false},   /* behind the end */
        {"\2\4\4\2", 4, false},   /* the value of another option */
        {"\3\0\4\2", 4, false},   /* a length that leads nowhere */
        {"\3\1\4\2", 4, false},   /* as above */
        {"\3", 1, false},         /* cut off */
        {"\3\377\4\2", 4, false}, /* longer than all of it */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        TEST_ASSERT_EQUAL_MESSAGE(
            cases[i].permitted,
            selective_ack_is_permitted((const uint8_t *)cases[i].options, cases[i].length), cases[i].options);
}

SUITE(selective_ack)
{
    RUN_TEST(nothing_is_told_while_all_comes_in_order);
    RUN_TEST(the_island_that_grew_last_is_told_first);
    RUN_TEST(an_island_too_many_is_not_told);
    RUN_TEST(permission_is_found_among_other_options);
}
