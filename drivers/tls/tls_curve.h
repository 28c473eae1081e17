/*
 * The build includes this before mbedTLS's pk_ecc.c (mbedtls.cmake). It makes mbedTLS ask our arithmetic
 * (tls_curve.c) whether a point lies on its curve. Then nothing calls mbedTLS's own arithmetic any more, and
 * the linker drops it.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_CURVE_H
#define CRAWLBOX_DRIVERS_TLS_TLS_CURVE_H

#include "common.h" /* mbedTLS's own: its first include must come first */

#include "mbedtls/ecp.h" /* before the macro, so that the declaration is not rewritten */

int tls_check_point(const mbedtls_ecp_group *group, const mbedtls_ecp_point *point);

#define mbedtls_ecp_check_pubkey tls_check_point

#endif
