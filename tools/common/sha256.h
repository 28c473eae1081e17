/*
 * SHA-256 of a stream of bytes, by mbedTLS: what WACZ packages and some WARC digests use. Same use as
 * crypto/sha1.h.
 */
#ifndef CRAWLBOX_SHA256_H
#define CRAWLBOX_SHA256_H

#include <stddef.h>
#include <stdint.h>

#include "mbedtls/sha256.h"

enum { SHA256_BYTES = 32, SHA256_HEX_SIZE = 65 };

struct sha256 {
    mbedtls_sha256_context context;
};

void sha256_begin(struct sha256 *sha256);
void sha256_add(struct sha256 *sha256, const void *bytes, size_t size);
void sha256_end(struct sha256 *sha256, uint8_t digest[SHA256_BYTES]);

/* Ends it and writes 64 lower-case hexadecimal digits and a zero byte. */
void sha256_end_hex(struct sha256 *sha256, char text[SHA256_HEX_SIZE]);

#endif
