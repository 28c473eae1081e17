/*
 * Cuts English text into words as it streams by, at white space and special characters, and makes them lower
 * case.
 *
 *     static void take(void *context, const struct word *word) { look_up(word_term(word)); }
 *     struct words words = {0};
 *     words_text(&words, "Diving off Ko Tao", 17, take, &mine);      as often as text comes, whole characters
 *     words_end(&words, take, &mine);                                no word goes on across this
 *
 * RAM: struct words, 26 bytes.
 */
#ifndef CRAWLBOX_TOPIC_WORDS_H
#define CRAWLBOX_TOPIC_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORD_BYTES = 24 }; /* the rest of a longer word is left out */

struct word {
    const char *text; /* in lower case, not terminated; it is gone when the sink returns */
    uint8_t size;
    bool is_stop; /* it is a function word, a single letter or a number, and says nothing about a topic */
};

typedef void word_sink(void *context, const struct word *word);

struct words {
    uint8_t size;
    bool cut; /* a character did not fit, so that no more of the word is kept */
    char text[WORD_BYTES];
};

/* Reads the next piece of text: whole characters of valid UTF-8. Words that end in it go to the sink. */
void words_text(struct words *words, const char *utf8, size_t size, word_sink *sink, void *context);

/* Ends a word that is still open. */
void words_end(struct words *words, word_sink *sink, void *context);

/* Returns a number for the word's stem: "islands" and "island", "diving" and "dive" have the same. */
uint32_t word_term(const struct word *word);

#define WORD_HASH_START 0x811c9dc5u

/* Goes on with a hash (FNV-1a) over some more bytes. */
uint32_t word_hash(uint32_t hash, const char *bytes, size_t size);

/* Spreads differences over all 32 bits of a hash, so that any of its bits can choose a place in a table. */
uint32_t word_mix(uint32_t hash);

#endif
