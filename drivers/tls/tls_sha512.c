/* The inner step of mbedTLS's SHA-384 and SHA-512 (MBEDTLS_SHA512_PROCESS_ALT in tls_options.h). */
#define MBEDTLS_ALLOW_PRIVATE_ACCESS /* the state of a digest */

#include "mbedtls/sha512.h"

#include "crypto/sha512.h"

int mbedtls_internal_sha512_process(mbedtls_sha512_context *sha,
                                    const unsigned char block[SHA512_BLOCK_BYTES])
{
    sha512_block(sha->state, block);
    return 0;
}
