/*
 * The inner step of SHA-384 and SHA-512, for mbedTLS in the image and in the host programs. mbedTLS's own
 * keeps all 80 words of the schedule: 520 bytes more of stack, at the deepest place of a handshake.
 *
 *     uint64_t state[8] = {0x6a09e667f3bcc908, ...};
 *     sha512_block(state, block);            digests 128 bytes more
 */
#ifndef CRAWLBOX_CRYPTO_SHA512_H
#define CRAWLBOX_CRYPTO_SHA512_H

#include <stdint.h>

enum { SHA512_BLOCK_BYTES = 128, SHA512_STATE_WORDS = 8, SHA512_ROUNDS = 80 };

/* The first 64 bits behind the point of the cube roots of the first 80 primes. The high halves of the first
 * 64 are the constants of SHA-256. */
extern const uint64_t sha512_constant[SHA512_ROUNDS];

void sha512_block(uint64_t state[SHA512_STATE_WORDS], const uint8_t block[SHA512_BLOCK_BYTES]);

#endif
