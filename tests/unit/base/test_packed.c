#include "suite.h"
#include "base/format.h"
#include "base/packed.h"

#define CODE(letter) (uint16_t)((letter) - ' ' + PACKED_BLANK)
enum { END = 0, LINE = 1, CODES_MOST = 64 };

/* Writes codes of nine bits one behind the other: those of the pairs, then those of the texts. */
static void write_codes(uint8_t bytes[2 * CODES_MOST], const uint16_t *codes, unsigned count)
{
    TEST_ASSERT_TRUE(count < CODES_MOST);
    memset(bytes, 0, 2 * CODES_MOST);
    for (unsigned bit = 0; bit < count * PACKED_CODE_BITS; bit++)
        if (codes[bit / PACKED_CODE_BITS] >> bit % PACKED_CODE_BITS & 1)
            bytes[bit / 8] |= (uint8_t)(1u << bit % 8);
}

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
    static const uint16_t starts[] = {6};
    static const uint16_t codes[] = {CODE('t'), CODE('h'), TH,    CODE('e'), CODE('n'), END, THE, CODE(' '),
                                     END,       THE,       N_END, CODE('~'), LINE,      END, END};
    uint8_t bytes[2 * CODES_MOST];
    write_codes(bytes, codes, sizeof codes / sizeof codes[0]);
    const struct packed_book book = {starts, bytes};
    expect(&book, 0, "the ");
    expect(&book, 5, "then");
    expect(&book, 10, "~\n");
    expect(&book, 13, "");
    expect(&book, 7, "en"); /* from inside a pair */
}

/* Each pair is twice as long as the one before; a stride is a row of the last. */
static void finds_texts_of_later_strides(void)
{
    enum { PAIRS = 2 * PACKED_DEPTH, STRIDE = PACKED_STRIDE >> PACKED_DEPTH, COUNT = PAIRS + STRIDE + 2 };
    uint16_t codes[COUNT] = {CODE('a'), CODE('a')};
    for (unsigned i = 2; i < PAIRS + STRIDE; i++)
        codes[i] = (uint16_t)(PACKED_FIRST_PAIR + (i < PAIRS ? i / 2 : PACKED_DEPTH) - 1);
    codes[COUNT - 2] = CODE('b');
    codes[COUNT - 1] = END;
    static const uint16_t starts[] = {PAIRS, PAIRS + STRIDE};
    uint8_t bytes[2 * CODES_MOST];
    write_codes(bytes, codes, COUNT);
    const struct packed_book book = {starts, bytes};
    expect(&book, PACKED_STRIDE, "b");
    expect(&book, PACKED_STRIDE - 2, "aab");
}

/* The last code that nine bits can write. */
static void reads_as_many_pairs_as_there_are_codes(void)
{
    enum { PAIRS = (1 << PACKED_CODE_BITS) - PACKED_FIRST_PAIR, BEFORE = 2 * PAIRS - 6 };
    static const uint16_t starts[] = {2 * PAIRS};
    static const uint16_t codes[] = {0, 0, 0, 0, CODE('o'), CODE('k'), PACKED_FIRST_PAIR + PAIRS - 1, END};
    uint8_t bytes[BEFORE * PACKED_CODE_BITS / 8 + 2 * CODES_MOST] = {0};
    _Static_assert(BEFORE % 8 == 0, "the last codes do not begin with a byte");
    write_codes(bytes + BEFORE * PACKED_CODE_BITS / 8, codes, sizeof codes / sizeof codes[0]);
    const struct packed_book book = {starts, bytes};
    expect(&book, 0, "ok");
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
    RUN_TEST(reads_as_many_pairs_as_there_are_codes);
    RUN_TEST(reads_plain_texts);
    RUN_TEST(finds_the_nth_of_a_list);
    RUN_TEST(is_a_text_like_any_other_where_nothing_is_packed);
}
