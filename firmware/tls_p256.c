/* mbedTLS's elliptic curves with our arithmetic where the curve is P-256 (app/p256): MBEDTLS_ECP_INTERNAL_ALT. */
#define MBEDTLS_ALLOW_PRIVATE_ACCESS /* coordinates of points */

#include "common.h" /* mbedTLS's own, as ecp_internal_alt.h wants it */

#include <string.h>

#include "mbedtls/ecp.h"
#include "mbedtls/platform.h"

#include "ecp_internal_alt.h"

#include "p256/p256.h"
#include "tls_p256.h"

enum { NUMBER_BYTES = P256_WORDS * sizeof(uint32_t), NUMBER_LIMBS = NUMBER_BYTES / sizeof(mbedtls_mpi_uint) };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "limbs of 32 and of 64 bits then look alike");

static int is_p256(const mbedtls_ecp_group *group)
{
    return group->id == MBEDTLS_ECP_DP_SECP256R1;
}

/*
 * mbedTLS asks this before each step with a point. A signature on another curve, which is its own business, takes 36 million
 * instructions: this is where others get their turn meanwhile. One that is to end is taken over, and everything below fails.
 */
unsigned char mbedtls_internal_ecp_grp_capable(const mbedtls_ecp_group *group)
{
    return is_p256(group) || !tls_goes_on();
}

int mbedtls_internal_ecp_init(const mbedtls_ecp_group *group)
{
    return is_p256(group) && tls_goes_on() ? 0 : MBEDTLS_ERR_ECP_FEATURE_UNAVAILABLE;
}

void mbedtls_internal_ecp_free(const mbedtls_ecp_group *group)
{
    (void)group;
}

/* How many limbs a number of mbedTLS has differs; what does not fit is zero. */
static void load_words(uint32_t *to, size_t room, const mbedtls_mpi *from)
{
    size_t bytes = from->n * sizeof *from->p;
    memset(to, 0, room);
    memcpy(to, from->p, bytes < room ? bytes : room);
}

static void load(uint32_t to[P256_WORDS], const mbedtls_mpi *from)
{
    load_words(to, NUMBER_BYTES, from);
}

static int store(mbedtls_mpi *to, const uint32_t from[P256_WORDS])
{
    int error = mbedtls_mpi_grow(to, NUMBER_LIMBS);
    if (error != 0)
        return error;
    memcpy(to->p, from, NUMBER_BYTES);
    memset(to->p + NUMBER_LIMBS, 0, (to->n - NUMBER_LIMBS) * sizeof *to->p);
    to->s = 1;
    return 0;
}

int ecp_mod_p256(mbedtls_mpi *number)
{
    uint32_t product[2 * P256_WORDS];
    load_words(product, sizeof product, number);
    p256_reduce(product, product);
    return store(number, product);
}

static void load_point(struct p256_point *to, const mbedtls_ecp_point *from)
{
    load(to->x, &from->X);
    load(to->y, &from->Y);
    load(to->z, &from->Z);
}

static int store_point(mbedtls_ecp_point *to, const struct p256_point *from)
{
    int error = store(&to->X, from->x);
    if (error == 0)
        error = store(&to->Y, from->y);
    return error == 0 ? store(&to->Z, from->z) : error;
}

int mbedtls_internal_ecp_double_jac(const mbedtls_ecp_group *group, mbedtls_ecp_point *result,
                                    const mbedtls_ecp_point *point)
{
    struct p256_point twice;
    if (!is_p256(group))
        return MBEDTLS_ERR_ECP_FEATURE_UNAVAILABLE;
    load_point(&twice, point);
    p256_double(&twice);
    return store_point(result, &twice);
}

int mbedtls_internal_ecp_add_mixed(const mbedtls_ecp_group *group, mbedtls_ecp_point *result,
                                   const mbedtls_ecp_point *first, const mbedtls_ecp_point *second)
{
    struct p256_point sum;
    uint32_t x[P256_WORDS], y[P256_WORDS];
    if (!is_p256(group))
        return MBEDTLS_ERR_ECP_FEATURE_UNAVAILABLE;
    if (mbedtls_mpi_cmp_int(&second->Z, 0) == 0)
        return mbedtls_ecp_copy(result, first);
    load_point(&sum, first);
    load(x, &second->X);
    load(y, &second->Y);
    p256_add(&sum, x, y);
    return store_point(result, &sum);
}

static int normalize(mbedtls_ecp_point *point, const uint32_t inverse_z[P256_WORDS])
{
    struct p256_point normal;
    load_point(&normal, point);
    p256_normalize(&normal, inverse_z);
    return store_point(point, &normal);
}

int mbedtls_internal_ecp_normalize_jac(const mbedtls_ecp_group *group, mbedtls_ecp_point *point)
{
    return mbedtls_internal_ecp_normalize_jac_many(group, &point, 1);
}

/*
 * One inversion for all: products[i] is z[0] * ... * z[i]. From the last to the first, `inverse` is 1 / products[i], and times
 * products[i - 1] it is 1 / z[i].
 */
int mbedtls_internal_ecp_normalize_jac_many(const mbedtls_ecp_group *group, mbedtls_ecp_point *points[],
                                            size_t count)
{
    uint32_t(*products)[P256_WORDS], inverse[P256_WORDS], z[P256_WORDS];
    if (!is_p256(group))
        return MBEDTLS_ERR_ECP_FEATURE_UNAVAILABLE;
    products = mbedtls_calloc(count, NUMBER_BYTES);
    if (products == NULL)
        return MBEDTLS_ERR_ECP_ALLOC_FAILED;
    load(products[0], &points[0]->Z);
    for (size_t i = 1; i < count; i++) {
        load(z, &points[i]->Z);
        p256_multiply(products[i], products[i - 1], z);
    }
    p256_invert(inverse, products[count - 1]);
    int error = 0;
    for (size_t i = count - 1; i > 0 && error == 0; i--) {
        load(z, &points[i]->Z);
        p256_multiply(products[i - 1], products[i - 1], inverse);
        p256_multiply(inverse, inverse, z);
        error = normalize(points[i], products[i - 1]);
    }
    mbedtls_free(products);
    return error == 0 ? normalize(points[0], inverse) : error;
}
