#include "crypto/sha256.h"

#include <string.h>

enum { ROUNDS = 64, SCHEDULE_WORDS = 16 };

/* The first 32 bits behind the point of the cube roots of the first 64 primes. */
static const uint32_t constant[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static inline uint32_t rotate(uint32_t word, int bits)
{
    return word >> bits | word << (32 - bits);
}

/* The eight words change their roles from round to round instead of their places. */
#define ROUND(a, b, c, d, e, f, g, h, i)                                                                     \
    do {                                                                                                     \
        (h) += (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((g) ^ ((e) & ((f) ^ (g)))) + from[i] +      \
               word[i];                                                                                      \
        (d) += (h);                                                                                          \
        (h) += (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + (((a) & (b)) | ((c) & ((a) | (b))));         \
    } while (0)

static void eight_rounds(uint32_t s[SHA256_STATE_WORDS], const uint32_t *from, const uint32_t *word)
{
    uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
    ROUND(a, b, c, d, e, f, g, h, 0);
    ROUND(h, a, b, c, d, e, f, g, 1);
    ROUND(g, h, a, b, c, d, e, f, 2);
    ROUND(f, g, h, a, b, c, d, e, 3);
    ROUND(e, f, g, h, a, b, c, d, 4);
    ROUND(d, e, f, g, h, a, b, c, 5);
    ROUND(c, d, e, f, g, h, a, b, 6);
    ROUND(b, c, d, e, f, g, h, a, 7);
    s[0] = a, s[1] = b, s[2] = c, s[3] = d, s[4] = e, s[5] = f, s[6] = g, s[7] = h;
}

/* The next 16 words of the schedule in place of the last. */
static void schedule(uint32_t word[2 * SCHEDULE_WORDS])
{
    for (uint32_t *w = word; w < word + SCHEDULE_WORDS; w++)
        w[16] = w[0] + (rotate(w[1], 7) ^ rotate(w[1], 18) ^ w[1] >> 3) + w[9] +
                (rotate(w[14], 17) ^ rotate(w[14], 19) ^ w[14] >> 10);
    /* The halves do not overlap: cppcheck compares an offset in words with a length in bytes. */
    /* cppcheck-suppress overlappingWriteFunction */
    memcpy(word, word + SCHEDULE_WORDS, SCHEDULE_WORDS * sizeof *word);
}

void sha256_block(uint32_t state[SHA256_STATE_WORDS], const uint8_t block[SHA256_BLOCK_BYTES])
{
    uint32_t word[2 * SCHEDULE_WORDS], s[SHA256_STATE_WORDS];
    memcpy(s, state, sizeof s);
    for (unsigned i = 0; i < SCHEDULE_WORDS; i++, block += 4)
        word[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 | block[3];
    for (unsigned round = 0; round < ROUNDS; round += SCHEDULE_WORDS) {
        if (round > 0)
            schedule(word);
        eight_rounds(s, constant + round, word);
        eight_rounds(s, constant + round + 8, word + 8);
    }
    for (unsigned i = 0; i < SHA256_STATE_WORDS; i++)
        state[i] += s[i];
}
