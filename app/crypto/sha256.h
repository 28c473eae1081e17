/*
 * The inner step of SHA-256, for mbedTLS and the host program. mbedTLS has a small one and a fast one: this is as fast as that, 1 KB of
 * flash smaller, and takes 130 bytes less of stack.
 *
 *     uint32_t state[8] = {0x6a09e667, ...};
 *     sha256_block(state, block);            digests 64 bytes more
 */
#ifndef CRAWLBOX_BASE_SHA256_H
#define CRAWLBOX_BASE_SHA256_H

#include <stdint.h>

enum { SHA256_BLOCK_BYTES = 64, SHA256_STATE_WORDS = 8 };

void sha256_block(uint32_t state[SHA256_STATE_WORDS], const uint8_t block[SHA256_BLOCK_BYTES]);

#endif
