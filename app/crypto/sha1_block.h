/*
 * What SHA-1 does with a block of 64 bytes: the five words of its state take it in. sha1.c feeds it; a
 * digest is nearly nothing else.
 *
 *     sha1_take_block(state, block);          in the fastest way that the processor has
 *
 * On a Cortex-M3 that is assembler, 14 instructions a byte. Every other processor takes the same in C,
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
 * Shifting an operand costs nothing here, so nothing is rotated by an instruction of its own: words are kept
 * as they were before, and rotated wherever they are used. First all words of the schedule are made, then
 * come all rounds, so that each has the registers to itself.
 *
 * The schedule: a word is the one of 8 words before, with three others xored to it, and rotated by one bit.
 * That rotation is left out. So words 0 to 7 are as they should be, the next eight are to be rotated by one
 * bit, the eight behind them by two, and so on: relative to the word of 8 words before, those of up to 3
 * words before by one bit more, of 14 and 16 words before by one less.
 *
 * Four words are made at a time. The eight before them are in r2 to r5 and r6, r8 to r10 by turns. Those of
 * 14 to 11 words before are read into r1, r11, r12 and lr; two of these are the ones of 16 and 15 words
 * before in the next step, and wait for it in r12 and lr. r0 is where the next words go, r7 where they end.
 */
#define SHA1_M3_LOAD(word, at)                                                                               \
    "ldr   " word ", [r1, #" at "]\n\t"                                                                      \
    "rev   " word ", " word "\n\t"
#define SHA1_M3_LOAD_TURNED(word, at) SHA1_M3_LOAD(word, at) "ror   " word ", #1\n\t"
#define SHA1_M3_EIGHT                 "{r2, r3, r4, r5, r6, r8, r9, r10}\n\t"
#define SHA1_M3_XOR(word, with)       "eor   " word ", " word ", " with "\n\t"
#define SHA1_M3_MORE                  ", ror #31"
#define SHA1_M3_LESS                  ", ror #1"
/* b: the words of 8 to 5 words before, and then the new ones; a: those of 3 to 1 words before, which are to
 * be rotated by `near`; those of 12 and 11 words before are to be rotated by `far`. */
#define SHA1_M3_MAKE_FOUR(b0, b1, b2, b3, a1, a2, a3, near, far)                                             \
    SHA1_M3_XOR(b0, a1 near)                                                                                 \
    SHA1_M3_XOR(b1, a2 near)                                                                                 \
    SHA1_M3_XOR(b2, a3 near)                                                                                 \
    SHA1_M3_XOR(b0, "r12" SHA1_M3_LESS)                                                                      \
    SHA1_M3_XOR(b1, "lr" SHA1_M3_LESS)                                                                       \
    "ldrd  r1, r11, [r0, #-56]\n\t"                                                                          \
    "ldrd  r12, lr, [r0, #-48]\n\t" SHA1_M3_XOR(b0, "r1" SHA1_M3_LESS) SHA1_M3_XOR(b1, "r11" SHA1_M3_LESS)   \
        SHA1_M3_XOR(b2, "r1" SHA1_M3_LESS) SHA1_M3_XOR(b3, "r11" SHA1_M3_LESS) SHA1_M3_XOR(b2, "r12" far)    \
            SHA1_M3_XOR(b3, "lr" far) SHA1_M3_XOR(b3, b0 SHA1_M3_MORE) "stm   r0!, {" b0 ", " b1 ", " b2     \
                                                                       ", " b3 "}\n\t"

/*
 * The rounds: a to e of the standard are in r2 to r6, the constant in r8, five words of the schedule at a
 * time in r1, r7, r11, r12 and lr; r9 and r10 are scratch, and r0 is where the next words lie. The words in
 * the roles c, d and e are kept as they were in the role b.
 */
#define SHA1_M3_BEGIN(a, e, word)                                                                            \
    "add   " e ", r8, " e ", ror #2\n\t"                                                                     \
    "add   " e ", " e ", " a ", ror #27\n\t"                                                                 \
    "add   " e ", " e ", " word "\n\t"
#define SHA1_M3_CHOOSE(a, b, c, d, e, word)                                                                  \
    SHA1_M3_BEGIN(a, e, word)                                                                                \
    "eor   r9, " c ", " d "\n\t"                                                                             \
    "and   r9, " b ", r9, ror #2\n\t"                                                                        \
    "eor   r9, r9, " d ", ror #2\n\t"                                                                        \
    "add   " e ", r9\n\t"
#define SHA1_M3_PARITY(a, b, c, d, e, word)                                                                  \
    SHA1_M3_BEGIN(a, e, word)                                                                                \
    "eor   r9, " c ", " d "\n\t"                                                                             \
    "eor   r9, " b ", r9, ror #2\n\t"                                                                        \
    "add   " e ", r9\n\t"
/* b and (c xor d), or c and d: both never have the same bit, so they may be added one by one. */
#define SHA1_M3_MAJORITY(a, b, c, d, e, word)                                                                \
    SHA1_M3_BEGIN(a, e, word)                                                                                \
    "eor   r9, " c ", " d "\n\t"                                                                             \
    "and   r10, " c ", " d "\n\t"                                                                            \
    "and   r9, " b ", r9, ror #2\n\t"                                                                        \
    "add   " e ", r9\n\t"                                                                                    \
    "add   " e ", " e ", r10, ror #2\n\t"
#define SHA1_M3_CONSTANT(low, high)                                                                          \
    "movw  r8, #" low "\n\t"                                                                                 \
    "movt  r8, #" high "\n\t"

/* What follows would be laid out as one long expression. */
/* clang-format off */
/* Five rounds, and by how many bits to the right the word of each is to be rotated. */
#define SHA1_M3_FIVE(round, t0, t1, t2, t3, t4)                                                              \
    "ldm   r0!, {r1, r7, r11, r12, lr}\n\t"                                                                  \
    round("r2", "r3", "r4", "r5", "r6", "r1, ror #" t0)                                                      \
    round("r6", "r2", "r3", "r4", "r5", "r7, ror #" t1)                                                      \
    round("r5", "r6", "r2", "r3", "r4", "r11, ror #" t2)                                                     \
    round("r4", "r5", "r6", "r2", "r3", "r12, ror #" t3)                                                     \
    round("r3", "r4", "r5", "r6", "r2", "lr, ror #" t4)
#define SHA1_M3_ALIKE(round, t) SHA1_M3_FIVE(round, t, t, t, t, t)

/* `memory` holds the schedule, and behind it where the state is. */
static inline void sha1_take_block_on_m3(uint32_t state[SHA1_STATE_WORDS], const uint8_t *block)
{
    struct {
        uint32_t schedule[SHA1_ROUNDS];
        uint32_t *state;
    } memory;
    memory.state = state;
    /* cppcheck-suppress constStatement */
    register uint32_t *at __asm__("r0") = memory.schedule;
    register const uint8_t *from __asm__("r1") = block;
    __asm__ volatile(
        SHA1_M3_LOAD("r2", "0") SHA1_M3_LOAD("r3", "4") SHA1_M3_LOAD("r4", "8") SHA1_M3_LOAD("r5", "12")
        SHA1_M3_LOAD("r6", "16") SHA1_M3_LOAD("r8", "20") SHA1_M3_LOAD("r9", "24") SHA1_M3_LOAD("r10", "28")
        "stm   r0!, " SHA1_M3_EIGHT
        SHA1_M3_LOAD_TURNED("r2", "32") SHA1_M3_LOAD_TURNED("r3", "36")
        SHA1_M3_LOAD_TURNED("r4", "40") SHA1_M3_LOAD_TURNED("r5", "44")
        SHA1_M3_LOAD_TURNED("r6", "48") SHA1_M3_LOAD_TURNED("r8", "52")
        SHA1_M3_LOAD_TURNED("r9", "56") SHA1_M3_LOAD_TURNED("r10", "60")
        "stm   r0!, " SHA1_M3_EIGHT
        "ldrd  r12, lr, [r0, #-64]\n\t"
        "add   r7, r0, #256\n"
        "1:\n\t"
        SHA1_M3_MAKE_FOUR("r2", "r3", "r4", "r5", "r8", "r9", "r10", "", SHA1_M3_LESS)
        SHA1_M3_MAKE_FOUR("r6", "r8", "r9", "r10", "r3", "r4", "r5", SHA1_M3_MORE, "")
        "cmp   r0, r7\n\t"
        "bne   1b\n\t"
        "ldr   r1, [r0]\n\t" /* the state */
        "ldm   r1, {r2, r3, r4, r5, r6}\n\t"
        "ror   r4, #30\n\t"
        "ror   r5, #30\n\t"
        "ror   r6, #30\n\t"
        "sub   r0, #320\n\t"
        SHA1_M3_CONSTANT("0x7999", "0x5a82")
        SHA1_M3_ALIKE(SHA1_M3_CHOOSE, "0")
        SHA1_M3_FIVE(SHA1_M3_CHOOSE, "0", "0", "0", "31", "31")
        SHA1_M3_ALIKE(SHA1_M3_CHOOSE, "31")
        SHA1_M3_FIVE(SHA1_M3_CHOOSE, "31", "30", "30", "30", "30")
        SHA1_M3_CONSTANT("0xeba1", "0x6ed9")
        SHA1_M3_FIVE(SHA1_M3_PARITY, "30", "30", "30", "30", "29")
        SHA1_M3_ALIKE(SHA1_M3_PARITY, "29")
        SHA1_M3_FIVE(SHA1_M3_PARITY, "29", "29", "28", "28", "28")
        SHA1_M3_ALIKE(SHA1_M3_PARITY, "28")
        SHA1_M3_CONSTANT("0xbcdc", "0x8f1b")
        SHA1_M3_ALIKE(SHA1_M3_MAJORITY, "27")
        SHA1_M3_FIVE(SHA1_M3_MAJORITY, "27", "27", "27", "26", "26")
        SHA1_M3_ALIKE(SHA1_M3_MAJORITY, "26")
        SHA1_M3_FIVE(SHA1_M3_MAJORITY, "26", "25", "25", "25", "25")
        SHA1_M3_CONSTANT("0xc1d6", "0xca62")
        SHA1_M3_FIVE(SHA1_M3_PARITY, "25", "25", "25", "25", "24")
        SHA1_M3_ALIKE(SHA1_M3_PARITY, "24")
        SHA1_M3_FIVE(SHA1_M3_PARITY, "24", "24", "23", "23", "23")
        SHA1_M3_ALIKE(SHA1_M3_PARITY, "23")
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
        : "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc", "memory");
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
