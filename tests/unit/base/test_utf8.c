#include "suite.h"
#include "base/utf8.h"

static void encodes_what_it_decodes(void)
{
    static const uint32_t characters[] = {0,     'a',    0x7f,   0x80,   0x7ff,   0x800,
                                          0xe01, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff};
    for (size_t i = 0; i < sizeof characters / sizeof characters[0]; i++) {
        char out[UTF8_MAX_BYTES];
        size_t size = utf8_encode(characters[i], out);
        TEST_ASSERT_EQUAL_INT((int)size, utf8_sequence(out, size));
        TEST_ASSERT_EQUAL_HEX32(characters[i], utf8_decode(out, (int)size));
    }
}

static void what_is_no_character_becomes_the_replacement(void)
{
    static const uint32_t none[] = {0xd800, 0xdfff, 0x110000, 0xffffffff};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        char out[UTF8_MAX_BYTES];
        TEST_ASSERT_EQUAL_UINT(3, utf8_encode(none[i], out));
        TEST_ASSERT_EQUAL_HEX32(UTF8_REPLACEMENT, utf8_decode(out, 3));
    }
}

static void sequences_are_told_apart(void)
{
    static const struct {
        const char *text;
        int result;
    } cases[] = {
        {"", 0},
        {"a\x80", 1},
        {"\xc2\xa0", 2},
        {"\xe0\xb8\x81", 3},
        {"\xf0\x9f\x98\x80", 4},
        {"\xe0\xb8", 0},
        {"\xf4\x8f\xbf", 0},
        {"\x80", -1},
        {"\xc0\xaf", -1}, /* overlong */
        {"\xc1\xbf", -1},
        {"\xe0\x9f\xbf", -1},     /* overlong */
        {"\xed\xa0\x80", -1},     /* a surrogate */
        {"\xf0\x8f\xbf\xbf", -1}, /* overlong */
        {"\xf4\x90\x80\x80", -1}, /* above U+10FFFF */
        {"\xf5\x80\x80\x80", -1},
        {"\xff", -1},
        {"\xe0\xb8"
         "a",
         -2},
        {"\xf0\x9f\x98"
         "a",
         -3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        TEST_ASSERT_EQUAL_INT_MESSAGE(cases[i].result, utf8_sequence(cases[i].text, strlen(cases[i].text)),
                                      cases[i].text);
}

static void ascii_ends_at_the_first_high_byte_wherever_it_is(void)
{
    char text[40];
    for (size_t high = 0; high < sizeof text; high++) {
        memset(text, 'x', sizeof text);
        text[high] = (char)0x80;
        for (size_t from = 0; from < sizeof text; from++)
            TEST_ASSERT_EQUAL_UINT(from <= high ? high - from : sizeof text - from,
                                   utf8_ascii_prefix(text + from, sizeof text - from));
    }
}

static void a_valid_prefix_holds_whole_characters(void)
{
    static const char text[] = "ab\xe0\xb8\x81\xe0\xb8\x82 \xc3\xa9\xf0\x9f\x98\x80";
    static const size_t ends[] = {0, 1, 2, 2, 2, 5, 5, 5, 8, 9, 9, 11, 11, 11, 11, 15};
    for (size_t size = 0; size < sizeof text; size++)
        TEST_ASSERT_EQUAL_UINT(ends[size], utf8_valid_prefix(text, size));
    TEST_ASSERT_EQUAL_UINT(1, utf8_valid_prefix("a\xe0\x80\x80", 4));
}

SUITE(utf8)
{
    RUN_TEST(encodes_what_it_decodes);
    RUN_TEST(what_is_no_character_becomes_the_replacement);
    RUN_TEST(sequences_are_told_apart);
    RUN_TEST(ascii_ends_at_the_first_high_byte_wherever_it_is);
    RUN_TEST(a_valid_prefix_holds_whole_characters);
}
