#include "suite.h"

#include "crypto/sha1.h"
#include "crypto/sha1_block.h"

static void expect(const char *base32, const char *text, size_t size, size_t step)
{
    struct sha1 sha1;
    uint8_t digest[SHA1_BYTES];
    char got[SHA1_BASE32_SIZE];

    sha1_begin(&sha1);
    for (size_t at = 0; at < size; at += step)
        sha1_add(&sha1, text + at, size - at < step ? size - at : step);
    sha1_end(&sha1, digest);
    base32_encode(got, digest, sizeof digest);
    TEST_ASSERT_EQUAL_STRING(base32, got);
}

static void gives_the_digests_that_the_standard_gives(void)
{
    expect("3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", "", 0, 1);
    expect("VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5", "abc", 3, 3);
    expect("QSMD4RA4HPJG5OVOJKQ7SUJJ4XSUM4HR", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
           56);
}

/* Every way to cut a text of three blocks must give one result; the expected ones come from Python's
 * hashlib. */
static void does_not_care_how_the_stream_is_cut(void)
{
    char text[150];
    memset(text, 'a', sizeof text);
    for (size_t step = 1; step <= sizeof text; step++)
        expect("4QYVPKRL2336TR4X5JEUIHVZ5443LJBC", text, sizeof text, step);
}

static void pads_at_every_length_around_a_block(void)
{
    static const struct {
        size_t size;
        const char *base32;
    } cases[] = {
        {55, "YHELXXBCPFXCRQHBKFR5ECEZWZLCDVS2"}, {56, "YLNTGD3AQOCUZGOUWW73N2HST4QBXZUZ"},
        {63, "APYJ6WYVRJ5IZWWZEC65YKNYDQMKKUPV"}, {64, "ACMLVASLLQLEE66XUEJCUWSEFIS6YZCN"},
        {65, "CFSVGJWHBDLQGGN6EYIORJL5TJNZLHJ3"},
    };
    char text[65];
    memset(text, 'a', sizeof text);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect(cases[i].base32, text, cases[i].size, cases[i].size);
}

/* On the target the first is the assembler. Blocks are random, lie at every alignment and follow each other,
 * so that a wrong bit anywhere spreads into all that comes after it. */
static void takes_a_block_in_as_the_plain_code_does(void)
{
    uint32_t fast[SHA1_STATE_WORDS] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint32_t plain[SHA1_STATE_WORDS];
    uint8_t bytes[SHA1_BLOCK_BYTES + 3];
    uint32_t random = 1;
    memcpy(plain, fast, sizeof plain);
    for (unsigned i = 0; i < 200; i++) {
        for (size_t at = 0; at < sizeof bytes; at++) {
            random = random * 1664525 + 1013904223;
            bytes[at] = (uint8_t)(random >> 24);
        }
        sha1_take_block(fast, bytes + i % 4);
        sha1_take_block_in_c(plain, bytes + i % 4);
        TEST_ASSERT_EQUAL_HEX32_ARRAY(plain, fast, SHA1_STATE_WORDS);
    }
}

static void gives_the_digest_of_a_million_letters(void)
{
    struct sha1 sha1;
    uint8_t digest[SHA1_BYTES];
    char text[SHA1_BASE32_SIZE], letters[1000];
    memset(letters, 'a', sizeof letters);
    sha1_begin(&sha1);
    for (int i = 0; i < 1000; i++)
        sha1_add(&sha1, letters, sizeof letters);
    sha1_end(&sha1, digest);
    base32_encode(text, digest, sizeof digest);
    TEST_ASSERT_EQUAL_STRING("GSVJOPGUYTNKJ5Q65MV5XLJHGFSTIALP", text);
}

static void writes_base32_of_any_length(void)
{
    static const char *const expected[] = {"", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"};
    char text[16];
    for (size_t size = 0; size <= 6; size++) {
        base32_encode(text, (const uint8_t *)"foobar", size);
        TEST_ASSERT_EQUAL_STRING(expected[size], text);
    }
}

SUITE(sha1)
{
    RUN_TEST(gives_the_digests_that_the_standard_gives);
    RUN_TEST(does_not_care_how_the_stream_is_cut);
    RUN_TEST(pads_at_every_length_around_a_block);
    RUN_TEST(takes_a_block_in_as_the_plain_code_does);
    RUN_TEST(gives_the_digest_of_a_million_letters);
    RUN_TEST(writes_base32_of_any_length);
}
