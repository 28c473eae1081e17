/*
 * Soundex as it is usually implemented, and as the research used it: the first letter and three digits,
 * whatever the length, over all letters of a run of words. For comparison with ours.
 */
#ifndef CRAWLBOX_TOPICS_CLASSIC_H
#define CRAWLBOX_TOPICS_CLASSIC_H

#include <stddef.h>
#include <stdint.h>

struct classic {
    uint32_t code; /* four characters, the first one lowest; 0: no letter came */
    uint8_t length;
    char last; /* digit */
};

/* Goes on with a word in lower case: what is no letter is left out. */
void classic_add(struct classic *classic, const char *word, size_t size);

/* The code of what came so far, filled up with zeros; 0 if there was no letter. */
uint32_t classic_code(const struct classic *classic);

#endif
