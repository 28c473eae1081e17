/*
 * Points of the elliptic curve P-256 (secp256r1): doubling and adding, which is what nearly all of a TLS handshake's time goes
 * into. Whoever multiplies points calls these; scalars, signatures and encodings are elsewhere (mbedTLS, firmware/tls_p256.c).
 *
 *     struct p256_point sum = {.x = ..., .y = ..., .z = {1}};
 *     p256_double(&sum);                       2 * point
 *     p256_add(&sum, x, y);                    2 * point + (x, y)
 *
 * Points are (x / z^2, y / z^3); z = 0 is the point at infinity. Numbers are 8 words, the lowest first, and below the field's
 * prime, on the way in as on the way out. Field operations take the same steps whatever the numbers are.
 *
 * Costs no RAM but stack, 350 bytes at most. Numbers of a fixed length are what makes it fast: a multiplication takes 600
 * instructions on a Cortex-M3, a quarter of what a library for numbers of any length needs.
 */
#ifndef CRAWLBOX_P256_P256_H
#define CRAWLBOX_P256_P256_H

#include <stdint.h>

enum { P256_WORDS = 8 };

struct p256_point {
    uint32_t x[P256_WORDS], y[P256_WORDS], z[P256_WORDS];
};

/* A number of 16 words, such as a product, modulo the field's prime. */
void p256_reduce(uint32_t to[P256_WORDS], const uint32_t product[2 * P256_WORDS]);

/* point = 2 * point */
void p256_double(struct p256_point *point);

/* sum = sum + (x, y), a point that is not at infinity. */
void p256_add(struct p256_point *sum, const uint32_t x[P256_WORDS], const uint32_t y[P256_WORDS]);

/* x and y become those of the point itself, z becomes 1; inverse_z is 1 / z. */
void p256_normalize(struct p256_point *point, const uint32_t inverse_z[P256_WORDS]);

/* In the field: to = a * b, to = 1 / number. `to` may be a or b, but not number, which must not be zero. */
void p256_multiply(uint32_t to[P256_WORDS], const uint32_t a[P256_WORDS], const uint32_t b[P256_WORDS]);
void p256_invert(uint32_t to[P256_WORDS], const uint32_t number[P256_WORDS]);

#endif
