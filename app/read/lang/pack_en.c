/*
 * English: the share of its function words and of common words of English pages among all words. Words that
 * other languages have, too, do not count. Function words of other languages, letters that English has not
 * and words in other scripts count against it. What the page says of itself weighs in: PACKS.md has the data.
 */
#include "read/lang/lang.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "read/lang/counter.h"
#include "read/lang/hints.h"
#include "read/lang/kinds.h"

enum {
    KNOWN_SHARE = 10 * 100,         /* English words among all words, in hundredths of a percent */
    KNOWN_SHARE_DECLARED = 3 * 100, /* ... if the page says that it is in English */
    KNOWN_SHARE_OTHER = 15 * 100,   /* ... if it says that it is in another language */
    WORD_BYTES = 11,                /* of the longest word that is known */
    LATIN_END = 0x250,              /* letters with accents end here, ... */
    VIETNAMESE = 0x1e00,            /* ... and there are more of them from here ... */
    VIETNAMESE_END = 0x1f00,        /* ... to here */

    /* What words weigh: a page in English may quote what others wrote. */
    WEIGHT_WORD = 5,
    WEIGHT_OTHER_SCRIPT = 2,
};

/* What a word is made of. */
enum letters { LETTERS_ENGLISH, LETTERS_ACCENTED, LETTERS_OF_OTHER_SCRIPT };

struct english {
    struct word_counter all;
    uint32_t known_words, foreign_words, other_scripts;
    uint8_t size;    /* letters of the present word; a word too long to be known has one more than fit */
    uint8_t letters; /* enum letters */
    uint8_t script;  /* of a word in another script: the upper bits of its last letter; else 0 */
    uint8_t script_before; /* that of the word before it */
    char word[WORD_BYTES + 1];
};

_Static_assert(sizeof(struct english) <= LANG_STATE_BYTES, "page state has a fixed size");

static void look_up_english(struct english *english)
{
    enum word_kind kind = word_kind_of(WORD_LANGUAGE_en, english->word, english->size);
    english->known_words += kind == WORD_ENGLISH_FUNCTION || kind == WORD_ENGLISH_COMMON;
    english->foreign_words += kind == WORD_NOT_ENGLISH;
}

/* A word in another script counts if the word before it is in the same one: names of languages or countries,
 * each in its own script, are a menu and no text. */
static void english_end_word(struct english *english)
{
    if (english->size == 0)
        return;
    english->foreign_words += english->letters == LETTERS_ACCENTED;
    english->other_scripts += english->script != 0 && english->script == english->script_before;
    if (english->letters == LETTERS_ENGLISH && english->size <= WORD_BYTES)
        look_up_english(english);
    english->script_before = english->script;
    english->script = 0;
    english->size = 0;
    english->letters = LETTERS_ENGLISH;
}

static void english_letter(struct english *english, uint32_t c)
{
    if (c < 0x80 && ascii_is_letter((char)c) && english->size < WORD_BYTES)
        english->word[english->size++] = ascii_lower((char)c);
    else
        english->size = WORD_BYTES + 1;
    if (c < 0x80)
        return;
    bool is_latin = c < LATIN_END || (c >= VIETNAMESE && c < VIETNAMESE_END);
    english->letters = is_latin ? LETTERS_ACCENTED : LETTERS_OF_OTHER_SCRIPT;
    english->script = is_latin ? 0 : (uint8_t)(c >> 8 | 1u << 7);
}

static void english_character(struct english *english, uint32_t c)
{
    enum letter_class letter_class = word_class_of(c);
    uint32_t before = english->all.words;
    if (letter_class == LETTER_INVISIBLE)
        return;
    if (letter_class == LETTER_WORD)
        english_letter(english, c);
    else
        english_end_word(english);
    word_counter_put(&english->all, letter_class);
    if (letter_class != LETTER_WORD) /* of a script without blanks, if it is one */
        english->other_scripts += english->all.words - before;
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

static bool is_english(const struct english *english, uint16_t share, const char *tag)
{
    uint16_t least = lang_tag_is(tag, "en eng english") ? KNOWN_SHARE_DECLARED
                     : tag && *tag                      ? KNOWN_SHARE_OTHER
                                                        : KNOWN_SHARE;
    return share >= least &&
           WEIGHT_WORD * english->known_words >
               WEIGHT_WORD * english->foreign_words + WEIGHT_OTHER_SCRIPT * english->other_scripts;
}

static void english_end(struct lang *lang, const struct lang_hints *hints, struct lang_result *result)
{
    struct english *english = lang_state(lang);
    english_end_word(english);
    result->words = result->script_words = english->all.words;
    result->dictionary_words = english->known_words;
    result->ratio = lang_ratio(result->dictionary_words, result->words);
    result->matches = is_english(english, result->ratio, hints->html_lang);
}

const struct lang_pack lang_pack_en = {
    .name = "en",
    .verdict = "english",
    .text = english_text,
    .break_word = english_break_word,
    .end = english_end,
};
