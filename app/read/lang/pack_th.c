/*
 * Thai: longest matching over the dictionary. A page is Thai when at least 10 % of its words are Thai words
 * of the dictionary, and the dictionary knows more than half of what is written in Thai letters. The second
 * condition is what keeps bytes of other languages, misread as windows-874, from being Thai. DESIGN.md has
 * the rules and the data.
 */
#include "read/lang/lang.h"

#include <string.h>

#include "base/utf8.h"
#include "read/dict/dict.h"
#include "read/lang/letters.h"
#include "read/lang/thai.h"

enum {
    THAI_SHARE = 10 * 100,    /* dictionary words among all words, in hundredths of a percent */
    THAI_HIT_RATE = 55 * 100, /* dictionary words among words in Thai letters */
    RUN_LETTERS = 192,        /* Thai letters that wait to be matched */
    LETTERS_BEHIND = 2,       /* the last letters may still be joined with the next one: see thai_append() */
};

/* What the character before this one belonged to. */
enum run { RUN_NONE, RUN_WORD, RUN_LONG, RUN_SHORT, RUN_THAI };

struct thai {
    uint32_t words; /* all but those in Thai letters */
    uint32_t known;
    uint32_t unknown;
    uint8_t run;
    uint8_t run_length; /* of RUN_LONG and RUN_SHORT: characters since the last word was counted */
    uint8_t in_unknown; /* the letters before those that wait were not a word */
    uint8_t count;      /* of letters that wait */
    uint8_t letters[RUN_LETTERS];
};

_Static_assert(sizeof(struct thai) <= LANG_STATE_BYTES, "page state has a fixed size");
_Static_assert(RUN_LETTERS >= 2 * (DICT_LONGEST + LETTERS_BEHIND), "room for more than the longest word");

/* Matches the letters that wait, as far as nothing that may still come can change the outcome. */
static void thai_match(struct lang *lang, bool all)
{
    struct thai *thai = lang_state(lang);
    unsigned longest = lang->dict->longest;
    unsigned enough = all ? 1 : longest + LETTERS_BEHIND;
    unsigned at = 0;

    while (thai->count - at >= enough) {
        unsigned left = thai->count - at;
        unsigned length = dict_longest_match(lang->dict, thai->letters + at, left < longest ? left : longest);
        if (length > 0) {
            thai->known++;
            thai->in_unknown = false;
            at += length;
        } else {
            thai->unknown += !thai->in_unknown;
            thai->in_unknown = true;
            at++;
        }
    }
    thai->count = (uint8_t)(thai->count - at);
    memmove(thai->letters, thai->letters + at, thai->count);
}

static void thai_end_run(struct lang *lang)
{
    struct thai *thai = lang_state(lang);
    if (thai->run == RUN_THAI) {
        thai_match(lang, true);
        thai->in_unknown = false;
    }
    thai->run = RUN_NONE;
}

static void thai_begin_run(struct lang *lang, enum run run)
{
    struct thai *thai = lang_state(lang);
    if (thai->run == run)
        return;
    thai_end_run(lang);
    thai->run = (uint8_t)run;
    thai->run_length = 0;
    if (run == RUN_WORD)
        thai->words++;
}

/* Counts a character of a script without blanks, where every `word_length` characters count as a word. */
static void count_character(struct lang *lang, enum run run, unsigned word_length)
{
    struct thai *thai = lang_state(lang);
    thai_begin_run(lang, run);
    if (thai->run_length == 0)
        thai->words++;
    thai->run_length = (uint8_t)((thai->run_length + 1u) % word_length);
}

/* Says whether a byte is a letter or digit of ASCII. */
static inline bool is_ascii_word(unsigned byte)
{
    static const uint32_t bits[4] = {0, 0x03ff0000, 0x07fffffe, 0x07fffffe};
    return bits[byte >> 5] >> (byte & 31) & 1;
}

static const char *thai_take_ascii(struct lang *lang, const char *at, const char *end)
{
    struct thai *thai = lang_state(lang);
    bool in_word = thai->run == RUN_WORD;
    uint32_t words = 0;

    if (thai->run == RUN_THAI)
        thai_end_run(lang);
    for (; at < end && (uint8_t)*at < 0x80; at++) {
        bool word = is_ascii_word((uint8_t)*at);
        words += word & !in_word;
        in_word = word;
    }
    thai->words += words;
    thai->run = in_word ? RUN_WORD : RUN_NONE;
    return at;
}

static bool is_at_thai(const char *at, const char *end)
{
    return end - at >= 3 && (uint8_t)at[0] == 0xe0 && ((uint8_t)at[1] & 0xfe) == 0xb8;
}

/* Reads characters from U+0E00 to U+0E7F: letters are collected; digits make numbers; other signs stand
 * between words. */
static const char *thai_take_letters(struct lang *lang, const char *at, const char *end)
{
    struct thai *thai = lang_state(lang);

    for (; is_at_thai(at, end); at += 3) {
        unsigned offset = ((uint8_t)at[1] & 1u) << 6 | ((uint8_t)at[2] & 0x3fu);
        if (thai_is_letter(offset)) {
            if (thai->run != RUN_THAI)
                thai_begin_run(lang, RUN_THAI);
            thai->count = (uint8_t)thai_append(thai->letters, thai->count, (uint8_t)offset);
            if (thai->count == RUN_LETTERS)
                thai_match(lang, false);
        } else if (offset >= THAI_DIGIT_ZERO && offset <= THAI_DIGIT_NINE) {
            thai_begin_run(lang, RUN_WORD);
        } else {
            thai_end_run(lang);
        }
    }
    return at;
}

static const char *thai_take_other(struct lang *lang, const char *at, const char *end)
{
    int length = utf8_sequence(at, (size_t)(end - at));
    if (length <= 0)
        return end; /* not what lang_text() promises: nothing to be read here */
    switch (letter_class_of(utf8_decode(at, length))) {
    case LETTER_NONE: thai_end_run(lang); break;
    case LETTER_INVISIBLE: break;
    case LETTER_WORD: thai_begin_run(lang, RUN_WORD); break;
    case LETTER_LONG: count_character(lang, RUN_LONG, LETTER_LONG_WORD); break;
    case LETTER_SHORT: count_character(lang, RUN_SHORT, LETTER_SHORT_WORD); break;
    }
    return at + length;
}

static void thai_text(struct lang *lang, const char *utf8, size_t size)
{
    const char *end = utf8 + size;
    while (utf8 < end) {
        if ((uint8_t)*utf8 < 0x80)
            utf8 = thai_take_ascii(lang, utf8, end);
        else if (is_at_thai(utf8, end))
            utf8 = thai_take_letters(lang, utf8, end);
        else
            utf8 = thai_take_other(lang, utf8, end);
    }
}

static void thai_end(struct lang *lang, const struct lang_hints *hints, struct lang_result *result)
{
    const struct thai *thai = lang_state(lang);
    (void)hints; /* a page is what its text is, whatever it says of itself */

    thai_end_run(lang);
    result->dictionary_words = thai->known;
    result->script_words = thai->known + thai->unknown;
    result->words = result->script_words + thai->words;
    result->ratio = lang_ratio(result->dictionary_words, result->words);
    result->matches = result->ratio >= THAI_SHARE &&
                      lang_ratio(result->dictionary_words, result->script_words) >= THAI_HIT_RATE;
}

const struct lang_pack lang_pack_th = {
    .name = "th", .verdict = "thai", .text = thai_text, .break_word = thai_end_run, .end = thai_end};
