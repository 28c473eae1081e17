/* Sites, segments and what scope rules ask about a URL. */
#include "read/url/scope.h"
#include "read/url/domain.h"
#include "suite.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static char buffers[2][URL_BUFFER_SIZE];
static struct url url, other;

static void parse_into(struct url *result, char *buffer, const char *text)
{
    TEST_ASSERT_GREATER_THAN_MESSAGE(0, url_parse(result, buffer, URL_BUFFER_SIZE, text, strlen(text), NULL),
                                     text);
}

static void parse(const char *text)
{
    parse_into(&url, buffers[0], text);
}

static const char *site_of(const char *text)
{
    static char site[64];
    size_t length;
    parse(text);
    const char *start = url_domain(&url, &length);
    memcpy(site, start, length);
    site[length] = '\0';
    return site;
}

static void finds_the_registered_part_of_a_host(void)
{
    static const struct {
        const char *text;
        const char *site;
    } cases[] = {
        {"http://www.science.chula.ac.th/", "chula.ac.th"},
        {"http://a.b.example.co.th:81/", "example.co.th"},
        {"http://x.y.go.th/", "y.go.th"},
        {"http://a.b.in.th/", "b.in.th"},
        {"http://a.b.or.th/", "b.or.th"},
        {"http://a.b.mi.th/", "b.mi.th"},
        {"http://a.b.net.th/", "b.net.th"},
        {"http://a.b.th/", "b.th"},
        {"http://news.example.com/", "example.com"},
        {"http://example.com/", "example.com"},
        {"http://a.bbc.co.uk/", "bbc.co.uk"},
        {"http://a.b.com.my/", "b.com.my"},
        {"http://a.b.gov.sg/", "b.gov.sg"},
        {"http://a.b.edu.kh/", "b.edu.kh"},
        {"http://a.b.anything.mm/", "b.anything.mm"},
        {"http://a.b.example.de/", "example.de"},
        {"http://me.blogspot.com/", "me.blogspot.com"},
        {"http://x.me.blogspot.co.uk/", "me.blogspot.co.uk"},
        {"http://a.me.github.io/", "me.github.io"},
        {"http://a.b.c.wordpress.com/", "c.wordpress.com"},
        {"http://ก.ข.ศึกษา.ไทย/", "xn--22c.xn--12c1fe0br.xn--o3cw4h"},
        {"http://ก.ข.ไทย/", "xn--22c.xn--o3cw4h"},
        {"http://www.example.com./", "example.com"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        TEST_ASSERT_EQUAL_STRING_MESSAGE(cases[i].site, site_of(cases[i].text), cases[i].text);
}

static void hosts_without_an_owner_are_sites_of_their_own(void)
{
    static const char *const hosts[] = {"localhost", "1.2.3.4", "co.th", "th", "blogspot.com", "a.co", "."};
    char text[32];
    for (size_t i = 0; i < COUNT(hosts); i++) {
        strcpy(text, "http://");
        strcat(text, hosts[i]);
        TEST_ASSERT_EQUAL_STRING(hosts[i], site_of(text));
    }
}

static void tells_whether_two_urls_are_of_one_site(void)
{
    parse("http://a.example.co.th/x");
    parse_into(&other, buffers[1], "https://b.c.example.co.th:8443/");
    TEST_ASSERT_TRUE(url_same_domain(&url, &other));
    TEST_ASSERT_FALSE(url_same_host(&url, &other));
    parse_into(&other, buffers[1], "http://a.another.co.th/x");
    TEST_ASSERT_FALSE(url_same_domain(&url, &other));
    parse_into(&other, buffers[1], "https://A.example.co.th./");
    TEST_ASSERT_TRUE(url_same_domain(&url, &other));
    parse_into(&other, buffers[1], "https://A.example.co.th/");
    TEST_ASSERT_TRUE(url_same_host(&url, &other));
}

static void classes_top_level_domains(void)
{
    static const struct {
        const char *host;
        enum url_tld tld;
    } cases[] = {
        {"example.com", URL_TLD_COM}, {"a.net", URL_TLD_NET},       {"a.org", URL_TLD_ORG},
        {"a.co.th", URL_TLD_HOME},    {"a.info", URL_TLD_INFO},     {"a.xn--o3cw4h", URL_TLD_HOME},
        {"a.com.", URL_TLD_COM},      {"a.comm", URL_TLD_OTHER},    {"com.my", URL_TLD_OTHER},
        {"1.2.3.4", URL_TLD_OTHER},   {"localhost", URL_TLD_OTHER}, {"th", URL_TLD_HOME},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        TEST_ASSERT_EQUAL_MESSAGE(
            cases[i].tld, url_tld(cases[i].host, strlen(cases[i].host), " th xn--o3cw4h "), cases[i].host);
    TEST_ASSERT_EQUAL(URL_TLD_HOME, url_tld("a.ac.ir", 7, " ir af "));
    TEST_ASSERT_EQUAL(URL_TLD_OTHER, url_tld("a.co.th", 7, " ir af "));
    /* A name on a damaged card may hold anything. */
    TEST_ASSERT_EQUAL(URL_TLD_OTHER, url_tld("a. ", 3, " ir af "));
    TEST_ASSERT_EQUAL(URL_TLD_OTHER, url_tld("a.\0", 3, " ir af "));
    TEST_ASSERT_EQUAL(URL_TLD_OTHER, url_tld("a.af \0", 7, " ir af "));
    TEST_ASSERT_EQUAL(URL_TLD_OTHER, url_tld("a.", 2, " ir af "));
    TEST_ASSERT_EQUAL(URL_TLD_OTHER, url_tld("a.i", 3, " ir af "));
    TEST_ASSERT_EQUAL_STRING("COM", url_tld_name(URL_TLD_COM));
    TEST_ASSERT_EQUAL_STRING("OTHER", url_tld_name(URL_TLD_OTHER));
}

static void counts_the_depth_of_a_path(void)
{
    static const struct {
        const char *text;
        unsigned depth;
    } cases[] = {
        {"http://h", 0},    {"http://h/?a/b", 0},      {"http://h/a", 1},
        {"http://h/a/", 1}, {"http://h/a/b/c?d/e", 3}, {"http://h/a//b", 3},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        parse(cases[i].text);
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].depth, url_depth(&url), cases[i].text);
    }
}

static void notices_paths_that_repeat_themselves(void)
{
    static const char *const traps[] = {
        "http://h/a/a/a",
        "http://h/a/a/a/",
        "http://h/x/a/a/a/y",
        "http://h/a/b/a/b/a/b",
        "http://h/x/a/b/a/b/a/b/",
        "http://h/////",
        "http://h/abc/d/abc/d/abc/d?x",
        "http://h/a/b/c/a/b/c/a/b/c/z",
        "http://www.x.th/www.x.th/www.x.th/www.x.th/y",
    };
    static const char *const others[] = {
        "http://h/",         "http://h/a/a",          "http://h/a/a/b/a/a",    "http://h/aa/a/a",
        "http://h/a/a/ab",   "http://h/2011/11/11/x", "http://h/a/b/a/b/a",    "http://h/?/a/a/a/a",
        "http://h/a/a?/a/a", "http://h/aaa",          "http://h/a/b/a/b/a/bb", "http://h//",
    };
    for (size_t i = 0; i < COUNT(traps); i++) {
        parse(traps[i]);
        TEST_ASSERT_TRUE_MESSAGE(url_is_trap(&url), traps[i]);
    }
    for (size_t i = 0; i < COUNT(others); i++) {
        parse(others[i]);
        TEST_ASSERT_FALSE_MESSAGE(url_is_trap(&url), others[i]);
    }
}

static void a_link_without_its_scheme_does_not_grow_without_end(void)
{
    unsigned pages = 0;
    parse("http://www.x.th/");
    while (!url_is_trap(&url)) {
        TEST_ASSERT_LESS_THAN(4, pages++);
        url_parse(&url, buffers[0], URL_BUFFER_SIZE, "www.x.th/y", 10, &url);
    }
    TEST_ASSERT_EQUAL(3, pages);
}

static void rejects_endings_that_promise_no_text(void)
{
    static const char *const rejected[] = {
        "http://h/a.jpg",  "http://h/a.JPEG", "http://h/a/b.c.pdf?x", "http://h/a.7z#f", "http://h/.css",
        "http://h/a.docx", "http://h/a.js",   "http://h/a.bmp",       "http://h/a.pptx", "http://h/a.rm",
    };
    static const char *const others[] = {
        "http://h/",        "http://h/a.html", "http://h/a",           "http://h/jpg",    "http://h/a.jpg/",
        "http://h/a.jp",    "http://h/a.jpgs", "http://h/a.",          "http://h/?a.jpg", "http://h.js/",
        "http://h/a.jpg/b", "http://h/a.j",    "http://h/a.php?b.gif", "http://h/a.s",
    };
    for (size_t i = 0; i < COUNT(rejected); i++) {
        parse(rejected[i]);
        TEST_ASSERT_TRUE_MESSAGE(url_has_rejected_ending(&url), rejected[i]);
    }
    for (size_t i = 0; i < COUNT(others); i++) {
        parse(others[i]);
        TEST_ASSERT_FALSE_MESSAGE(url_has_rejected_ending(&url), others[i]);
    }
}

static void knows_every_ending_of_the_original_set_up(void)
{
    static const char *const endings[] = {
        "bmp",  "gif", "jpg", "jpeg", "png", "tif", "mid", "mp2", "mp3",  "mp4",  "wav", "avi", "mov",
        "mpeg", "ram", "rm",  "smil", "wmv", "doc", "pdf", "ppt", "swf",  "css",  "js",  "zip", "gz",
        "rar",  "tar", "ico", "xls",  "7z",  "jar", "war", "xml", "docx", "xlsx", "pptx"};
    char text[32];
    for (size_t i = 0; i < COUNT(endings); i++) {
        strcpy(text, "http://h/a.");
        strcat(text, endings[i]);
        parse(text);
        TEST_ASSERT_TRUE_MESSAGE(url_has_rejected_ending(&url), text);
    }
}

static void names_the_segment_of_a_page(void)
{
    static const struct {
        const char *text;
        const char *segment;
    } cases[] = {
        {"http://u@h.th/travel/phuket/x.html?y/z#w/v", "h.th/travel/phuket/"},
        {"https://h.th:81/travel", "h.th:81/"},
        {"http://h.th", "h.th/"},
        {"http://h.th/a/", "h.th/a/"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t length;
        parse(cases[i].text);
        const char *segment = url_segment(&url, &length);
        TEST_ASSERT_EQUAL_MESSAGE(strlen(cases[i].segment), length, cases[i].text);
        TEST_ASSERT_EQUAL_STRING_LEN(cases[i].segment, segment, length);
    }
}

static void answers_the_rules_of_the_malay_crawler(void)
{
    parse("http://www.example.com.my/");
    TEST_ASSERT_TRUE(url_in_domain(&url, "my"));
    TEST_ASSERT_TRUE(url_in_domain(&url, "com.my"));
    TEST_ASSERT_TRUE(url_in_domain(&url, "www.example.com.my"));
    TEST_ASSERT_FALSE(url_in_domain(&url, "m.my"));
    TEST_ASSERT_FALSE(url_in_domain(&url, "x.www.example.com.my"));
    parse("http://my./en/ms/x?/my/");
    TEST_ASSERT_TRUE(url_in_domain(&url, "my"));
    TEST_ASSERT_TRUE(url_has_directory(&url, "ms"));
    TEST_ASSERT_TRUE(url_has_directory(&url, "en"));
    TEST_ASSERT_FALSE(url_has_directory(&url, "x"));
    TEST_ASSERT_FALSE(url_has_directory(&url, "my"));
    TEST_ASSERT_FALSE(url_has_directory(&url, "s"));
}

SUITE(url_scope)
{
    RUN_TEST(finds_the_registered_part_of_a_host);
    RUN_TEST(hosts_without_an_owner_are_sites_of_their_own);
    RUN_TEST(tells_whether_two_urls_are_of_one_site);
    RUN_TEST(classes_top_level_domains);
    RUN_TEST(counts_the_depth_of_a_path);
    RUN_TEST(notices_paths_that_repeat_themselves);
    RUN_TEST(a_link_without_its_scheme_does_not_grow_without_end);
    RUN_TEST(rejects_endings_that_promise_no_text);
    RUN_TEST(knows_every_ending_of_the_original_set_up);
    RUN_TEST(names_the_segment_of_a_page);
    RUN_TEST(answers_the_rules_of_the_malay_crawler);
}
