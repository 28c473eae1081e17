/*
 * English text as words, in a stream: cut at white space and special characters, in lower case, with what is asked of a word by
 * those who count them.
 *
 *     static void take(void *context, const struct word *word) { ... word_term(word) ... }
 *     struct words words = {0};
 *     words_text(&words, "Diving off Ko Tao", 17, take, &mine);      as often as text comes, whole characters
 *     words_end(&words, take, &mine);                                no word goes on across this
 *
 * RAM: struct words, 26 bytes.
 */
#ifndef CRAWLBOX_KEYWORDS_WORDS_H
#define CRAWLBOX_KEYWORDS_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORD_BYTES = 24 }; /* of a longer word the rest is left out */

struct word {
    const char *text; /* lower case, not terminated; gone when the receiver returns */
    uint8_t size;
    bool is_stop; /* a function word, a single letter or a number: says nothing about a topic */
};

typedef void word_sink(void *context, const struct word *word);

struct words {
    uint8_t size;
    bool cut; /* a character did not fit: nothing more of the word is kept */
    char text[WORD_BYTES];
};

/* The next piece of text: whole characters of valid UTF-8. Words that end in it go to the sink. */
void words_text(struct words *words, const char *utf8, size_t size, word_sink *sink, void *context);

/* A word that is still open ends here. */
void words_end(struct words *words, word_sink *sink, void *context);

/* A number for the word's stem: "islands" and "island", "diving" and "dive" have the same. */
uint32_t word_term(const struct word *word);

#define WORD_HASH_START 0x811c9dc5u

/* Goes on with a number for some bytes (FNV-1a). */
uint32_t word_hash(uint32_t hash, const char *bytes, size_t size);

/* Spreads what differs over all 32 bits, so that any of them can choose a place in a table. */
uint32_t word_mix(uint32_t hash);

#endif
