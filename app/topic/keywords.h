/*
 * Finds names that have to do with Thailand in English text: the longest run of words whose text or whose
 * sound is in a dictionary of names. The dictionary lies on the card, as a part of a topic pack; a filter in
 * RAM answers for most words that are no names, and a lookup that it cannot answer reads one sector at most.
 *
 *     struct keywords keywords = {.read = read, .context = file, .offset = 5632, .sectors = 40,
 *                                 .filter = filter, .sector = sector, .held = KEYWORDS_NO_SECTOR};
 *     struct keyword_finder finder = {.keywords = &keywords};
 *     keyword_put(&finder, &word);             for each word of a text: words.h
 *     keyword_flush(&finder);                  the text ends
 *     show(finder.names, finder.words);        so many of so many words are names
 *
 * A name counts as one word, however many it has; function words count only inside of a name.
 *
 * A dictionary is made of numbers, one for each name as it is to be found (by its text or by its sound) and,
 * in the filter only, one for each beginning of a name of several words. Number n lies in sector n % sectors:
 *
 *     0    2    how many there are, at most KEYWORDS_IN_SECTOR
 *     2    2    0
 *     4    4 each, in no order
 *
 * The filter has KEYWORDS_FILTER_BYTES * 8 bits, of which a number sets two: its lowest 14 and its highest 14
 * bits say which.
 *
 * RAM: struct keywords, about 160 bytes, the filter and a sector of the caller's; struct keyword_finder,
 * about 70 bytes.
 */
#ifndef CRAWLBOX_TOPIC_KEYWORDS_H
#define CRAWLBOX_TOPIC_KEYWORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "topic/words.h"

enum {
    KEYWORDS_SECTOR_BYTES = 512,
    KEYWORDS_IN_SECTOR = KEYWORDS_SECTOR_BYTES / 4 - 1,
    KEYWORDS_FILTER_BYTES = 2048,
    KEYWORDS_RUN = 5,     /* words of the longest name */
    KEYWORDS_RECENT = 32, /* lookups that are remembered */
    KEYWORDS_NO_SECTOR = UINT16_MAX,
};

/* Reads exactly `count` bytes of the file at `offset`, and returns STATUS_OK or an error. */
typedef int (*keywords_read)(void *context, uint32_t offset, void *to, size_t count);

struct keywords {
    keywords_read read;
    void *context;
    uint32_t offset;  /* where the first sector of the dictionary lies in the file */
    uint16_t sectors; /* how many sectors the dictionary has; not 0 */
    uint16_t held;    /* the number of the sector that is in `sector` */
    int status;       /* the card's first failure, after which no name is found any more */
    const uint8_t *filter;
    uint8_t *sector;
    uint32_t recent[KEYWORDS_RECENT]; /* numbers; their lowest bit says whether they were found */
};

struct keyword_finder {
    struct keywords *keywords;
    uint16_t words, names; /* how many were found; the counts stop at their largest value */
    uint8_t waiting;
    struct keyword_token {
        uint32_t text, sound; /* numbers for the word's text and for its sound, which is 0 if it has none */
        bool is_stop;
    } window[KEYWORDS_RUN];
};

void keyword_put(struct keyword_finder *finder, const struct word *word);
void keyword_flush(struct keyword_finder *finder);

/* Decides about the first word that waits: takes out the name that it begins, or else the word alone.
 * There must be a word that waits. */
void keyword_decide(struct keyword_finder *finder);

/* ---- For those who make dictionaries ---- */

enum keyword_kind { KEYWORD_TEXT, KEYWORD_SOUND };

struct keyword_token keyword_token(const struct word *word);

/* Returns the number of the beginning of a name, given that of the words before; `run` is 0 for the first
 * word. */
uint32_t keyword_run(uint32_t run, const struct keyword_token *token, enum keyword_kind kind);

/* Returns the number that a whole name has in filter and dictionary. The beginning of a name has the
 * number of keyword_run() there. */
uint32_t keyword_whole(uint32_t run);

/* Return the two bits of the filter that a number sets. */
static inline unsigned keyword_first_bit(uint32_t number)
{
    return number % (KEYWORDS_FILTER_BYTES * 8);
}

static inline unsigned keyword_second_bit(uint32_t number)
{
    return (number >> 18) % (KEYWORDS_FILTER_BYTES * 8);
}

#endif
