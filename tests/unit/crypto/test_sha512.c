#include "suite.h"
#include "crypto/sha512.h"

static const uint64_t start[SHA512_STATE_WORDS] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                                   0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                                   0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

/* Messages of the standard, padded by hand. */
static void digests_a_block(void)
{
    static const uint64_t expected[] = {0xddaf35a193617aba, 0xcc417349ae204131, 0x12e6fa4e89a97ea2,
                                        0x0a9eeee64b55d39a, 0x2192992a274fc1a8, 0x36ba3c23a3feebbd,
                                        0x454d4423643ce80e, 0x2a9ac94fa54ca49f};
    uint64_t state[SHA512_STATE_WORDS];
    uint8_t block[SHA512_BLOCK_BYTES] = "abc\x80";
    block[127] = 3 * 8;
    memcpy(state, start, sizeof state);
    sha512_block(state, block);
    TEST_ASSERT_EQUAL_MEMORY(expected, state, sizeof state);
}

static void digests_one_block_after_another(void)
{
    static const uint64_t expected[] = {0x8e959b75dae313da, 0x8cf4f72814fc143f, 0x8f7779c6eb9f7fa1,
                                        0x7299aeadb6889018, 0x501d289e4900f7e4, 0x331b99dec4b5433a,
                                        0xc7d329eeb6dd2654, 0x5e96e55b874be909};
    static const char message[] = "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                                  "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu\x80";
    uint64_t state[SHA512_STATE_WORDS];
    uint8_t blocks[2 * SHA512_BLOCK_BYTES] = {0};
    memcpy(blocks, message, sizeof message - 1);
    blocks[254] = 112 * 8 >> 8;
    blocks[255] = 112 * 8 & 255;
    memcpy(state, start, sizeof state);
    sha512_block(state, blocks);
    sha512_block(state, blocks + SHA512_BLOCK_BYTES);
    TEST_ASSERT_EQUAL_MEMORY(expected, state, sizeof state);
}

static void takes_a_block_at_any_address(void)
{
    uint8_t bytes[SHA512_BLOCK_BYTES + 8];
    uint64_t aligned[SHA512_STATE_WORDS], state[SHA512_STATE_WORDS];
    for (size_t shift = 0; shift < 8; shift++) {
        for (size_t i = 0; i < SHA512_BLOCK_BYTES; i++)
            bytes[shift + i] = (uint8_t)(i * 7);
        memcpy(state, start, sizeof state);
        sha512_block(state, bytes + shift);
        if (shift == 0)
            memcpy(aligned, state, sizeof state);
        TEST_ASSERT_EQUAL_MEMORY(aligned, state, sizeof state);
    }
}

SUITE(sha512)
{
    RUN_TEST(digests_a_block);
    RUN_TEST(digests_one_block_after_another);
    RUN_TEST(takes_a_block_at_any_address);
}
