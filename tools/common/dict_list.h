/* All words that have an entry in a dictionary, in the order of the automaton. */
#ifndef CRAWLBOX_DICT_LIST_H
#define CRAWLBOX_DICT_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "read/dict/dict.h"

/* Letters are offsets from U+0E00. */
typedef void dict_word_sink(void *context, const uint8_t *letters, size_t count);

void dict_list_words(const struct dict *dict, dict_word_sink *sink, void *context);

#endif
