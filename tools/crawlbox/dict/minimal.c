#include "dict/minimal.h"

#include <stdlib.h>
#include <string.h>

#include "read/dict/automaton.h"

/* Words in symbols, sorted; a rare letter takes two. */
struct spelling {
    uint8_t length;
    uint8_t symbols[2 * DICT_LONGEST];
};

static void spell(struct spelling *spelling, const struct word *word, const uint8_t *alphabet)
{
    *spelling = (struct spelling){0};
    for (int i = 0; i < word->length; i++) {
        uint8_t code = alphabet[word->letters[i]];
        if (code & DICT_RARE_FLAG)
            spelling->symbols[spelling->length++] = DICT_RARE;
        spelling->symbols[spelling->length++] = code & (DICT_RARE_FLAG - 1);
    }
}

static int compare_spellings(const void *left, const void *right)
{
    const struct spelling *a = left, *b = right;
    size_t common = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->symbols, b->symbols, common);
    return order ? order : a->length - b->length;
}

static bool same_edges(const struct minimal *minimal, const struct minimal_state *state,
                       const struct minimal_edge *edges, size_t count)
{
    if (state->edge_count != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct minimal_edge *edge = &minimal->edges[state->first_edge + i];
        if (edge->symbol != edges[i].symbol || edge->word != edges[i].word || edge->target != edges[i].target)
            return false;
    }
    return true;
}

static size_t hash_edges(const struct minimal_edge *edges, size_t count)
{
    uint32_t value = 2166136261u;
    for (size_t i = 0; i < count; i++)
        value = (value ^ (edges[i].symbol | (uint32_t)edges[i].word << 7 | edges[i].target << 8)) * 16777619u;
    return value ^ value >> 13;
}

static uint32_t append_state(struct minimal *minimal, const struct minimal_edge *edges, size_t count)
{
    if (minimal->state_count == minimal->state_room) {
        minimal->state_room = minimal->state_room ? 2 * minimal->state_room : 1024;
        minimal->states = words_allocate(minimal->states, minimal->state_room, sizeof *minimal->states);
    }
    if (minimal->edge_count + count > minimal->edge_room) {
        minimal->edge_room = 2 * minimal->edge_room + MINIMAL_MAX_EDGES;
        minimal->edges = words_allocate(minimal->edges, minimal->edge_room, sizeof *minimal->edges);
    }
    struct minimal_state *state = &minimal->states[minimal->state_count];
    *state =
        (struct minimal_state){.first_edge = (uint32_t)minimal->edge_count, .edge_count = (uint32_t)count};
    for (size_t i = 0; i < count; i++) {
        minimal->edges[minimal->edge_count++] = edges[i];
        minimal->states[edges[i].target].edges_in++;
        state->words += edges[i].word + minimal->states[edges[i].target].words;
    }
    return (uint32_t)minimal->state_count++;
}

/* The state with exactly these edges: an equal one that exists already, or a new one. */
static uint32_t find_state(struct minimal *minimal, const struct minimal_edge *edges, size_t count)
{
    size_t at = hash_edges(edges, count) & minimal->register_mask;
    for (; minimal->register_slots[at]; at = (at + 1) & minimal->register_mask)
        if (same_edges(minimal, &minimal->states[minimal->register_slots[at]], edges, count))
            return minimal->register_slots[at];
    return minimal->register_slots[at] = append_state(minimal, edges, count);
}

/* The state for the endings that words [first, end) have after `depth` symbols. */
static uint32_t build(struct minimal *minimal, const struct spelling *words, size_t first, size_t end,
                      int depth)
{
    struct minimal_edge edges[MINIMAL_MAX_EDGES];
    size_t count = 0;

    while (first < end) {
        uint8_t symbol = words[first].symbols[depth];
        size_t group = first;
        while (group < end && words[group].symbols[depth] == symbol)
            group++;
        bool word = words[first].length == depth + 1;
        size_t longer = first + word;
        uint32_t target = longer < group ? build(minimal, words, longer, group, depth + 1) : MINIMAL_NOTHING;
        edges[count++] = (struct minimal_edge){.symbol = symbol, .word = word, .target = target};
        first = group;
    }
    return find_state(minimal, edges, count);
}

void minimal_build(struct minimal *minimal, const struct words *words, const uint8_t *alphabet)
{
    size_t symbols = 0, slots = 1024;
    struct spelling *spellings = words_allocate(NULL, words->count, sizeof *spellings);

    *minimal = (struct minimal){0};
    append_state(minimal, NULL, 0);
    for (size_t i = 0; i < words->count; i++) {
        spell(&spellings[i], &words->items[i], alphabet);
        symbols += spellings[i].length;
    }
    qsort(spellings, words->count, sizeof *spellings, compare_spellings);
    while (slots < 2 * symbols) /* there are never more states than symbols */
        slots *= 2;
    minimal->register_mask = slots - 1;
    minimal->register_slots = words_allocate(NULL, slots, sizeof *minimal->register_slots);
    memset(minimal->register_slots, 0, slots * sizeof *minimal->register_slots);
    minimal->root = build(minimal, spellings, 0, words->count, 0);
    free(spellings);
}

void minimal_free(struct minimal *minimal)
{
    free(minimal->states);
    free(minimal->edges);
    free(minimal->register_slots);
    *minimal = (struct minimal){0};
}
