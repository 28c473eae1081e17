#include "crypto/residue.h"

#include <string.h>

#include "crypto/muladd.h"

enum { WORD_BITS = 32, DOUBLINGS_MAX = 128 };

void words_from_bytes(uint32_t *to, size_t words, const uint8_t *from, size_t bytes)
{
    memset(to, 0, words * sizeof *to);
    for (size_t i = 0; i < bytes; i++)
        to[i / 4] |= (uint32_t)from[bytes - 1 - i] << i % 4 * 8;
}

void words_to_bytes(uint8_t *to, const uint32_t *from, size_t words)
{
    for (size_t i = 4 * words; i-- > 0; to++)
        *to = (uint8_t)(from[i / 4] >> i % 4 * 8);
}

bool words_are_zero(const uint32_t *number, size_t words)
{
    uint32_t any = 0;
    while (words > 0)
        any |= number[--words];
    return any == 0;
}

bool words_are_below(const uint32_t *a, const uint32_t *b, size_t words)
{
    int64_t sum = 0;
    for (size_t i = 0; i < words; i++)
        sum = (sum + a[i] - b[i]) >> WORD_BITS;
    return sum < 0;
}

#if defined(__ARM_ARCH_7M__)

/* Has four words of each number in registers; between fours the carry waits in a register of its own,
 * since counting takes the flag. */
#define FOUR_WORDS(mask, step)                                                                               \
    "1:\n\t"                                                                                                 \
    "ldm   %[a]!, {r4, r5, r6, r8}\n\t"                                                                      \
    "ldm   %[b]!, {r9, r10, r11, r12}\n\t" mask "cmp   %[carry], #1\n\t" step " r4, r4, r9\n\t" step         \
    " r5, r5, r10\n\t" step " r6, r6, r11\n\t" step " r8, r8, r12\n\t"                                       \
    "stm   %[to]!, {r4, r5, r6, r8}\n\t"                                                                     \
    "mov   %[carry], #0\n\t"                                                                                 \
    "adc   %[carry], %[carry], #0\n\t"                                                                       \
    "subs  %[words], %[words], #4\n\t"                                                                       \
    "bne   1b\n\t"
#define FOUR_CLOBBERS "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "cc", "memory"

uint32_t words_subtract(uint32_t *to, const uint32_t *a, const uint32_t *b, size_t words)
{
    uint32_t carry = 1; /* a carry that is set means that nothing is borrowed */
    __asm__ volatile(FOUR_WORDS("", "sbcs ")
                     : [to] "+&r"(to), [a] "+&r"(a), [b] "+&r"(b), [words] "+&r"(words), [carry] "+&r"(carry)
                     :
                     : FOUR_CLOBBERS);
    return carry - 1;
}

/* to = a + (b & mask); what is carried out of the last word. */
static uint32_t add_masked(uint32_t *to, const uint32_t *a, const uint32_t *b, size_t words, uint32_t mask)
{
    uint32_t carry = 0;
    __asm__ volatile(FOUR_WORDS("and   r9, r9, %[mask]\n\t"
                                "and   r10, r10, %[mask]\n\t"
                                "and   r11, r11, %[mask]\n\t"
                                "and   r12, r12, %[mask]\n\t",
                                "adcs ")
                     : [to] "+&r"(to), [a] "+&r"(a), [b] "+&r"(b), [words] "+&r"(words), [carry] "+&r"(carry)
                     : [mask] "r"(mask)
                     : FOUR_CLOBBERS);
    return carry;
}

#else

uint32_t words_subtract(uint32_t *to, const uint32_t *a, const uint32_t *b, size_t words)
{
    int64_t sum = 0;
    for (size_t i = 0; i < words; i++) {
        sum += (int64_t)a[i] - b[i];
        to[i] = (uint32_t)sum;
        sum >>= WORD_BITS;
    }
    return (uint32_t)sum;
}

/* to = a + (b & mask); what is carried out of the last word. */
static uint32_t add_masked(uint32_t *to, const uint32_t *a, const uint32_t *b, size_t words, uint32_t mask)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < words; i++) {
        sum += (uint64_t)a[i] + (b[i] & mask);
        to[i] = (uint32_t)sum;
        sum >>= WORD_BITS;
    }
    return (uint32_t)sum;
}

#endif

void words_select(uint32_t *to, const uint32_t *a, const uint32_t *b, size_t words, uint32_t mask)
{
    for (size_t i = 0; i < words; i++)
        to[i] = (a[i] & mask) | (b[i] & ~mask);
}

/* By Newton: each step doubles the bits that are right, and of any odd number three are right at the
 * start. */
static uint32_t negative_inverse(uint32_t odd)
{
    uint32_t inverse = odd;
    for (int bits = 3; bits < WORD_BITS; bits *= 2)
        inverse *= 2 - odd * inverse;
    return -inverse;
}

void residues_reduce_once(const struct residues *in, uint32_t *to, const uint32_t *value, uint32_t carry)
{
    uint32_t below = words_subtract(to, value, in->modulus, in->words) + carry;
    (void)add_masked(to, to, in->modulus, in->words, below);
}

void residues_add(const struct residues *in, uint32_t *to, const uint32_t *a, const uint32_t *b)
{
    uint32_t carry = add_masked(to, a, b, in->words, UINT32_MAX);
    residues_reduce_once(in, to, to, carry);
}

void residues_subtract(const struct residues *in, uint32_t *to, const uint32_t *a, const uint32_t *b)
{
    uint32_t below = words_subtract(to, a, b, in->words);
    (void)add_masked(to, to, in->modulus, in->words, below);
}

/* to = a * b / radix. Of the product, each round adds as often the modulus as makes the lowest word zero, and
 * forgets that word. */
void residues_multiply(const struct residues *in, uint32_t *to, const uint32_t *a, const uint32_t *b)
{
    size_t words = in->words;
    uint32_t *low = in->product, carry = 0;
    memset(low, 0, words * sizeof *low); /* the upper half is written word by word before it is read */
    for (size_t i = 0; i < words; i++)
        low[i + words] = muladd_words(low + i, a, words, b[i], 0);
    if (in->reduce != NULL) {
        in->reduce(in, to);
        return;
    }
    for (size_t i = 0; i < words; i++, low++) {
        uint64_t sum = muladd_words(low, in->modulus, words, low[0] * in->inverse, 0);
        sum += (uint64_t)low[words] + carry;
        low[words] = (uint32_t)sum;
        carry = (uint32_t)(sum >> WORD_BITS);
    }
    residues_reduce_once(in, to, low, carry);
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

/* to = radix^2, from the modulus's highest bit: doubled up to the radix and on, squared as soon as that leads
 * there. */
static void square_of_radix(const struct residues *in, uint32_t *to)
{
    unsigned highest = bit_length(in->modulus, in->words) - 1, radix_bits = (unsigned)in->words * WORD_BITS;
    unsigned doublings = radix_bits, squarings = 0;
    for (; doublings > DOUBLINGS_MAX && doublings % 2 == 0; doublings /= 2)
        squarings++;
    memset(to, 0, in->words * sizeof *to);
    to[highest / WORD_BITS] = 1u << highest % WORD_BITS;
    for (doublings += radix_bits - highest; doublings > 0; doublings--)
        residues_add(in, to, to, to);
    while (squarings-- > 0)
        residues_multiply(in, to, to, to);
}

static void set_one(const struct residues *in, uint32_t *to)
{
    memset(to, 0, in->words * sizeof *to);
    to[0] = 1;
}

void residues_begin(struct residues *in, const uint32_t *modulus, size_t words, residues_reduce *reduce,
                    uint32_t *work)
{
    *in = (struct residues){modulus, words, negative_inverse(modulus[0]), work, work + words, reduce};
    if (reduce != NULL)
        set_one(in, in->square);
    else
        square_of_radix(in, in->square);
}

void residues_enter(const struct residues *in, uint32_t *to, const uint32_t *number)
{
    residues_multiply(in, to, number, in->square);
}

void residues_leave(const struct residues *in, uint32_t *to, const uint32_t *residue)
{
    set_one(in, to);
    residues_multiply(in, to, to, residue);
}

/* By Fermat: the power by the modulus less 2, which is at least that in its lowest word. */
void residues_invert(const struct residues *in, uint32_t *to, const uint32_t *residue)
{
    memcpy(to, residue, in->words * sizeof *to); /* the highest bit */
    for (size_t bit = in->words * WORD_BITS - 1; bit-- > 0;) {
        uint32_t word = in->modulus[bit / WORD_BITS] - (bit < WORD_BITS ? 2 : 0);
        residues_multiply(in, to, to, to);
        if (word >> bit % WORD_BITS & 1)
            residues_multiply(in, to, to, residue);
    }
}
