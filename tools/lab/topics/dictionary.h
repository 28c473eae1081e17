/*
 * Names as a dictionary for the box: filter and sectors of app/topic/keywords.h.
 *
 *     struct dictionary dictionary;
 *     dictionary_make(&dictionary, &names, &english, DICTIONARY_TAMED);
 *     struct keywords keywords = dictionary_keywords(&dictionary, sector);  to look names up with
 *     dictionary_free(&dictionary);
 *
 * Every name is found by its text, in one word and in several. By its sound it is found only where that is
 * safe: TOPIC.md has the rules and what they are worth.
 */
#ifndef CRAWLBOX_TOPICS_DICTIONARY_H
#define CRAWLBOX_TOPICS_DICTIONARY_H

#include "topic/keywords.h"
#include "topics/names.h"
#include "topics/vocabulary.h"

enum dictionary_sounds {
    DICTIONARY_NO_SOUNDS,
    DICTIONARY_ALL_SOUNDS, /* every name is found by its sound */
    DICTIONARY_TAMED,      /* ... unless that would find English words */
};

struct dictionary {
    uint8_t filter[KEYWORDS_FILTER_BYTES];
    uint8_t *sectors;
    uint16_t sector_count;
    size_t names, too_long; /* names that were taken, and those of more words than KEYWORDS_RUN */
    size_t by_sound;        /* names that are found by their sound, too */
    size_t numbers;         /* in the sectors */
};

void dictionary_make(struct dictionary *dictionary, const struct names *names,
                     const struct english_words *english, enum dictionary_sounds sounds);
void dictionary_free(struct dictionary *dictionary);

/* `sector` has KEYWORDS_SECTOR_BYTES. */
struct keywords dictionary_keywords(const struct dictionary *dictionary, uint8_t *sector);

#endif
