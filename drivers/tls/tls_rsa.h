/*
 * RSA's public operation for mbedTLS. It needs 3.5 KB less of the page arena at the handshake's peak than
 * mbedTLS's own (app/crypto says why), and keeps nothing with a key, since no key is used twice.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_RSA_H
#define CRAWLBOX_DRIVERS_TLS_TLS_RSA_H

#include "mbedtls/bignum.h"

/* value = value ^ exponent modulo modulus. Refuses exponents of more than 32 bits, which nobody has. */
int tls_rsa_power(mbedtls_mpi *value, const mbedtls_mpi *exponent, mbedtls_mpi *modulus);

#endif
