/* The smallest automaton that knows a set of words, before it becomes bytes. */
#ifndef CRAWLBOX_DICT_MINIMAL_H
#define CRAWLBOX_DICT_MINIMAL_H

#include "dict/words.h"

enum { MINIMAL_MAX_EDGES = 64, MINIMAL_NOTHING = 0 }; /* state 0 has no edges: where a word can only end */

struct minimal_edge {
    uint8_t symbol;
    bool word;
    bool near;     /* for encode.c: its target is close enough for a short address ... */
    bool near_was; /* ... or was once, and cannot be relied on to stay so */
    uint32_t target;
};

struct minimal_state {
    uint32_t first_edge;
    uint32_t edge_count;
    uint32_t edges_in; /* edges that lead here */
    uint32_t words;    /* words that can be completed from here: how much the state is used */
};

struct minimal {
    struct minimal_state *states;
    struct minimal_edge *edges;
    size_t state_count, state_room;
    size_t edge_count, edge_room;
    uint32_t root;
    uint32_t *register_slots; /* states by what their edges are */
    size_t register_mask;
};

/* Builds it from words sorted by letters, written in the symbols of the alphabet (see automaton.h). */
void minimal_build(struct minimal *minimal, const struct words *words, const uint8_t *alphabet);
void minimal_free(struct minimal *minimal);

#endif
