#include "read/dict/automaton.h"

#include "base/bytes.h"
#include "base/status.h"

/* Says whether the automaton has so many bytes from the cursor on. */
static bool cursor_has(const struct dict_cursor *cursor, uint32_t bytes)
{
    uint32_t size = cursor->dict->automaton_bytes;
    return cursor->at <= size && size - cursor->at >= bytes;
}

static uint32_t take_big_endian(struct dict_cursor *cursor)
{
    const uint8_t *bytes = cursor->dict->automaton + cursor->at;
    cursor->at += 2;
    return (uint32_t)bytes[0] << 8 | bytes[1];
}

static unsigned count_bits(uint32_t bits)
{
    unsigned count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

static int enter_wide(struct dict_cursor *cursor)
{
    if (!cursor_has(cursor, DICT_WIDE_EDGES))
        return STATUS_INVALID;
    const uint8_t *state = cursor->dict->automaton + cursor->at;
    cursor->wide = true;
    cursor->wide_bits[0] = bytes_get32(state + DICT_WIDE_BITS);
    cursor->wide_bits[1] = bytes_get32(state + DICT_WIDE_BITS + 4);
    cursor->at += DICT_WIDE_EDGES;
    unsigned low_edges = count_bits(cursor->wide_bits[0]);
    if (state[DICT_WIDE_LOW_EDGES] != low_edges ||
        !cursor_has(cursor, 2 * (low_edges + count_bits(cursor->wide_bits[1]))))
        return STATUS_INVALID;
    return STATUS_OK;
}

int dict_cursor_enter(struct dict_cursor *cursor, const struct dict *dict, uint32_t state)
{
    *cursor = (struct dict_cursor){.dict = dict, .at = state};
    if (!cursor_has(cursor, 1))
        return STATUS_INVALID;
    return dict->automaton[state] == DICT_WIDE ? enter_wide(cursor) : STATUS_OK;
}

static int next_wide(struct dict_cursor *cursor, struct dict_edge *edge)
{
    unsigned half = cursor->wide_bits[0] ? 0 : 1;
    uint32_t bits = cursor->wide_bits[half];
    if (bits == 0)
        return 0;
    cursor->wide_bits[half] = bits & (bits - 1);
    uint32_t to = take_big_endian(cursor);
    *edge = (struct dict_edge){.symbol = (uint8_t)(count_bits(~bits & (bits - 1)) + 32 * half),
                               .word = (to & DICT_WIDE_WORD) != 0,
                               .target = (to & (DICT_WIDE_WORD - 1)) * DICT_TARGET_UNIT};
    return to ? 1 : STATUS_INVALID;
}

/* Reads where an edge with DICT_EDGE_MORE leads to. */
static int take_target(struct dict_cursor *cursor, bool last, struct dict_edge *edge)
{
    if (!cursor_has(cursor, 1))
        return STATUS_INVALID;
    unsigned to = cursor->dict->automaton[cursor->at];
    if (to & DICT_TO_FAR) {
        if (!cursor_has(cursor, 2))
            return STATUS_INVALID;
        edge->target = (take_big_endian(cursor) & 0x7fff) * DICT_TARGET_UNIT;
        return edge->target ? 1 : STATUS_INVALID;
    }
    cursor->at++;
    if (to >= DICT_TO_NEAR) {
        edge->word = to & 1;
        edge->target = dict_near_target(cursor->at, to);
        return 1;
    }
    if (to >= DICT_TO_HOT) {
        edge->word = to & 1;
        edge->target =
            bytes_get16(cursor->dict->hot + ((to - DICT_TO_HOT) & ~1u)) * (uint32_t)DICT_TARGET_UNIT;
        return edge->target ? 1 : STATUS_INVALID;
    }
    edge->word = true;
    switch (to) {
    case DICT_TO_NOTHING: return 1;
    case DICT_TO_NEXT:
        cursor->falls_through = true;
        edge->target = cursor->at;
        return last ? 1 : STATUS_INVALID;
    case DICT_TO_FAR_WORD:
        if (!cursor_has(cursor, 2))
            return STATUS_INVALID;
        edge->target = take_big_endian(cursor) * DICT_TARGET_UNIT;
        return edge->target ? 1 : STATUS_INVALID;
    default: return STATUS_INVALID;
    }
}

static int next_narrow(struct dict_cursor *cursor, struct dict_edge *edge)
{
    if (cursor->over)
        return 0;
    if (!cursor_has(cursor, 1))
        return STATUS_INVALID;
    unsigned byte = cursor->dict->automaton[cursor->at++];
    cursor->over = (byte & DICT_EDGE_LAST) != 0;
    *edge = (struct dict_edge){.symbol = byte & DICT_EDGE_SYMBOL};
    if (edge->symbol > DICT_RARE)
        return STATUS_INVALID;
    if (byte & DICT_EDGE_MORE)
        return take_target(cursor, cursor->over, edge);
    if (cursor->over) {
        cursor->falls_through = true;
        edge->target = cursor->at;
    } else {
        edge->word = true;
    }
    return 1;
}

int dict_cursor_next(struct dict_cursor *cursor, struct dict_edge *edge)
{
    if (!cursor->wide)
        return next_narrow(cursor, edge);
    return next_wide(cursor, edge);
}
