#include "read/dict/dict.h"

#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "read/dict/automaton.h"

/*
 * That every target is the beginning of a state is checked window by window: a bit for each place in it where
 * a state begins is all that must be remembered at a time.
 */
enum { WINDOW_BYTES = 16384, WINDOW_MAP_BYTES = WINDOW_BYTES / DICT_TARGET_UNIT / 8 };

struct window {
    uint32_t start;
    uint8_t begins[WINDOW_MAP_BYTES];
};

static bool in_window(const struct window *window, uint32_t state)
{
    return state >= window->start && state - window->start < WINDOW_BYTES;
}

static void mark_state(struct window *window, uint32_t state)
{
    uint32_t bit = (state - window->start) / DICT_TARGET_UNIT;
    if (in_window(window, state) && state % DICT_TARGET_UNIT == 0)
        window->begins[bit / 8] |= (uint8_t)(1u << bit % 8);
}

static bool is_marked(const struct window *window, uint32_t state)
{
    uint32_t bit = (state - window->start) / DICT_TARGET_UNIT;
    return window->begins[bit / 8] >> bit % 8 & 1;
}

struct totals {
    uint32_t states;
    uint32_t edges;
};

/* Reads the state at *at and moves *at to the next one. With a window, checks the targets that lie in it. */
static int walk_state(const struct dict *dict, const struct window *window, uint32_t *at,
                      struct totals *totals)
{
    struct dict_cursor cursor;
    struct dict_edge edge;
    int result = dict_cursor_enter(&cursor, dict, *at);
    if (result != STATUS_OK)
        return result;
    while ((result = dict_cursor_next(&cursor, &edge)) == 1) {
        totals->edges++;
        if (edge.target == 0 || (cursor.falls_through && edge.target == cursor.at))
            continue;
        if (edge.target <= *at ||
            edge.target >= dict->automaton_bytes) /* only ahead: no way leads in a circle */
            return STATUS_INVALID;
        if (window && in_window(window, edge.target) && !is_marked(window, edge.target))
            return STATUS_INVALID;
    }
    totals->states++;
    bool padded = !cursor.falls_through && cursor.at % DICT_TARGET_UNIT != 0;
    if (cursor.falls_through && cursor.at >= dict->automaton_bytes)
        return STATUS_INVALID;
    *at = cursor.at + (padded ? 1 : 0);
    return result;
}

/* Marks where states begin in the window; `marked` goes on from window to window. */
static int mark_window(const struct dict *dict, struct window *window, uint32_t *marked,
                       struct totals *totals)
{
    int result = STATUS_OK;
    while (result == STATUS_OK && *marked < dict->automaton_bytes && *marked < window->start + WINDOW_BYTES) {
        mark_state(window, *marked);
        result = walk_state(dict, NULL, marked, totals);
    }
    return result;
}

/* Targets lie ahead of their edges, so that only states up to the window's end can have one in it. */
static int check_targets(const struct dict *dict, const struct window *window, uint32_t end)
{
    struct totals ignored = {0};
    int result = STATUS_OK;
    for (uint32_t at = 0; result == STATUS_OK && at < end;)
        result = walk_state(dict, window, &at, &ignored);
    return result;
}

static int check_automaton(const struct dict *dict)
{
    struct window window;
    struct totals totals = {0};
    uint32_t marked = 0;

    for (window.start = 0; window.start < dict->automaton_bytes; window.start += WINDOW_BYTES) {
        memset(window.begins, 0, sizeof window.begins);
        int result = mark_window(dict, &window, &marked, &totals);
        if (result == STATUS_OK)
            result = check_targets(dict, &window, marked);
        if (result != STATUS_OK)
            return result;
    }
    return totals.states == dict->states && totals.edges == dict->edges ? STATUS_OK : STATUS_INVALID;
}

static bool alphabet_is_sound(const uint8_t *alphabet)
{
    for (int i = 0; i < DICT_LETTERS; i++)
        if ((alphabet[i] & ~DICT_RARE_FLAG) >= DICT_PLAIN_SYMBOLS && alphabet[i] != DICT_NO_SYMBOL)
            return false;
    return true;
}

int dict_open(struct dict *dict, const void *data, size_t size)
{
    const uint8_t *bytes = data;

    if (size < DICT_HEADER_BYTES || bytes_get32(bytes + DICT_AT_MAGIC) != DICT_MAGIC)
        return STATUS_INVALID;
    if (bytes_get32(bytes + DICT_AT_VERSION) != DICT_VERSION)
        return STATUS_VERSION;
    if (bytes_get32(bytes + DICT_AT_FILE_BYTES) != size ||
        crc32_update(CRC32_INIT, bytes + DICT_AT_CRC + 4, size - DICT_AT_CRC - 4) !=
            bytes_get32(bytes + DICT_AT_CRC))
        return STATUS_DAMAGED;
    *dict = (struct dict){
        .alphabet = bytes + DICT_AT_ALPHABET,
        .hot = bytes + DICT_AT_HOT,
        .automaton = bytes + DICT_HEADER_BYTES,
        .lists = bytes + DICT_AT_LISTS,
        .automaton_bytes = bytes_get32(bytes + DICT_AT_AUTOMATON_BYTES),
        .file_bytes = (uint32_t)size,
        .entries = bytes_get32(bytes + DICT_AT_ENTRIES),
        .states = bytes_get32(bytes + DICT_AT_STATES),
        .edges = bytes_get32(bytes + DICT_AT_EDGES),
        .longest = bytes[DICT_AT_LONGEST],
        .list_count = bytes[DICT_AT_LIST_COUNT],
    };
    if (dict->automaton_bytes != size - DICT_HEADER_BYTES || dict->automaton_bytes > DICT_MAX_AUTOMATON ||
        dict->automaton_bytes == 0 || dict->longest == 0 || dict->longest > DICT_LONGEST ||
        dict->list_count > DICT_MAX_LISTS || !alphabet_is_sound(dict->alphabet))
        return STATUS_INVALID;
    return check_automaton(dict);
}
