/*
 * Arithmetic modulo an odd number, after Montgomery: what stands for a number is its residue, the number times radix = 2^(32 * words)
 * modulo the modulus. Multiplying residues needs no division.
 *
 *     uint32_t work[RESIDUES_WORK_WORDS(8)], a[8] = {2}, b[8];
 *     struct residues in;
 *     residues_begin(&in, modulus, 8, NULL, work);
 *     residues_enter(&in, a, a);                         the residue of 2
 *     residues_multiply(&in, a, a, a);                   of 4
 *     residues_leave(&in, b, a);                         4
 *
 * Numbers are words of 32 bits, the lowest first, as many as the modulus has: a multiple of 4, eight at least. They are below the modulus on the way in as
 * on the way out. Nothing here takes longer for some numbers than for others, but residues_begin(), and residues_invert() for some
 * moduli.
 */
#ifndef CRAWLBOX_RESIDUE_RESIDUE_H
#define CRAWLBOX_RESIDUE_RESIDUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RESIDUES_WORK_WORDS(words) (3 * (words))

struct residues;

/* to = in->product modulo the modulus, for one that has a way of its own. */
typedef void residues_reduce(const struct residues *in, uint32_t *to);

struct residues {
    const uint32_t *modulus;
    size_t words;
    uint32_t inverse;  /* -1 / modulus, modulo 2^32 */
    uint32_t *square;  /* of the radix, modulo the modulus */
    uint32_t *product; /* 2 * words */
    residues_reduce *reduce;
};

/* Keeps modulus and work. With a `reduce` of its own, a number is its own residue: the radix counts as 1. Else it is NULL. */
void residues_begin(struct residues *in, const uint32_t *modulus, size_t words, residues_reduce *reduce,
                    uint32_t *work);

/* value + carry * 2^(32 * words) is less than twice the modulus: to = that, less the modulus unless it is below. */
void residues_reduce_once(const struct residues *in, uint32_t *to, const uint32_t *value, uint32_t carry);

/* To and from residues. A number that enters may be anything below the radix. `to` may be the number, but not the residue. */
void residues_enter(const struct residues *in, uint32_t *to, const uint32_t *number);
void residues_leave(const struct residues *in, uint32_t *to, const uint32_t *residue);

/* to = a * b and so on; `to` may be a or b. A residue times a plain number is their product as a plain number. */
void residues_multiply(const struct residues *in, uint32_t *to, const uint32_t *a, const uint32_t *b);
void residues_add(const struct residues *in, uint32_t *to, const uint32_t *a, const uint32_t *b);
void residues_subtract(const struct residues *in, uint32_t *to, const uint32_t *a, const uint32_t *b);

/* to = 1 / residue, which is not zero; the modulus is a prime with its highest bit set. `to` is not the residue. */
void residues_invert(const struct residues *in, uint32_t *to, const uint32_t *residue);

/* Of plain numbers. */
bool words_are_zero(const uint32_t *number, size_t words);
bool words_are_below(const uint32_t *a, const uint32_t *b, size_t words);

/* to = a - b; all ones if b was more, else zero. */
uint32_t words_subtract(uint32_t *to, const uint32_t *a, const uint32_t *b, size_t words);

/* to = a where the mask is all ones, b where it is zero. */
void words_select(uint32_t *to, const uint32_t *a, const uint32_t *b, size_t words, uint32_t mask);

#endif
