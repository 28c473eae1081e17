/*
 * Included before mbedTLS's x509_crt.c (mbedtls.cmake): before it checks the signature of a certificate it
 * asks tls_stream.c, which counts. mbedTLS itself tries every certificate of a chain that has the issuer's
 * name, and a server may send as many as it likes. (Within its own text a macro's name is the function.)
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_SIGNATURES_H
#define CRAWLBOX_DRIVERS_TLS_TLS_SIGNATURES_H

#include "common.h" /* mbedTLS's own: its first include must come first */

#include "mbedtls/pk.h" /* before the macro, so that the declaration is not rewritten */

#define mbedtls_pk_verify_ext(...)                                                                           \
    (tls_may_check_signature() ? mbedtls_pk_verify_ext(__VA_ARGS__) : MBEDTLS_ERR_PK_FEATURE_UNAVAILABLE)

#endif
