#include "dict/layout.h"

#include <stdlib.h>
#include <string.h>

enum {
    WIDE_FROM_EDGES = 12, /* looking through so many one by one costs as much as counting bits */
};

static const struct minimal_state *state_of(const struct layout *layout, uint32_t index)
{
    return &layout->minimal->states[index];
}

bool layout_is_wide(const struct layout *layout, uint32_t index)
{
    return state_of(layout, index)->edge_count >= WIDE_FROM_EDGES || index == layout->minimal->root;
}

static uint32_t weight(const struct layout *layout, const struct minimal_edge *edge)
{
    return edge->word + state_of(layout, edge->target)->words;
}

/* Depth first; a state is noted when everything behind it has been. */
static void visit(struct layout *layout, uint32_t index, bool *visited)
{
    const struct minimal_state *state = state_of(layout, index);
    visited[index] = true;
    for (uint32_t i = 0; i < state->edge_count; i++) {
        uint32_t target = layout->minimal->edges[state->first_edge + i].target;
        if (!visited[target])
            visit(layout, target, visited);
    }
    layout->order[layout->order_count++] = index;
}

static void order_states(struct layout *layout)
{
    bool *visited = words_allocate(NULL, layout->minimal->state_count, sizeof *visited);
    memset(visited, 0, layout->minimal->state_count * sizeof *visited);
    visited[MINIMAL_NOTHING] = true;
    visit(layout, layout->minimal->root, visited);
    free(visited);
    for (size_t i = 0; i < layout->order_count / 2; i++) {
        uint32_t swap = layout->order[i];
        layout->order[i] = layout->order[layout->order_count - 1 - i];
        layout->order[layout->order_count - 1 - i] = swap;
    }
}

/* A narrow state is followed by the least used state that only it leads to: that edge comes last and needs no
 * address. */
static void choose_next(struct layout *layout, uint32_t index)
{
    const struct minimal_state *state = state_of(layout, index);
    const struct minimal_edge *chosen = NULL;

    layout->next[index] = NO_STATE;
    if (layout_is_wide(layout, index))
        return;
    for (uint32_t i = 0; i < state->edge_count; i++) {
        const struct minimal_edge *edge = &layout->minimal->edges[state->first_edge + i];
        if (edge->target != MINIMAL_NOTHING && state_of(layout, edge->target)->edges_in == 1 &&
            (!chosen || weight(layout, edge) < weight(layout, chosen)))
            chosen = edge;
    }
    if (chosen) {
        layout->next[index] = (int32_t)chosen->target;
        layout->follows[chosen->target] = true;
    }
}

/* Bytes that short addresses save, for each state. */
static void count_savings(const struct layout *layout, uint32_t *savings)
{
    for (size_t i = 0; i < layout->order_count; i++) {
        const struct minimal_state *state = state_of(layout, layout->order[i]);
        if (layout_is_wide(layout, layout->order[i]))
            continue;
        for (uint32_t k = 0; k < state->edge_count; k++) {
            const struct minimal_edge *edge = &layout->minimal->edges[state->first_edge + k];
            if (edge->target != MINIMAL_NOTHING && (int32_t)edge->target != layout->next[layout->order[i]] &&
                !edge->near)
                savings[edge->target] += edge->word ? 2 : 1;
        }
    }
}

static void choose_hot(struct layout *layout)
{
    size_t count = layout->minimal->state_count;
    uint32_t *savings = words_allocate(NULL, count, sizeof *savings);

    memset(savings, 0, count * sizeof *savings);
    count_savings(layout, savings);
    for (int rank = 0; rank < DICT_HOT_TARGETS; rank++) {
        uint32_t best = MINIMAL_NOTHING;
        for (uint32_t i = 1; i < count; i++)
            if (savings[i] > savings[best])
                best = i;
        layout->hot_states[rank] = best;
        if (best != MINIMAL_NOTHING)
            layout->hot[best] = (int8_t)rank;
        savings[best] = 0;
    }
    free(savings);
}

uint32_t layout_edge_bytes(const struct layout *layout, uint32_t from, const struct minimal_edge *edge,
                           bool last)
{
    if (edge->target == MINIMAL_NOTHING)
        return last ? 2 : 1;
    if ((int32_t)edge->target == layout->next[from])
        return edge->word ? 2 : 1;
    if (layout->hot[edge->target] >= 0 || edge->near)
        return 2;
    return edge->word ? 4 : 3;
}

/* The edges in the order in which they are written: the often used first, but the one to the next state
 * last. */
uint32_t layout_edges(const struct layout *layout, uint32_t index, struct minimal_edge *sorted)
{
    const struct minimal_state *state = state_of(layout, index);
    for (uint32_t i = 0; i < state->edge_count; i++) {
        struct minimal_edge edge = layout->minimal->edges[state->first_edge + i];
        bool to_next = layout->next[index] != NO_STATE && (int32_t)edge.target == layout->next[index];
        uint32_t at = i;
        while (at > 0 && !layout_is_wide(layout, index) && !to_next &&
               ((int32_t)sorted[at - 1].target == layout->next[index] ||
                weight(layout, &edge) > weight(layout, &sorted[at - 1]))) {
            sorted[at] = sorted[at - 1];
            at--;
        }
        sorted[at] = edge;
    }
    return state->edge_count;
}

static uint32_t state_bytes(const struct layout *layout, uint32_t index)
{
    struct minimal_edge edges[MINIMAL_MAX_EDGES];
    uint32_t count = layout_edges(layout, index, edges), bytes = 0;

    if (layout_is_wide(layout, index))
        return DICT_WIDE_EDGES + 2 * count;
    for (uint32_t i = 0; i < count; i++)
        bytes += layout_edge_bytes(layout, index, &edges[i], i + 1 == count);
    return bytes;
}

/* Chains of states that follow each other begin at even offsets, where addresses can point. */
static void place_states(struct layout *layout)
{
    layout->size = 0;
    for (size_t i = 0; i < layout->order_count; i++) {
        if (layout->follows[layout->order[i]])
            continue;
        layout->size += layout->size % DICT_TARGET_UNIT;
        for (int32_t state = (int32_t)layout->order[i]; state != NO_STATE; state = layout->next[state]) {
            layout->offset[state] = layout->size;
            layout->size += state_bytes(layout, (uint32_t)state);
        }
    }
}

/* The byte of a short address from an edge that begins at `at`, or 0 if the target is too far away. */
uint8_t layout_near_code(const struct layout *layout, const struct minimal_edge *edge, uint32_t at)
{
    uint32_t target = layout->offset[edge->target];
    uint32_t nearest = dict_near_target(at + 2, DICT_TO_NEAR);
    if (target < nearest || (target - nearest) / DICT_TARGET_UNIT >= (DICT_TO_FAR - DICT_TO_NEAR) / 2)
        return 0;
    return (uint8_t)(DICT_TO_NEAR + 2 * ((target - nearest) / DICT_TARGET_UNIT) + edge->word);
}

/* Finds out again which edges of a state are near; returns whether any changed. */
static bool update_near(struct layout *layout, uint32_t index)
{
    struct minimal_edge edges[MINIMAL_MAX_EDGES];
    const struct minimal_state *state = state_of(layout, index);
    uint32_t count = layout_edges(layout, index, edges), at = layout->offset[index];
    bool changed = false;

    for (uint32_t i = 0; i < count; i++) {
        bool to_next = (int32_t)edges[i].target == layout->next[index];
        bool near = edges[i].target != MINIMAL_NOTHING && !to_next && layout->hot[edges[i].target] < 0 &&
                    !edges[i].near_was && layout_near_code(layout, &edges[i], at) != 0;
        at += layout_edge_bytes(layout, index, &edges[i], i + 1 == count);
        if (near == edges[i].near)
            continue;
        struct minimal_edge *edge = &layout->minimal->edges[state->first_edge];
        while (edge->symbol != edges[i].symbol)
            edge++;
        edge->near_was = edge->near;
        edge->near = near;
        changed = true;
    }
    return changed;
}

/* Short addresses make states smaller, which brings others nearer: repeats until nothing changes any more. */
static void settle_places(struct layout *layout)
{
    bool changed;
    do {
        changed = false;
        place_states(layout);
        for (size_t i = 0; i < layout->order_count; i++)
            if (!layout_is_wide(layout, layout->order[i]))
                changed |= update_near(layout, layout->order[i]);
    } while (changed);
}

void layout_init(struct layout *layout, struct minimal *minimal)
{
    size_t count = minimal->state_count;
    *layout = (struct layout){.minimal = minimal};
    layout->offset = words_allocate(NULL, count, sizeof *layout->offset);
    layout->next = words_allocate(NULL, count, sizeof *layout->next);
    layout->hot = words_allocate(NULL, count, sizeof *layout->hot);
    layout->follows = words_allocate(NULL, count, sizeof *layout->follows);
    layout->order = words_allocate(NULL, count, sizeof *layout->order);
    memset(layout->follows, 0, count * sizeof *layout->follows);
    order_states(layout);
    for (size_t i = 0; i < layout->order_count; i++)
        choose_next(layout, layout->order[i]);
    memset(layout->hot, -1, count);
    settle_places(layout);
    choose_hot(layout);
    settle_places(layout);
}

void layout_free(struct layout *layout)
{
    free(layout->offset);
    free(layout->next);
    free(layout->hot);
    free(layout->follows);
    free(layout->order);
}
