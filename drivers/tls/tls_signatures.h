/*
 * The build includes this before mbedTLS's x509_crt.c (mbedtls.cmake), which then asks tls_stream.c before it
 * checks the signature of a certificate. tls_stream.c counts: mbedTLS itself would try every certificate of a
 * chain that has the issuer's name, and a server may send as many as it likes. (Within its own text the name
 * of a macro means the function.)
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_SIGNATURES_H
#define CRAWLBOX_DRIVERS_TLS_TLS_SIGNATURES_H

#include "common.h" /* mbedTLS's own: its first include must come first */

#include "mbedtls/pk.h" /* before the macro, so that the declaration is not rewritten */

#define mbedtls_pk_verify_ext(...)                                                                           \
    (tls_may_check_signature() ? mbedtls_pk_verify_ext(__VA_ARGS__) : MBEDTLS_ERR_PK_FEATURE_UNAVAILABLE)

#endif
