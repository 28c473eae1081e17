/*
 * A fixed list of words in flash, looked up exactly. Words of one length lie one behind the other, sorted, in
 * one string, so that a list costs its letters and nothing more, and a look-up is a binary search:
 *
 *     static const struct wordlist_row rows[] = {
 *         WORDLIST_ENTRY(3, "ada" "aku" "apa")
 *         WORDLIST_ENTRY(4, "akan" "atau")
 *     };
 *     if (wordlist_has(rows, 2, word, size)) ...
 */
#ifndef CRAWLBOX_READ_LANG_WORDLIST_H
#define CRAWLBOX_READ_LANG_WORDLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wordlist_row {
    const char *words;
    uint16_t size;      /* bytes of all words together */
    uint8_t word_bytes; /* bytes of one word */
};

/* A row as an entry of an array: WORDLIST_ENTRY(bytes of one word, "all" "of" "them"). */
#define WORDLIST_ENTRY(bytes, words) {words, sizeof(words) - 1, bytes},

/* Says whether a word of `size` bytes is in one of the rows. */
bool wordlist_has(const struct wordlist_row *rows, size_t row_count, const char *word, size_t size);

#endif
