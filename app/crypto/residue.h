/*
 * Computes modulo an odd number, after Montgomery: each number is represented by its residue, which is the
 * number times radix = 2^(32 * words), modulo the modulus. Multiplying residues needs no division. curve.c
 * and rsa.c call it.
 *
 *     uint32_t work[RESIDUES_WORK_WORDS(8)], a[8] = {2}, b[8];
 *     struct residues in;
 *     residues_begin(&in, modulus, 8, NULL, work);
 *     residues_enter(&in, a, a);                         the residue of 2
 *     residues_multiply(&in, a, a, a);                   the residue of 4
 *     residues_leave(&in, b, a);                         4
 *
 * Numbers are words of 32 bits, the lowest first, as many as the modulus has: a multiple of 4, at least
 * eight. They are below the modulus before and after each call. Apart from residues_begin(), and
 * residues_invert() for some moduli, no function takes longer for some numbers than for others.
 */
#ifndef CRAWLBOX_CRYPTO_RESIDUE_H
#define CRAWLBOX_CRYPTO_RESIDUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RESIDUES_WORK_WORDS(words) (3 * (words))

struct residues;

/* Sets to = in->product modulo the modulus, for a modulus that has a faster way of its own. */
typedef void residues_reduce(const struct residues *in, uint32_t *to);

struct residues {
    const uint32_t *modulus;
    size_t words;
    uint32_t inverse;  /* -1 / modulus, modulo 2^32 */
    uint32_t *square;  /* the square of the radix, modulo the modulus */
    uint32_t *product; /* room for 2 * words */
    residues_reduce *reduce;
};

/* Keeps pointers to modulus and work. `reduce` is NULL for most moduli; with it each number is its own
 * residue, and the radix counts as 1. */
void residues_begin(struct residues *in, const uint32_t *modulus, size_t words, residues_reduce *reduce,
                    uint32_t *work);

/* Reduces value + carry * 2^(32 * words), which is less than twice the modulus: takes the modulus away
 * unless the value is below it. */
void residues_reduce_once(const struct residues *in, uint32_t *to, const uint32_t *value, uint32_t carry);

/* Make a residue of a number, and a number of a residue. A number that enters may be anything below the
 * radix. `to` may be the number, but not the residue. */
void residues_enter(const struct residues *in, uint32_t *to, const uint32_t *number);
void residues_leave(const struct residues *in, uint32_t *to, const uint32_t *residue);

/* Set to = a * b and so on; `to` may be a or b. A residue times a plain number gives their product as a plain
 * number. */
void residues_multiply(const struct residues *in, uint32_t *to, const uint32_t *a, const uint32_t *b);
void residues_add(const struct residues *in, uint32_t *to, const uint32_t *a, const uint32_t *b);
void residues_subtract(const struct residues *in, uint32_t *to, const uint32_t *a, const uint32_t *b);

/* Sets to = 1 / residue. The residue is not zero and not `to`; the modulus is a prime with its highest bit
 * set. */
void residues_invert(const struct residues *in, uint32_t *to, const uint32_t *residue);

/* Read and write plain numbers as others have them: highest byte first. At most as many bytes are read as the
 * words have; all that the words have are written. */
void words_from_bytes(uint32_t *to, size_t words, const uint8_t *from, size_t bytes);
void words_to_bytes(uint8_t *to, const uint32_t *from, size_t words);

/* Compare plain numbers. */
bool words_are_zero(const uint32_t *number, size_t words);
bool words_are_below(const uint32_t *a, const uint32_t *b, size_t words);

/* Sets to = a - b, and returns all ones if b is more than a, else zero. */
uint32_t words_subtract(uint32_t *to, const uint32_t *a, const uint32_t *b, size_t words);

/* Sets to = a if the mask is all ones, or to = b if it is zero. */
void words_select(uint32_t *to, const uint32_t *a, const uint32_t *b, size_t words, uint32_t mask);

#endif
