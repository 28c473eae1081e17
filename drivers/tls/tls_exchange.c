/*
 * How both sides agree on a key: mbedTLS's functions for ECDH, by our arithmetic (app/crypto). mbedTLS's own,
 * for curves and numbers of any kind, would take 14 KB more of flash and more time.
 */
#define MBEDTLS_ALLOW_PRIVATE_ACCESS /* the context is ours */

#include "common.h" /* mbedTLS's own: its first include must come first */

#include <string.h>

#include "mbedtls/ecdh.h"
#include "mbedtls/platform.h"

#include "crypto/curve.h"

enum {
    NAMED_CURVE = 3, /* RFC 8422: the curve is named, not described */
    P256_ID = 23,    /* names of curves there */
    P384_ID = 24,
    HEAD_BYTES = 5,              /* of what the server sends: kind, name, length, form of the point */
    POINT_WITH_BOTH_NUMBERS = 4, /* its form */
    SCALAR_TRIES = 64,           /* to draw one below the order; the first is too large once in 2^32 times */
};

/* The numbers of an exchange, one behind the other: our secret, x and y of the server's point. The context of
 * mbedTLS has a place for such numbers, where they hang. */
struct exchange {
    const struct curve *curve;
    uint32_t *secret, *x, *y;
    size_t words, bytes; /* of a number */
};

static const struct curve *curve_of(const mbedtls_ecdh_context *context)
{
    return context->grp_id == MBEDTLS_ECP_DP_SECP384R1 ? &curve_p384 : &curve_p256;
}

static struct exchange exchange_of(const mbedtls_ecdh_context *context)
{
    struct exchange exchange = {.curve = curve_of(context)};
    exchange.words = exchange.curve->words;
    exchange.bytes = exchange.words * sizeof *exchange.secret;
    exchange.secret = (uint32_t *)(void *)context->ctx.mbed_ecdh.d.p;
    if (exchange.secret != NULL) {
        exchange.x = exchange.secret + exchange.words;
        exchange.y = exchange.x + exchange.words;
    }
    return exchange;
}

void mbedtls_ecdh_init(mbedtls_ecdh_context *context)
{
    memset(context, 0, sizeof *context);
}

void mbedtls_ecdh_free(mbedtls_ecdh_context *context)
{
    if (context->ctx.mbed_ecdh.d.p != NULL)
        mbedtls_zeroize_and_free(context->ctx.mbed_ecdh.d.p, 3 * exchange_of(context).bytes);
    mbedtls_ecdh_init(context);
}

static uint32_t *take_work(const struct exchange *exchange)
{
    return mbedtls_calloc(CURVE_WORK_WORDS(exchange->words), sizeof(uint32_t));
}

static void give_work(const struct exchange *exchange, uint32_t *work)
{
    mbedtls_zeroize_and_free(work, CURVE_WORK_WORDS(exchange->words) * sizeof *work);
}

/* Reads the name of a curve and a point of it, which the server has sent. */
int mbedtls_ecdh_read_params(mbedtls_ecdh_context *context, const unsigned char **at,
                             const unsigned char *end)
{
    const unsigned char *bytes = *at;
    size_t left = (size_t)(end - bytes);
    if (left < HEAD_BYTES || bytes[0] != NAMED_CURVE || bytes[1] != 0 ||
        (bytes[2] != P256_ID && bytes[2] != P384_ID) || context->ctx.mbed_ecdh.d.p != NULL)
        return MBEDTLS_ERR_ECP_FEATURE_UNAVAILABLE;
    context->grp_id = bytes[2] == P384_ID ? MBEDTLS_ECP_DP_SECP384R1 : MBEDTLS_ECP_DP_SECP256R1;
    struct exchange exchange = exchange_of(context);
    if (left < HEAD_BYTES + 2 * exchange.bytes || bytes[3] != 1 + 2 * exchange.bytes ||
        bytes[4] != POINT_WITH_BOTH_NUMBERS)
        return MBEDTLS_ERR_ECP_BAD_INPUT_DATA;
    context->ctx.mbed_ecdh.d.p = mbedtls_calloc(3, exchange.bytes);
    uint32_t *work = take_work(&exchange);
    if (context->ctx.mbed_ecdh.d.p == NULL || work == NULL) {
        mbedtls_free(work);
        return MBEDTLS_ERR_ECP_ALLOC_FAILED;
    }
    exchange = exchange_of(context);
    words_from_bytes(exchange.x, exchange.words, bytes + HEAD_BYTES, exchange.bytes);
    words_from_bytes(exchange.y, exchange.words, bytes + HEAD_BYTES + exchange.bytes, exchange.bytes);
    bool is_point = curve_has(exchange.curve, exchange.x, exchange.y, work);
    give_work(&exchange, work);
    *at += HEAD_BYTES + 2 * exchange.bytes;
    return is_point ? 0 : MBEDTLS_ERR_ECP_INVALID_KEY;
}

static int draw_secret(const struct exchange *exchange, int (*random)(void *, unsigned char *, size_t),
                       void *random_context)
{
    for (int i = 0; i < SCALAR_TRIES; i++) {
        int error = random(random_context, (unsigned char *)exchange->secret, exchange->bytes);
        if (error != 0)
            return error;
        if (curve_is_scalar(exchange->curve, exchange->secret))
            return 0;
    }
    return MBEDTLS_ERR_ECP_RANDOM_FAILED;
}

/* Sets (x, y) = (x, y) * secret. */
static int multiply_by_secret(const struct exchange *exchange, uint32_t *x, uint32_t *y)
{
    uint32_t *work = take_work(exchange);
    if (work == NULL)
        return MBEDTLS_ERR_ECP_ALLOC_FAILED;
    bool has_product = curve_multiply(exchange->curve, x, y, exchange->secret, tls_goes_on, work);
    give_work(exchange, work);
    return has_product ? 0 : MBEDTLS_ERR_ECP_BAD_INPUT_DATA;
}

/* Writes our point for the server: its length, its form, its numbers. */
int mbedtls_ecdh_make_public(mbedtls_ecdh_context *context, size_t *written, unsigned char *to, size_t size,
                             int (*random)(void *, unsigned char *, size_t), void *random_context)
{
    struct exchange exchange = exchange_of(context);
    uint32_t x[CURVE_WORDS_MAX], y[CURVE_WORDS_MAX];
    *written = 2 + 2 * exchange.bytes;
    if (exchange.secret == NULL || *written > size)
        return MBEDTLS_ERR_ECP_BAD_INPUT_DATA;
    int error = draw_secret(&exchange, random, random_context);
    curve_base(exchange.curve, x, y);
    if (error == 0)
        error = multiply_by_secret(&exchange, x, y);
    to[0] = (unsigned char)(1 + 2 * exchange.bytes);
    to[1] = POINT_WITH_BOTH_NUMBERS;
    words_to_bytes(to + 2, x, exchange.words);
    words_to_bytes(to + 2 + exchange.bytes, y, exchange.words);
    return error;
}

/* Writes what both sides know now. */
int mbedtls_ecdh_calc_secret(mbedtls_ecdh_context *context, size_t *written, unsigned char *to, size_t size,
                             int (*random)(void *, unsigned char *, size_t), void *random_context)
{
    struct exchange exchange = exchange_of(context);
    (void)random;
    (void)random_context;
    *written = exchange.bytes;
    if (exchange.secret == NULL || *written > size)
        return MBEDTLS_ERR_ECP_BAD_INPUT_DATA;
    int error = multiply_by_secret(&exchange, exchange.x, exchange.y);
    words_to_bytes(to, exchange.x, exchange.words);
    return error;
}
