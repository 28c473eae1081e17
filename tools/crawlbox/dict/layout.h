/* Where each state of an automaton goes, so that it takes few bytes. */
#ifndef CRAWLBOX_DICT_LAYOUT_H
#define CRAWLBOX_DICT_LAYOUT_H

#include "dict/minimal.h"
#include "read/dict/automaton.h"

enum { NO_STATE = -1 };

struct layout {
    struct minimal *minimal;
    uint32_t *offset; /* where each state begins */
    int32_t *next;    /* the state that follows it without an address, or NO_STATE */
    int8_t *hot;      /* index among the hot targets, or -1 */
    bool *follows;    /* it is the `next` of another */
    uint32_t *order;  /* states, each after all that lead to it */
    size_t order_count;
    uint32_t hot_states[DICT_HOT_TARGETS]; /* MINIMAL_NOTHING: unused */
    uint32_t size;
};

/* Finds a place for every state; marks near edges in `minimal`. */
void layout_init(struct layout *layout, struct minimal *minimal);
void layout_free(struct layout *layout);

/* Written with a bit for each symbol. */
bool layout_is_wide(const struct layout *layout, uint32_t index);

/* The state's edges in the order in which they are written, at most MINIMAL_MAX_EDGES; returns how many. */
uint32_t layout_edges(const struct layout *layout, uint32_t index, struct minimal_edge *sorted);

/* How many bytes an edge of a narrow state takes. */
uint32_t layout_edge_bytes(const struct layout *layout, uint32_t from, const struct minimal_edge *edge,
                           bool last);

/* The byte of a short address from an edge that begins at `at`, or 0 if the target is too far away. */
uint8_t layout_near_code(const struct layout *layout, const struct minimal_edge *edge, uint32_t at);

#endif
