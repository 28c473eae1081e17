/*
 * SHA-1 of a stream of bytes, and its Base32 form: the digests of WARC records and of crawl.log.
 *
 *     struct sha1 sha1;
 *     uint8_t digest[SHA1_BYTES];
 *     sha1_begin(&sha1);
 *     sha1_add(&sha1, chunk, size);        (any number of times, any sizes)
 *     sha1_end(&sha1, digest);
 *     base32_encode(text, digest, SHA1_BYTES);
 *
 * It names content so that the same page is recognised; it protects nothing from an attacker, and need not:
 * the web archives' formats prescribe it. RAM: struct sha1, 92 bytes, and about 420 bytes of stack
 * (sha1_block.h).
 */
#ifndef CRAWLBOX_CRYPTO_SHA1_H
#define CRAWLBOX_CRYPTO_SHA1_H

#include <stddef.h>
#include <stdint.h>

enum {
    SHA1_BYTES = 20,
    SHA1_BLOCK_BYTES = 64,
    SHA1_BASE32_SIZE = 33, /* 32 characters and the zero byte */
};

struct sha1 {
    uint32_t state[5];
    uint32_t bytes_high, bytes_low; /* how much was added */
    uint8_t block[SHA1_BLOCK_BYTES];
};

void sha1_begin(struct sha1 *sha1);
void sha1_add(struct sha1 *sha1, const void *bytes, size_t size);

/* Writes the digest; to go on, begin anew. Copy the struct first to read a digest in the middle of a
 * stream. */
void sha1_end(struct sha1 *sha1, uint8_t digest[SHA1_BYTES]);

/* RFC 4648 Base32 in capitals without padding; `text` takes (size * 8 + 4) / 5 characters and a zero byte. */
void base32_encode(char *text, const uint8_t *bytes, size_t size);

#endif
