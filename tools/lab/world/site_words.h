/*
 * Words to write pages with: those of the wanted language from what its pack knows (Thai ones from the
 * dictionary that is built in), so that a page is judged by the words it is made of; a hundred or so of each
 * other language.
 */
#ifndef CRAWLBOX_WORLD_SITE_WORDS_H
#define CRAWLBOX_WORLD_SITE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* Languages of pages. */
enum world_language {
    WORLD_THAI, /* or what else is wanted */
    WORLD_ENGLISH,
    WORLD_CHINESE,
    WORLD_JAPANESE,
    WORLD_NEIGHBOUR, /* what is easily taken for the wanted one: Lao, Arabic, Indonesian */
    WORLD_GERMAN,
    WORLD_LANGUAGES
};

struct vocabulary {
    char *text; /* all words of the wanted language one after the other, each ended by a zero byte ... */
    const char **own; /* ... in an order of no meaning: the first are the most frequent ones */
    uint32_t own_count;
    char *neighbour_text; /* the same of its neighbour; NULL: Lao, of which there is a list */
    const char **neighbour;
    uint32_t neighbour_count;
    uint32_t language; /* by its number in the setting */
};

/* STATUS_FULL: no memory. */
int vocabulary_open(struct vocabulary *vocabulary, uint32_t language);
void vocabulary_close(struct vocabulary *vocabulary);

/* The word that a random number stands for; small ranks come far more often than large ones (Zipf's law). */
const char *vocabulary_word(const struct vocabulary *vocabulary, enum world_language language,
                            uint64_t number);

/* Thai, Lao, Chinese and Japanese put no blanks between words. */
bool vocabulary_has_blanks(const struct vocabulary *vocabulary, enum world_language language);

#endif
