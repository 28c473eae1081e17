/*
 * What TLS does with public keys and with the keys that both sides agree on: mbedTLS's functions of these
 * names, by our arithmetic (app/crypto). mbedTLS's own are made for keys and numbers of any kind, private
 * ones too, and take three times the flash.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_KEYS_H
#define CRAWLBOX_DRIVERS_TLS_TLS_KEYS_H

#include "crypto/public_key.h"

/* Says whether it is the owner's signature of the digest. 0: no, or there was no memory to find out. */
int tls_verify(const struct public_key *key, const uint8_t *digest, size_t digest_bytes,
               const struct der *signature);

#endif
