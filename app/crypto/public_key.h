/*
 * Public keys of servers and authorities, and the signatures that they verify: RSA (PKCS #1 v1.5) of up to
 * 4096 bits, and ECDSA on P-256 and P-384. TLS asks (drivers/tls).
 *
 *     struct public_key key;
 *     if (!public_key_parse(&key, &der)) ...                            no key, or of another kind
 *     uint32_t *work = lend(4 * public_key_work_words(&key));
 *     if (public_key_verify(&key, digest, 32, &signature, goes_on, work)) ...
 *
 * The key is not copied: its numbers stay where they were read. A verification takes 2.5 KB of RAM for RSA of
 * 4096 bits, 3.2 KB for P-384, which the caller lends.
 */
#ifndef CRAWLBOX_CRYPTO_PUBLIC_KEY_H
#define CRAWLBOX_CRYPTO_PUBLIC_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "crypto/curve.h"
#include "crypto/der.h"

struct public_key {
    const struct curve *curve; /* NULL: an RSA key */
    const uint8_t *number; /* the modulus; or x and y of a point, one behind the other; highest byte first */
    size_t bytes;          /* of the modulus, or of x */
    uint32_t exponent;     /* of RSA */
};

/* Reads a key as certificates have it: an element SubjectPublicKeyInfo. Returns false if it is none, or
 * of a kind that is not supported. */
bool public_key_parse(struct public_key *key, const struct der *info);

/* Says whether the key is as strong as browsers want it: RSA of at least 2048 bits, or a curve. */
bool public_key_is_strong(const struct public_key *key);

size_t public_key_work_words(const struct public_key *key);

/* Says whether it is the owner's signature of the digest, which has 32, 48 or 64 bytes: SHA-256, SHA-384 or
 * SHA-512. */
bool public_key_verify(const struct public_key *key, const uint8_t *digest, size_t digest_bytes,
                       const struct der *signature, curve_goes_on *goes_on, uint32_t *work);

#endif
