#include "suite.h"
#include "base/ticks.h"

static volatile uint32_t half;

static uint64_t at(uint32_t now)
{
    uint32_t seen = half;
    return ticks_extend(&half, seen, now);
}

static void goes_on_where_the_count_wraps(void)
{
    half = 0;
    static const uint32_t counts[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0, 5, 0x90000000, 3};
    static const uint64_t times[] = {0,           1,           0x7fffffff,   0x80000000, 0xffffffff,
                                     0x100000000, 0x100000005, 0x190000000u, 0x200000003};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        TEST_ASSERT_TRUE(at(counts[i]) == times[i]);
}

static void asking_again_changes_nothing(void)
{
    half = 0;
    TEST_ASSERT_TRUE(at(0x80000000) == at(0x80000000));
    TEST_ASSERT_TRUE(at(7) == 0x100000007);
    TEST_ASSERT_TRUE(at(7) == 0x100000007);
}

/* One reads the half, is interrupted across the wrap by another that moves it on, and then reads the
 * count. */
static void two_may_notice_the_same_wrap(void)
{
    half = 1;
    uint32_t seen = half;
    TEST_ASSERT_TRUE(at(2) == 0x100000002);
    TEST_ASSERT_TRUE(ticks_extend(&half, seen, 3) == 0x100000003);
    TEST_ASSERT_EQUAL_UINT32(2, half);
}

SUITE(ticks)
{
    RUN_TEST(goes_on_where_the_count_wraps);
    RUN_TEST(asking_again_changes_nothing);
    RUN_TEST(two_may_notice_the_same_wrap);
}
