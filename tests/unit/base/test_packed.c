#include "suite.h"
#include "base/format.h"
#include "base/packed.h"

/* Codes of the packed row. */
#define CODE(letter) (uint8_t)((letter) - ' ' + PACKED_BLANK)
enum { END = 0, LINE = 1 };

static void expect(const struct packed_book *book, size_t offset, const char *expected)
{
    struct packed_reader reader;
    packed_seek(&reader, book, offset);
    for (const char *at = expected; *at != '\0'; at++)
        TEST_ASSERT_EQUAL_INT(*at, packed_next(&reader));
    TEST_ASSERT_EQUAL_INT('\0', packed_next(&reader));
}

static void reads_pairs_within_pairs(void)
{
    enum { TH = PACKED_FIRST_PAIR, THE, N_END };
    static const uint8_t pairs[][2] = {{CODE('t'), CODE('h')}, {TH, CODE('e')}, {CODE('n'), END}};
    static const uint16_t starts[] = {0};
    static const uint8_t bytes[] = {THE, CODE(' '), END, THE, N_END, CODE('~'), LINE, END, END};
    const struct packed_book book = {pairs, starts, bytes};
    expect(&book, 0, "the ");
    expect(&book, 5, "then");
    expect(&book, 10, "~\n");
    expect(&book, 13, "");
    expect(&book, 7, "en"); /* from inside a pair */
}

static void finds_texts_of_later_strides(void)
{
    enum { FIRST = PACKED_FIRST_PAIR, ALL = FIRST + PACKED_DEPTH - 1 };
    uint8_t pairs[PACKED_DEPTH][2]; /* each twice as long as the one before: the last is half of a stride */
    for (unsigned i = 0; i < PACKED_DEPTH; i++)
        pairs[i][0] = pairs[i][1] = (uint8_t)(i == 0 ? CODE('a') : FIRST + i - 1);
    static const uint16_t starts[] = {0, 2};
    static const uint8_t bytes[] = {ALL, ALL, CODE('b'), END};
    _Static_assert(2u << PACKED_DEPTH == PACKED_STRIDE, "two of them are a stride");
    const struct packed_book book = {(const uint8_t(*)[2])pairs, starts, bytes};
    expect(&book, PACKED_STRIDE, "b");
    expect(&book, PACKED_STRIDE - 2, "aab");
}

static void reads_plain_texts(void)
{
    struct packed_reader reader;
    packed_open(&reader, "\xe0\n");
    TEST_ASSERT_EQUAL_INT('\xe0', packed_next(&reader));
    TEST_ASSERT_EQUAL_INT('\n', packed_next(&reader));
    TEST_ASSERT_EQUAL_INT('\0', packed_next(&reader));
    TEST_ASSERT_EQUAL_INT(3, packed_length("abc", 9));
    TEST_ASSERT_EQUAL_INT(2, packed_length("abc", 2));
}

static void finds_the_nth_of_a_list(void)
{
    static const char colours[] PACKED_PLACE = "red\0"
                                               "\0"
                                               "blue";
    char text[8];
    for (unsigned i = 0; i < 3; i++) {
        static const char *const expected[] = {"red", "", "blue"};
        format_text(text, sizeof text, "%s", packed_nth(colours, i));
        TEST_ASSERT_EQUAL_STRING(expected[i], text);
    }
}

static void is_a_text_like_any_other_where_nothing_is_packed(void)
{
    TEST_ASSERT_EQUAL_STRING("a sentence, or so", PACKED("a sentence, or so"));
    TEST_ASSERT_EQUAL_STRING("ok", PACKED("ok"));
}

SUITE(packed)
{
    RUN_TEST(reads_pairs_within_pairs);
    RUN_TEST(finds_texts_of_later_strides);
    RUN_TEST(reads_plain_texts);
    RUN_TEST(finds_the_nth_of_a_list);
    RUN_TEST(is_a_text_like_any_other_where_nothing_is_packed);
}
