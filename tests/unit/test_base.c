#include "suite.h"
#include "base/ascii.h"
#include "base/bytes.h"
#include "base/crc32.h"

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

SUITE(base)
{
    RUN_TEST(crc32_gives_the_standard_check_value);
    RUN_TEST(crc32_may_be_taken_in_pieces);
    RUN_TEST(numbers_are_little_endian_at_any_alignment);
    RUN_TEST(hexadecimal_digits_have_values);
    RUN_TEST(words_are_compared_whole_and_in_any_case);
}
