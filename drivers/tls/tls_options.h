/*
 * mbedTLS 3.6 as the box uses it: a TLS 1.2 client. Beside each choice: why, and what it costs.
 *
 * TLS 1.3 is left out, because of its flash and because of the RAM that its handshake would need beside the
 * certificate chain. The box refuses a server that speaks nothing older, with a status of its own.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_OPTIONS_H
#define CRAWLBOX_DRIVERS_TLS_TLS_OPTIONS_H

/* The platform: memory from one arena, no stdio, time from the time server. All of it is in
 * tls_platform.c. */
#define MBEDTLS_HAVE_ASM
#define MBEDTLS_PLATFORM_C
#define MBEDTLS_PLATFORM_NO_STD_FUNCTIONS
#define MBEDTLS_PLATFORM_MEMORY
#define MBEDTLS_PLATFORM_CALLOC_MACRO tls_calloc
#define MBEDTLS_PLATFORM_FREE_MACRO   tls_free
#define MBEDTLS_HAVE_TIME
#define MBEDTLS_PLATFORM_TIME_MACRO      tls_time
#define MBEDTLS_PLATFORM_TIME_TYPE_MACRO int64_t
#define MBEDTLS_PLATFORM_MS_TIME_ALT
#define MBEDTLS_PLATFORM_EXIT_ALT
#define MBEDTLS_PLATFORM_SNPRINTF_ALT
#define MBEDTLS_PLATFORM_VSNPRINTF_ALT
#define MBEDTLS_PLATFORM_PRINTF_ALT
#define MBEDTLS_PLATFORM_FPRINTF_ALT
#define MBEDTLS_PLATFORM_SETBUF_ALT

/* Randomness comes straight from entropy.h. mbedTLS's generator and collector are left out, since reseeding
 * them takes 1.2 KB of stack at the worst moment. */

/* The protocol. */
#define MBEDTLS_SSL_TLS_C
#define MBEDTLS_SSL_CLI_C
#define MBEDTLS_SSL_PROTO_TLS1_2
#define MBEDTLS_SSL_SERVER_NAME_INDICATION
#define MBEDTLS_SSL_EXTENDED_MASTER_SECRET
#define MBEDTLS_SSL_SESSION_TICKETS /* a resumed handshake takes 9 ms, a full one 200 to 800 */
#define MBEDTLS_SSL_IN_CONTENT_LEN                                                                           \
    16384 /* so the largest record that exists must fit: 16.4 KB of the arena */
#define MBEDTLS_SSL_OUT_CONTENT_LEN                                                                          \
    768 /* requests are cut into records of this size; a hello with name and ticket just fits */
#define MBEDTLS_SSL_CIPHERSUITES                                                                             \
    MBEDTLS_TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,                                                   \
        MBEDTLS_TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,                                                 \
        MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, MBEDTLS_TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,      \
        MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, MBEDTLS_TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384
/* ^ ChaCha first: without AES hardware it costs 40 % of AES-GCM. */
#define MBEDTLS_KEY_EXCHANGE_ECDHE_RSA_ENABLED
#define MBEDTLS_KEY_EXCHANGE_ECDHE_ECDSA_ENABLED

/* Ciphers and digests. */
#define MBEDTLS_CIPHER_C       /* its functions are ours: tls_ciphers.c */
#define MBEDTLS_BLOCK_CIPHER_C /* GCM calls AES by the short way */
#define MBEDTLS_AES_C
#define MBEDTLS_AES_ROM_TABLES          /* flash has 8 KB more easily than RAM */
#define MBEDTLS_AES_FEWER_TABLES        /* 2 KB of flash instead of 8, a few cycles more */
#define MBEDTLS_BLOCK_CIPHER_NO_DECRYPT /* GCM and CTR only encrypt blocks */
#define MBEDTLS_GCM_C
#define MBEDTLS_CHACHA20_C
#define MBEDTLS_CHACHA20_ALT /* tls_chacha20.c: a quarter of the work */
#define MBEDTLS_POLY1305_C
#define MBEDTLS_CHACHAPOLY_C
#define MBEDTLS_MD_C
#define MBEDTLS_SHA256_C
#define MBEDTLS_SHA384_C
#define MBEDTLS_SHA512_C
#define MBEDTLS_SHA256_PROCESS_ALT /* app/crypto/sha256.h: half of a resumed handshake is SHA-256 */
#define MBEDTLS_SHA512_PROCESS_ALT /* app/crypto/sha512.h: 520 bytes less of the crawler's stack */
#define MBEDTLS_CAN_ECDH

/* Public keys and certificates: mbedTLS is told that it has them, but the functions of these parts that it
 * calls are ours (tls_keys.h, tls_exchange.c, tls_certificates.c), and its own are not built. */
#define MBEDTLS_BIGNUM_C
#define MBEDTLS_MPI_MAX_SIZE 512 /* RSA-4096 */
#define MBEDTLS_RSA_C
#define MBEDTLS_PKCS1_V15 /* chains signed with PSS are refused: 1.6 KB of flash for hardly a site */
#define MBEDTLS_ECP_C
#define MBEDTLS_ECDH_C
#define MBEDTLS_ECDSA_C
#define MBEDTLS_ECP_DP_SECP256R1_ENABLED
#define MBEDTLS_ECP_DP_SECP384R1_ENABLED
#define MBEDTLS_PK_C
#define MBEDTLS_PK_PARSE_C
#define MBEDTLS_OID_C
#define MBEDTLS_ASN1_PARSE_C
#define MBEDTLS_ASN1_WRITE_C
#define MBEDTLS_X509_USE_C
#define MBEDTLS_X509_CRT_PARSE_C
#define MBEDTLS_X509_TRUSTED_CERTIFICATE_CALLBACK
#define MBEDTLS_X509_REMOVE_INFO
#define MBEDTLS_X509_MAX_INTERMEDIATE_CA 8

#include <stddef.h>
#include <stdint.h>

/* tls_certificates.c asks this before it checks the signature of a certificate; 0: this handshake has checked
 * enough. */
int tls_may_check_signature(void);

/* Our arithmetic asks this between two steps of a long computation; 0: it is to end, with an error
 * (tls_stream.c). */
int tls_goes_on(void);

void *tls_calloc(size_t count, size_t bytes);
void tls_free(void *piece);
int64_t tls_time(int64_t *seconds);

#endif
