#include "read/lang/kinds.h"

static const uint8_t language_of[WORD_KINDS] = {
    0,
#define KIND(language, list, name) WORD_LANGUAGE_##language,
#include "read/lang/kinds.def"
#undef KIND
};

/* FNV-1a of the word, and then every bit of it into every other. tools/pack_words.py does the same. */
static uint32_t hash_word(enum word_language language, const char *word, size_t size)
{
    uint32_t hash = 0x811c9dc5u ^ (uint32_t)(language + 1);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (uint8_t)word[i]) * 0x01000193u;
    hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
    hash = (hash ^ hash >> 12) * 0x297a2d39u;
    return hash ^ hash >> 15;
}

static uint32_t look_into(uint32_t place)
{
    uint32_t bit = place * WORD_TABLE_BITS;
    const uint8_t *at = word_table + bit / 8;
    return (uint32_t)(at[0] | at[1] << 8) >> bit % 8;
}

enum word_kind word_kind_of(enum word_language language, const char *word, size_t size)
{
    uint32_t hash = hash_word(language, word, size), turned = hash, found = 0;
    for (uint32_t i = 0; i < 3; i++) {
        found ^= look_into(i * word_table_third + (uint32_t)((uint64_t)turned * word_table_third >> 32));
        turned = turned << 11 | turned >> 21;
    }
    found = (found ^ hash * 0x9e3779b1u >> 16) & ((1u << WORD_TABLE_BITS) - 1);
    uint32_t kind = found & ((1u << WORD_KIND_BITS) - 1);
    return found == kind && kind < WORD_KINDS && language_of[kind] == language ? (enum word_kind)kind
                                                                               : WORD_UNKNOWN;
}
