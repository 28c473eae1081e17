/*
 * Included before mbedTLS's ecp.c (mbedtls.cmake): points of curves that come without their y, which TLS does
 * not send and which no authority puts into certificates, are refused. What works y out asks first whether
 * the curve's prime is one for which it knows how, by two bits of it: here it is told that it is not. Its
 * arithmetic, which nothing else needs (tls_curve.h), is 2 KB of flash.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_NO_COMPRESSED_POINTS_H
#define CRAWLBOX_DRIVERS_TLS_TLS_NO_COMPRESSED_POINTS_H

#include "common.h" /* mbedTLS's own: its first include must come first */

#include "mbedtls/bignum.h" /* before the macro, so that the declaration is not rewritten */

#define mbedtls_mpi_get_bit(...) 0

#endif
