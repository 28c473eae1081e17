#include "suite.h"
#include "read/dict/dict.h"
#include "read/lang/lang.h"
#include "read/lang/letters.h"

static struct dict dict;

static void the_dictionary_opens(void)
{
    TEST_ASSERT_EQUAL_INT(0, dict_open(&dict, dict_builtin, dict_builtin_size));
}

static struct lang_result judge_in_pieces(const char *text, size_t characters)
{
    struct lang lang;
    struct lang_result result;
    size_t size = strlen(text), at = 0;

    lang_begin(&lang, lang_pack_find("th"), &dict);
    while (at < size) {
        size_t end = at;
        for (size_t i = 0; i < characters && end < size; i++)
            do
                end++;
            while (end < size && ((uint8_t)text[end] & 0xc0) == 0x80);
        lang_text(&lang, text + at, end - at);
        at = end;
    }
    lang_end(&lang, NULL, &result);
    return result;
}

static struct lang_result judge(const char *text)
{
    return judge_in_pieces(text, 100000);
}

struct counts {
    const char *text;
    unsigned words, script, known;
};

static const struct counts cases[] = {
    {"", 0, 0, 0},
    {"hello world", 2, 0, 0},
    {"in 2009 x1", 3, 0, 0},
    {"ภาษาไทย", 2, 2, 2},
    {"ภาษา ไทย", 2, 2, 2},
    {"ภาษาไทย and English", 4, 2, 2},
    {"ภาษาEnglishไทย", 3, 2, 2},
    {"ฟฟฟฟ", 1, 1, 0}, /* a run that is no word is one word */
    {"ฟฟฟฟ ฟฟฟฟ", 2, 2, 0},
    {"ฟฟฟไทยฟฟฟ", 3, 3, 1}, /* and ends where a word begins */
    {"ไทย๒๕๕๒", 2, 1, 1},   /* Thai digits make a number */
    {"๒๕๕๒2009", 1, 0, 0},
    {"ต่างๆ", 1, 1, 1}, /* the repetition mark is no word */
    {"ไทยฯ", 1, 1, 1}, /* nor is the abbreviation mark */
    {"เงิน ๑๐฿", 2, 1, 1},
    {"น้ำ", 1, 1, 1},                  /* SARA AM */
    {"น้\u0e4d\u0e32", 1, 1, 1},       /* after the tone mark, in two characters */
    {"น\u0e4d\u0e49\u0e32", 1, 1, 1}, /* around the tone mark */
    {"ท\u0e4d\u0e32", 1, 1, 1},
    {"เเม่", 1, 1, 1},                 /* SARA E twice for SARA AE */
    {"ภาษา\u200bไทย", 2, 2, 2},       /* a zero-width space is a space */
    {"ภา\u200cษา\u2060ไทย", 2, 2, 2}, /* a joiner is nothing */
    {"e\u0e49 e\u0e49", 4, 2, 0},     /* marks after something that is not Thai are not Thai words */
    {"ลาวພາສາລາວ", 3, 1, 1},          /* Lao: seven characters, two words */
    {"ភាសាខ្មែរ", 3, 0, 0},            /* Khmer: nine characters */
    {"မြန်မာ", 2, 0, 0},               /* Burmese: six */
    {"中文网页", 2, 0, 0},            /* Chinese: two characters a word */
    {"日本語のページ", 4, 0, 0},      /* Japanese: seven */
    {"한국어 문서", 2, 0, 0},         /* Korean has blanks */
    {"русский язык", 2, 0, 0},
    {"زبان فارسی، متن", 3, 0, 0},
    {"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd", 2, 0,
     0}, /* bytes that were not decoded */
    {"— “” … • ©", 0, 0, 0},
    {"\xf0\x9f\x98\x80\xf0\x9f\x98\x80", 0, 0, 0},
};

static void words_are_counted_by_their_script(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct lang_result result = judge(cases[i].text);
        TEST_ASSERT_EQUAL_UINT_MESSAGE(cases[i].words, result.words, cases[i].text);
        TEST_ASSERT_EQUAL_UINT_MESSAGE(cases[i].script, result.script_words, cases[i].text);
        TEST_ASSERT_EQUAL_UINT_MESSAGE(cases[i].known, result.dictionary_words, cases[i].text);
    }
}

static void pieces_of_any_length_count_the_same(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t characters = 1; characters < 8; characters++) {
            struct lang_result result = judge_in_pieces(cases[i].text, characters);
            TEST_ASSERT_EQUAL_UINT_MESSAGE(cases[i].words, result.words, cases[i].text);
            TEST_ASSERT_EQUAL_UINT_MESSAGE(cases[i].known, result.dictionary_words, cases[i].text);
        }
}

static void a_long_run_is_matched_as_it_streams(void)
{
    static char text[300 * 21 + 1];
    for (int i = 0; i < 300; i++)
        memcpy(text + 21 * i, "ภาษาไทย", 21);
    for (size_t characters = 1; characters < 1000; characters = characters * 3 + 1) {
        struct lang_result result = judge_in_pieces(text, characters);
        TEST_ASSERT_EQUAL_UINT(600, result.dictionary_words);
        TEST_ASSERT_EQUAL_UINT(600, result.words);
    }
}

static void a_break_ends_a_word(void)
{
    struct lang lang;
    struct lang_result result;
    lang_begin(&lang, lang_pack_find("th"), &dict);
    lang_text(&lang, "on", 2);
    lang_text(&lang, "ly", 2);
    lang_break(&lang);
    lang_text(&lang, "one", 3);
    lang_end(&lang, NULL, &result);
    TEST_ASSERT_EQUAL_UINT(2, result.words);
}

static void one_word_in_ten_makes_a_page_thai(void)
{
    TEST_ASSERT_TRUE(judge("ไทย 2 3 4 5 6 7 8 9 10").matches);
    TEST_ASSERT_FALSE(judge("ไทย 2 3 4 5 6 7 8 9 10 11").matches);
    TEST_ASSERT_EQUAL_UINT16(1000, judge("ไทย 2 3 4 5 6 7 8 9 10").ratio);
    TEST_ASSERT_FALSE(judge("").matches);
}

static void thai_letters_that_are_no_words_are_not_thai(void)
{
    TEST_ASSERT_FALSE(judge("ไทย ฟฟฟฟ ฃฃฃฃ").matches);
    TEST_ASSERT_TRUE(judge("ไทย ไทย ฟฟฟฟ").matches);
    TEST_ASSERT_FALSE(judge("ฤใบรสภฝ็ฤใบรึะนํศหร๑ ฤใบรสภฝ็ึะนํศหร").matches); /* Chinese, misread */
}

static void neighbours_are_not_thai(void)
{
    TEST_ASSERT_FALSE(judge("ພາສາລາວ ເປັນພາສາທາງການຂອງ ສປປ ລາວ").matches);
    TEST_ASSERT_FALSE(judge("ភាសាខ្មែរ ជាភាសាកំណើតរបស់ជនជាតិខ្មែរ").matches);
    TEST_ASSERT_FALSE(judge("မြန်မာဘာသာစကား").matches);
}

static void ranges_of_letters_have_the_right_ends(void)
{
    TEST_ASSERT_EQUAL_INT(LETTER_NONE, letter_class_of(0x80));
    TEST_ASSERT_EQUAL_INT(LETTER_WORD, letter_class_of(0xaa));
    TEST_ASSERT_EQUAL_INT(LETTER_WORD, letter_class_of(0xc0));
    TEST_ASSERT_EQUAL_INT(LETTER_NONE, letter_class_of(0xd7));
    TEST_ASSERT_EQUAL_INT(LETTER_LONG, letter_class_of(0xe80));
    TEST_ASSERT_EQUAL_INT(LETTER_NONE, letter_class_of(0x200b));
    TEST_ASSERT_EQUAL_INT(LETTER_INVISIBLE, letter_class_of(0x200c));
    TEST_ASSERT_EQUAL_INT(LETTER_SHORT, letter_class_of(0x4e00));
    TEST_ASSERT_EQUAL_INT(LETTER_WORD, letter_class_of(0xac00));
    TEST_ASSERT_EQUAL_INT(LETTER_NONE, letter_class_of(0x10ffff));
}

SUITE(thai)
{
    RUN_TEST(the_dictionary_opens);
    RUN_TEST(words_are_counted_by_their_script);
    RUN_TEST(pieces_of_any_length_count_the_same);
    RUN_TEST(a_long_run_is_matched_as_it_streams);
    RUN_TEST(a_break_ends_a_word);
    RUN_TEST(one_word_in_ten_makes_a_page_thai);
    RUN_TEST(thai_letters_that_are_no_words_are_not_thai);
    RUN_TEST(neighbours_are_not_thai);
    RUN_TEST(ranges_of_letters_have_the_right_ends);
}
