#include "crypto/sha512.h"

#include <string.h>

enum { SCHEDULE_WORDS = 16 };

const uint64_t sha512_constant[SHA512_ROUNDS] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817};

static inline uint64_t rotate(uint64_t word, int bits)
{
    return word >> bits | word << (64 - bits);
}

/* Makes a word of the schedule in the place of the one that was used 16 rounds before. */
static uint64_t next_word(uint64_t word[SCHEDULE_WORDS], unsigned round)
{
    uint64_t near = word[(round + 1) % SCHEDULE_WORDS], far = word[(round + 14) % SCHEDULE_WORDS];
    return word[round % SCHEDULE_WORDS] += (rotate(near, 1) ^ rotate(near, 8) ^ near >> 7) +
                                           word[(round + 9) % SCHEDULE_WORDS] +
                                           (rotate(far, 19) ^ rotate(far, 61) ^ far >> 6);
}

static void one_round(uint64_t s[SHA512_STATE_WORDS], uint64_t added)
{
    uint64_t a = s[0], e = s[4];
    uint64_t first =
        s[7] + (rotate(e, 14) ^ rotate(e, 18) ^ rotate(e, 41)) + (s[6] ^ (e & (s[5] ^ s[6]))) + added;
    uint64_t second = (rotate(a, 28) ^ rotate(a, 34) ^ rotate(a, 39)) + ((a & s[1]) | (s[2] & (a | s[1])));
    memmove(s + 1, s, (SHA512_STATE_WORDS - 1) * sizeof *s);
    s[4] += first;
    s[0] = first + second;
}

static uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < sizeof word; i++)
        word = word << 8 | bytes[i];
    return word;
}

void sha512_block(uint64_t state[SHA512_STATE_WORDS], const uint8_t block[SHA512_BLOCK_BYTES])
{
    uint64_t word[SCHEDULE_WORDS], s[SHA512_STATE_WORDS];
    memcpy(s, state, sizeof s);
    for (unsigned i = 0; i < SCHEDULE_WORDS; i++)
        word[i] = word_at(block + i * sizeof word[0]);
    for (unsigned round = 0; round < SHA512_ROUNDS; round++)
        one_round(s,
                  sha512_constant[round] + (round < SCHEDULE_WORDS ? word[round] : next_word(word, round)));
    for (unsigned i = 0; i < SHA512_STATE_WORDS; i++)
        state[i] += s[i];
}
