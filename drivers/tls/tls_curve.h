/*
 * Included before mbedTLS's pk_ecc.c (mbedtls.cmake): whether a point is one of its curve is found out by our
 * arithmetic, too (tls_curve.c). mbedTLS's own then has nobody left who calls it.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_CURVE_H
#define CRAWLBOX_DRIVERS_TLS_TLS_CURVE_H

#include "common.h" /* mbedTLS's own: its first include must come first */

#include "mbedtls/ecp.h" /* before the macro, so that the declaration is not rewritten */

int tls_check_point(const mbedtls_ecp_group *group, const mbedtls_ecp_point *point);

#define mbedtls_ecp_check_pubkey tls_check_point

#endif
