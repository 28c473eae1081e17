/*
 * SHA-256 of a stream of bytes: what WACZ packages and some WARC digests use. Same use as base/sha1.h.
 */
#ifndef CRAWLBOX_WARC_SHA256_H
#define CRAWLBOX_WARC_SHA256_H

#include <stddef.h>
#include <stdint.h>

#include "base/sha256.h"

enum { SHA256_BYTES = 32, SHA256_HEX_SIZE = 65 };

struct sha256 {
    uint32_t state[SHA256_STATE_WORDS];
    uint64_t bytes; /* how much was added */
    uint8_t block[SHA256_BLOCK_BYTES];
};

void sha256_begin(struct sha256 *sha256);
void sha256_add(struct sha256 *sha256, const void *bytes, size_t size);
void sha256_end(struct sha256 *sha256, uint8_t digest[SHA256_BYTES]);

/* Ends it and writes 64 lower-case hexadecimal digits and a zero byte. */
void sha256_end_hex(struct sha256 *sha256, char text[SHA256_HEX_SIZE]);

#endif
