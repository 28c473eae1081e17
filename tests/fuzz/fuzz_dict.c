/*
 * A dictionary from a card may hold anything: it is refused, or matching with it stays inside of it and ends.
 * The fuzzer writes the automaton and one byte of the header; what would have it refused at once (length,
 * checksum, counts) is put right, so that the rest is reached.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "read/dict/automaton.h"
#include "read/dict/dict.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HOT_BYTES = 8, CONTROL_BYTES = 3 + HOT_BYTES };

/* Counts states and edges as far as they can be read. */
static void count(uint8_t *file, size_t automaton_bytes)
{
    struct dict dict = {.alphabet = file + DICT_AT_ALPHABET,
                        .hot = file + DICT_AT_HOT,
                        .automaton = file + DICT_HEADER_BYTES,
                        .automaton_bytes = (uint32_t)automaton_bytes};
    struct dict_cursor cursor;
    struct dict_edge edge;
    uint32_t states = 0, edges = 0;

    for (uint32_t at = 0; at < automaton_bytes && dict_cursor_enter(&cursor, &dict, at) == STATUS_OK;
         states++) {
        int more;
        while ((more = dict_cursor_next(&cursor, &edge)) == 1)
            edges++;
        if (more < 0)
            break;
        at = cursor.falls_through ? cursor.at : (cursor.at + 1) / DICT_TARGET_UNIT * DICT_TARGET_UNIT;
    }
    bytes_put32(file + DICT_AT_STATES, states);
    bytes_put32(file + DICT_AT_EDGES, edges);
}

static void make_file(uint8_t *file, size_t size, const uint8_t *data)
{
    memset(file, 0, DICT_HEADER_BYTES);
    bytes_put32(file + DICT_AT_MAGIC, DICT_MAGIC);
    bytes_put32(file + DICT_AT_VERSION, DICT_VERSION);
    bytes_put32(file + DICT_AT_FILE_BYTES, (uint32_t)size);
    bytes_put32(file + DICT_AT_AUTOMATON_BYTES, (uint32_t)(size - DICT_HEADER_BYTES));
    file[DICT_AT_LONGEST] = DICT_LONGEST;
    for (int i = 0; i < DICT_LETTERS; i++)
        file[DICT_AT_ALPHABET + i] =
            (uint8_t)(i < DICT_PLAIN_SYMBOLS ? i : DICT_RARE_FLAG + i - DICT_PLAIN_SYMBOLS);
    for (int i = 0; i < HOT_BYTES; i++)
        file[DICT_AT_HOT + i] = data[3 + i];
    memcpy(file + DICT_HEADER_BYTES, data + CONTROL_BYTES, size - DICT_HEADER_BYTES);
    count(file, size - DICT_HEADER_BYTES);
    file[bytes_get16(data) % DICT_HEADER_BYTES] ^= data[2];
    bytes_put32(file + DICT_AT_CRC, crc32_update(CRC32_INIT, file + DICT_AT_CRC + 4, size - DICT_AT_CRC - 4));
}

/* What is found never exceeds what was given to be looked at. */
static void match_everything(const struct dict *dict, const uint8_t *seed, size_t size)
{
    uint8_t letters[DICT_LONGEST];
    for (unsigned first = 0; first < DICT_LETTERS; first++) {
        for (unsigned i = 0; i < DICT_LONGEST; i++)
            letters[i] = seed[(first + i) % size] % DICT_LETTERS;
        letters[0] = (uint8_t)first;
        unsigned given = 1 + first % DICT_LONGEST;
        if (dict_longest_match(dict, letters, given) > given)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct dict dict;
    if (size <= CONTROL_BYTES)
        return 0;
    size_t file_size = DICT_HEADER_BYTES + size - CONTROL_BYTES;
    uint8_t *file = malloc(file_size);
    make_file(file, file_size, data);
    if (dict_open(&dict, file, file_size) == STATUS_OK)
        match_everything(&dict, data, size);
    free(file);
    return 0;
}
