/*
 * How characters make words, for counting the words of text in any script. Scripts that put blanks between words are
 * counted by runs of letters; scripts that do not are counted by their length, so that a page of Lao or Chinese weighs as
 * much as a translation of it would. DESIGN.md gives the numbers.
 */
#ifndef CRAWLBOX_LANG_LETTERS_H
#define CRAWLBOX_LANG_LETTERS_H

#include <stdint.h>

enum letter_class {
    LETTER_NONE,      /* between words: blanks, punctuation, symbols, emoji */
    LETTER_INVISIBLE, /* neither part of a word nor the end of one: joiners, direction marks, soft hyphen */
    LETTER_WORD,      /* letters and digits of scripts with blanks between words */
    LETTER_LONG, /* scripts without blanks where a word takes about four characters: Lao, Khmer, Burmese, Tibetan */
    LETTER_SHORT, /* ... about two: Chinese, Japanese */
};

enum { LETTER_LONG_WORD = 4, LETTER_SHORT_WORD = 2 }; /* characters that count as a word */

/* The class of a character from U+0080 on. Thai letters are not known here. */
enum letter_class letter_class_of(uint32_t character);

#endif
