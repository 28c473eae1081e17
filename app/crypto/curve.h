/*
 * Computes with the elliptic curves P-256 and P-384, to agree on a key and to verify signatures. Most of the
 * time of a TLS handshake goes into that. drivers/tls calls it in the place of mbedTLS's own arithmetic.
 *
 *     uint32_t work[CURVE_WORK_WORDS(12)], x[12], y[12];
 *     curve_base(&curve_p384, x, y);
 *     curve_multiply(&curve_p384, x, y, secret, goes_on, work);          the point to send to the other side
 *     if (curve_has(&curve_p384, x, y, work) &&                          the point that it sent
 *         curve_multiply(&curve_p384, x, y, secret, goes_on, work)) ...  x is what both sides know now
 *
 * Numbers are words of 32 bits, the lowest first, as many as the curve's prime has: 8 or 12.
 *
 * Multiplying takes the same steps whatever the scalar is. It goes through the scalar 4 bits at a time; each
 * step adds one of eight odd multiples of the point or takes it away. No digit is zero, since all scalars are
 * odd: in the place of an even scalar its complement is taken.
 *
 * curve_multiply() and curve_verify() take millions of instructions. Now and then they call goes_on(), which
 * may let other tasks have a turn; if it returns 0, they stop and return false.
 *
 * The caller lends the RAM, which holds secrets afterwards: 2 KB for P-256, 3 KB for P-384.
 */
#ifndef CRAWLBOX_CRYPTO_CURVE_H
#define CRAWLBOX_CRYPTO_CURVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "crypto/residue.h"

enum { CURVE_WORDS_MAX = 12 };

#define CURVE_WORK_WORDS(words) (61 * (words))

struct curve {
    size_t words;
    const uint32_t *numbers; /* one behind the other: its prime, its order, b, x and y of its base point */
    residues_reduce *reduce; /* reduces modulo its prime */
};

extern const struct curve curve_p256, curve_p384;

void curve_base(const struct curve *curve, uint32_t *x, uint32_t *y);

/* Says whether a scalar is above zero and below the order. */
bool curve_is_scalar(const struct curve *curve, const uint32_t *scalar);

/* Says whether the point is one of the curve, and its numbers are below the prime. */
bool curve_has(const struct curve *curve, const uint32_t *x, const uint32_t *y, uint32_t *work);

typedef int curve_goes_on(void);

/* Sets (x, y) = (x, y) * scalar. Returns false if the product is the point at infinity, which it never is
 * for what curve_is_scalar() accepts. */
bool curve_multiply(const struct curve *curve, uint32_t *x, uint32_t *y, const uint32_t *scalar,
                    curve_goes_on *goes_on, uint32_t *work);

/* Says whether (r, s) is a signature (ECDSA) of the digest by the owner of the point. */
bool curve_verify(const struct curve *curve, const uint32_t *digest, const uint32_t *r, const uint32_t *s,
                  const uint32_t *x, const uint32_t *y, curve_goes_on *goes_on, uint32_t *work);

#endif
