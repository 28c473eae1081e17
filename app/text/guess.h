/* What the bytes above 0x7F of a page speak for: counted piece by piece, judged by text.c. */
#ifndef CRAWLBOX_TEXT_GUESS_H
#define CRAWLBOX_TEXT_GUESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/charset.h"

struct text_guess {
    uint16_t valid;      /* UTF-8 sequences of two bytes and more */
    uint16_t valid_thai; /* those in the Thai block */
    uint16_t invalid;    /* places where UTF-8 breaks */
    uint16_t high;       /* bytes above 0x7F that are letters or marks if this is windows-874 */
    uint16_t misplaced;  /* those that could not stand where they do in Thai */
    uint16_t common;     /* those that are among the commonest Thai letters */
    uint16_t arabic;     /* bytes that are the commonest letters of Arabic script in windows-1256 */
    uint8_t previous;    /* class of the byte before, for `misplaced` */
    uint8_t run;         /* bytes above 0x7F in a row, up to here */
};

/*
 * Counts the next piece. Returns how many bytes it has counted: all but a character cut off at the piece's end, unless
 * it is the page's `last` piece.
 */
size_t text_guess_add(struct text_guess *guess, const uint8_t *bytes, size_t size, bool last);

/* Between the last piece and the next one lies text in ASCII that was not given to text_guess_add(). */
void text_guess_gap(struct text_guess *guess);

/* Enough was seen: what text_guess_charset() says now will not change for the better. */
bool text_guess_is_clear(const struct text_guess *guess);

/* The charset that the content and the declared one (TEXT_CHARSET_UNKNOWN: none) together point to. */
enum text_charset text_guess_charset(const struct text_guess *guess, enum text_charset declared);

#endif
