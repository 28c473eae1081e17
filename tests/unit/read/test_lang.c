#include "suite.h"
#include "read/lang/lang.h"

/* A pack that counts calls, to see what reaches it. */
struct counts {
    uint32_t begins;
    uint32_t bytes;
    uint32_t breaks;
};

static void counting_begin(struct lang *lang)
{
    struct counts *counts = lang_state(lang);
    counts->begins++;
}

static void counting_text(struct lang *lang, const char *utf8, size_t size)
{
    struct counts *counts = lang_state(lang);
    (void)utf8;
    counts->bytes += (uint32_t)size;
}

static void counting_break(struct lang *lang)
{
    struct counts *counts = lang_state(lang);
    counts->breaks++;
}

static void counting_end(struct lang *lang, const struct lang_hints *hints, struct lang_result *result)
{
    const struct counts *counts = lang_state(lang);
    result->words = counts->bytes;
    result->dictionary_words = counts->breaks;
    result->ratio = lang_ratio(counts->breaks, counts->bytes);
    result->matches = hints->html_lang && strcmp(hints->html_lang, "xx") == 0;
}

static const struct lang_pack counting = {"xx",          "counting",     counting_begin,
                                          counting_text, counting_break, counting_end};

static void a_pack_gets_text_breaks_and_hints(void)
{
    struct lang lang;
    struct lang_result result;
    struct lang_hints hints = {.html_lang = "xx"};

    memset(&lang, 0xa5, sizeof lang);
    lang_begin(&lang, &counting, NULL);
    lang_text(&lang, "four", 4);
    lang_text(&lang, "", 0);
    lang_break(&lang);
    lang_text(&lang, "four", 4);
    lang_end(&lang, &hints, &result);
    TEST_ASSERT_EQUAL_UINT32(8, result.words);
    TEST_ASSERT_EQUAL_UINT32(1, result.dictionary_words);
    TEST_ASSERT_EQUAL_UINT16(1250, result.ratio);
    TEST_ASSERT_TRUE(result.matches);
}

static void a_page_without_hints_is_a_page_that_says_nothing(void)
{
    struct lang lang;
    struct lang_result result;

    lang_begin(&lang, &counting, NULL);
    lang_end(&lang, NULL, &result);
    TEST_ASSERT_FALSE(result.matches);
}

static void ratios_are_hundredths_of_a_percent(void)
{
    TEST_ASSERT_EQUAL_UINT16(0, lang_ratio(0, 0));
    TEST_ASSERT_EQUAL_UINT16(0, lang_ratio(0, 7));
    TEST_ASSERT_EQUAL_UINT16(3333, lang_ratio(1, 3));
    TEST_ASSERT_EQUAL_UINT16(LANG_RATIO_ALL, lang_ratio(UINT32_MAX, UINT32_MAX));
}

static void packs_are_found_by_name(void)
{
    TEST_ASSERT_NULL(lang_pack_find("tlh"));
    for (size_t i = 0; lang_pack_at(i); i++)
        TEST_ASSERT_EQUAL_PTR(lang_pack_at(i), lang_pack_find(lang_pack_at(i)->name));
}

SUITE(lang)
{
    RUN_TEST(a_pack_gets_text_breaks_and_hints);
    RUN_TEST(a_page_without_hints_is_a_page_that_says_nothing);
    RUN_TEST(ratios_are_hundredths_of_a_percent);
    RUN_TEST(packs_are_found_by_name);
}
