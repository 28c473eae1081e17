/*
 * A dictionary from a card may hold anything: it is refused, or matching with it stays inside of it and ends. The fuzzer
 * mends length and checksum, so that what lies behind them is reached; half of the inputs are changes of the real one.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "dict/automaton.h"
#include "dict/dict.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void seal(uint8_t *file, size_t size)
{
    memcpy(file, DICT_MAGIC, 4);
    bytes_put32(file + DICT_AT_VERSION, DICT_VERSION);
    bytes_put32(file + DICT_AT_FILE_BYTES, (uint32_t)size);
    bytes_put32(file + DICT_AT_AUTOMATON_BYTES, (uint32_t)(size - DICT_HEADER_BYTES));
    bytes_put32(file + DICT_AT_CRC, crc32_update(CRC32_INIT, file + DICT_AT_CRC + 4, size - DICT_AT_CRC - 4));
}

/* Every beginning that the matcher could be asked about: what it finds never exceeds what it was given. */
static void match_everything(const struct dict *dict, const uint8_t *seed, size_t size)
{
    uint8_t letters[DICT_LONGEST];
    for (unsigned first = 0; first < DICT_LETTERS; first++) {
        for (unsigned i = 0; i < DICT_LONGEST; i++)
            letters[i] = size ? seed[(first + i) % size] % DICT_LETTERS : (uint8_t)(i % DICT_LETTERS);
        letters[0] = (uint8_t)first;
        unsigned count = 1 + first % DICT_LONGEST;
        if (dict_longest_match(dict, letters, count) > count)
            abort();
    }
}

static void try_file(uint8_t *file, size_t size, const uint8_t *seed, size_t seed_size)
{
    struct dict dict;
    seal(file, size);
    if (dict_open(&dict, file, size) == STATUS_OK)
        match_everything(&dict, seed, seed_size);
}

/* Four bytes of input are one change: where, and what to. */
static void change(uint8_t *file, size_t size, const uint8_t *data, size_t changes)
{
    for (size_t i = 0; i < changes; i++) {
        uint32_t at = bytes_get32(data + 4 * i);
        file[(at & 0xffffff) % size] = (uint8_t)(at >> 24);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    if (data[0] % 2 || size <= DICT_HEADER_BYTES) {
        uint8_t *file = malloc(dict_builtin_size);
        memcpy(file, dict_builtin, dict_builtin_size);
        change(file, dict_builtin_size, data + 1, (size - 1) / 4 < 8 ? (size - 1) / 4 : 8);
        try_file(file, dict_builtin_size, data, size);
        free(file);
    } else {
        uint8_t *file = malloc(size);
        memcpy(file, data, size);
        try_file(file, size, data, size);
        free(file);
    }
    return 0;
}
