/*
 * English: the share of its function words among all words. Words that other languages have, too, do not
 * count. What the page says of itself weighs in: PACKS.md has the data.
 */
#include "read/lang/lang.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "read/lang/counter.h"
#include "read/lang/english.h"
#include "read/lang/hints.h"

enum {
    FUNCTION_SHARE = 9 * 100,          /* function words among all words, in hundredths of a percent */
    FUNCTION_SHARE_DECLARED = 5 * 100, /* ... if the page says that it is in English */
};

struct english {
    struct word_counter all;
    uint32_t function_words;
    uint8_t size; /* letters of the present word; a word too long for a function word has one more than fit */
    char word[ENGLISH_STOP_WORD_BYTES + 1];
};

_Static_assert(sizeof(struct english) <= LANG_STATE_BYTES, "page state has a fixed size");

static void english_end_word(struct english *english)
{
    if (english->size > 0 && english->size <= ENGLISH_STOP_WORD_BYTES)
        english->function_words += english_kind_of(english->word, english->size) == ENGLISH_OWN;
    english->size = 0;
}

static void english_character(struct english *english, uint32_t c)
{
    enum letter_class letter_class = word_class_of(c);
    if (letter_class == LETTER_INVISIBLE)
        return;
    if (letter_class != LETTER_WORD)
        english_end_word(english);
    else if (c < 0x80 && ascii_is_letter((char)c) && english->size < ENGLISH_STOP_WORD_BYTES)
        english->word[english->size++] = ascii_lower((char)c);
    else
        english->size = ENGLISH_STOP_WORD_BYTES + 1;
    word_counter_put(&english->all, letter_class);
}

static void english_text(struct lang *lang, const char *utf8, size_t size)
{
    struct english *english = lang_state(lang);
    for (size_t at = 0; at < size;) {
        int length = utf8_sequence(utf8 + at, size - at);
        if (length <= 0)
            return;
        english_character(english, utf8_decode(utf8 + at, length));
        at += (size_t)length;
    }
}

static void english_break_word(struct lang *lang)
{
    english_character(lang_state(lang), ' ');
}

static void english_end(struct lang *lang, const struct lang_hints *hints, struct lang_result *result)
{
    struct english *english = lang_state(lang);
    english_end_word(english);
    bool declared = lang_tag_is(hints->html_lang, "en eng english");
    result->words = result->script_words = english->all.words;
    result->dictionary_words = english->function_words;
    result->ratio = lang_ratio(result->dictionary_words, result->words);
    result->matches =
        result->words > 0 && result->ratio >= (declared ? FUNCTION_SHARE_DECLARED : FUNCTION_SHARE);
}

const struct lang_pack lang_pack_en = {
    .name = "en",
    .verdict = "english",
    .text = english_text,
    .break_word = english_break_word,
    .end = english_end,
};
