#include "warc/sha256.h"

#include <stdio.h>
#include <string.h>

enum { LENGTH_BYTES = 8, ROUNDS = 64, SCHEDULE_START = 16 };

/* The first 32 bits of the fractions of the cube roots of the first 64 primes. */
static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t word, int bits)
{
    return word >> bits | word << (32 - bits);
}

static uint32_t load_big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void expand(uint32_t schedule[ROUNDS], const uint8_t *block)
{
    for (int i = 0; i < SCHEDULE_START; i++)
        schedule[i] = load_big_endian(block + 4 * i);
    for (int i = SCHEDULE_START; i < ROUNDS; i++) {
        uint32_t early = schedule[i - 15], late = schedule[i - 2];
        schedule[i] = schedule[i - 16] + schedule[i - 7] +
                      (rotate(early, 7) ^ rotate(early, 18) ^ early >> 3) +
                      (rotate(late, 17) ^ rotate(late, 19) ^ late >> 10);
    }
}

static void compress(uint32_t state[8], const uint8_t *block)
{
    uint32_t schedule[ROUNDS];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];

    expand(schedule, block);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t choose = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
        uint32_t first =
            h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choose + constants[i] + schedule[i];
        uint32_t second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
        h = g, g = f, f = e, e = d + first;
        d = c, c = b, b = a, a = first + second;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

void sha256_begin(struct sha256 *sha256)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(sha256->state, start, sizeof start);
    sha256->bytes = 0;
}

void sha256_add(struct sha256 *sha256, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    size_t used = sha256->bytes % SHA256_BLOCK_BYTES;

    sha256->bytes += size;
    if (used > 0 && used + size >= SHA256_BLOCK_BYTES) {
        size_t fill = SHA256_BLOCK_BYTES - used;
        memcpy(sha256->block + used, from, fill);
        compress(sha256->state, sha256->block);
        from += fill;
        size -= fill;
        used = 0;
    }
    for (; size >= SHA256_BLOCK_BYTES; size -= SHA256_BLOCK_BYTES, from += SHA256_BLOCK_BYTES)
        compress(sha256->state, from);
    if (size > 0)
        memcpy(sha256->block + used, from, size);
}

void sha256_end(struct sha256 *sha256, uint8_t digest[SHA256_BYTES])
{
    static const uint8_t padding[SHA256_BLOCK_BYTES] = {0x80};
    uint8_t length[LENGTH_BYTES];
    size_t used = sha256->bytes % SHA256_BLOCK_BYTES;
    size_t pad =
        (used < SHA256_BLOCK_BYTES - LENGTH_BYTES ? 1 : 2) * SHA256_BLOCK_BYTES - LENGTH_BYTES - used;

    for (int i = 0; i < LENGTH_BYTES; i++)
        length[i] = (uint8_t)(sha256->bytes * 8 >> (56 - 8 * i));
    sha256_add(sha256, padding, pad);
    sha256_add(sha256, length, LENGTH_BYTES);
    for (int i = 0; i < SHA256_BYTES; i++)
        digest[i] = (uint8_t)(sha256->state[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_end_hex(struct sha256 *sha256, char text[SHA256_HEX_SIZE])
{
    uint8_t digest[SHA256_BYTES];
    sha256_end(sha256, digest);
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
}
