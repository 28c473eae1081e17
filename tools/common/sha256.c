#include "sha256.h"

#include <stdio.h>

/* What mbedTLS returns is not looked at: SHA-256 without hardware of its own cannot fail. */
void sha256_begin(struct sha256 *sha256)
{
    mbedtls_sha256_init(&sha256->context);
    (void)mbedtls_sha256_starts(&sha256->context, 0);
}

void sha256_add(struct sha256 *sha256, const void *bytes, size_t size)
{
    (void)mbedtls_sha256_update(&sha256->context, bytes, size);
}

void sha256_end(struct sha256 *sha256, uint8_t digest[SHA256_BYTES])
{
    (void)mbedtls_sha256_finish(&sha256->context, digest);
}

void sha256_end_hex(struct sha256 *sha256, char text[SHA256_HEX_SIZE])
{
    uint8_t digest[SHA256_BYTES];
    sha256_end(sha256, digest);
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
}
