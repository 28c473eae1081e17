/* The function words of English: what the pack `en` knows English by, and what says nothing about a page's topic. */
#ifndef CRAWLBOX_LANG_ENGLISH_H
#define CRAWLBOX_LANG_ENGLISH_H

#include <stddef.h>

enum { ENGLISH_STOP_WORD_BYTES = 7 }; /* the longest */

enum english_kind {
    ENGLISH_OTHER,  /* no function word */
    ENGLISH_SHARED, /* one that another language in Latin letters has, too */
    ENGLISH_OWN,
};

/* What a word in lower case is. A single letter is shared. */
enum english_kind english_kind_of(const char *word, size_t size);

#endif
