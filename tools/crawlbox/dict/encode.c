#include "dict/encode.h"

#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "dict/layout.h"
#include "read/dict/automaton.h"

static uint8_t *put_target(uint8_t *out, uint32_t target)
{
    *out++ = (uint8_t)(target >> 8);
    *out++ = (uint8_t)target;
    return out;
}

static uint32_t target_of(const struct layout *layout, const struct minimal_edge *edge)
{
    return edge->target == MINIMAL_NOTHING ? 0 : layout->offset[edge->target] / DICT_TARGET_UNIT;
}

static void write_wide(const struct layout *layout, const struct minimal_edge *edges, uint32_t count,
                       uint8_t *out)
{
    uint32_t bits[2] = {0, 0};
    uint8_t *at = out + DICT_WIDE_EDGES;

    out[0] = DICT_WIDE;
    for (uint32_t i = 0; i < count; i++) {
        bits[edges[i].symbol / 32] |= (uint32_t)1 << edges[i].symbol % 32;
        out[DICT_WIDE_LOW_EDGES] += edges[i].symbol < 32;
        at = put_target(at, target_of(layout, &edges[i]) | (edges[i].word ? DICT_WIDE_WORD : 0));
    }
    bytes_put32(out + DICT_WIDE_BITS, bits[0]);
    bytes_put32(out + DICT_WIDE_BITS + 4, bits[1]);
}

static uint8_t *write_edge(const struct layout *layout, uint32_t from, const struct minimal_edge *edge,
                           bool last, uint32_t at, uint8_t *out)
{
    uint8_t *head = out++;
    *head = (uint8_t)(edge->symbol | (last ? DICT_EDGE_LAST : 0));
    if (layout_edge_bytes(layout, from, edge, last) == 1)
        return out;
    *head |= DICT_EDGE_MORE;
    if (edge->target == MINIMAL_NOTHING) {
        *out++ = DICT_TO_NOTHING;
    } else if ((int32_t)edge->target == layout->next[from]) {
        *out++ = DICT_TO_NEXT;
    } else if (layout->hot[edge->target] >= 0) {
        *out++ = (uint8_t)(DICT_TO_HOT + 2 * layout->hot[edge->target] + edge->word);
    } else if (edge->near) {
        *out++ = layout_near_code(layout, edge, at);
    } else if (edge->word) {
        *out++ = DICT_TO_FAR_WORD;
        out = put_target(out, target_of(layout, edge));
    } else {
        out = put_target(out, target_of(layout, edge) | DICT_TO_FAR << 8);
    }
    return out;
}

static void write_states(const struct layout *layout, uint8_t *automaton)
{
    for (size_t i = 0; i < layout->order_count; i++) {
        struct minimal_edge edges[MINIMAL_MAX_EDGES];
        uint32_t index = layout->order[i];
        uint32_t count = layout_edges(layout, index, edges);
        uint8_t *out = automaton + layout->offset[index];
        if (layout_is_wide(layout, index)) {
            write_wide(layout, edges, count, out);
            continue;
        }
        for (uint32_t k = 0; k < count; k++)
            out = write_edge(layout, index, &edges[k], k + 1 == count, (uint32_t)(out - automaton), out);
    }
}

/* The commonest letters get one symbol, the rest two. */
static void make_alphabet(const struct words *words, uint8_t *alphabet)
{
    size_t uses[DICT_LETTERS] = {0};
    memset(alphabet, DICT_NO_SYMBOL, DICT_LETTERS);
    for (size_t i = 0; i < words->count; i++)
        for (int k = 0; k < words->items[i].length; k++)
            uses[words->items[i].letters[k]]++;
    for (int symbol = 0;; symbol++) {
        int best = 0;
        for (int letter = 1; letter < DICT_LETTERS; letter++)
            if (uses[letter] > uses[best])
                best = letter;
        if (uses[best] == 0)
            break;
        alphabet[best] =
            (uint8_t)(symbol < DICT_PLAIN_SYMBOLS ? symbol : DICT_RARE_FLAG + symbol - DICT_PLAIN_SYMBOLS);
        uses[best] = 0;
    }
}

static void write_header(const struct dict_file *file, const struct layout *layout, const struct words *words,
                         const struct dict_list *lists, unsigned list_count)
{
    uint8_t *out = file->bytes;
    for (size_t i = 0; i < words->count; i++)
        if (words->items[i].length > out[DICT_AT_LONGEST])
            out[DICT_AT_LONGEST] = words->items[i].length;
    bytes_put32(out + DICT_AT_MAGIC, DICT_MAGIC);
    bytes_put32(out + DICT_AT_VERSION, DICT_VERSION);
    out[DICT_AT_LIST_COUNT] = (uint8_t)list_count;
    bytes_put32(out + DICT_AT_FILE_BYTES, (uint32_t)file->size);
    bytes_put32(out + DICT_AT_AUTOMATON_BYTES, layout->size);
    bytes_put32(out + DICT_AT_ENTRIES, (uint32_t)words->count);
    bytes_put32(out + DICT_AT_STATES, (uint32_t)layout->order_count);
    bytes_put32(out + DICT_AT_EDGES, (uint32_t)layout->minimal->edge_count);
    for (int i = 0; i < DICT_HOT_TARGETS; i++)
        if (layout->hot_states[i] != MINIMAL_NOTHING)
            bytes_put16(out + DICT_AT_HOT + 2 * i,
                        (uint16_t)(layout->offset[layout->hot_states[i]] / DICT_TARGET_UNIT));
    for (unsigned i = 0; i < list_count; i++) {
        uint8_t *record = out + DICT_AT_LISTS + i * DICT_LIST_BYTES;
        memcpy(record, lists[i].name, DICT_NAME_BYTES);
        bytes_put32(record + DICT_NAME_BYTES, lists[i].words);
        bytes_put32(record + DICT_NAME_BYTES + 4, lists[i].read);
    }
    bytes_put32(out + DICT_AT_CRC,
                crc32_update(CRC32_INIT, out + DICT_AT_CRC + 4, file->size - DICT_AT_CRC - 4));
}

bool dict_encode(struct dict_file *file, struct words *words, const struct dict_list *lists,
                 unsigned list_count)
{
    uint8_t alphabet[DICT_LETTERS];
    struct minimal minimal;
    struct layout layout;

    words_sort(words, false);
    make_alphabet(words, alphabet);
    minimal_build(&minimal, words, alphabet);
    layout_init(&layout, &minimal);
    *file = (struct dict_file){0};
    if (layout.size <= DICT_MAX_AUTOMATON) {
        file->size = DICT_HEADER_BYTES + layout.size;
        file->bytes = words_allocate(NULL, file->size, 1);
        memset(file->bytes, 0, file->size);
        memcpy(file->bytes + DICT_AT_ALPHABET, alphabet, sizeof alphabet);
        write_states(&layout, file->bytes + DICT_HEADER_BYTES);
        write_header(file, &layout, words, lists, list_count);
    }
    layout_free(&layout);
    minimal_free(&minimal);
    return file->bytes != NULL;
}
