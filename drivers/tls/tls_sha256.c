/* The inner step of mbedTLS's SHA-256 (MBEDTLS_SHA256_PROCESS_ALT in tls_options.h). */
#define MBEDTLS_ALLOW_PRIVATE_ACCESS /* the state of a digest */

#include "mbedtls/sha256.h"

#include "crypto/sha256.h"

int mbedtls_internal_sha256_process(mbedtls_sha256_context *sha,
                                    const unsigned char block[SHA256_BLOCK_BYTES])
{
    sha256_block(sha->state, block);
    return 0;
}
