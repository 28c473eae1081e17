#include "suite.h"
#include "base/ascii.h"
#include "base/bytes.h"
#include "base/crc32.h"
#include "base/keyed_hash.h"
#include "crypto/muladd.h"

static void crc32_gives_the_standard_check_value(void)
{
    TEST_ASSERT_EQUAL_HEX32(0xcbf43926u, crc32_update(CRC32_INIT, "123456789", 9));
    TEST_ASSERT_EQUAL_HEX32(0, crc32_update(CRC32_INIT, "", 0));
}

static void crc32_may_be_taken_in_pieces(void)
{
    uint32_t crc = crc32_update(CRC32_INIT, "1234", 4);
    TEST_ASSERT_EQUAL_HEX32(0xcbf43926u, crc32_update(crc, "56789", 5));
}

static void numbers_are_little_endian_at_any_alignment(void)
{
    uint8_t bytes[8] = {0};
    bytes_put32(bytes + 1, 0x12345678u);
    bytes_put16(bytes + 5, 0xabcd);
    static const uint8_t expected[8] = {0, 0x78, 0x56, 0x34, 0x12, 0xcd, 0xab, 0};
    TEST_ASSERT_EQUAL_HEX8_ARRAY(expected, bytes, 8);
    TEST_ASSERT_EQUAL_HEX32(0x12345678u, bytes_get32(bytes + 1));
    TEST_ASSERT_EQUAL_HEX16(0xabcd, bytes_get16(bytes + 5));
}

static void hexadecimal_digits_have_values(void)
{
    TEST_ASSERT_EQUAL_INT(0, ascii_hex_value('0'));
    TEST_ASSERT_EQUAL_INT(15, ascii_hex_value('F'));
    TEST_ASSERT_EQUAL_INT(10, ascii_hex_value('a'));
    TEST_ASSERT_EQUAL_INT(-1, ascii_hex_value('g'));
    TEST_ASSERT_EQUAL_INT(-1, ascii_hex_value('\0'));
}

static void words_are_compared_whole_and_in_any_case(void)
{
    TEST_ASSERT_TRUE(ascii_equals("ChUnKeD", 7, "chunked"));
    TEST_ASSERT_FALSE(ascii_equals("chunke", 6, "chunked"));
    TEST_ASSERT_FALSE(ascii_equals("chunkedd", 8, "chunked"));
    TEST_ASSERT_TRUE(ascii_equals("", 0, ""));
}

/* Of the authors of HalfSipHash: the key 00 01 ... 07, texts 00 01 02 ... of 0 to 8 bytes. */
static void keyed_hash_gives_the_published_values(void)
{
    static const uint32_t key[KEYED_HASH_WORDS] = {0x03020100, 0x07060504};
    static const char text[] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const uint8_t expected[][8] = {
        {0x21, 0x8d, 0x1f, 0x59, 0xb9, 0xb8, 0x3c, 0xc8}, {0xbe, 0x55, 0x24, 0x12, 0xf8, 0x38, 0x73, 0x15},
        {0x06, 0x4f, 0x39, 0xef, 0x7c, 0x50, 0xeb, 0x57}, {0xce, 0x0f, 0x1a, 0x45, 0xf7, 0x06, 0x06, 0x79},
        {0xd5, 0xe7, 0x8a, 0x17, 0x5b, 0xe5, 0x2e, 0xa1}, {0xcb, 0x9d, 0x7c, 0x3f, 0x2f, 0x3d, 0xb5, 0x80},
        {0xce, 0x3e, 0x91, 0x35, 0x8a, 0xa2, 0xbc, 0x25}, {0xff, 0x20, 0x27, 0x28, 0xb0, 0x7b, 0xc6, 0x84},
        {0xed, 0xfe, 0xe8, 0x20, 0xbc, 0xe4, 0x85, 0x8c},
    };
    for (size_t length = 0; length <= sizeof text; length++) {
        uint64_t hash = keyed_hash_of(key, text, length);
        for (unsigned i = 0; i < 8; i++)
            TEST_ASSERT_EQUAL_HEX8(expected[length][i], hash >> 8 * i & 0xff);
    }
}

/* The compiler may keep a number that is used twice in one register. */
static void long_multiplication_may_be_given_one_number_twice(void)
{
    for (uint32_t number = 1; number != 0; number = number << 3 | number >> 31) {
        uint32_t to[8], expected[8], from[8], carry = number;
        for (unsigned i = 0; i < 8; i++) {
            to[i] = expected[i] = 0xfffffff1u - i * number;
            from[i] = 0x9e3779b9u * (i + number);
        }
        for (unsigned i = 0; i < 8; i++)
            carry = muladd_word(expected + i, from + i, number, carry);
        TEST_ASSERT_EQUAL_HEX32(carry, muladd_words(to, from, 8, number, number));
        TEST_ASSERT_EQUAL_HEX32_ARRAY(expected, to, 8);
        if (number >> 29)
            break;
    }
    uint32_t to[8] = {0}, from[8] = {7};
    TEST_ASSERT_EQUAL_HEX32(0, muladd_words(to, from, 8, 1, 1));
    TEST_ASSERT_EQUAL_HEX32(8, to[0]);
}

SUITE(base)
{
    RUN_TEST(crc32_gives_the_standard_check_value);
    RUN_TEST(crc32_may_be_taken_in_pieces);
    RUN_TEST(long_multiplication_may_be_given_one_number_twice);
    RUN_TEST(keyed_hash_gives_the_published_values);
    RUN_TEST(numbers_are_little_endian_at_any_alignment);
    RUN_TEST(hexadecimal_digits_have_values);
    RUN_TEST(words_are_compared_whole_and_in_any_case);
}
