/*
 * Included before mbedTLS's ecp.c (mbedtls.cmake): points of curves that come without their y, which TLS does not send and which
 * no authority puts into certificates, are refused. Working y out is all that a power modulo a large number was needed for
 * besides RSA, which has its own (tls_rsa.h): 1 KB of flash.
 */
#ifndef CRAWLBOX_TLS_NO_COMPRESSED_POINTS_H
#define CRAWLBOX_TLS_NO_COMPRESSED_POINTS_H

#include "common.h" /* mbedTLS's own: its first include must come first */

#include "mbedtls/bignum.h" /* before the macro, so that the declaration is not rewritten */
#include "mbedtls/ecp.h"

#define mbedtls_mpi_exp_mod(...) MBEDTLS_ERR_ECP_FEATURE_UNAVAILABLE

#endif
