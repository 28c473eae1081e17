#include "suite.h"
#include "base/format.h"
#include "base/status.h"

static char text[64];

#define EXPECT(expected, ...)                                                                                \
    do {                                                                                                     \
        TEST_ASSERT_EQUAL_INT((int)strlen(expected), format_text(text, sizeof text, __VA_ARGS__));           \
        TEST_ASSERT_EQUAL_STRING(expected, text);                                                            \
    } while (0)

static void writes_numbers(void)
{
    EXPECT("0", "%d", 0);
    EXPECT("-2147483648", "%d", -2147483647 - 1);
    EXPECT("4294967295", "%u", 4294967295u);
    EXPECT("18446744073709551615", "%llu", 18446744073709551615ull);
    EXPECT("-9223372036854775808", "%lld", -9223372036854775807ll - 1);
    EXPECT("1234567890 7", "%lu %zu", 1234567890ul, (size_t)7);
    EXPECT("beef BEEF", "%x %X", 0xbeefu, 0xbeefu);
}

static void pads_to_a_width(void)
{
    EXPECT("    7|7    |00007", "%5d|%-5d|%05d", 7, 7, 7);
    EXPECT("-0007|   -7", "%05d|%5d", -7, -7);
    EXPECT("      wide      ", "%10s%-6s", "wide", "");
    EXPECT("  x|x  ", "%3c|%-3c", 'x', 'x');
    EXPECT("    9", "%*u", 5, 9u);
    EXPECT("123456", "%3d", 123456);
    EXPECT("0000000000000000000000001", "%025d", 1);
}

static void cuts_strings_at_a_precision(void)
{
    const char unterminated[3] = {'a', 'b', 'c'};
    EXPECT("abc", "%.*s", 3, unterminated);
    EXPECT("ab", "%.2s", "abc");
    EXPECT("abc", "%.9s", "abc");
}

static void writes_what_it_does_not_know_as_it_stands(void)
{
    const char *wrong = "100% of %q"; /* through a pointer: the compiler would object */
    va_list none;
    memset(&none, 0, sizeof none);
    TEST_ASSERT_EQUAL_INT(10, format_text_list(text, sizeof text, wrong, none));
    TEST_ASSERT_EQUAL_STRING(wrong, text);
    EXPECT("50%", "%d%%", 50);
}

static void survives_a_missing_string(void)
{
    const char *volatile missing = NULL;
    EXPECT("(none)", "%s", missing);
}

static void says_when_it_does_not_fit(void)
{
    char small[4] = "xyz";
    TEST_ASSERT_EQUAL_INT(STATUS_TOO_LONG, format_text(small, sizeof small, "%s", "abcd"));
    TEST_ASSERT_EQUAL_STRING("abc", small);
    TEST_ASSERT_EQUAL_INT(3, format_text(small, sizeof small, "%d", 123));
    TEST_ASSERT_EQUAL_INT(STATUS_TOO_LONG, format_text(small, 1, "a"));
    TEST_ASSERT_EQUAL_STRING("", small);
}

SUITE(format)
{
    RUN_TEST(writes_numbers);
    RUN_TEST(pads_to_a_width);
    RUN_TEST(cuts_strings_at_a_precision);
    RUN_TEST(writes_what_it_does_not_know_as_it_stands);
    RUN_TEST(survives_a_missing_string);
    RUN_TEST(says_when_it_does_not_fit);
}
