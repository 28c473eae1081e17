/* The key that tells whether two URLs are one page. */
#include "suite.h"
#include "base/status.h"
#include "read/url/key.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static char buffer[URL_BUFFER_SIZE];
static char key[URL_BUFFER_SIZE];
static struct url url;

static const char *key_of(const char *text)
{
    TEST_ASSERT_GREATER_THAN_MESSAGE(0, url_parse(&url, buffer, sizeof buffer, text, strlen(text), NULL),
                                     text);
    TEST_ASSERT_GREATER_THAN_MESSAGE(0, url_key(&url, key, sizeof key), text);
    return key;
}

struct pair {
    const char *text;
    const char *key;
};

static void check(const struct pair *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        TEST_ASSERT_EQUAL_STRING_MESSAGE(cases[i].key, key_of(cases[i].text), cases[i].text);
}

static void follows_the_seven_rules_of_normalisation(void)
{
    static const struct pair cases[] = {
        {"HTTP://Example.COM/A", "http://example.com/A"},   /* 1 scheme and host in lower case */
        {"http://example.com/a#b", "http://example.com/a"}, /* 2 no fragment */
        {"http://example.com/%7Esom/%7esom/~", "http://example.com/~som/~som/~"}, /* 3 one encoding */
        {"http://example.com", "http://example.com/"},                /* 4 the slash of an empty path */
        {"http://example.com/a/index.html", "http://example.com/a/"}, /* 5 no index.html */
        {"http://example.com/index.htm?q", "http://example.com/?q"},
        {"http://example.com/a/../b", "http://example.com/b"}, /* 6 no .. */
        {"http://example.com:80/", "http://example.com/"},     /* 7 no default port */
        {"https://example.com:443/", "https://example.com/"},
    };
    check(cases, COUNT(cases));
}

static void drops_user_and_www(void)
{
    static const struct pair cases[] = {
        {"http://user:pass@example.com/", "http://example.com/"},
        {"http://www.example.com/", "http://example.com/"},
        {"http://www2.example.co.th/", "http://example.co.th/"},
        {"http://www123.example.com:8080/", "http://example.com:8080/"},
        {"http://example.com./", "http://example.com/"},
        {"http://www.com/", "http://www.com/"}, /* nothing but a top-level domain would be left */
        {"http://www/", "http://www/"},
        {"http://wwwa.example.com/", "http://wwwa.example.com/"},
        {"http://ww.example.com/", "http://ww.example.com/"},
        {"http://a.www.example.com/", "http://a.www.example.com/"},
    };
    check(cases, COUNT(cases));
}

static void keeps_scheme_port_and_order(void)
{
    static const struct pair cases[] = {
        {"https://example.com/", "https://example.com/"},
        {"http://example.com:443/", "http://example.com:443/"},
        {"http://example.com/?b=2&a=1", "http://example.com/?b=2&a=1"},
        {"http://example.com/A?B=C", "http://example.com/A?B=C"},
    };
    check(cases, COUNT(cases));
}

static void drops_index_pages_only_at_the_end_of_the_path(void)
{
    static const struct pair cases[] = {
        {"http://e.com/INDEX.HTML", "http://e.com/"},
        {"http://e.com/index.html/", "http://e.com/index.html/"},
        {"http://e.com/index.html/a", "http://e.com/index.html/a"},
        {"http://e.com/myindex.html", "http://e.com/myindex.html"},
        {"http://e.com/index.html5", "http://e.com/index.html5"},
        {"http://e.com/index.php", "http://e.com/index.php"},
    };
    check(cases, COUNT(cases));
}

static void drops_session_ids(void)
{
    static const struct pair cases[] = {
        {"http://e.com/a;jsessionid=1F?b", "http://e.com/a?b"},
        {"http://e.com/a;JSESSIONID=1F/b;c=d", "http://e.com/a/b;c=d"},
        {"http://e.com/index.html;jsessionid=1F", "http://e.com/"},
        {"http://e.com/?PHPSESSID=abc", "http://e.com/"},
        {"http://e.com/?a=1&phpsessid=abc&b=2", "http://e.com/?a=1&b=2"},
        {"http://e.com/?phpsessid=abc&b=2", "http://e.com/?b=2"},
        {"http://e.com/?b=2&ASPSESSIONIDQQRSTUVW=XYZ", "http://e.com/?b=2"},
        {"http://e.com/?CFID=1&CFTOKEN=2&x", "http://e.com/?x"},
        {"http://e.com/?jsessionid=1", "http://e.com/"},
        {"http://e.com/?sid=0123456789abcdef0123456789ABCDEF", "http://e.com/"},
    };
    check(cases, COUNT(cases));
}

static void keeps_what_only_looks_like_a_session_id(void)
{
    static const struct pair cases[] = {
        {"http://e.com/?sid=12", "http://e.com/?sid=12"},
        {"http://e.com/?sid=0123456789abcdef0123456789abcdef0",
         "http://e.com/?sid=0123456789abcdef0123456789abcdef0"},
        {"http://e.com/?sid=0123456789abcdef0123456789abcdeg",
         "http://e.com/?sid=0123456789abcdef0123456789abcdeg"},
        {"http://e.com/?resid=0123456789abcdef0123456789abcdef",
         "http://e.com/?resid=0123456789abcdef0123456789abcdef"},
        {"http://e.com/?phpsessid", "http://e.com/?phpsessid"},
        {"http://e.com/?xphpsessid=1", "http://e.com/?xphpsessid=1"},
        {"http://e.com/jsessionid=1", "http://e.com/jsessionid=1"},
        {"http://e.com/;a=jsessionid=1", "http://e.com/;a=jsessionid=1"},
    };
    check(cases, COUNT(cases));
}

static void drops_empty_parameters(void)
{
    static const struct pair cases[] = {
        {"http://e.com/?", "http://e.com/"},
        {"http://e.com/?&", "http://e.com/"},
        {"http://e.com/?a&&b&", "http://e.com/?a&b"},
    };
    check(cases, COUNT(cases));
}

static void writes_percent_encoding_in_one_way(void)
{
    static const struct pair cases[] = {
        {"http://e.com/%e0%b8%81?%e0%b8%81", "http://e.com/%E0%B8%81?%E0%B8%81"},
        {"http://e.com/ก", "http://e.com/%E0%B8%81"},
        {"http://e.com/%41%2d%5f%30", "http://e.com/A-_0"},
        {"http://e.com/a%2fb%3f%26?c%26d%3de", "http://e.com/a%2Fb%3F%26?c%26d%3De"},
        {"http://e.com/%zz%4", "http://e.com/%zz%4"},
    };
    check(cases, COUNT(cases));
}

static void the_hash_is_that_of_the_key(void)
{
    static const uint32_t secret[KEYED_HASH_WORDS] = {1, 2};
    static const char *const texts[] = {"http://www.e.com/index.html?sid=1&phpsessid=2",
                                        "https://a/%7e?%zz#x", "http://1.2.3.4:81/a;b"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        key_of(texts[i]);
        TEST_ASSERT_TRUE(keyed_hash_of(secret, key, strlen(key)) == url_key_hash(&url, secret));
    }
}

static uint64_t twins_of(const char *text, unsigned *twins)
{
    static const uint32_t secret[KEYED_HASH_WORDS] = {1, 2};
    TEST_ASSERT_GREATER_THAN_MESSAGE(0, url_parse(&url, buffer, sizeof buffer, text, strlen(text), NULL),
                                     text);
    return url_twins_hash(&url, secret, twins);
}

static void twins_have_one_hash_and_differ_in_bits(void)
{
    static const struct {
        const char *text;
        unsigned twins;
    } cases[] = {
        {"http://e.com/a", 0},
        {"https://e.com/a", URL_TWIN_SCHEME},
        {"http://www.e.com/a", URL_TWIN_WWW},
        {"http://e.com/a/", URL_TWIN_SLASH},
        {"http://e.com/a/index.html", URL_TWIN_SLASH | URL_TWIN_INDEX},
        {"https://www.e.com/a/INDEX.HTML#x", URL_TWINS},
        {"http://e.com/%61?phpsessid=1", 0},
    };
    unsigned twins;
    uint64_t hash = twins_of("http://e.com/a", &twins);
    for (size_t i = 0; i < COUNT(cases); i++) {
        TEST_ASSERT_TRUE_MESSAGE(twins_of(cases[i].text, &twins) == hash, cases[i].text);
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].twins, twins, cases[i].text);
    }
    TEST_ASSERT_TRUE(twins_of("http://e.com/index.html", &twins) == twins_of("http://e.com/", &twins));
}

static void what_is_no_twin_has_another_hash(void)
{
    static const char *const texts[] = {
        "http://e.com/a",    "http://www2.e.com/a", "http://e.com/a/index.htm", "http://e.com/a//",
        "http://e.com:81/a", "https://e.com:81/a",  "http://e.com/a?",          "http://e.com/A",
        "http://e.com/a/a",  "http://e.com/",       "http://e.com/a/?b",        "http://e.com/?a",
    };
    unsigned one, other;
    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t j = 0; j < i; j++) {
            if ((i == 6 && j == 0) || (i == 0 && j == 6)) /* an empty query is none */
                continue;
            TEST_ASSERT_FALSE_MESSAGE(twins_of(texts[i], &one) == twins_of(texts[j], &other), texts[i]);
        }
}

static void a_url_gets_the_other_scheme_and_stays_what_it_is(void)
{
    static const char text[] = "http://user@e.com/a/b?c";
    unsigned twins;
    twins_of(text, &twins);
    struct url plain = url;
    for (int i = 0; i < 2; i++) {
        url_set_scheme(&url, true);
        TEST_ASSERT_EQUAL_STRING("https://user@e.com/a/b?c", url.text);
        TEST_ASSERT_EQUAL_STRING("?c", url.text + url.query);
        TEST_ASSERT_EQUAL(443, url.port);
        TEST_ASSERT_TRUE(url.secure);
    }
    url_set_scheme(&url, false);
    TEST_ASSERT_EQUAL_STRING(text, url.text);
    TEST_ASSERT_EQUAL_MEMORY(&plain, &url, sizeof url);
}

static void a_url_with_a_port_or_without_room_keeps_its_scheme(void)
{
    char longest[URL_LIMIT + 1];
    unsigned twins;
    twins_of("http://e.com:81/", &twins);
    url_set_scheme(&url, true);
    TEST_ASSERT_EQUAL_STRING("http://e.com:81/", url.text);
    memset(longest, 'a', URL_LIMIT);
    longest[URL_LIMIT] = '\0';
    memcpy(longest, "http://e.com/", 13);
    twins_of(longest, &twins);
    url_set_scheme(&url, true);
    TEST_ASSERT_EQUAL_STRING(longest, url.text);
    TEST_ASSERT_FALSE(url.secure);
}

static void hashes_differ_in_all_their_bits(void)
{
    uint64_t all_ones = UINT64_MAX, any_one = 0;
    char text[] = "http://e.com/?00";
    for (int i = 0; i < 100; i++) {
        text[14] = (char)('0' + i / 10);
        text[15] = (char)('0' + i % 10);
        uint64_t hash = url_hash(text, sizeof text - 1);
        all_ones &= hash;
        any_one |= hash;
    }
    TEST_ASSERT_TRUE(all_ones == 0);
    TEST_ASSERT_TRUE(any_one == UINT64_MAX);
}

static void a_key_that_does_not_fit_is_too_long(void)
{
    const char *whole = key_of("http://www.e.com/a?b");
    size_t length = strlen(whole);
    char small[32];
    for (size_t capacity = 0; capacity <= length; capacity++) {
        memset(small, '!', sizeof small);
        TEST_ASSERT_EQUAL(STATUS_TOO_LONG, url_key(&url, small, capacity));
        TEST_ASSERT_EQUAL('!', small[capacity]);
    }
    TEST_ASSERT_EQUAL(length, url_key(&url, small, length + 1));
}

SUITE(url_key)
{
    RUN_TEST(follows_the_seven_rules_of_normalisation);
    RUN_TEST(drops_user_and_www);
    RUN_TEST(keeps_scheme_port_and_order);
    RUN_TEST(drops_index_pages_only_at_the_end_of_the_path);
    RUN_TEST(drops_session_ids);
    RUN_TEST(keeps_what_only_looks_like_a_session_id);
    RUN_TEST(drops_empty_parameters);
    RUN_TEST(writes_percent_encoding_in_one_way);
    RUN_TEST(the_hash_is_that_of_the_key);
    RUN_TEST(twins_have_one_hash_and_differ_in_bits);
    RUN_TEST(what_is_no_twin_has_another_hash);
    RUN_TEST(a_url_gets_the_other_scheme_and_stays_what_it_is);
    RUN_TEST(a_url_with_a_port_or_without_room_keeps_its_scheme);
    RUN_TEST(hashes_differ_in_all_their_bits);
    RUN_TEST(a_key_that_does_not_fit_is_too_long);
}
