/*
 * Included before mbedTLS's ecp_curves.c (mbedtls.cmake): its reduction modulo the prime of P-256 is ours, which the image has
 * anyway (app/p256). The function-like macro renames theirs, which nobody calls then; where the function's address is
 * taken, the name stays: 0.7 KB of flash.
 */
#ifndef CRAWLBOX_TLS_P256_H
#define CRAWLBOX_TLS_P256_H

#include "common.h" /* mbedTLS's own: its first include must come first */

#include "mbedtls/bignum.h"

int ecp_mod_p256(mbedtls_mpi *number);

#ifdef TLS_CURVES
#define ecp_mod_p256(number) __attribute__((unused)) ecp_mod_p256_of_mbedtls(number)
#endif

#endif
