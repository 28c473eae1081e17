/* Counts the words of text in any script. Packs call it to know how many words a page has altogether. */
#ifndef CRAWLBOX_READ_LANG_COUNTER_H
#define CRAWLBOX_READ_LANG_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#include "read/lang/letters.h"

struct word_counter {
    uint32_t words;
    bool in_word;    /* the character before this one belonged to a word that is counted already */
    uint8_t letters; /* letters of a script without blanks since the last word was counted */
};

/* Returns the class of any character, ASCII and Thai included. */
enum letter_class word_class_of(uint32_t character);

/* Counts the next character, given its class. */
void word_counter_put(struct word_counter *counter, enum letter_class letter_class);

#endif
