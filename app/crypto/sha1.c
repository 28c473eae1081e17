#include "crypto/sha1.h"

#include <string.h>

#include "base/bytes.h"
#include "crypto/sha1_block.h"

enum { LENGTH_BYTES = 8 };

/* Digesting is most of what storing a page costs. This is the only copy of the long code that does it. */
static __attribute__((noinline)) void compress(uint32_t state[SHA1_STATE_WORDS], const uint8_t *block)
{
    sha1_take_block(state, block);
}

void sha1_begin(struct sha1 *sha1)
{
    static const uint32_t start[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    memcpy(sha1->state, start, sizeof start);
    sha1->bytes_high = sha1->bytes_low = 0;
}

void sha1_add(struct sha1 *sha1, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    size_t used = sha1->bytes_low % SHA1_BLOCK_BYTES;

    sha1->bytes_high += (uint32_t)((uint64_t)size >> 32) + ((uint32_t)size > UINT32_MAX - sha1->bytes_low);
    sha1->bytes_low += (uint32_t)size;
    if (used + size >= SHA1_BLOCK_BYTES && used > 0) {
        size_t fill = SHA1_BLOCK_BYTES - used;
        memcpy(sha1->block + used, from, fill);
        compress(sha1->state, sha1->block);
        from += fill;
        size -= fill;
        used = 0;
    }
    for (; size >= SHA1_BLOCK_BYTES; size -= SHA1_BLOCK_BYTES, from += SHA1_BLOCK_BYTES)
        compress(sha1->state, from);
    if (size > 0)
        memcpy(sha1->block + used, from, size);
}

void sha1_end(struct sha1 *sha1, uint8_t digest[SHA1_BYTES])
{
    static const uint8_t padding[SHA1_BLOCK_BYTES] = {0x80};
    uint8_t length[LENGTH_BYTES];
    size_t used = sha1->bytes_low % SHA1_BLOCK_BYTES;
    size_t pad = (used < SHA1_BLOCK_BYTES - LENGTH_BYTES ? 1 : 2) * SHA1_BLOCK_BYTES - LENGTH_BYTES - used;

    bytes_put32_big(length, sha1->bytes_high << 3 | sha1->bytes_low >> 29);
    bytes_put32_big(length + 4, sha1->bytes_low << 3);
    sha1_add(sha1, padding, pad);
    sha1_add(sha1, length, LENGTH_BYTES);
    for (int i = 0; i < 5; i++)
        bytes_put32_big(digest + 4 * i, sha1->state[i]);
}

void base32_encode(char *text, const uint8_t *bytes, size_t size)
{
    uint32_t waiting = 0;
    int bits = 0;
    for (size_t i = 0; i < size; i++) {
        waiting = waiting << 8 | bytes[i];
        for (bits += 8; bits >= 5; bits -= 5)
            *text++ = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[waiting >> (bits - 5) & 31];
    }
    if (bits > 0)
        *text++ = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[waiting << (5 - bits) & 31];
    *text = '\0';
}
