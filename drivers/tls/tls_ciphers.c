/*
 * The three ciphers of TLS: mbedTLS's functions for a cipher of any kind, for these. mbedTLS's own know all
 * its ciphers and modes by tables, and reach AES within GCM by way of a second one. The same for the suites
 * of TLS (tls_options.h), which mbedTLS knows by their long names, too.
 */
#define MBEDTLS_ALLOW_PRIVATE_ACCESS /* a cipher's context is ours */

#include "common.h" /* mbedTLS's own: its first include must come first */

#include <stdbool.h>
#include <string.h>

#include "mbedtls/chachapoly.h"
#include "mbedtls/cipher.h"
#include "mbedtls/gcm.h"
#include "mbedtls/platform.h"
#include "mbedtls/ssl.h"

#include "ssl_ciphersuites_internal.h"
#include "ssl_misc.h"
#include "tls/tls_ciphers.h"

enum { NONCE_BYTES = 12, TAG_BYTES = 16 };

#define CIPHER_INFO(bits, cipher_mode, cipher_type)                                                          \
    {                                                                                                        \
        .iv_size = NONCE_BYTES >> MBEDTLS_IV_SIZE_SHIFT, .key_bitlen = (bits) >> MBEDTLS_KEY_BITLEN_SHIFT,   \
        .mode = (cipher_mode), .type = (cipher_type)                                                         \
    }

static const mbedtls_cipher_info_t ciphers[] = {
    CIPHER_INFO(256, MBEDTLS_MODE_CHACHAPOLY, MBEDTLS_CIPHER_CHACHA20_POLY1305),
    CIPHER_INFO(128, MBEDTLS_MODE_GCM, MBEDTLS_CIPHER_AES_128_GCM),
    CIPHER_INFO(256, MBEDTLS_MODE_GCM, MBEDTLS_CIPHER_AES_256_GCM),
};

/* What a context holds, as the mode of its cipher says. */
union state {
    mbedtls_chachapoly_context chachapoly;
    mbedtls_gcm_context gcm;
};

const mbedtls_cipher_info_t *mbedtls_cipher_info_from_type(const mbedtls_cipher_type_t type)
{
    for (size_t i = 0; i < sizeof ciphers / sizeof ciphers[0]; i++)
        if (ciphers[i].type == type)
            return &ciphers[i];
    return NULL;
}

static bool is_gcm(const mbedtls_cipher_context_t *context)
{
    return context->cipher_info->mode == MBEDTLS_MODE_GCM;
}

static size_t state_bytes(const mbedtls_cipher_context_t *context)
{
    return is_gcm(context) ? sizeof(mbedtls_gcm_context) : sizeof(mbedtls_chachapoly_context);
}

void mbedtls_cipher_init(mbedtls_cipher_context_t *context)
{
    memset(context, 0, sizeof *context);
}

void mbedtls_cipher_free(mbedtls_cipher_context_t *context)
{
    if (context->cipher_ctx != NULL)
        mbedtls_zeroize_and_free(context->cipher_ctx, state_bytes(context));
    mbedtls_cipher_init(context);
}

int mbedtls_cipher_setup(mbedtls_cipher_context_t *context, const mbedtls_cipher_info_t *info)
{
    context->cipher_info = info;
    context->cipher_ctx = mbedtls_calloc(1, state_bytes(context));
    return context->cipher_ctx != NULL ? 0 : MBEDTLS_ERR_CIPHER_ALLOC_FAILED;
}

/* Contexts hold no pointers to themselves. */
static void move_down(mbedtls_cipher_context_t *context)
{
    void *lower = mbedtls_calloc(1, state_bytes(context)), *higher = context->cipher_ctx;
    if (lower == NULL)
        return;
    if ((uintptr_t)lower < (uintptr_t)higher) {
        memcpy(lower, higher, state_bytes(context));
        context->cipher_ctx = lower;
        lower = higher;
    }
    mbedtls_zeroize_and_free(lower, state_bytes(context));
}

void tls_make_room(mbedtls_ssl_context *ssl)
{
    if (ssl->session != NULL) {
        mbedtls_ssl_session_free(ssl->session);
        mbedtls_free(ssl->session);
        ssl->session = NULL;
    }
    move_down(&ssl->transform->cipher_ctx_enc);
    move_down(&ssl->transform->cipher_ctx_dec);
}

int mbedtls_cipher_setkey(mbedtls_cipher_context_t *context, const unsigned char *key, int bits,
                          const mbedtls_operation_t operation)
{
    union state *state = context->cipher_ctx;
    (void)operation;
    if (state == NULL)
        return MBEDTLS_ERR_CIPHER_BAD_INPUT_DATA;
    return is_gcm(context) ? mbedtls_gcm_setkey(&state->gcm, MBEDTLS_CIPHER_ID_AES, key, (unsigned)bits)
                           : mbedtls_chachapoly_setkey(&state->chachapoly, key);
}

int mbedtls_cipher_auth_encrypt_ext(mbedtls_cipher_context_t *context, const unsigned char *nonce,
                                    size_t nonce_bytes, const unsigned char *beside, size_t beside_bytes,
                                    const unsigned char *from, size_t bytes, unsigned char *to, size_t size,
                                    size_t *written, size_t tag_bytes)
{
    union state *state = context->cipher_ctx;
    if (nonce_bytes != NONCE_BYTES || tag_bytes != TAG_BYTES || size < bytes + TAG_BYTES)
        return MBEDTLS_ERR_CIPHER_BAD_INPUT_DATA;
    *written = bytes + TAG_BYTES;
    return is_gcm(context)
               ? mbedtls_gcm_crypt_and_tag(&state->gcm, MBEDTLS_GCM_ENCRYPT, bytes, nonce, NONCE_BYTES,
                                           beside, beside_bytes, from, to, TAG_BYTES, to + bytes)
               : mbedtls_chachapoly_encrypt_and_tag(&state->chachapoly, bytes, nonce, beside, beside_bytes,
                                                    from, to, to + bytes);
}

int mbedtls_cipher_auth_decrypt_ext(mbedtls_cipher_context_t *context, const unsigned char *nonce,
                                    size_t nonce_bytes, const unsigned char *beside, size_t beside_bytes,
                                    const unsigned char *from, size_t bytes, unsigned char *to, size_t size,
                                    size_t *written, size_t tag_bytes)
{
    union state *state = context->cipher_ctx;
    if (nonce_bytes != NONCE_BYTES || tag_bytes != TAG_BYTES || bytes < TAG_BYTES || size < bytes - TAG_BYTES)
        return MBEDTLS_ERR_CIPHER_BAD_INPUT_DATA;
    bytes -= TAG_BYTES;
    *written = bytes;
    int error = is_gcm(context) ? mbedtls_gcm_auth_decrypt(&state->gcm, bytes, nonce, NONCE_BYTES, beside,
                                                           beside_bytes, from + bytes, TAG_BYTES, from, to)
                                : mbedtls_chachapoly_auth_decrypt(&state->chachapoly, bytes, nonce, beside,
                                                                  beside_bytes, from + bytes, from, to);
    return error == 0 ? 0 : MBEDTLS_ERR_CIPHER_AUTH_FAILED;
}

#define SUITE_INFO(suite, cipher_type, digest, exchange)                                                     \
    {                                                                                                        \
        .id = (suite), .cipher = (cipher_type), .mac = (digest), .key_exchange = (exchange),                 \
        .min_tls_version = MBEDTLS_SSL_VERSION_TLS1_2, .max_tls_version = MBEDTLS_SSL_VERSION_TLS1_2         \
    }

#define BOTH_SUITES(ecdsa_suite, rsa_suite, cipher_type, digest)                                             \
    SUITE_INFO(ecdsa_suite, cipher_type, digest, MBEDTLS_KEY_EXCHANGE_ECDHE_ECDSA),                          \
        SUITE_INFO(rsa_suite, cipher_type, digest, MBEDTLS_KEY_EXCHANGE_ECDHE_RSA)

static const mbedtls_ssl_ciphersuite_t suites[] = {
    BOTH_SUITES(MBEDTLS_TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
                MBEDTLS_TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256, MBEDTLS_CIPHER_CHACHA20_POLY1305,
                MBEDTLS_MD_SHA256),
    BOTH_SUITES(MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
                MBEDTLS_TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, MBEDTLS_CIPHER_AES_128_GCM, MBEDTLS_MD_SHA256),
    BOTH_SUITES(MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
                MBEDTLS_TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, MBEDTLS_CIPHER_AES_256_GCM, MBEDTLS_MD_SHA384),
};

const int *mbedtls_ssl_list_ciphersuites(void)
{
    static const int ids[] = {MBEDTLS_SSL_CIPHERSUITES, 0};
    _Static_assert(sizeof ids / sizeof ids[0] == sizeof suites / sizeof suites[0] + 1,
                   "each is in both lists");
    return ids;
}

const mbedtls_ssl_ciphersuite_t *mbedtls_ssl_ciphersuite_from_id(int id)
{
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++)
        if (suites[i].id == id)
            return &suites[i];
    return NULL;
}

int mbedtls_ssl_ciphersuite_uses_ec(const mbedtls_ssl_ciphersuite_t *suite)
{
    (void)suite;
    return 1; /* all do */
}

const char *mbedtls_ssl_get_ciphersuite_name(const int id)
{
    (void)id;
    return NULL; /* nobody asks */
}
