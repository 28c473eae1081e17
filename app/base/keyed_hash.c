#include "base/keyed_hash.h"

static uint32_t rotate_left(uint32_t value, unsigned bits)
{
    return value << bits | value >> (32 - bits);
}

static void mix_rounds(uint32_t v[4], unsigned rounds)
{
    for (; rounds > 0; rounds--) {
        v[0] += v[1];
        v[1] = rotate_left(v[1], 5) ^ v[0];
        v[0] = rotate_left(v[0], 16);
        v[2] += v[3];
        v[3] = rotate_left(v[3], 8) ^ v[2];
        v[0] += v[3];
        v[3] = rotate_left(v[3], 7) ^ v[0];
        v[2] += v[1];
        v[1] = rotate_left(v[1], 13) ^ v[2];
        v[2] = rotate_left(v[2], 16);
    }
}

void keyed_hash_begin(struct keyed_hash *hash, const uint32_t key[KEYED_HASH_WORDS])
{
    *hash = (struct keyed_hash){
        .v = {key[0], key[1] ^ 0xee, 0x6c796765 ^ key[0], 0x74656462 ^ key[1]},
    };
}

static void mix_word_in(struct keyed_hash *hash)
{
    hash->v[3] ^= hash->word;
    mix_rounds(hash->v, 2);
    hash->v[0] ^= hash->word;
    hash->word = 0;
}

void keyed_hash_put(struct keyed_hash *hash, char c)
{
    hash->word |= (uint32_t)(unsigned char)c << hash->length % 4 * 8;
    if (++hash->length % 4 == 0)
        mix_word_in(hash);
}

uint64_t keyed_hash_end(struct keyed_hash *hash)
{
    uint32_t *v = hash->v;
    hash->word |= hash->length << 24;
    mix_word_in(hash);
    v[2] ^= 0xee;
    mix_rounds(v, 4);
    uint32_t low = v[1] ^ v[3];
    v[1] ^= 0xdd;
    mix_rounds(v, 4);
    return (uint64_t)(v[1] ^ v[3]) << 32 | low;
}

uint64_t keyed_hash_of(const uint32_t key[KEYED_HASH_WORDS], const char *text, size_t length)
{
    struct keyed_hash hash;
    keyed_hash_begin(&hash, key);
    for (; length > 0; length--)
        keyed_hash_put(&hash, *text++);
    return keyed_hash_end(&hash);
}
