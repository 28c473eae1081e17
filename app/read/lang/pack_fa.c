/*
 * Persian: words in Arabic letters, told from Arabic by what only one of the two has. A page is Persian when
 * at least 10 % of its words are in Arabic letters, one of them is a Persian function word, and signs of
 * Persian (function words; pe, che, zhe, gaf) outnumber signs of Arabic (the article, teh marbuta, hamza
 * below alef) and letters of other languages (Urdu, Kurdish, Pashto). A word that was typed with the kaf or
 * yeh of a Persian keyboard is half a sign. What the page says of itself weighs in, but cannot stand against
 * its text: PACKS.md has the data.
 */
#include "read/lang/lang.h"

#include <string.h>

#include "base/utf8.h"
#include "read/lang/counter.h"
#include "read/lang/hints.h"
#include "read/lang/kinds.h"

enum {
    SCRIPT_SHARE = 10 * 100,         /* words in Arabic letters among all words, in hundredths of a percent */
    SCRIPT_SHARE_DECLARED = 3 * 100, /* ... if the page says that it is Persian */
    SCRIPT_SHARE_MANY = 4 * 100,     /* ... if many of them are function words */
    STOP_WORDS_MANY = 10,
    ARTICLE_WORD_LETTERS = 4, /* a word this long that begins with alef and lam has an article */
    LETTER_BYTES = 2,         /* every letter that matters takes two bytes of UTF-8 */
    WORD_LETTERS = 10,        /* the longest function word has fewer */

    ZERO_WIDTH_NON_JOINER = 0x200c,
    PERSIAN_KAF = 0x06a9,
    PERSIAN_YEH = 0x06cc,
};

/* What a letter says about the language of its word. */
enum sign { SIGN_NONE, SIGN_PERSIAN = 1, SIGN_ARABIC = 2, SIGN_FOREIGN = 4, SIGN_KEYBOARD = 8 };

struct persian {
    struct word_counter others; /* words in other scripts */
    uint32_t script_words;
    uint32_t stop_words;     /* Persian ones */
    uint32_t persian_words;  /* those, and words with a letter that only Persian has */
    uint32_t keyboard_words; /* others with the kaf or yeh of a Persian keyboard */
    uint32_t arabic_words;
    uint32_t foreign_words; /* Urdu and others */
    uint8_t letters;        /* how many letters the present word has; only the first WORD_LETTERS are kept */
    uint8_t signs;
    char word[WORD_LETTERS * LETTER_BYTES + UTF8_MAX_BYTES];
};

_Static_assert(sizeof(struct persian) <= LANG_STATE_BYTES, "page state has a fixed size");

static bool is_arabic_letter(uint32_t c)
{
    return (c >= 0x0620 && c <= 0x064a && c != 0x0640) || (c >= 0x066e && c <= 0x06d3 && c != 0x0670) ||
           c == 0x06d5 || (c >= 0x0750 && c <= 0x077f);
}

/* Says whether a character is a vowel mark, tatweel or the like, which people write or leave out at will. */
static bool is_mark(uint32_t c)
{
    return c == 0x0640 || (c >= 0x064b && c <= 0x065f) || c == 0x0670 || (c >= 0x06d6 && c <= 0x06ed);
}

static enum sign sign_of(uint32_t c)
{
    switch (c) {
    case 0x067e: /* peh */
    case 0x0686: /* tcheh */
    case 0x0698: /* jeh */
    case 0x06af: /* gaf */ return SIGN_PERSIAN;
    case 0x0629: /* teh marbuta */
    case 0x0625: /* alef with hamza below */ return SIGN_ARABIC;
    case PERSIAN_KAF:
    case PERSIAN_YEH: return SIGN_KEYBOARD;
    case 0x06c0: /* heh with yeh above */ return SIGN_NONE;
    default: return c > 0x064a ? SIGN_FOREIGN : SIGN_NONE;
    }
}

/* Makes the Arabic kaf and yeh Persian ones, since old charsets and keyboards have only the Arabic ones. */
static uint32_t normalise_letter(uint32_t c)
{
    if (c == 0x0643)
        return PERSIAN_KAF;
    return c == 0x064a || c == 0x0649 ? PERSIAN_YEH : c;
}

static bool has_article(const struct persian *persian)
{
    static const char article[] = "\xd8\xa7\xd9\x84"; /* alef, lam */
    return persian->letters >= ARTICLE_WORD_LETTERS &&
           memcmp(persian->word, article, sizeof article - 1) == 0;
}

static void end_arabic_word(struct persian *persian)
{
    bool stop_word = persian->letters <= WORD_LETTERS &&
                     word_kind_of(WORD_LANGUAGE_fa, persian->word, (size_t)persian->letters * LETTER_BYTES) ==
                         WORD_PERSIAN;
    persian->script_words++;
    persian->stop_words += stop_word;
    if (persian->signs & SIGN_FOREIGN)
        persian->foreign_words++;
    else if (stop_word || persian->signs & SIGN_PERSIAN)
        persian->persian_words++;
    else if (persian->signs & SIGN_ARABIC || has_article(persian))
        persian->arabic_words++;
    else if (persian->signs & SIGN_KEYBOARD)
        persian->keyboard_words++;
}

static void persian_end_word(struct persian *persian)
{
    if (persian->letters > 0)
        end_arabic_word(persian);
    persian->letters = 0;
    persian->signs = SIGN_NONE;
}

static void arabic_letter(struct persian *persian, uint32_t c)
{
    persian->signs |= (uint8_t)sign_of(c);
    if (persian->letters < WORD_LETTERS)
        utf8_encode(normalise_letter(c), persian->word + persian->letters * LETTER_BYTES);
    if (persian->letters <= WORD_LETTERS)
        persian->letters++;
}

/* The non-joiner stands between the parts of a Persian word, many of which are function words. */
static void persian_character(struct persian *persian, uint32_t c)
{
    enum letter_class letter_class = c == ZERO_WIDTH_NON_JOINER ? LETTER_NONE : word_class_of(c);
    if (is_arabic_letter(c)) {
        word_counter_put(&persian->others, LETTER_NONE);
        arabic_letter(persian, c);
    } else if (!is_mark(c) && letter_class != LETTER_INVISIBLE) {
        persian_end_word(persian);
        word_counter_put(&persian->others, letter_class);
    }
}

static void persian_text(struct lang *lang, const char *utf8, size_t size)
{
    struct persian *persian = lang_state(lang);
    for (size_t at = 0; at < size;) {
        int length = utf8_sequence(utf8 + at, size - at);
        if (length <= 0)
            return;
        persian_character(persian, utf8_decode(utf8 + at, length));
        at += (size_t)length;
    }
}

static void persian_break_word(struct lang *lang)
{
    persian_character(lang_state(lang), ' ');
}

static bool is_persian(const struct persian *persian, uint32_t words, const struct lang_hints *hints)
{
    bool declared = lang_tag_is(hints->html_lang, "fa fas per pes prs persian farsi") ||
                    lang_tag_is(hints->meta_language, "fa fas per pes prs persian farsi");
    uint32_t against = persian->arabic_words + persian->foreign_words;
    uint32_t twice_in_favour = 2 * persian->persian_words + persian->keyboard_words;
    uint16_t share = lang_ratio(persian->script_words, words);
    if (declared)
        return share >= SCRIPT_SHARE_DECLARED && twice_in_favour >= against;
    if (persian->stop_words == 0 || twice_in_favour <= 2 * against)
        return false;
    return share >= (persian->stop_words >= STOP_WORDS_MANY ? SCRIPT_SHARE_MANY : SCRIPT_SHARE);
}

static void persian_end(struct lang *lang, const struct lang_hints *hints, struct lang_result *result)
{
    struct persian *persian = lang_state(lang);
    persian_end_word(persian);
    result->words = persian->others.words + persian->script_words;
    result->script_words = persian->script_words;
    result->dictionary_words = persian->persian_words;
    result->ratio = lang_ratio(result->dictionary_words, result->words);
    result->matches = is_persian(persian, result->words, hints);
}

const struct lang_pack lang_pack_fa = {
    .name = "fa",
    .verdict = "persian",
    .text = persian_text,
    .break_word = persian_break_word,
    .end = persian_end,
};
