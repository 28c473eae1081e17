/* Which words get an entry in a dictionary of limited size. */
#ifndef CRAWLBOX_DICT_SELECT_H
#define CRAWLBOX_DICT_SELECT_H

#include "dict/encode.h"
#include "dict/words.h"

struct selection {
    struct wordlist lists[DICT_MAX_LISTS];
    bool must[DICT_MAX_LISTS]; /* every word of the list has to be read, or there is no dictionary */
    unsigned list_count;       /* at most DICT_MAX_LISTS */
    size_t limit;              /* bytes of the whole file */

    /* results */
    struct dict_file file;
    struct words entries;
    struct wordset set;
    size_t read[DICT_MAX_LISTS]; /* words of each list that are read */
};

/*
 * Takes the words of the `must` lists, and as many of the others as fit: those that are part of most words of
 * all lists first. Returns 0, or CLI_CANNOT after saying why.
 */
int selection_make(struct selection *selection);
void selection_free(struct selection *selection);

#endif
