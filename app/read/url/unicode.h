/*
 * The part of Unicode that host names need: what a character is mapped to, how marks are ordered and
 * composed, which way a script runs.
 *
 * Case and compatibility mappings are given for ASCII, Latin with Vietnamese, Greek, Cyrillic, Armenian,
 * Georgian, full-width forms, circled and mathematical letters and digits, and for the Thai and Lao letters
 * that stand for two. Scripts without case pass as they are. What the tables leave out is refused: combining
 * marks of the Latin, Greek, Cyrillic, Hangul and Kana letters that should have been written as one
 * character, capitals of rare alphabets, compatibility forms, empty planes, private use, controls. Marks are
 * put in canonical order for Thai and Lao.
 */
#ifndef CRAWLBOX_READ_URL_UNICODE_H
#define CRAWLBOX_READ_URL_UNICODE_H

#include "read/url/internal.h"

enum {
    UNICODE_MAX = 0x10FFFF,
    UNICODE_NON_JOINER = 0x200C,
    UNICODE_JOINER = 0x200D,
    UNICODE_VIRAMA_CLASS = 9, /* combining class of the signs that join consonants */
    UNICODE_MAPPED_MAX = 3,   /* one character is mapped to at most so many */
};

enum unicode_direction {
    UNICODE_LEFT,  /* letters of most scripts */
    UNICODE_RIGHT, /* letters of Hebrew, Arabic and others written from right to left */
    UNICODE_DIGIT, /* European digits */
    UNICODE_ARABIC_DIGIT,
    UNICODE_NEUTRAL, /* punctuation of ASCII; other symbols count as letters from left to right */
    UNICODE_MARK,    /* drawn on the character before, or not at all */
};

/*
 * Writes what UTS #46 maps a character to, lower-cased. Returns the number of characters written to `mapped`,
 * 0 if the character is dropped, or -1 if host names may not have it or the tables lack it.
 */
int unicode_map(uint32_t character, uint32_t mapped[UNICODE_MAPPED_MAX]);

/* Says whether the character may stand in a host name as it is. */
bool unicode_is_valid(uint32_t character);

/* Says whether the character is a combining mark, with which no label may begin. */
bool unicode_is_mark(uint32_t character);

/* Returns the canonical combining class: marks of different classes are put in rising order. A character of
 * class 0 is not moved. */
unsigned unicode_combining_class(uint32_t character);

/* Returns which way the character is written, for the rule about names written from right to left. */
enum unicode_direction unicode_direction(uint32_t character);

/* Says whether a zero-width non-joiner may stand between these two letters: it may between Arabic letters
 * that would join. */
bool unicode_joins(uint32_t before, uint32_t after);

/* Takes the next character of UTF-8 text that is known to be well-formed. */
uint32_t unicode_next(const char **at);

/* Appends a character as UTF-8, all of it or nothing. */
void unicode_put(struct url_writer *out, uint32_t character);

/* Moves the character that lies in [character, last) to `first`, and what is between them behind it. */
void unicode_move_back(char *first, const char *character, const char *last);

#endif
