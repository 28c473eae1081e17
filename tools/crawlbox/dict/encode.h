/* Writes a dictionary's bytes: app/read/dict/FORMAT.md says what they are. */
#ifndef CRAWLBOX_DICT_ENCODE_H
#define CRAWLBOX_DICT_ENCODE_H

#include "dict/words.h"

struct dict_file {
    uint8_t *bytes; /* the caller frees them */
    size_t size;
};

/*
 * Encodes the words with their training record. Returns false, and no bytes, if the automaton is too large
 * for its own addresses; `limit` is the caller's business.
 */
bool dict_encode(struct dict_file *file, struct words *words, const struct dict_list *lists,
                 unsigned list_count);

#endif
