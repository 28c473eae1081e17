/*
 * The inner step of long multiplication: to[] += from[] * factor + carry, in words of 32 bits, the lowest
 * first. It returns what is carried out of the last word, which always fits.
 *
 *     for (int i = 0; i < 8; i++)                          the product of two numbers of 8 words, in 16
 *         product[i + 8] = muladd_words(product + i, a, 8, b[i], 0);
 *
 * On a Cortex-M3 eight words take 35 instructions. Four words are loaded or stored by one, and one chain of
 * carries runs through all eight: multiplying, moving and loading leave the flag alone. No branch depends on
 * the numbers.
 */
#ifndef CRAWLBOX_CRYPTO_MULADD_H
#define CRAWLBOX_CRYPTO_MULADD_H

#include <stddef.h>
#include <stdint.h>

static inline uint32_t muladd_word(uint32_t *to, const uint32_t *from, uint32_t factor, uint32_t carry)
{
    uint64_t sum = (uint64_t)*from * factor + *to + carry;
    *to = (uint32_t)sum;
    return (uint32_t)(sum >> 32);
}

#if defined(__ARM_ARCH_7M__)

/* Has to[word] in register `word` and from[word] in `by`; the high half of their product goes on in `out`. */
#define MULADD_WORD(word, by, in, out, add)                                                                  \
    "mov   %[" out "], #0\n\t"                                                                               \
    "umlal " word ", %[" out "], " by ", %[factor]\n\t" add " " word ", " word ", %[" in "]\n\t"
#define MULADD_FOUR(first_add)                                                                               \
    "ldm   %[from]!, {r4, r5, r6, r8}\n\t"                                                                   \
    "ldm   %[to], {r9, r10, r11, r12}\n\t" MULADD_WORD("r9", "r4", "carry", "high", first_add)               \
        MULADD_WORD("r10", "r5", "high", "carry", "adcs") MULADD_WORD("r11", "r6", "carry", "high", "adcs")  \
            MULADD_WORD("r12", "r8", "high", "carry", "adcs") "stm   %[to]!, {r9, r10, r11, r12}\n\t"

/* Takes a multiple of four words, at least eight. Every register that is written is marked with &, which
 * says that it is written while inputs are still in use: else the compiler might keep a factor of equal
 * value in the same register, and it would change on the way. */
static inline uint32_t muladd_words(uint32_t *to, const uint32_t *from, size_t words, uint32_t factor,
                                    uint32_t carry)
{
    uint32_t high;
    __asm__ volatile(
        "tst   %[words], #4\n\t" /* four that are left over come first */
        "beq   1f\n\t" MULADD_FOUR("adds") "adc   %[carry], %[carry], #0\n\t"
                                           "subs  %[words], %[words], #4\n\t"
                                           "1:\n\t" MULADD_FOUR("adds")
                                               MULADD_FOUR("adcs") "adc   %[carry], %[carry], #0\n\t"
                                                                   "subs  %[words], %[words], #8\n\t"
                                                                   "bne   1b\n\t"
        : [to] "+&r"(to), [from] "+&r"(from), [words] "+&r"(words), [carry] "+&r"(carry), [high] "=&r"(high)
        : [factor] "r"(factor)
        : "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "cc", "memory");
    return carry;
}

#else

static inline uint32_t muladd_words(uint32_t *to, const uint32_t *from, size_t words, uint32_t factor,
                                    uint32_t carry)
{
    for (size_t i = 0; i < words; i++)
        carry = muladd_word(to + i, from + i, factor, carry);
    return carry;
}

#endif

#endif
