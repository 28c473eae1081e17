/*
 * Elliptic curves for mbedTLS, by our arithmetic (app/crypto): MBEDTLS_ECDSA_VERIFY_ALT,
 * MBEDTLS_ECDH_GEN_PUBLIC_ALT and MBEDTLS_ECDH_COMPUTE_SHARED_ALT. mbedTLS's own arithmetic, for curves and
 * numbers of any kind, takes 12 KB more of flash and more time.
 */
#define MBEDTLS_ALLOW_PRIVATE_ACCESS /* coordinates of points, limbs of numbers */

#include "tls/tls_curve.h"

#include <string.h>

#include "mbedtls/ecdh.h"
#include "mbedtls/ecdsa.h"
#include "mbedtls/platform.h"

#include "crypto/curve.h"

enum { SCALAR_TRIES = 64 }; /* to draw one below the order; the first is too large once in 2^32 times */

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "limbs of 32 and of 64 bits then look alike");

/* The numbers of a calculation, in the page arena, in the order in which curve_verify() takes them. */
struct task {
    const struct curve *curve;
    uint32_t *digest, *r, *s, *x, *y, *work;
    size_t bytes; /* of a number */
};

enum { TASK_NUMBERS = 5 };

static size_t task_bytes(const struct task *task)
{
    size_t words = task->curve->words;
    return (TASK_NUMBERS * words + CURVE_WORK_WORDS(words)) * sizeof(uint32_t);
}

static int begin_task(struct task *task, const mbedtls_ecp_group *group)
{
    task->curve = group->id == MBEDTLS_ECP_DP_SECP256R1   ? &curve_p256
                  : group->id == MBEDTLS_ECP_DP_SECP384R1 ? &curve_p384
                                                          : NULL;
    if (task->curve == NULL)
        return MBEDTLS_ERR_ECP_FEATURE_UNAVAILABLE;
    task->digest = mbedtls_calloc(1, task_bytes(task));
    if (task->digest == NULL)
        return MBEDTLS_ERR_ECP_ALLOC_FAILED;
    size_t words = task->curve->words;
    task->bytes = words * sizeof(uint32_t);
    task->r = task->digest + words;
    task->s = task->r + words;
    task->x = task->s + words;
    task->y = task->x + words;
    task->work = task->y + words;
    return 0;
}

static int end_task(const struct task *task, int error)
{
    mbedtls_zeroize_and_free(task->digest, task_bytes(task));
    return error;
}

/* Copies a number. One that does not fit becomes one that is above any modulus. */
static void load_number(const struct task *task, uint32_t *to, const mbedtls_mpi *from)
{
    size_t bytes = from->n * sizeof *from->p;
    memset(to, mbedtls_mpi_bitlen(from) > 8 * task->bytes ? 0xff : 0, task->bytes);
    if (mbedtls_mpi_bitlen(from) <= 8 * task->bytes)
        memcpy(to, from->p, bytes < task->bytes ? bytes : task->bytes);
}

static int store_number(const struct task *task, mbedtls_mpi *to, const uint32_t *from)
{
    size_t limbs = task->bytes / sizeof *to->p;
    int error = mbedtls_mpi_grow(to, limbs);
    if (error != 0)
        return error;
    memcpy(to->p, from, task->bytes);
    memset(to->p + limbs, 0, (to->n - limbs) * sizeof *to->p);
    to->s = 1;
    return 0;
}

static bool load_point(const struct task *task, const mbedtls_ecp_point *point)
{
    load_number(task, task->x, &point->X);
    load_number(task, task->y, &point->Y);
    return curve_has(task->curve, task->x, task->y, task->work);
}

/* The error of a calculation without a result: this one, unless it was called off. */
static int error_or_called_off(int error)
{
    return tls_goes_on() ? error : MBEDTLS_ERR_ECP_FEATURE_UNAVAILABLE;
}

int tls_check_point(const mbedtls_ecp_group *group, const mbedtls_ecp_point *point)
{
    struct task task;
    int error = begin_task(&task, group);
    if (error != 0)
        return error;
    return end_task(&task, load_point(&task, point) ? 0 : MBEDTLS_ERR_ECP_INVALID_KEY);
}

/* Copies a digest. If it is longer than the curve's numbers, its beginning counts. */
static void load_digest(const struct task *task, const unsigned char *digest, size_t bytes)
{
    bytes = bytes < task->bytes ? bytes : task->bytes;
    for (size_t i = 0; i < bytes; i++)
        task->digest[i / 4] |= (uint32_t)digest[bytes - 1 - i] << i % 4 * 8;
}

int mbedtls_ecdsa_verify(mbedtls_ecp_group *group, const unsigned char *digest, size_t digest_bytes,
                         const mbedtls_ecp_point *point, const mbedtls_mpi *r, const mbedtls_mpi *s)
{
    struct task task;
    int error = begin_task(&task, group);
    if (error != 0)
        return error;
    load_digest(&task, digest, digest_bytes);
    load_number(&task, task.r, r);
    load_number(&task, task.s, s);
    bool holds = load_point(&task, point) && curve_verify(task.curve, task.digest, task.r, task.s, task.x,
                                                          task.y, tls_goes_on, task.work);
    return end_task(&task, holds ? 0 : error_or_called_off(MBEDTLS_ERR_ECP_VERIFY_FAILED));
}

/* (x, y) = (x, y) * s */
static int multiply_point(const struct task *task)
{
    bool has_product = curve_multiply(task->curve, task->x, task->y, task->s, tls_goes_on, task->work);
    return has_product ? 0 : error_or_called_off(MBEDTLS_ERR_ECP_BAD_INPUT_DATA);
}

static int draw_scalar(const struct task *task, int (*random)(void *, unsigned char *, size_t), void *context)
{
    for (int i = 0; i < SCALAR_TRIES; i++) {
        int error = random(context, (unsigned char *)task->s, task->bytes);
        if (error != 0)
            return error;
        if (curve_is_scalar(task->curve, task->s))
            return 0;
    }
    return MBEDTLS_ERR_ECP_RANDOM_FAILED;
}

int mbedtls_ecdh_gen_public(mbedtls_ecp_group *group, mbedtls_mpi *secret, mbedtls_ecp_point *point,
                            int (*random)(void *, unsigned char *, size_t), void *context)
{
    struct task task;
    int error = begin_task(&task, group);
    if (error != 0)
        return error;
    curve_base(task.curve, task.x, task.y);
    error = draw_scalar(&task, random, context);
    if (error == 0)
        error = store_number(&task, secret, task.s);
    if (error == 0)
        error = multiply_point(&task);
    if (error == 0)
        error = store_number(&task, &point->X, task.x);
    if (error == 0)
        error = store_number(&task, &point->Y, task.y);
    if (error == 0)
        error = mbedtls_mpi_lset(&point->Z, 1);
    return end_task(&task, error);
}

int mbedtls_ecdh_compute_shared(mbedtls_ecp_group *group, mbedtls_mpi *shared, const mbedtls_ecp_point *point,
                                const mbedtls_mpi *secret, int (*random)(void *, unsigned char *, size_t),
                                void *context)
{
    struct task task;
    (void)random;
    (void)context;
    int error = begin_task(&task, group);
    if (error != 0)
        return error;
    load_number(&task, task.s, secret);
    error = load_point(&task, point) ? multiply_point(&task) : MBEDTLS_ERR_ECP_INVALID_KEY;
    if (error == 0)
        error = store_number(&task, shared, task.x);
    return end_task(&task, error);
}
