/* What mbedTLS keeps of a ChaCha20 stream (MBEDTLS_CHACHA20_ALT in tls_options.h). mbedTLS wants this file to
 * have this name. */
#ifndef CRAWLBOX_DRIVERS_TLS_CHACHA20_ALT_H
#define CRAWLBOX_DRIVERS_TLS_CHACHA20_ALT_H

#include <stddef.h>

#include "crypto/chacha20.h"

typedef struct mbedtls_chacha20_context {
    uint32_t state[CHACHA20_WORDS];
    uint32_t stream[CHACHA20_WORDS];
    size_t used; /* bytes of the stream */
} mbedtls_chacha20_context;

#endif
