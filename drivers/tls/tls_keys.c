#define MBEDTLS_ALLOW_PRIVATE_ACCESS /* a key's context is ours */

#include "tls/tls_keys.h"

#include <string.h>

#include "mbedtls/pk.h"
#include "mbedtls/platform.h"

int tls_verify(const struct public_key *key, const uint8_t *digest, size_t digest_bytes,
               const struct der *signature)
{
    uint32_t *work = mbedtls_calloc(public_key_work_words(key), sizeof *work);
    if (work == NULL)
        return 0;
    bool holds = public_key_verify(key, digest, digest_bytes, signature, tls_goes_on, work);
    mbedtls_free(work);
    return holds;
}

/* A key as mbedTLS keeps it from the server's certificate until the server has signed with it. */
struct kept_key {
    struct public_key key;
    uint8_t number[]; /* what key.number points to: one number of RSA, or two of a point */
};

void mbedtls_pk_init(mbedtls_pk_context *context)
{
    *context = (mbedtls_pk_context){0};
}

void mbedtls_pk_free(mbedtls_pk_context *context)
{
    mbedtls_free(context->pk_ctx);
    mbedtls_pk_init(context);
}

int mbedtls_pk_parse_subpubkey(unsigned char **at, const unsigned char *end, mbedtls_pk_context *context)
{
    struct public_key key;
    if (!public_key_parse(&key, &(struct der){*at, end}))
        return MBEDTLS_ERR_PK_UNKNOWN_PK_ALG;
    size_t bytes = key.curve != NULL ? 2 * key.bytes : key.bytes;
    struct kept_key *kept = mbedtls_calloc(1, sizeof *kept + bytes);
    if (kept == NULL)
        return MBEDTLS_ERR_PK_ALLOC_FAILED;
    kept->key = key;
    kept->key.number = kept->number;
    memcpy(kept->number, key.number, bytes);
    context->pk_ctx = kept;
    return 0;
}

int mbedtls_pk_can_do(const mbedtls_pk_context *context, mbedtls_pk_type_t type)
{
    const struct kept_key *kept = context->pk_ctx;
    return kept != NULL && (type == MBEDTLS_PK_RSA ? kept->key.curve == NULL
                                                   : type == MBEDTLS_PK_ECDSA && kept->key.curve != NULL);
}

int mbedtls_pk_verify_restartable(mbedtls_pk_context *context, mbedtls_md_type_t digest_type,
                                  const unsigned char *digest, size_t digest_bytes,
                                  const unsigned char *signature, size_t signature_bytes,
                                  mbedtls_pk_restart_ctx *restart)
{
    const struct kept_key *kept = context->pk_ctx;
    (void)digest_type;
    (void)restart;
    return tls_verify(&kept->key, digest, digest_bytes, &(struct der){signature, signature + signature_bytes})
               ? 0
               : MBEDTLS_ERR_PK_BAD_INPUT_DATA;
}

/* A server may ask for a signature of ours. The box has no key, without which mbedTLS does not come here. */
int mbedtls_pk_sign_restartable(mbedtls_pk_context *context, mbedtls_md_type_t digest_type,
                                const unsigned char *digest, size_t digest_bytes, unsigned char *signature,
                                size_t size, size_t *written, int (*random)(void *, unsigned char *, size_t),
                                void *random_context, mbedtls_pk_restart_ctx *restart)
{
    (void)context, (void)digest_type, (void)digest, (void)digest_bytes, (void)signature, (void)size;
    (void)written, (void)random, (void)random_context, (void)restart;
    return MBEDTLS_ERR_PK_FEATURE_UNAVAILABLE;
}
