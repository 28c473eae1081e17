/* Knows the function words of English. By them the pack `en` recognises English; and app/topic leaves them
 * out, since they say nothing about a page's topic. */
#ifndef CRAWLBOX_READ_LANG_ENGLISH_H
#define CRAWLBOX_READ_LANG_ENGLISH_H

#include <stddef.h>

enum english_kind {
    ENGLISH_OTHER,  /* no function word */
    ENGLISH_SHARED, /* a function word that another language in Latin letters has, too */
    ENGLISH_OWN,    /* a function word that only English has */
};

/* Returns what a word in lower case is. A single letter is shared. */
enum english_kind english_kind_of(const char *word, size_t size);

#endif
