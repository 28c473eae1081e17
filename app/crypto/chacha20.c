#include "crypto/chacha20.h"

enum { DOUBLE_ROUNDS = 10 };

static uint32_t rotate_left(uint32_t word, int bits)
{
    return word << bits | word >> (32 - bits);
}

static void quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    *a += *b;
    *d = rotate_left(*d ^ *a, 16);
    *c += *d;
    *b = rotate_left(*b ^ *c, 12);
    *a += *b;
    *d = rotate_left(*d ^ *a, 8);
    *c += *d;
    *b = rotate_left(*b ^ *c, 7);
}

void chacha20_block_in_c(uint32_t stream[CHACHA20_WORDS], const uint32_t state[CHACHA20_WORDS])
{
    for (int i = 0; i < CHACHA20_WORDS; i++)
        stream[i] = state[i];
    for (int round = 0; round < DOUBLE_ROUNDS; round++) {
        for (int i = 0; i < 4; i++) /* the columns */
            quarter_round(stream + i, stream + 4 + i, stream + 8 + i, stream + 12 + i);
        for (int i = 0; i < 4; i++) /* the diagonals */
            quarter_round(stream + i, stream + 4 + (i + 1) % 4, stream + 8 + (i + 2) % 4,
                          stream + 12 + (i + 3) % 4);
    }
    for (int i = 0; i < CHACHA20_WORDS; i++)
        stream[i] += state[i];
}

#if defined(__ARM_ARCH_7M__)

/*
 * Registers: words 0 to 11 in r0 to r11, and in r12 and lr two of the words 12 to 15. Shifting an operand
 * costs nothing here. So the words of the roles b and d are kept as they are before their last rotation, and
 * rotated wherever they are used: by 25 and 24 bits to the right. Adding and xoring leave the flags alone, so
 * the loop counts in its middle, where a register is free.
 */
#define CHACHA20_QUARTER(a, b, c, d)                                                                         \
    "add   " a ", " a ", " b ", ror #25\n\t"                                                                 \
    "eor   " d ", " a ", " d ", ror #24\n\t"                                                                 \
    "add   " c ", " c ", " d ", ror #16\n\t"                                                                 \
    "eor   " b ", " c ", " b ", ror #25\n\t"                                                                 \
    "add   " a ", " a ", " b ", ror #20\n\t"                                                                 \
    "eor   " d ", " a ", " d ", ror #16\n\t"                                                                 \
    "add   " c ", " c ", " d ", ror #24\n\t"                                                                 \
    "eor   " b ", " c ", " b ", ror #20\n\t"
/* A word as it was before its last rotation. */
#define CHACHA20_TURN_BACK(word, bits) "ror   " word ", #" bits "\n\t"
/* Adds the next word of the state, to which lr points. */
#define CHACHA20_ADD(word, rotated)                                                                          \
    "ldr   r12, [lr], #4\n\t"                                                                                \
    "add   " word ", r12, " word rotated "\n\t"

/* What follows would be laid out as one long expression. */
/* clang-format off */
void chacha20_block(uint32_t stream[CHACHA20_WORDS], const uint32_t state[CHACHA20_WORDS])
{
    /* What the assembler takes of the stack: words 12 to 15, the count of rounds, the two pointers. This is
     * there for the analysis of stacks. */
    uint32_t counted[4 + 1 + 2];
    register uint32_t *to __asm__("r0") = stream;
    register const uint32_t *from __asm__("r1") = state;
    __asm__ volatile(
        "push  {r0, r1}\n\t"
        "sub   sp, #20\n\t"
        "movs  r2, #10\n\t"
        "str   r2, [sp, #16]\n\t"
        "ldrd  r12, lr, [r1, #56]\n\t"
        CHACHA20_TURN_BACK("r12", "8")
        CHACHA20_TURN_BACK("lr", "8")
        "strd  r12, lr, [sp, #8]\n\t"
        "ldrd  r12, lr, [r1, #48]\n\t"
        CHACHA20_TURN_BACK("r12", "8")
        CHACHA20_TURN_BACK("lr", "8")
        "ldm   r1, {r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11}\n\t"
        CHACHA20_TURN_BACK("r4", "7")
        CHACHA20_TURN_BACK("r5", "7")
        CHACHA20_TURN_BACK("r6", "7")
        CHACHA20_TURN_BACK("r7", "7")
        "1:\n\t"
        CHACHA20_QUARTER("r0", "r4", "r8", "r12")
        CHACHA20_QUARTER("r1", "r5", "r9", "lr")
        "strd  r12, lr, [sp]\n\t"
        "ldr   r12, [sp, #16]\n\t"
        "subs  r12, #1\n\t"
        "str   r12, [sp, #16]\n\t"
        "ldrd  r12, lr, [sp, #8]\n\t"
        CHACHA20_QUARTER("r2", "r6", "r10", "r12")
        CHACHA20_QUARTER("r3", "r7", "r11", "lr")
        CHACHA20_QUARTER("r0", "r5", "r10", "lr")
        CHACHA20_QUARTER("r3", "r4", "r9", "r12")
        "strd  r12, lr, [sp, #8]\n\t"
        "ldrd  r12, lr, [sp]\n\t"
        CHACHA20_QUARTER("r1", "r6", "r11", "r12")
        CHACHA20_QUARTER("r2", "r7", "r8", "lr")
        "bne   1b\n\t"
        "strd  r12, lr, [sp]\n\t"
        "ldr   lr, [sp, #24]\n\t" /* the state */
        CHACHA20_ADD("r0", "")
        CHACHA20_ADD("r1", "")
        CHACHA20_ADD("r2", "")
        CHACHA20_ADD("r3", "")
        CHACHA20_ADD("r4", ", ror #25")
        CHACHA20_ADD("r5", ", ror #25")
        CHACHA20_ADD("r6", ", ror #25")
        CHACHA20_ADD("r7", ", ror #25")
        CHACHA20_ADD("r8", "")
        CHACHA20_ADD("r9", "")
        CHACHA20_ADD("r10", "")
        CHACHA20_ADD("r11", "")
        "ldr   r12, [sp, #20]\n\t" /* the stream */
        "stm   r12, {r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11}\n\t"
        "ldm   lr, {r0, r1, r2, r3}\n\t"
        "pop   {r4, r5, r6, r7}\n\t"
        "add   r0, r0, r4, ror #24\n\t"
        "add   r1, r1, r5, ror #24\n\t"
        "add   r2, r2, r6, ror #24\n\t"
        "add   r3, r3, r7, ror #24\n\t"
        "add   sp, #12\n\t"
        "add   r12, #48\n\t"
        "stm   r12, {r0, r1, r2, r3}\n\t"
        : "+r"(to), "+r"(from), "=m"(counted)
        :
        : "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc", "memory");
}
/* clang-format on */

#else

void chacha20_block(uint32_t stream[CHACHA20_WORDS], const uint32_t state[CHACHA20_WORDS])
{
    chacha20_block_in_c(stream, state);
}

#endif
