/*
 * RSA with a public key: computes the power of a number modulo another, which is how signatures are verified.
 * drivers/tls calls it.
 *
 *     uint32_t work[RSA_WORK_WORDS(128)];
 *     rsa_power(signature, modulus, 128, 65537, work);            signature = signature ^ 65537 mod modulus
 *
 * Numbers are words of 32 bits, the lowest first; as many of them as the modulus has, rounded up to a
 * multiple of 8. Nothing here is secret, so that how long it takes may depend on the numbers.
 *
 * The caller lends the RAM: 1.5 KB for a key of 4096 bits. A general power modulo a number, as in mbedTLS,
 * takes 5 KB, for tables of long exponents and for a division, whose result doubling and squaring find out as
 * well.
 */
#ifndef CRAWLBOX_CRYPTO_RSA_H
#define CRAWLBOX_CRYPTO_RSA_H

#include <stddef.h>
#include <stdint.h>

#include "crypto/residue.h"

#define RSA_WORK_WORDS(words) RESIDUES_WORK_WORDS(words)

/* Sets value = value ^ exponent modulo the modulus. The value is below the modulus, which is odd; the
 * exponent is at least 1. */
void rsa_power(uint32_t *value, const uint32_t *modulus, size_t words, uint32_t exponent, uint32_t *work);

#endif
