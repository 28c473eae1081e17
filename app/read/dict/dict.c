#include "read/dict/dict.h"

#include <string.h>

#include "base/bytes.h"
#include "read/dict/automaton.h"

static unsigned count_bits(uint32_t bits)
{
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0fu;
    return bits * 0x01010101u >> 24;
}

/* Returns the state to which an edge leads, or NULL if it leads nowhere. */
struct step {
    const uint8_t *state;
    bool word;
};

static inline const uint8_t *state_at(const struct dict *dict, uint32_t target)
{
    return target ? dict->automaton + target * DICT_TARGET_UNIT : NULL;
}

static inline struct step take_wide(const struct dict *dict, const uint8_t *state, unsigned symbol)
{
    unsigned upper = symbol >> 5;
    uint32_t bits = bytes_get32(state + DICT_WIDE_BITS + 4 * upper);
    uint32_t bit = (uint32_t)1 << (symbol & 31);
    if (!(bits & bit))
        return (struct step){NULL, false};
    unsigned index = count_bits(bits & (bit - 1)) + (upper ? state[DICT_WIDE_LOW_EDGES] : 0);
    const uint8_t *edge = state + DICT_WIDE_EDGES + 2 * index;
    uint32_t to = (uint32_t)edge[0] << 8 | edge[1];
    return (struct step){state_at(dict, to & (DICT_WIDE_WORD - 1)), (to & DICT_WIDE_WORD) != 0};
}

/* Returns the edge of a narrow state with this symbol, or NULL. */
static inline const uint8_t *find_narrow(const uint8_t *at, unsigned symbol)
{
    for (;;) {
        unsigned edge = *at;
        if ((edge & DICT_EDGE_SYMBOL) == symbol)
            return at;
        if (edge & DICT_EDGE_LAST)
            return NULL;
        at++;
        if (edge & DICT_EDGE_MORE) {
            unsigned to = *at++;
            if (to & DICT_TO_FAR)
                at++;
            else if (to == DICT_TO_FAR_WORD)
                at += 2;
        }
    }
}

static inline struct step take_narrow(const struct dict *dict, const uint8_t *at, unsigned symbol)
{
    at = find_narrow(at, symbol);
    if (!at)
        return (struct step){NULL, false};
    unsigned edge = *at++;
    if (!(edge & DICT_EDGE_MORE))
        return edge & DICT_EDGE_LAST ? (struct step){at, false} : (struct step){NULL, true};
    unsigned to = *at++;
    if (to & DICT_TO_FAR)
        return (struct step){state_at(dict, (to & 0x7f) << 8 | *at), false};
    if (to >= DICT_TO_NEAR)
        return (struct step){dict->automaton + dict_near_target((uint32_t)(at - dict->automaton), to),
                             to & 1};
    if (to >= DICT_TO_HOT)
        return (struct step){state_at(dict, bytes_get16(dict->hot + ((to - DICT_TO_HOT) & ~1u))), to & 1};
    if (to == DICT_TO_NEXT)
        return (struct step){at, true};
    return (struct step){to == DICT_TO_FAR_WORD ? state_at(dict, (uint32_t)at[0] << 8 | at[1]) : NULL, true};
}

unsigned dict_longest_match(const struct dict *dict, const uint8_t *letters, unsigned count)
{
    const uint8_t *at = dict->automaton;
    unsigned longest = 0;
    bool rare = false; /* the first symbol of a rare letter was taken */

    for (unsigned i = 0; i < count;) {
        unsigned symbol = dict->alphabet[letters[i]];
        if (symbol >= DICT_RARE_FLAG) {
            if (symbol == DICT_NO_SYMBOL)
                break;
            symbol = rare ? symbol & ~(unsigned)DICT_RARE_FLAG : DICT_RARE;
            i += rare;
            rare = !rare;
        } else {
            i++;
        }
        struct step step = *at == DICT_WIDE ? take_wide(dict, at, symbol) : take_narrow(dict, at, symbol);
        if (step.word)
            longest = i;
        at = step.state;
        if (!at)
            break;
    }
    return longest;
}

struct dict_list dict_list_at(const struct dict *dict, unsigned index)
{
    const uint8_t *record = dict->lists + index * DICT_LIST_BYTES;
    struct dict_list list = {.words = bytes_get32(record + DICT_NAME_BYTES),
                             .read = bytes_get32(record + DICT_NAME_BYTES + 4)};
    memcpy(list.name, record, DICT_NAME_BYTES);
    return list;
}
