#include "warc/sha256.h"

#include <stdio.h>
#include <string.h>

enum { LENGTH_BYTES = 8 };

void sha256_begin(struct sha256 *sha256)
{
    static const uint32_t start[SHA256_STATE_WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
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
        sha256_block(sha256->state, sha256->block);
        from += fill;
        size -= fill;
        used = 0;
    }
    for (; size >= SHA256_BLOCK_BYTES; size -= SHA256_BLOCK_BYTES, from += SHA256_BLOCK_BYTES)
        sha256_block(sha256->state, from);
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
