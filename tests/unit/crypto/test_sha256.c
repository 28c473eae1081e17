#include "suite.h"
#include "crypto/sha256.h"

static const uint32_t start[SHA256_STATE_WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/* Messages of the standard, padded by hand. */
static void digests_a_block(void)
{
    static const uint32_t expected[] = {0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223,
                                        0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad};
    uint32_t state[SHA256_STATE_WORDS];
    uint8_t block[SHA256_BLOCK_BYTES] = "abc\x80";
    block[63] = 3 * 8;
    memcpy(state, start, sizeof state);
    sha256_block(state, block);
    TEST_ASSERT_EQUAL_HEX32_ARRAY(expected, state, SHA256_STATE_WORDS);
}

static void digests_one_block_after_another(void)
{
    static const uint32_t expected[] = {0x248d6a61, 0xd20638b8, 0xe5c02693, 0x0c3e6039,
                                        0xa33ce459, 0x64ff2167, 0xf6ecedd4, 0x19db06c1};
    static const char message[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq\x80";
    uint32_t state[SHA256_STATE_WORDS];
    uint8_t blocks[2 * SHA256_BLOCK_BYTES] = {0};
    memcpy(blocks, message, sizeof message - 1);
    blocks[126] = 56 * 8 >> 8;
    blocks[127] = 56 * 8 & 255;
    memcpy(state, start, sizeof state);
    sha256_block(state, blocks);
    sha256_block(state, blocks + SHA256_BLOCK_BYTES);
    TEST_ASSERT_EQUAL_HEX32_ARRAY(expected, state, SHA256_STATE_WORDS);
}

static void takes_a_block_at_any_address(void)
{
    uint8_t bytes[SHA256_BLOCK_BYTES + 4];
    uint32_t aligned[SHA256_STATE_WORDS], state[SHA256_STATE_WORDS];
    for (size_t shift = 0; shift < 4; shift++) {
        for (size_t i = 0; i < SHA256_BLOCK_BYTES; i++)
            bytes[shift + i] = (uint8_t)(i * 7);
        memcpy(state, start, sizeof state);
        sha256_block(state, bytes + shift);
        if (shift == 0)
            memcpy(aligned, state, sizeof state);
        TEST_ASSERT_EQUAL_HEX32_ARRAY(aligned, state, SHA256_STATE_WORDS);
    }
}

SUITE(sha256)
{
    RUN_TEST(digests_a_block);
    RUN_TEST(digests_one_block_after_another);
    RUN_TEST(takes_a_block_at_any_address);
}
