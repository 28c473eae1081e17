/*
 * Is this page written in the language that we collect? A language pack reads the text of one page as it
 * streams by, counts words, and gives a verdict at the end:
 *
 *     struct lang lang;
 *     lang_begin(&lang, lang_pack_find("th"), &dict);
 *     lang_text(&lang, "ภาษาไทย and English", 31);       // as often as text arrives
 *     lang_break(&lang);                                 // <p>, <td>, <br>, ...: no word goes on across it
 *     struct lang_hints hints = {.url = url, .html_lang = "th"};
 *     struct lang_result result;
 *     lang_end(&lang, &hints, &result);
 *     if (result.matches) ...
 *
 * Text is valid UTF-8 and every call holds whole characters (app/read/text and app/read/html see to that),
 * but a word may go on from one call to the next: how text is cut into calls never changes the result. Tags,
 * scripts and styles are gone.
 *
 * RAM: one struct lang, at most 512 bytes, for whichever pack is in use. No pack keeps anything outside of
 * it.
 *
 * A pack is one file, pack_NAME.c, that defines `const struct lang_pack lang_pack_NAME`, and one line in
 * packs.def. Its state is a struct of its own, at most LANG_STATE_BYTES, that lives in struct lang:
 *
 *     struct state { uint32_t words; ... };
 *     _Static_assert(sizeof(struct state) <= LANG_STATE_BYTES, "page state has a fixed size");
 *     static void text(struct lang *lang, const char *utf8, size_t size)
 *     {
 *         struct state *state = lang_state(lang);
 *         ...
 *     }
 */
#ifndef CRAWLBOX_READ_LANG_LANG_H
#define CRAWLBOX_READ_LANG_LANG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LANG_STATE_BYTES = 488,     /* the memory of a pack while it reads a page */
    LANG_RATIO_ALL = 100 * 100, /* struct lang_result's ratio when every word counts: 100.00 % */
};

struct dict;
struct lang;

/*
 * What a page says about itself apart from its text, known at the latest when it ends. Each is a
 * zero-terminated string as found on the page (any case, perhaps with blanks around it) or NULL if the page
 * does not say it.
 */
struct lang_hints {
    const char *url;           /* its address, normalised */
    const char *html_lang;     /* <html lang="..."> or xml:lang */
    const char *meta_language; /* content of <meta http-equiv="content-language"> or <meta name="language"> */
    const char *charset;       /* the charset with which the page was decoded, by text_charset_name() */
};

struct lang_result {
    bool matches;   /* the page is in the pack's language */
    uint16_t ratio; /* dictionary words among all words, in hundredths of a percent: 0 to LANG_RATIO_ALL */
    uint32_t words; /* all words of the page, in whatever language */
    uint32_t dictionary_words; /* words that the pack knows */
    uint32_t script_words; /* words in the pack's script, known or not; all words if the script is shared */
};

struct lang_pack {
    const char *name;                 /* "th": what settings and options call it, an ISO 639-1 code */
    const char *verdict;              /* "thai": what a matching page is called in reports */
    void (*begin)(struct lang *lang); /* is called with a state of zeros; NULL if these are all it needs */
    void (*text)(struct lang *lang, const char *utf8, size_t size);
    void (*break_word)(struct lang *lang);
    void (*end)(struct lang *lang, const struct lang_hints *hints, struct lang_result *result);
};

struct lang {
    const struct lang_pack *pack;
    const struct dict *dict; /* the dictionary that the caller chose, or NULL if the pack needs none */
    uint64_t state[LANG_STATE_BYTES / sizeof(uint64_t)];
};

/* What a page that does not match is called in reports. */
#define LANG_VERDICT_OTHER "other"

/* Returns the pack of that name, or NULL. */
const struct lang_pack *lang_pack_find(const char *name);

/* Returns the packs one after the other, from 0 on, and NULL after the last. */
const struct lang_pack *lang_pack_at(size_t index);

/* Starts a page. `dict` must outlive it; packs that bring their own words ignore it. */
void lang_begin(struct lang *lang, const struct lang_pack *pack, const struct dict *dict);

/* Reads the next piece of the page's text: whole characters of valid UTF-8. */
void lang_text(struct lang *lang, const char *utf8, size_t size);

/* Takes note of a place where a word ends without a character of text that says so, such as a tag. */
void lang_break(struct lang *lang);

/* Ends the page and says what it is. `hints` may be NULL. */
void lang_end(struct lang *lang, const struct lang_hints *hints, struct lang_result *result);

/* Returns `part` of `whole` in hundredths of a percent, rounded down; 0 of 0 is 0. Packs call it. */
uint16_t lang_ratio(uint32_t part, uint32_t whole);

/* Returns the memory of the pack. Packs call it. */
static inline void *lang_state(struct lang *lang)
{
    return lang->state;
}

#endif
