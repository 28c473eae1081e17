/* Guesses the charset of a page from its bytes above 0x7F. text.c counts them piece by piece, and asks
 * whether the charset is clear. */
#ifndef CRAWLBOX_READ_TEXT_GUESS_H
#define CRAWLBOX_READ_TEXT_GUESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "read/text/charset.h"

struct text_guess {
    uint16_t valid;      /* UTF-8 sequences of two bytes and more */
    uint16_t valid_thai; /* such sequences that are characters of the Thai block */
    uint16_t invalid;    /* places where UTF-8 breaks */
    uint16_t high;       /* bytes above 0x7F that are letters or marks if this is windows-874 */
    uint16_t misplaced;  /* of these, bytes that could not stand where they do in Thai */
    uint16_t common;     /* of these, bytes that are among the commonest Thai letters */
    uint16_t arabic;     /* bytes that are the commonest letters of Arabic script in windows-1256 */
    uint8_t previous;    /* class of the byte before this one, for `misplaced` */
    uint8_t run;         /* how many bytes above 0x7F have just come in a row */
};

/*
 * Counts the bytes of the next piece. Returns how many it has counted: all but those of a character that is
 * cut off at the piece's end, unless this is the `last` piece of the page.
 */
size_t text_guess_add(struct text_guess *guess, const uint8_t *bytes, size_t size, bool last);

/* Takes note that ASCII text lies between the last piece and the next one; ASCII is not given to
 * text_guess_add(). */
void text_guess_gap(struct text_guess *guess);

/* Says whether enough was seen, so that further pieces would not make the answer of text_guess_charset()
 * better. */
bool text_guess_is_clear(const struct text_guess *guess);

/* Returns the charset to which the content and the declared charset together point. `declared` is
 * TEXT_CHARSET_UNKNOWN if none was declared. */
enum text_charset text_guess_charset(const struct text_guess *guess, enum text_charset declared);

#endif
