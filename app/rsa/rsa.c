#include "rsa/rsa.h"

#include <stdbool.h>
#include <string.h>

#include "base/muladd.h"

enum { WORD_BITS = 32, DOUBLINGS_MAX = 128 };

/* Montgomery's arithmetic: what stands for a number is the number times radix = 2^(32 * words) modulo the modulus. */
struct residues {
    const uint32_t *modulus;
    size_t words;
    uint32_t inverse;  /* -1 / modulus, modulo 2^32 */
    uint32_t *product; /* 2 * words + 1 */
};

/* By Newton: each step doubles the bits that are right, and of any odd number three are right at the start. */
static uint32_t negative_inverse(uint32_t odd)
{
    uint32_t inverse = odd;
    for (int bits = 3; bits < WORD_BITS; bits *= 2)
        inverse *= 2 - odd * inverse;
    return -inverse;
}

static bool is_below(const uint32_t *a, const uint32_t *b, size_t words)
{
    while (words > 1 && a[words - 1] == b[words - 1])
        words--;
    return a[words - 1] < b[words - 1];
}

/* value + carry * radix is less than twice the modulus: makes it less than the modulus. */
static void reduce_once(const struct residues *in, uint32_t *value, uint32_t carry)
{
    if (carry == 0 && is_below(value, in->modulus, in->words))
        return;
    int64_t sum = 0;
    for (size_t i = 0; i < in->words; i++) {
        sum += (int64_t)value[i] - in->modulus[i];
        value[i] = (uint32_t)sum;
        sum >>= WORD_BITS;
    }
}

static void twice(const struct residues *in, uint32_t *value)
{
    uint32_t carry = 0;
    for (size_t i = 0; i < in->words; i++) {
        uint32_t next = value[i] >> (WORD_BITS - 1);
        value[i] = value[i] << 1 | carry;
        carry = next;
    }
    reduce_once(in, value, carry);
}

static void add_carry(uint32_t *to, uint32_t carry)
{
    to[0] += carry;
    to[1] += to[0] < carry;
}

/* to = a * b / radix. Each round adds as often the modulus as makes the lowest word zero, and forgets that word. */
static void multiply(const struct residues *in, uint32_t *to, const uint32_t *a, const uint32_t *b)
{
    size_t words = in->words, eights = words / 8;
    uint32_t *low = in->product;
    memset(low, 0, (2 * words + 1) * sizeof *low);
    for (size_t i = 0; i < words; i++, low++) {
        add_carry(low + words, muladd_eights(low, a, eights, b[i], 0));
        add_carry(low + words, muladd_eights(low, in->modulus, eights, low[0] * in->inverse, 0));
    }
    reduce_once(in, low, low[words]);
    memcpy(to, low, words * sizeof *to);
}

static unsigned bit_length(const uint32_t *number, size_t words)
{
    while (words > 1 && number[words - 1] == 0)
        words--;
    unsigned bits = (unsigned)(words - 1) * WORD_BITS;
    for (uint32_t top = number[words - 1]; top != 0; top >>= 1)
        bits++;
    return bits;
}

/* to = radix^2, from the modulus's highest bit: doubled up to the radix and on, squared as soon as that leads there. */
static void square_of_radix(const struct residues *in, uint32_t *to)
{
    unsigned highest = bit_length(in->modulus, in->words) - 1, radix_bits = (unsigned)in->words * WORD_BITS;
    unsigned doublings = radix_bits, squarings = 0;
    for (; doublings > DOUBLINGS_MAX && doublings % 2 == 0; doublings /= 2)
        squarings++;
    memset(to, 0, in->words * sizeof *to);
    to[highest / WORD_BITS] = 1u << highest % WORD_BITS;
    for (doublings += radix_bits - highest; doublings > 0; doublings--)
        twice(in, to);
    while (squarings-- > 0)
        multiply(in, to, to, to);
}

void rsa_power(uint32_t *value, const uint32_t *modulus, size_t words, uint32_t exponent, uint32_t *work)
{
    const struct residues in = {modulus, words, negative_inverse(modulus[0]), work + words};
    uint32_t *power = work;
    square_of_radix(&in, power);
    multiply(&in, value, value, power);
    memcpy(power, value, words * sizeof *power);
    for (unsigned bit = bit_length(&exponent, 1) - 1; bit-- > 0;) {
        multiply(&in, power, power, power);
        if (exponent >> bit & 1)
            multiply(&in, power, power, value);
    }
    memset(value, 0, words * sizeof *value);
    value[0] = 1;
    multiply(&in, value, value, power); /* back from residues to the number itself */
}
