/*
 * The inner step of ChaCha20 (RFC 8439), for mbedTLS in the image and in the host programs: 64 bytes of the
 * key stream from 16 words of state, which are constant, key, counter and nonce.
 *
 *     uint32_t state[16] = {0x61707865, ...}, stream[16];
 *     chacha20_block(stream, state);         its bytes are the stream's, if the machine is little-endian
 *     state[CHACHA20_COUNTER]++;
 *
 * On a Cortex-M3 it takes 13 instructions a byte, where the code of mbedTLS takes about 60.
 */
#ifndef CRAWLBOX_CRYPTO_CHACHA20_H
#define CRAWLBOX_CRYPTO_CHACHA20_H

#include <stdint.h>

enum { CHACHA20_WORDS = 16, CHACHA20_BLOCK_BYTES = 64, CHACHA20_COUNTER = 12 };

void chacha20_block(uint32_t stream[CHACHA20_WORDS], const uint32_t state[CHACHA20_WORDS]);

/* The same in C, whatever the processor; tests compare the two. */
void chacha20_block_in_c(uint32_t stream[CHACHA20_WORDS], const uint32_t state[CHACHA20_WORDS]);

#endif
