#include "crypto/sha256.h"

#include <string.h>

#include "crypto/sha512.h" /* its constants */

enum { ROUNDS = 64, SCHEDULE_WORDS = 16 };

static inline uint32_t rotate(uint32_t word, int bits)
{
    return word >> bits | word << (32 - bits);
}

/* The constants are the high halves of those of SHA-512. */
static inline uint32_t high_half(uint64_t constant)
{
    return (uint32_t)(constant >> 32);
}

/* The eight words change their roles from round to round instead of their places. */
#define ROUND(a, b, c, d, e, f, g, h, i)                                                                     \
    do {                                                                                                     \
        (h) += (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((g) ^ ((e) & ((f) ^ (g)))) +                \
               high_half(from[i]) + word[i];                                                                 \
        (d) += (h);                                                                                          \
        (h) += (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + (((a) & (b)) | ((c) & ((a) | (b))));         \
    } while (0)

static void eight_rounds(uint32_t s[SHA256_STATE_WORDS], const uint64_t *from, const uint32_t *word)
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
        eight_rounds(s, sha512_constant + round, word);
        eight_rounds(s, sha512_constant + round + 8, word + 8);
    }
    for (unsigned i = 0; i < SHA256_STATE_WORDS; i++)
        state[i] += s[i];
}
