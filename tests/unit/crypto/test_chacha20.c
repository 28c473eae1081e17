#include "suite.h"

#include "crypto/chacha20.h"

/* RFC 8439, 2.3.2: key 00 01 02 ..., counter 1. */
static const uint32_t rfc_state[CHACHA20_WORDS] = {
    0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c,
    0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c, 0x00000001, 0x09000000, 0x4a000000, 0x00000000};
static const uint32_t rfc_stream[CHACHA20_WORDS] = {
    0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
    0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9, 0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};

static void gives_the_stream_that_the_standard_gives(void)
{
    uint32_t stream[CHACHA20_WORDS];
    chacha20_block(stream, rfc_state);
    TEST_ASSERT_EQUAL_HEX32_ARRAY(rfc_stream, stream, CHACHA20_WORDS);
    chacha20_block_in_c(stream, rfc_state);
    TEST_ASSERT_EQUAL_HEX32_ARRAY(rfc_stream, stream, CHACHA20_WORDS);
}

/* On the target the first is the assembler. Each stream is the next state, so that a wrong bit anywhere
 * spreads into all that comes after it. */
static void makes_the_stream_as_the_plain_code_does(void)
{
    uint32_t fast[CHACHA20_WORDS], plain[CHACHA20_WORDS], state[CHACHA20_WORDS];
    memcpy(state, rfc_state, sizeof state);
    for (unsigned i = 0; i < 200; i++) {
        chacha20_block(fast, state);
        chacha20_block_in_c(plain, state);
        TEST_ASSERT_EQUAL_HEX32_ARRAY(plain, fast, CHACHA20_WORDS);
        memcpy(state, fast, sizeof state);
    }
}

static void leaves_the_state_alone(void)
{
    uint32_t state[CHACHA20_WORDS], stream[CHACHA20_WORDS];
    memcpy(state, rfc_state, sizeof state);
    chacha20_block(stream, state);
    TEST_ASSERT_EQUAL_HEX32_ARRAY(rfc_state, state, CHACHA20_WORDS);
}

SUITE(chacha20)
{
    RUN_TEST(gives_the_stream_that_the_standard_gives);
    RUN_TEST(makes_the_stream_as_the_plain_code_does);
    RUN_TEST(leaves_the_state_alone);
}
