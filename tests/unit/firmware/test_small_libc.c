/* firmware/kernel/small_libc.c beside the libc of wherever the test runs: under other names, both are
 * there. */
#include "suite.h"

#include <stdint.h>
#include <string.h>

int small_strcmp(const char *a, const char *b);
int small_strncmp(const char *a, const char *b, size_t size);
char *small_strchr(const char *text, int wanted);
char *small_strncpy(char *restrict to, const char *restrict from, size_t size);
uint64_t small_divide(uint64_t number, uint64_t divisor, uint64_t *remainder);

#define strcmp       small_strcmp
#define strncmp      small_strncmp
#define strchr       small_strchr
#define strncpy      small_strncpy
#define __udivmoddi4 small_divide
#include "../../../firmware/kernel/small_libc.c"
#undef strcmp
#undef strncmp
#undef strchr
#undef strncpy

static const char *const texts[] = {"", "a", "ab", "abc", "b", "\xff", "a\xff"};
enum { TEXTS = sizeof texts / sizeof texts[0] };

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static void compares_as_libc_does(void)
{
    for (unsigned i = 0; i < TEXTS; i++)
        for (unsigned j = 0; j < TEXTS; j++) {
            TEST_ASSERT_EQUAL_INT(sign(strcmp(texts[i], texts[j])), sign(small_strcmp(texts[i], texts[j])));
            for (size_t size = 0; size < 4; size++)
                TEST_ASSERT_EQUAL_INT(sign(strncmp(texts[i], texts[j], size)),
                                      sign(small_strncmp(texts[i], texts[j], size)));
        }
}

static void finds_letters(void)
{
    const char *text = "abca";
    TEST_ASSERT_EQUAL_PTR(text, small_strchr(text, 'a'));
    TEST_ASSERT_EQUAL_PTR(text + 2, small_strchr(text, 'c'));
    TEST_ASSERT_EQUAL_PTR(text + 4, small_strchr(text, '\0'));
    TEST_ASSERT_NULL(small_strchr(text, 'd'));
}

static void copies_and_fills_with_zeros(void)
{
    for (unsigned i = 0; i < TEXTS; i++)
        for (size_t size = 0; size < 6; size++) {
            char expected[6] = "xxxxx", copy[6] = "xxxxx";
            memcpy(expected, texts[i], strlen(texts[i]) < size ? strlen(texts[i]) : size);
            if (strlen(texts[i]) < size)
                memset(expected + strlen(texts[i]), 0, size - strlen(texts[i]));
            TEST_ASSERT_EQUAL_PTR(copy, small_strncpy(copy, texts[i], size));
            TEST_ASSERT_EQUAL_MEMORY(expected, copy, sizeof copy);
        }
}

static void divides(void)
{
    static const uint64_t numbers[] = {
        0, 1, 7, 255, 256, 0xffffffff, 0x100000000, 0x123456789abcdef0, UINT64_MAX - 1, UINT64_MAX};
    enum { NUMBERS = sizeof numbers / sizeof numbers[0] };
    for (unsigned i = 0; i < NUMBERS; i++)
        for (unsigned j = 1; j < NUMBERS; j++) {
            uint64_t rest, quotient = small_divide(numbers[i], numbers[j], &rest);
            TEST_ASSERT_TRUE(rest < numbers[j]);
            TEST_ASSERT_TRUE(quotient * numbers[j] + rest == numbers[i]);
            TEST_ASSERT_TRUE(quotient == 0 || UINT64_MAX / quotient >= numbers[j]);
        }
    TEST_ASSERT_TRUE(small_divide(1000000, 1000, NULL) == 1000);
}

SUITE(small_libc)
{
    RUN_TEST(compares_as_libc_does);
    RUN_TEST(finds_letters);
    RUN_TEST(copies_and_fills_with_zeros);
    RUN_TEST(divides);
}
