/*
 * The words of English and how they sound, to tell names from: a Thai name that sounds like an English word
 * must not be looked for by its sound.
 *
 *     struct english_words english;
 *     if (english_load(&english) == CLI_YES && english_has(&english, "beach", 5)) ...
 *     english_free(&english);
 */
#ifndef CRAWLBOX_TOPICS_VOCABULARY_H
#define CRAWLBOX_TOPICS_VOCABULARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ENGLISH_WORDS "dict/american-english" /* Debian's wamerican */

/* A set of numbers other than 0. */
struct number_set {
    uint64_t *slot;
    size_t mask, count;
};

void number_set_add(struct number_set *set, uint64_t number);
bool number_set_has(const struct number_set *set, uint64_t number);
void number_set_free(struct number_set *set);

struct english_words {
    struct number_set texts, sounds;
};

/* CLI_YES, or CLI_CANNOT after saying which package is missing. Names (with capitals) are left out. */
int english_load(struct english_words *english);
bool english_has(const struct english_words *english, const char *word, size_t size);

/* Whether an English word sounds as this one. */
bool english_sounds(const struct english_words *english, const char *word, size_t size);
void english_free(struct english_words *english);

#endif
