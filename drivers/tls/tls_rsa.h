/*
 * RSA's public operation for mbedTLS: 3.5 KB less of the arena at the handshake's peak than with its own
 * (app/crypto says why), and nothing is kept with each key for the next time, which there is none of.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_RSA_H
#define CRAWLBOX_DRIVERS_TLS_TLS_RSA_H

#include "mbedtls/bignum.h"

/* value = value ^ exponent modulo modulus. Exponents of more than 32 bits, which nobody has, are refused. */
int tls_rsa_power(mbedtls_mpi *value, const mbedtls_mpi *exponent, mbedtls_mpi *modulus);

#endif
