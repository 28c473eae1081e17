/*
 * What SHA-1 does with a block of 64 bytes: the five words of its state take it in. sha1.c feeds it; a
 * digest is nearly nothing else.
 *
 *     sha1_take_block(state, block);          in the fastest way that the processor has
 *
 * On a Cortex-M3 that is assembler, 16.3 instructions a byte. Every other processor takes the same in C,
 * which tests/unit/crypto/test_sha1.c compares with the assembler. The assembler takes about 370 bytes of
 * stack, the C code about 110.
 */
#ifndef CRAWLBOX_CRYPTO_SHA1_BLOCK_H
#define CRAWLBOX_CRYPTO_SHA1_BLOCK_H

#include <stdint.h>

enum { SHA1_STATE_WORDS = 5, SHA1_BLOCK_WORDS = 16, SHA1_ROUNDS = 80 };

static inline uint32_t sha1_rotate(uint32_t word, int bits)
{
    return word << bits | word >> (32 - bits);
}

static inline uint32_t sha1_load_word(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* The schedule is a ring of its last 16 words: 64 bytes of stack instead of 320. */
static inline __attribute__((always_inline)) uint32_t sha1_schedule_word(uint32_t ring[SHA1_BLOCK_WORDS],
                                                                         unsigned round)
{
    uint32_t *word = &ring[round % SHA1_BLOCK_WORDS];
    *word = sha1_rotate(ring[(round + 13) % SHA1_BLOCK_WORDS] ^ ring[(round + 8) % SHA1_BLOCK_WORDS] ^
                            ring[(round + 2) % SHA1_BLOCK_WORDS] ^ *word,
                        1);
    return *word;
}

#define SHA1_CHOOSE(b, c, d)   ((d) ^ ((b) & ((c) ^ (d))))
#define SHA1_PARITY(b, c, d)   ((b) ^ (c) ^ (d))
#define SHA1_MAJORITY(b, c, d) (((b) & (c)) | ((d) & ((b) | (c))))

#define SHA1_ROUND(a, b, c, d, e, mix, constant, word)                                                       \
    do {                                                                                                     \
        (e) += sha1_rotate(a, 5) + mix(b, c, d) + (constant) + (word);                                       \
        (b) = sha1_rotate(b, 30);                                                                            \
    } while (0)

/* The five words change their roles from round to round instead of their places; after five rounds every word
 * is back in its role. */
#define SHA1_FIVE_ROUNDS(round, mix, constant, word)                                                         \
    do {                                                                                                     \
        SHA1_ROUND(a, b, c, d, e, mix, constant, word(ring, (round)));                                       \
        SHA1_ROUND(e, a, b, c, d, mix, constant, word(ring, (round) + 1));                                   \
        SHA1_ROUND(d, e, a, b, c, mix, constant, word(ring, (round) + 2));                                   \
        SHA1_ROUND(c, d, e, a, b, mix, constant, word(ring, (round) + 3));                                   \
        SHA1_ROUND(b, c, d, e, a, mix, constant, word(ring, (round) + 4));                                   \
    } while (0)

#define SHA1_FIRST_WORD(ring, round) ((ring)[(round)])

static inline void sha1_take_block_in_c(uint32_t state[SHA1_STATE_WORDS], const uint8_t *block)
{
    uint32_t ring[SHA1_BLOCK_WORDS];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    unsigned round = 0;

    for (int i = 0; i < SHA1_BLOCK_WORDS; i++)
        ring[i] = sha1_load_word(block + 4 * i);
    for (; round < 15; round += 5)
        SHA1_FIVE_ROUNDS(round, SHA1_CHOOSE, 0x5a827999, SHA1_FIRST_WORD);
    SHA1_ROUND(a, b, c, d, e, SHA1_CHOOSE, 0x5a827999, ring[15]);
    SHA1_ROUND(e, a, b, c, d, SHA1_CHOOSE, 0x5a827999, sha1_schedule_word(ring, 16));
    SHA1_ROUND(d, e, a, b, c, SHA1_CHOOSE, 0x5a827999, sha1_schedule_word(ring, 17));
    SHA1_ROUND(c, d, e, a, b, SHA1_CHOOSE, 0x5a827999, sha1_schedule_word(ring, 18));
    SHA1_ROUND(b, c, d, e, a, SHA1_CHOOSE, 0x5a827999, sha1_schedule_word(ring, 19));
    for (round = 20; round < 40; round += 5)
        SHA1_FIVE_ROUNDS(round, SHA1_PARITY, 0x6ed9eba1, sha1_schedule_word);
    for (; round < 60; round += 5)
        SHA1_FIVE_ROUNDS(round, SHA1_MAJORITY, 0x8f1bbcdc, sha1_schedule_word);
    for (; round < 80; round += 5)
        SHA1_FIVE_ROUNDS(round, SHA1_PARITY, 0xca62c1d6, sha1_schedule_word);
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

#if defined(__ARM_ARCH_7M__)

/*
 * Registers: a to e of the standard in r2 to r6; r8 its constant; r9 and r10 are scratch; two words of the
 * schedule at a time in two of r11, r12 and r1, and the last one before them in the third; r0 is where the
 * next two words lie or go; lr is where r0 ends.
 *
 * Shifting an operand costs nothing here. So the words in the roles c, d and e are kept as they were in the
 * role b and rotated wherever they are used, instead of once by an instruction of its own.
 */
#define SHA1_M3_BEGIN(a, e)                                                                                  \
    "add   " e ", r8, " e ", ror #2\n\t"                                                                     \
    "add   " e ", " e ", " a ", ror #27\n\t"
#define SHA1_M3_CHOOSE(a, b, c, d, e, word)                                                                  \
    SHA1_M3_BEGIN(a, e)                                                                                      \
    "eor   r9, " c ", " d "\n\t"                                                                             \
    "add   " e ", " word "\n\t"                                                                              \
    "and   r9, " b ", r9, ror #2\n\t"                                                                        \
    "eor   r9, r9, " d ", ror #2\n\t"                                                                        \
    "add   " e ", r9\n\t"
#define SHA1_M3_PARITY(a, b, c, d, e, word)                                                                  \
    SHA1_M3_BEGIN(a, e)                                                                                      \
    "eor   r9, " c ", " d "\n\t"                                                                             \
    "add   " e ", " word "\n\t"                                                                              \
    "eor   r9, " b ", r9, ror #2\n\t"                                                                        \
    "add   " e ", r9\n\t"
/* b and (c xor d), or c and d: both never have the same bit, so they may be added one by one. */
#define SHA1_M3_MAJORITY(a, b, c, d, e, word)                                                                \
    SHA1_M3_BEGIN(a, e)                                                                                      \
    "eor   r9, " c ", " d "\n\t"                                                                             \
    "and   r10, " c ", " d "\n\t"                                                                            \
    "add   " e ", " word "\n\t"                                                                              \
    "and   r9, " b ", r9, ror #2\n\t"                                                                        \
    "add   " e ", r9\n\t"                                                                                    \
    "add   " e ", " e ", r10, ror #2\n\t"

/* Two words as they lie in memory. */
#define SHA1_M3_READ(first, second) "ldrd  " first ", " second ", [r0], #8\n\t"
/* Two new words in place of those three and two rounds before them. */
#define SHA1_M3_MAKE(first, second)                                                                          \
    "ldrd  r9, r10, [r0, #-64]\n\t"                                                                          \
    "eor   " first ", r9\n\t"                                                                                \
    "eor   " second ", r10\n\t"                                                                              \
    "ldrd  r9, r10, [r0, #-56]\n\t"                                                                          \
    "eor   " first ", r9\n\t"                                                                                \
    "eor   " second ", r10\n\t"                                                                              \
    "ldrd  r9, r10, [r0, #-32]\n\t"                                                                          \
    "eor   " first ", r9\n\t"                                                                                \
    "eor   " second ", r10\n\t"                                                                              \
    "ror   " first ", #31\n\t"                                                                               \
    "ror   " second ", #31\n\t"                                                                              \
    "strd  " first ", " second ", [r0], #8\n\t"
/* The three words before the next one. */
#define SHA1_M3_LAST_THREE                                                                                   \
    "ldrd  r11, r12, [r0, #-12]\n\t"                                                                         \
    "ldr   r1, [r0, #-4]\n\t"

/* What follows would be laid out as one long expression. */
/* clang-format off */
#define SHA1_M3_TEN_ROUNDS(words, round)                                                                     \
    words("r11", "r12")                                                                                      \
    round("r2", "r3", "r4", "r5", "r6", "r11") round("r6", "r2", "r3", "r4", "r5", "r12")                    \
    words("r1", "r11")                                                                                       \
    round("r5", "r6", "r2", "r3", "r4", "r1") round("r4", "r5", "r6", "r2", "r3", "r11")                     \
    words("r12", "r1")                                                                                       \
    round("r3", "r4", "r5", "r6", "r2", "r12") round("r2", "r3", "r4", "r5", "r6", "r1")                     \
    words("r11", "r12")                                                                                      \
    round("r6", "r2", "r3", "r4", "r5", "r11") round("r5", "r6", "r2", "r3", "r4", "r12")                    \
    words("r1", "r11")                                                                                       \
    round("r4", "r5", "r6", "r2", "r3", "r1") round("r3", "r4", "r5", "r6", "r2", "r11")
#define SHA1_M3_TWENTY_ROUNDS(label, before, words, round)                                                   \
    "add   lr, r0, #80\n"                                                                                    \
    label ":\n\t"                                                                                            \
    before                                                                                                   \
    SHA1_M3_TEN_ROUNDS(words, round)                                                                         \
    "cmp   r0, lr\n\t"                                                                                       \
    "bne   " label "b\n\t"
#define SHA1_M3_CONSTANT(low, high)                                                                          \
    "movw  r8, #" low "\n\t"                                                                                 \
    "movt  r8, #" high "\n\t"
/* Two words of the block, highest byte first. */
#define SHA1_M3_LOAD_TWO                                                                                     \
    "ldr   r11, [r1], #4\n\t"                                                                                \
    "ldr   r12, [r1], #4\n\t"                                                                                \
    "rev   r11, r11\n\t"                                                                                     \
    "rev   r12, r12\n\t"                                                                                     \
    "strd  r11, r12, [r0], #8\n\t"

/* `memory` holds the schedule, and behind it where the state is. */
static inline void sha1_take_block_on_m3(uint32_t state[SHA1_STATE_WORDS], const uint8_t *block)
{
    struct {
        uint64_t schedule[SHA1_ROUNDS / 2];
        uint32_t *state;
    } memory;
    memory.state = state;
    /* cppcheck-suppress constStatement */
    register uint64_t *at __asm__("r0") = memory.schedule;
    register const uint8_t *from __asm__("r1") = block;
    __asm__ volatile(
        "add   lr, r0, #64\n" /* the block's words, and four more */
        "1:\n\t"
        SHA1_M3_LOAD_TWO
        SHA1_M3_LOAD_TWO
        "cmp   r0, lr\n\t"
        "bne   1b\n\t"
        SHA1_M3_LAST_THREE
        SHA1_M3_MAKE("r11", "r12")
        SHA1_M3_MAKE("r1", "r11")
        "ldr   r1, [r0, #240]\n\t" /* the state */
        "ldm   r1, {r2, r3, r4, r5, r6}\n\t"
        "ror   r4, #30\n\t"
        "ror   r5, #30\n\t"
        "ror   r6, #30\n\t"
        "sub   r0, #80\n\t"
        SHA1_M3_CONSTANT("0x7999", "0x5a82")
        SHA1_M3_TWENTY_ROUNDS("2", , SHA1_M3_READ, SHA1_M3_CHOOSE)
        SHA1_M3_CONSTANT("0xeba1", "0x6ed9")
        "3:\n\t"
        SHA1_M3_TWENTY_ROUNDS("4", SHA1_M3_LAST_THREE, SHA1_M3_MAKE, SHA1_M3_PARITY)
        "cmp   r8, #0\n\t" /* only the constant of the last twenty rounds is negative */
        "blt   6f\n\t"
        SHA1_M3_CONSTANT("0xbcdc", "0x8f1b")
        SHA1_M3_TWENTY_ROUNDS("5", SHA1_M3_LAST_THREE, SHA1_M3_MAKE, SHA1_M3_MAJORITY)
        SHA1_M3_CONSTANT("0xc1d6", "0xca62")
        "b     3b\n"
        "6:\n\t"
        "ldr   r1, [r0]\n\t"
        "ldm   r1, {r8, r9, r10, r11, r12}\n\t"
        "add   r2, r8\n\t"
        "add   r3, r9\n\t"
        "add   r4, r10, r4, ror #2\n\t"
        "add   r5, r11, r5, ror #2\n\t"
        "add   r6, r12, r6, ror #2\n\t"
        "stm   r1, {r2, r3, r4, r5, r6}\n\t"
        : "+r"(at), "+r"(from)
        :
        : "r2", "r3", "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc", "memory");
}
/* clang-format on */

static inline void sha1_take_block(uint32_t state[SHA1_STATE_WORDS], const uint8_t *block)
{
    sha1_take_block_on_m3(state, block);
}

#else

static inline void sha1_take_block(uint32_t state[SHA1_STATE_WORDS], const uint8_t *block)
{
    sha1_take_block_in_c(state, block);
}

#endif

#endif
