/*
 * Words to write pages with: Thai ones from the dictionary that is built in, so that a page is judged by the
 * words it is made of; a hundred or so of each other language.
 */
#ifndef CRAWLBOX_WORLD_SITE_WORDS_H
#define CRAWLBOX_WORLD_SITE_WORDS_H

#include <stdint.h>

/* Languages of pages. */
enum world_language {
    WORLD_THAI,
    WORLD_ENGLISH,
    WORLD_CHINESE,
    WORLD_JAPANESE,
    WORLD_LAO,
    WORLD_GERMAN,
    WORLD_LANGUAGES
};

struct vocabulary {
    char *thai_text;   /* all Thai words one after the other, each ended by a zero byte */
    const char **thai; /* in an order of no meaning: the first are the most frequent ones */
    uint32_t thai_count;
};

/* STATUS_FULL: no memory. */
int vocabulary_open(struct vocabulary *vocabulary);
void vocabulary_close(struct vocabulary *vocabulary);

/* The word that a random number stands for; small ranks come far more often than large ones (Zipf's law). */
const char *vocabulary_word(const struct vocabulary *vocabulary, enum world_language language,
                            uint64_t number);

#endif
