#include "base/sha1.h"

#include <string.h>

enum { LENGTH_BYTES = 8, SCHEDULE_WORDS = 16 };

static inline uint32_t rotate(uint32_t word, int bits)
{
    return word << bits | word >> (32 - bits);
}

static uint32_t load_big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void store_big_endian(uint8_t *bytes, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> (24 - 8 * i));
}

/* Digesting is most of what storing a page costs, so the rounds are written for speed: inlined, and the five words change
 * their roles from round to round instead of their places. The schedule is a ring of its last 16 words: 64 bytes of stack
 * instead of 320. */
static inline __attribute__((always_inline)) uint32_t schedule_word(uint32_t ring[SCHEDULE_WORDS],
                                                                    unsigned round)
{
    uint32_t *word = &ring[round % SCHEDULE_WORDS];
    *word = rotate(ring[(round + 13) % SCHEDULE_WORDS] ^ ring[(round + 8) % SCHEDULE_WORDS] ^
                       ring[(round + 2) % SCHEDULE_WORDS] ^ *word,
                   1);
    return *word;
}

#define CHOOSE(b, c, d)   ((d) ^ ((b) & ((c) ^ (d))))
#define PARITY(b, c, d)   ((b) ^ (c) ^ (d))
#define MAJORITY(b, c, d) (((b) & (c)) | ((d) & ((b) | (c))))

#define ROUND(a, b, c, d, e, mix, constant, word)                                                            \
    do {                                                                                                     \
        (e) += rotate(a, 5) + mix(b, c, d) + (constant) + (word);                                            \
        (b) = rotate(b, 30);                                                                                 \
    } while (0)

/* After five rounds every word is back in its role. */
#define FIVE_ROUNDS(round, mix, constant, word)                                                              \
    do {                                                                                                     \
        ROUND(a, b, c, d, e, mix, constant, word(ring, (round)));                                            \
        ROUND(e, a, b, c, d, mix, constant, word(ring, (round) + 1));                                        \
        ROUND(d, e, a, b, c, mix, constant, word(ring, (round) + 2));                                        \
        ROUND(c, d, e, a, b, mix, constant, word(ring, (round) + 3));                                        \
        ROUND(b, c, d, e, a, mix, constant, word(ring, (round) + 4));                                        \
    } while (0)

#define FIRST_WORD(ring, round) ((ring)[(round)])

static void compress(uint32_t state[5], const uint8_t *block)
{
    uint32_t ring[SCHEDULE_WORDS];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    unsigned round = 0;

    for (int i = 0; i < SCHEDULE_WORDS; i++)
        ring[i] = load_big_endian(block + 4 * i);
    for (; round < 15; round += 5)
        FIVE_ROUNDS(round, CHOOSE, 0x5a827999, FIRST_WORD);
    ROUND(a, b, c, d, e, CHOOSE, 0x5a827999, ring[15]);
    ROUND(e, a, b, c, d, CHOOSE, 0x5a827999, schedule_word(ring, 16));
    ROUND(d, e, a, b, c, CHOOSE, 0x5a827999, schedule_word(ring, 17));
    ROUND(c, d, e, a, b, CHOOSE, 0x5a827999, schedule_word(ring, 18));
    ROUND(b, c, d, e, a, CHOOSE, 0x5a827999, schedule_word(ring, 19));
    for (round = 20; round < 40; round += 5)
        FIVE_ROUNDS(round, PARITY, 0x6ed9eba1, schedule_word);
    for (; round < 60; round += 5)
        FIVE_ROUNDS(round, MAJORITY, 0x8f1bbcdc, schedule_word);
    for (; round < 80; round += 5)
        FIVE_ROUNDS(round, PARITY, 0xca62c1d6, schedule_word);
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

void sha1_begin(struct sha1 *sha1)
{
    static const uint32_t start[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    memcpy(sha1->state, start, sizeof start);
    sha1->bytes_high = sha1->bytes_low = 0;
}

void sha1_add(struct sha1 *sha1, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    size_t used = sha1->bytes_low % SHA1_BLOCK_BYTES;

    sha1->bytes_high += (uint32_t)((uint64_t)size >> 32) + ((uint32_t)size > UINT32_MAX - sha1->bytes_low);
    sha1->bytes_low += (uint32_t)size;
    if (used + size >= SHA1_BLOCK_BYTES && used > 0) {
        size_t fill = SHA1_BLOCK_BYTES - used;
        memcpy(sha1->block + used, from, fill);
        compress(sha1->state, sha1->block);
        from += fill;
        size -= fill;
        used = 0;
    }
    for (; size >= SHA1_BLOCK_BYTES; size -= SHA1_BLOCK_BYTES, from += SHA1_BLOCK_BYTES)
        compress(sha1->state, from);
    if (size > 0)
        memcpy(sha1->block + used, from, size);
}

void sha1_end(struct sha1 *sha1, uint8_t digest[SHA1_BYTES])
{
    static const uint8_t padding[SHA1_BLOCK_BYTES] = {0x80};
    uint8_t length[LENGTH_BYTES];
    size_t used = sha1->bytes_low % SHA1_BLOCK_BYTES;
    size_t pad = (used < SHA1_BLOCK_BYTES - LENGTH_BYTES ? 1 : 2) * SHA1_BLOCK_BYTES - LENGTH_BYTES - used;

    store_big_endian(length, sha1->bytes_high << 3 | sha1->bytes_low >> 29);
    store_big_endian(length + 4, sha1->bytes_low << 3);
    sha1_add(sha1, padding, pad);
    sha1_add(sha1, length, LENGTH_BYTES);
    for (int i = 0; i < 5; i++)
        store_big_endian(digest + 4 * i, sha1->state[i]);
}

void base32_encode(char *text, const uint8_t *bytes, size_t size)
{
    uint32_t waiting = 0;
    int bits = 0;
    for (size_t i = 0; i < size; i++) {
        waiting = waiting << 8 | bytes[i];
        for (bits += 8; bits >= 5; bits -= 5)
            *text++ = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[waiting >> (bits - 5) & 31];
    }
    if (bits > 0)
        *text++ = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[waiting << (5 - bits) & 31];
    *text = '\0';
}
