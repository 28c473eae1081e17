/* The seven rules by which the Malay crawler of the method makes addresses alike. */
#include "suite.h"

#include "read/url/key.h"
#include "read/url/url.h"

static void expect_normalised(const char *expected, const char *address)
{
    char buffer[URL_BUFFER_SIZE];
    struct url url;
    int length = url_parse(&url, buffer, sizeof buffer, address, strlen(address), NULL);
    TEST_ASSERT_TRUE_MESSAGE(length > 0, address);
    TEST_ASSERT_EQUAL_STRING_LEN(expected, url.text, strlen(expected));
    TEST_ASSERT_EQUAL_MESSAGE(strlen(expected), url.fragment, address);
}

/* A page is fetched as it was found, and known by its key. */
static void expect_one_key(const char *one, const char *other)
{
    static const uint32_t secret[KEYED_HASH_WORDS] = {1};
    const char *const addresses[] = {one, other};
    uint64_t keys[2];
    for (int i = 0; i < 2; i++) {
        char buffer[URL_BUFFER_SIZE];
        struct url url;
        TEST_ASSERT_TRUE(url_parse(&url, buffer, sizeof buffer, addresses[i], strlen(addresses[i]), NULL) >
                         0);
        keys[i] = url_key_hash(&url, secret);
    }
    TEST_ASSERT_TRUE_MESSAGE(keys[0] == keys[1], other);
}

static void rule_1_scheme_and_host_are_in_lower_case(void)
{
    expect_normalised("http://www.utm.my/Berita", "HTTP://WWW.UTM.MY/Berita");
}

static void rule_2_the_fragment_is_dropped(void)
{
    expect_normalised("http://www.utm.my/berita", "http://www.utm.my/berita#atas");
}

static void rule_3_a_character_has_one_encoding(void)
{
    expect_one_key("http://www.utm.my/~ali/", "http://www.utm.my/%7Eali/");
    expect_one_key("http://www.utm.my/~ali/", "http://www.utm.my/%7eali/");
}

static void rule_4_an_empty_path_gets_its_slash(void)
{
    expect_normalised("http://www.utm.my/", "http://www.utm.my");
}

static void rule_5_index_html_is_dropped(void)
{
    expect_one_key("http://www.utm.my/", "http://www.utm.my/index.html");
    expect_one_key("http://www.utm.my/berita/", "http://www.utm.my/berita/index.htm");
}

static void rule_6_dots_are_resolved(void)
{
    expect_normalised("http://www.utm.my/b/c", "http://www.utm.my/a/../b/./c");
}

static void rule_7_the_usual_port_is_dropped(void)
{
    expect_normalised("http://www.utm.my/", "http://www.utm.my:80/");
    expect_normalised("https://www.utm.my/", "https://www.utm.my:443/");
    expect_normalised("https://www.utm.my:80/", "https://www.utm.my:80/");
}

SUITE(url_rules)
{
    RUN_TEST(rule_1_scheme_and_host_are_in_lower_case);
    RUN_TEST(rule_2_the_fragment_is_dropped);
    RUN_TEST(rule_3_a_character_has_one_encoding);
    RUN_TEST(rule_4_an_empty_path_gets_its_slash);
    RUN_TEST(rule_5_index_html_is_dropped);
    RUN_TEST(rule_6_dots_are_resolved);
    RUN_TEST(rule_7_the_usual_port_is_dropped);
}
