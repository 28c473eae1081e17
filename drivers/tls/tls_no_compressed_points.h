/*
 * The build includes this before mbedTLS's ecp.c (mbedtls.cmake), which then refuses points that come without
 * their y. TLS does not send such points, and no authority puts them into certificates. mbedTLS works y out
 * only if two bits of the curve's prime say that it knows how; the macro below makes these bits 0. The
 * arithmetic for it, which nothing else needs (tls_curve.h), would be 2 KB of flash.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_NO_COMPRESSED_POINTS_H
#define CRAWLBOX_DRIVERS_TLS_TLS_NO_COMPRESSED_POINTS_H

#include "common.h" /* mbedTLS's own: its first include must come first */

#include "mbedtls/bignum.h" /* before the macro, so that the declaration is not rewritten */

#define mbedtls_mpi_get_bit(...) 0

#endif
