/*
 * The box has no private key, but mbedTLS's tables of key types need all functions for private keys: signing,
 * decrypting, completing and checking keys. The build includes this before pk_wrap.c and rsa.c of mbedTLS
 * (mbedtls.cmake). Those calls then give an error, and the linker drops 7 KB that nothing calls any more.
 *
 * A public key needs none of these functions: it has both its numbers, and nothing has to be deduced.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_NO_PRIVATE_KEYS_H
#define CRAWLBOX_DRIVERS_TLS_TLS_NO_PRIVATE_KEYS_H

#include "common.h"        /* mbedTLS's own: its first include must come first */
#include "mbedtls/ecdsa.h" /* before the macros, so that declarations are not rewritten */
#include "mbedtls/ecp.h"
#include "mbedtls/pk.h"
#include "mbedtls/rsa.h"

#define mbedtls_ecdsa_write_signature(...) MBEDTLS_ERR_PK_FEATURE_UNAVAILABLE
#define mbedtls_ecp_check_pub_priv(...)    MBEDTLS_ERR_PK_FEATURE_UNAVAILABLE

#ifdef TLS_KEY_TABLES /* the tables in pk_wrap.c call what rsa.c defines */
#define mbedtls_rsa_pkcs1_sign(...)     MBEDTLS_ERR_PK_FEATURE_UNAVAILABLE
#define mbedtls_rsa_pkcs1_decrypt(...)  MBEDTLS_ERR_PK_FEATURE_UNAVAILABLE
#define mbedtls_rsa_pkcs1_encrypt(...)  MBEDTLS_ERR_PK_FEATURE_UNAVAILABLE
#define mbedtls_rsa_check_pub_priv(...) MBEDTLS_ERR_PK_FEATURE_UNAVAILABLE
#else /* rsa.c itself calls its helpers */
#include "bignum_internal.h"
#include "rsa_alt_helpers.h"
#include "tls/tls_rsa.h"
#ifdef MBEDTLS_HAVE_INT32
#define mbedtls_mpi_exp_mod_unsafe(x, a, e, n, rr) tls_rsa_power(x, e, n) /* x and a are the same there */
#endif
#define mbedtls_mpi_mul_mpi(...)                 MBEDTLS_ERR_RSA_BAD_INPUT_DATA
#define mbedtls_rsa_deduce_primes(...)           MBEDTLS_ERR_RSA_BAD_INPUT_DATA
#define mbedtls_rsa_deduce_private_exponent(...) MBEDTLS_ERR_RSA_BAD_INPUT_DATA
#define mbedtls_rsa_deduce_crt(...)              MBEDTLS_ERR_RSA_BAD_INPUT_DATA
#endif

#endif
