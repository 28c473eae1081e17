/*
 * The build includes this before mbedTLS's ssl_tls.c (mbedtls.cmake). tls_certificates.c checks a chain in
 * all respects at once; what mbedTLS would ask about it one by one afterwards is answered with "as it
 * should be" here, and what the box never asks for is not there.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_OWN_CHECKS_H
#define CRAWLBOX_DRIVERS_TLS_TLS_OWN_CHECKS_H

#include "common.h" /* mbedTLS's own: its first include must come first */

#include "mbedtls/pk.h" /* before the macros, so that declarations are not rewritten */
#include "mbedtls/x509_crt.h"

#define mbedtls_x509_crt_check_key_usage(...)          0
#define mbedtls_x509_crt_check_extended_key_usage(...) 0
#define mbedtls_pk_can_do(...)                         0 /* then it does not ask for the curve of a key */
#define mbedtls_x509_crt_verify_restartable(...)       MBEDTLS_ERR_X509_FATAL_ERROR
#define mbedtls_x509_crt_profile_suiteb                mbedtls_x509_crt_profile_default

#endif
