/*
 * Knows how characters make words, so that the words of text in any script can be counted. In scripts that
 * put blanks between words each run of letters is a word; in scripts that do not, so many letters are, so
 * that a page of Lao or Chinese weighs as much as a translation of it would. DESIGN.md gives the numbers.
 */
#ifndef CRAWLBOX_READ_LANG_LETTERS_H
#define CRAWLBOX_READ_LANG_LETTERS_H

#include <stdint.h>

enum letter_class {
    LETTER_NONE,      /* what stands between words: blanks, punctuation, symbols, emoji */
    LETTER_INVISIBLE, /* what neither belongs to a word nor ends one: joiners, direction marks, soft hyphen */
    LETTER_WORD,      /* letters and digits of scripts with blanks between words */
    LETTER_LONG,      /* scripts without blanks where a word takes about four characters: Lao, Khmer, Burmese,
                         Tibetan */
    LETTER_SHORT,     /* scripts without blanks where a word takes about two characters: Chinese, Japanese */
};

enum { LETTER_LONG_WORD = 4, LETTER_SHORT_WORD = 2 }; /* so many characters count as a word */

/* Returns the class of a character from U+0080 on. Thai letters are not known here. */
enum letter_class letter_class_of(uint32_t character);

#endif
