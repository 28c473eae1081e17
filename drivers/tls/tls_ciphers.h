/*
 * What tls_ciphers.c does beside mbedTLS's own functions.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_CIPHERS_H
#define CRAWLBOX_DRIVERS_TLS_TLS_CIPHERS_H

#include "mbedtls/ssl.h"

/* Makes room for the page when a handshake is done: gives back what only another handshake would need, and
 * moves the ciphers from the top of the page arena into the gap that the handshake has left. */
void tls_make_room(mbedtls_ssl_context *ssl);

#endif
