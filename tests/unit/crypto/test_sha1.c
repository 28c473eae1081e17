#include "suite.h"

#include "base/sha1.h"

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

/* Every way to cut a text of three blocks must give one result; the expected ones come from Python's hashlib. */
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
    RUN_TEST(writes_base32_of_any_length);
}
