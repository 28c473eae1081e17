/*
 * A hash that only who knows the key can foresee: HalfSipHash-2-4 with 64 bits, made for tables whose entries are invented by others.
 * Without the key nobody finds two texts with one hash, or many texts with neighbouring ones.
 *
 *     struct keyed_hash hash;
 *     keyed_hash_begin(&hash, key);
 *     keyed_hash_put(&hash, 'a');
 *     uint64_t value = keyed_hash_end(&hash);
 *
 * RAM: 24 bytes, while a hash is made.
 */
#ifndef CRAWLBOX_BASE_KEYED_HASH_H
#define CRAWLBOX_BASE_KEYED_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { KEYED_HASH_WORDS = 2 }; /* of a key */

struct keyed_hash {
    uint32_t v[4];
    uint32_t word; /* bytes that do not fill one yet */
    uint32_t length;
};

void keyed_hash_begin(struct keyed_hash *hash, const uint32_t key[KEYED_HASH_WORDS]);
void keyed_hash_put(struct keyed_hash *hash, char c);
uint64_t keyed_hash_end(struct keyed_hash *hash);

/* All of that for a text. */
uint64_t keyed_hash_of(const uint32_t key[KEYED_HASH_WORDS], const char *text, size_t length);

#endif
