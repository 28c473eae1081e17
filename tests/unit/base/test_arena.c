#include "suite.h"
#include "base/arena.h"
#include "base/status.h"

enum { STORAGE_BYTES = 4096, PIECES = 40 };

static struct arena arena;
static uint64_t storage[STORAGE_BYTES / sizeof(uint64_t)];

static void begin(void)
{
    memset(storage, 0xa5, sizeof storage);
    arena_begin(&arena, storage, sizeof storage);
}

static void a_piece_is_zeroed_and_aligned(void)
{
    begin();
    uint8_t *piece = arena_take(&arena, 100);
    TEST_ASSERT_NOT_NULL(piece);
    TEST_ASSERT_EQUAL(0, (uintptr_t)piece % 4);
    for (int i = 0; i < 100; i++)
        TEST_ASSERT_EQUAL(0, piece[i]);
}

static void all_of_it_can_be_taken_at_once(void)
{
    begin();
    TEST_ASSERT_EQUAL(STORAGE_BYTES - ARENA_HEADER, arena_largest(&arena));
    void *piece = arena_take(&arena, STORAGE_BYTES - ARENA_HEADER);
    TEST_ASSERT_NOT_NULL(piece);
    TEST_ASSERT_EQUAL(0, arena_largest(&arena));
    TEST_ASSERT_NULL(arena_take(&arena, 0));
    TEST_ASSERT_EQUAL(STATUS_OK, arena_give(&arena, piece));
    TEST_ASSERT_TRUE(arena_is_empty(&arena));
}

static void what_does_not_fit_is_refused_and_counted(void)
{
    begin();
    TEST_ASSERT_NULL(arena_take(&arena, STORAGE_BYTES - ARENA_HEADER + 1));
    TEST_ASSERT_NULL(arena_take(&arena, SIZE_MAX));
    TEST_ASSERT_EQUAL(2, arena.refusals);
    TEST_ASSERT_TRUE(arena_is_empty(&arena));
}

static void gaps_join_whatever_the_order(void)
{
    static const uint8_t orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (size_t o = 0; o < sizeof orders / sizeof orders[0]; o++) {
        begin();
        void *pieces[3];
        for (int i = 0; i < 3; i++)
            pieces[i] = arena_take(&arena, 500);
        for (int i = 0; i < 3; i++)
            TEST_ASSERT_EQUAL(STATUS_OK, arena_give(&arena, pieces[orders[o][i]]));
        TEST_ASSERT_EQUAL(STORAGE_BYTES - ARENA_HEADER, arena_largest(&arena));
    }
}

static void a_small_piece_fills_the_lowest_gap(void)
{
    begin();
    void *first = arena_take(&arena, 64), *second = arena_take(&arena, 64);
    arena_give(&arena, first);
    TEST_ASSERT_EQUAL_PTR(first, arena_take(&arena, 10));
    TEST_ASSERT_TRUE(arena_take(&arena, 200) > second);
}

static void the_peak_is_remembered(void)
{
    begin();
    void *piece = arena_take(&arena, 1000);
    arena_give(&arena, piece);
    TEST_ASSERT_EQUAL(0, arena_used(&arena));
    TEST_ASSERT_EQUAL(1008, arena_peak(&arena));
}

static void giving_twice_is_noticed(void)
{
    begin();
    void *piece = arena_take(&arena, 16);
    TEST_ASSERT_EQUAL(STATUS_OK, arena_give(&arena, piece));
    TEST_ASSERT_EQUAL(STATUS_DAMAGED, arena_give(&arena, piece));
    TEST_ASSERT_FALSE(arena_is_empty(&arena));
    TEST_ASSERT_NULL(arena_take(&arena, 1));
}

static void foreign_pieces_are_noticed(void)
{
    begin();
    uint8_t *piece = arena_take(&arena, 64);
    TEST_ASSERT_EQUAL(STATUS_DAMAGED, arena_give(&arena, piece + 8));
    begin();
    uint64_t elsewhere[4] = {0};
    TEST_ASSERT_EQUAL(STATUS_DAMAGED, arena_give(&arena, elsewhere + 1));
}

static void writing_past_the_end_is_noticed(void)
{
    begin();
    uint8_t *piece = arena_take(&arena, 20);
    uint8_t *neighbour = arena_take(&arena, 20);
    memset(piece, 0xff, 32);
    TEST_ASSERT_EQUAL(STATUS_DAMAGED, arena_give(&arena, neighbour));
}

static void no_storage_gives_nothing(void)
{
    arena_begin(&arena, storage, ARENA_UNIT - 1);
    TEST_ASSERT_NULL(arena_take(&arena, 0));
    TEST_ASSERT_EQUAL(0, arena_largest(&arena));
}

/* Thousands of pieces of all sizes come and go: none overlaps another, and at the end the arena is whole. */
static void pieces_never_overlap(void)
{
    static struct {
        uint8_t *bytes;
        size_t size;
    } pieces[PIECES];
    uint32_t random = 1;
    begin();
    memset(pieces, 0, sizeof pieces);
    for (int step = 0; step < 5000; step++) {
        random = random * 1664525u + 1013904223u;
        unsigned i = (random >> 8) % PIECES;
        if (pieces[i].bytes != NULL) {
            for (size_t k = 0; k < pieces[i].size; k++)
                TEST_ASSERT_EQUAL_UINT8(i, pieces[i].bytes[k]);
            TEST_ASSERT_EQUAL(STATUS_OK, arena_give(&arena, pieces[i].bytes));
            pieces[i].bytes = NULL;
            continue;
        }
        pieces[i].size = (random >> 16) % ((random & 15) == 0 ? 1500 : 90);
        pieces[i].bytes = arena_take(&arena, pieces[i].size);
        if (pieces[i].bytes != NULL)
            memset(pieces[i].bytes, (int)i, pieces[i].size);
    }
    for (unsigned i = 0; i < PIECES; i++)
        TEST_ASSERT_EQUAL(STATUS_OK, arena_give(&arena, pieces[i].bytes));
    TEST_ASSERT_TRUE(arena_is_empty(&arena));
    TEST_ASSERT_EQUAL(STORAGE_BYTES - ARENA_HEADER, arena_largest(&arena));
}

SUITE(arena)
{
    RUN_TEST(a_piece_is_zeroed_and_aligned);
    RUN_TEST(all_of_it_can_be_taken_at_once);
    RUN_TEST(what_does_not_fit_is_refused_and_counted);
    RUN_TEST(gaps_join_whatever_the_order);
    RUN_TEST(a_small_piece_fills_the_lowest_gap);
    RUN_TEST(the_peak_is_remembered);
    RUN_TEST(giving_twice_is_noticed);
    RUN_TEST(foreign_pieces_are_noticed);
    RUN_TEST(writing_past_the_end_is_noticed);
    RUN_TEST(no_storage_gives_nothing);
    RUN_TEST(pieces_never_overlap);
}
