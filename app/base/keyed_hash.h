/*
 * A hash that nobody can foresee without its key: HalfSipHash-2-4 with 64 bits. It is made for tables whose
 * entries strangers invent: without the key they find no two texts with one hash, nor many texts with
 * neighbouring ones.
 *
 *     struct keyed_hash hash;
 *     keyed_hash_begin(&hash, key);
 *     keyed_hash_put(&hash, 'a');
 *     uint64_t value = keyed_hash_end(&hash);
 *
 * RAM: struct keyed_hash, 24 bytes, while a hash is made.
 */
#ifndef CRAWLBOX_BASE_KEYED_HASH_H
#define CRAWLBOX_BASE_KEYED_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { KEYED_HASH_WORDS = 2 }; /* words of a key */

struct keyed_hash {
    uint32_t v[4];
    uint32_t word; /* the bytes that do not fill a word yet */
    uint32_t length;
};

void keyed_hash_begin(struct keyed_hash *hash, const uint32_t key[KEYED_HASH_WORDS]);
void keyed_hash_put(struct keyed_hash *hash, char c);
uint64_t keyed_hash_end(struct keyed_hash *hash);

/* Does all of the above for a text. */
uint64_t keyed_hash_of(const uint32_t key[KEYED_HASH_WORDS], const char *text, size_t length);

#endif
