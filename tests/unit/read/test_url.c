/* URL parsing, as the WHATWG URL standard describes it, state by state. */
#include "suite.h"
#include "base/status.h"
#include "read/url/url.h"

struct resolved {
    const char *text;
    const char *result;
};

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static char base_buffer[URL_BUFFER_SIZE];
static char buffer[URL_BUFFER_SIZE];
static struct url base, url;

static int parse(const char *text)
{
    return url_parse(&url, buffer, sizeof buffer, text, strlen(text), NULL);
}

static int resolve(const char *text)
{
    return url_parse(&url, buffer, sizeof buffer, text, strlen(text), &base);
}

static void set_base(const char *text)
{
    TEST_ASSERT_GREATER_THAN(0, url_parse(&base, base_buffer, sizeof base_buffer, text, strlen(text), NULL));
}

static void check_parsed(const struct resolved *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int length = parse(cases[i].text);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(cases[i].result, url.text, cases[i].text);
        TEST_ASSERT_EQUAL_MESSAGE(strlen(cases[i].result), length, cases[i].text);
    }
}

static void check_resolved(const char *base_text, const struct resolved *cases, size_t count)
{
    set_base(base_text);
    for (size_t i = 0; i < count; i++) {
        resolve(cases[i].text);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(cases[i].result, url.text, cases[i].text);
    }
}

static void check_refused(enum url_problem problem, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        TEST_ASSERT_LESS_THAN_MESSAGE(0, parse(texts[i]), texts[i]);
        TEST_ASSERT_EQUAL_MESSAGE(problem, url.problem, texts[i]);
    }
}

static void lower_cases_scheme_and_host_only(void)
{
    static const struct resolved cases[] = {
        {"HTTP://WWW.Example.COM/A/B?C#D", "http://www.example.com/A/B?C#D"},
        {"hTtPs://eXample.TH", "https://example.th/"},
    };
    check_parsed(cases, COUNT(cases));
}

static void strips_white_space_around_and_line_ends_inside(void)
{
    static const struct resolved cases[] = {
        {" \t\r\n http://a/ \x01\x1f", "http://a/"},
        {"ht\ntp\t:\r//\na\t.b\n/c\rd?e\tf#g\nh", "http://a.b/cd?ef#gh"},
        {"http://a:8\t0\n8/x", "http://a:808/x"},
        {"http://u\ts:p\nw@h/", "http://us:pw@h/"},
        {"http:/\t/h", "http://h/"},
    };
    check_parsed(cases, COUNT(cases));
}

static void skips_any_number_of_slashes_before_the_host(void)
{
    static const struct resolved cases[] = {
        {"http:example.com", "http://example.com/"},
        {"http:/example.com", "http://example.com/"},
        {"http:////example.com/x", "http://example.com/x"},
        {"http:\\\\example.com\\a\\b", "http://example.com/a/b"},
        {"https:/\\/\\example.com", "https://example.com/"},
    };
    check_parsed(cases, COUNT(cases));
}

static void percent_encodes_what_a_path_may_not_hold(void)
{
    static const struct resolved cases[] = {
        {"http://h/a b\"<>`{}^", "http://h/a%20b%22%3C%3E%60%7B%7D%5E"},
        {"http://h/\x01\x7f~!$&'()*+,;=:@[]|-._", "http://h/%01%7F~!$&'()*+,;=:@[]|-._"},
        {"http://h/\xE0\xB8\x81", "http://h/%E0%B8%81"},
        {"http://h/%41%zz%2f%", "http://h/%41%zz%2f%"},
    };
    check_parsed(cases, COUNT(cases));
}

static void percent_encodes_queries_and_fragments_by_their_own_sets(void)
{
    static const struct resolved cases[] = {
        {"http://h?a b\"<>'`{}^|", "http://h/?a%20b%22%3C%3E%27`{}^|"},
        {"http://h#a b\"<>'`{}^|#?", "http://h/#a%20b%22%3C%3E'%60{}^|#?"},
        {"http://h/?\xE0\xB8\x81/\\?#\xE0\xB8\x81", "http://h/?%E0%B8%81/\\?#%E0%B8%81"},
        {"http://h/?", "http://h/?"},
        {"http://h/#", "http://h/#"},
        {"http://h?#", "http://h/?#"},
    };
    check_parsed(cases, COUNT(cases));
}

static void keeps_stray_bytes_and_replaces_surrogates(void)
{
    static const struct resolved cases[] = {
        {"http://h/\xA1\xA2?\xE0\xB8", "http://h/%A1%A2?%E0%B8"},
        {"http://h/\xED\xA0\x80x\xED\xBF\xBF", "http://h/%EF%BF%BDx%EF%BF%BD"},
        {"http://h/\xED\x9F\xBF", "http://h/%ED%9F%BF"},
    };
    check_parsed(cases, COUNT(cases));
}

static void resolves_dot_segments(void)
{
    static const struct resolved cases[] = {
        {"http://h/a/./b", "http://h/a/b"},
        {"http://h/a/../b", "http://h/b"},
        {"http://h/a/b/..", "http://h/a/"},
        {"http://h/a/.", "http://h/a/"},
        {"http://h/..", "http://h/"},
        {"http://h/../../a", "http://h/a"},
        {"http://h/a//../b", "http://h/a/b"},
        {"http://h/a/%2e%2E/b/%2e/c", "http://h/b/c"},
        {"http://h/a/.%2e/%2e.", "http://h/"},
        {"http://h/a/.../b", "http://h/a/.../b"},
        {"http://h/a/..b/.c/d.", "http://h/a/..b/.c/d."},
        {"http://h/a\\..\\b", "http://h/b"},
        {"http://h/a/%2e%2", "http://h/a/%2e%2"},
        {"http://h//", "http://h//"},
        {"http://h/a/..?q#f", "http://h/?q#f"},
        {"http://h/?/../a", "http://h/?/../a"},
    };
    check_parsed(cases, COUNT(cases));
}

static void reads_user_names_and_passwords(void)
{
    static const struct resolved cases[] = {
        {"http://user@h/", "http://user@h/"},
        {"http://user:pass@h/", "http://user:pass@h/"},
        {"http://user:@h/", "http://user@h/"},
        {"http://:pass@h/", "http://:pass@h/"},
        {"http://:@h/", "http://h/"},
        {"http://@h/", "http://h/"},
        {"http://a@b:c@d@h/", "http://a%40b:c%40d@h/"},
        {"http://a:b:c@h/", "http://a:b%3Ac@h/"},
        {"http://;=[]|^@h/", "http://%3B%3D%5B%5D%7C%5E@h/"},
        {"http://\xE0\xB8\x81 @h", "http://%E0%B8%81%20@h/"},
    };
    check_parsed(cases, COUNT(cases));
}

static void drops_default_ports_and_normalises_others(void)
{
    static const struct resolved cases[] = {
        {"http://h:80/", "http://h/"},
        {"https://h:443/", "https://h/"},
        {"http://h:443/", "http://h:443/"},
        {"http://h:/", "http://h/"},
        {"http://h:00008080", "http://h:8080/"},
        {"http://h:0/", "http://h:0/"},
        {"http://h:65535?q", "http://h:65535/?q"},
    };
    check_parsed(cases, COUNT(cases));
    parse("https://h/");
    TEST_ASSERT_EQUAL(443, url.port);
    parse("http://h:0000080/");
    TEST_ASSERT_EQUAL(80, url.port);
    parse("http://h:8080/");
    TEST_ASSERT_EQUAL(8080, url.port);
}

static void resolves_relative_links(void)
{
    static const struct resolved cases[] = {
        {"", "http://u:p@h:81/a/b/c?q"},
        {"#", "http://u:p@h:81/a/b/c?q#"},
        {"#x?y", "http://u:p@h:81/a/b/c?q#x?y"},
        {"?", "http://u:p@h:81/a/b/c?"},
        {"?x", "http://u:p@h:81/a/b/c?x"},
        {"d", "http://u:p@h:81/a/b/d"},
        {"./d/", "http://u:p@h:81/a/b/d/"},
        {"..", "http://u:p@h:81/a/"},
        {"../../../d", "http://u:p@h:81/d"},
        {"/", "http://u:p@h:81/"},
        {"\\d", "http://u:p@h:81/d"},
        {"//x/y", "http://x/y"},
        {"\\/x", "http://x/"},
        {"///x", "http://x/"},
        {"www.x.th/y", "http://u:p@h:81/a/b/www.x.th/y"},
        {":80", "http://u:p@h:81/a/b/:80"},
        {"1:x", "http://u:p@h:81/a/b/1:x"},
        {"a b:c", "http://u:p@h:81/a/b/a%20b:c"},
        {"\xE0\xB8\x81", "http://u:p@h:81/a/b/%E0%B8%81"},
    };
    check_resolved("http://u:p@h:81/a/b/c?q#f", cases, COUNT(cases));
}

static void takes_the_scheme_of_the_base_as_relative_and_others_as_absolute(void)
{
    static const struct resolved cases[] = {
        {"http:", "http://h/a/b?q"},     {"http:x", "http://h/a/x"},  {"http:/x", "http://h/x"},
        {"http://x", "http://x/"},       {"http:\\\\x", "http://x/"}, {"http:?y", "http://h/a/b?y"},
        {"https:x", "https://x/"},       {"https:/x", "https://x/"},  {"HTTP:#f", "http://h/a/b?q#f"},
        {"https:///x/y", "https://x/y"},
    };
    check_resolved("http://h/a/b?q", cases, COUNT(cases));
}

static void names_the_offsets_of_every_part(void)
{
    parse("https://user:password@host:8443/path?query#fragment");
    TEST_ASSERT_TRUE(url.secure);
    TEST_ASSERT_EQUAL_STRING(":password@host:8443/path?query#fragment", url.text + url.user_end);
    TEST_ASSERT_EQUAL_STRING("host:8443/path?query#fragment", url.text + url.host);
    TEST_ASSERT_EQUAL_STRING(":8443/path?query#fragment", url.text + url.host_end);
    TEST_ASSERT_EQUAL_STRING("/path?query#fragment", url.text + url.path);
    TEST_ASSERT_EQUAL_STRING("?query#fragment", url.text + url.query);
    TEST_ASSERT_EQUAL_STRING("#fragment", url.text + url.fragment);
    TEST_ASSERT_EQUAL_STRING("", url.text + url.length);
}

static void absent_parts_are_empty(void)
{
    parse("http://host");
    TEST_ASSERT_FALSE(url.secure);
    TEST_ASSERT_EQUAL(url.host, url.user_end);
    TEST_ASSERT_EQUAL(url.path, url.host_end);
    TEST_ASSERT_EQUAL(1, url_path_length(&url));
    TEST_ASSERT_EQUAL(0, url_query_length(&url));
    TEST_ASSERT_EQUAL(url.length, url.fragment);
    parse("http://u@host/?#");
    TEST_ASSERT_EQUAL(url.host - 1, url.user_end);
    TEST_ASSERT_EQUAL(1, url_query_length(&url));
    TEST_ASSERT_EQUAL(url.length - 1, url.fragment);
}

static void the_parts_of_a_resolved_link_are_those_of_the_whole(void)
{
    set_base("https://h:1/a/b?q#f");
    resolve("#new");
    TEST_ASSERT_EQUAL_STRING("?q#new", url.text + url.query);
    TEST_ASSERT_EQUAL_STRING("#new", url.text + url.fragment);
    TEST_ASSERT_EQUAL(1, url.port);
    resolve("//x");
    TEST_ASSERT_EQUAL(443, url.port);
    TEST_ASSERT_EQUAL(1, url_path_length(&url));
    TEST_ASSERT_EQUAL(0, url_query_length(&url));
}

static void follows_a_redirect_in_the_buffer_of_the_base(void)
{
    static const struct resolved steps[] = {
        {"c?x#y", "http://h/a/c?x"},
        {"/d/e/", "http://h/d/e/"},
        {"#z", "http://h/d/e/#z"},
        {"//i", "http://i/"},
        {"https://longer.example/f", "https://longer.example/f"},
    };
    set_base("http://h/a/b?q#f");
    for (size_t i = 0; i < COUNT(steps); i++) {
        url_parse(&base, base_buffer, sizeof base_buffer, steps[i].text, strlen(steps[i].text), &base);
        if (i == 0)
            url_parse(&base, base_buffer, sizeof base_buffer, "", 0, &base);
        TEST_ASSERT_EQUAL_STRING(steps[i].result, base.text);
    }
}

static void refuses_other_schemes(void)
{
    static const char *const texts[] = {"mailto:a@b", "javascript:void(0)", "ftp://h/", "data:,x",
                                        "tel:1",      "httpss://h/",        "h-t.t+p:", "file:///etc/passwd",
                                        "x:",         "http+x://h/"};
    check_refused(URL_NOT_HTTP, texts, COUNT(texts));
    TEST_ASSERT_EQUAL(STATUS_UNSUPPORTED, parse("mailto:a@b"));
    set_base("http://h/");
    TEST_ASSERT_EQUAL(STATUS_UNSUPPORTED, resolve("mailto:a@b"));
}

static void refuses_relative_links_without_a_base(void)
{
    static const char *const texts[] = {"", "a", "/a", "//h/", "?q", "#f", "1http://h/", ":", "http//h"};
    check_refused(URL_RELATIVE, texts, COUNT(texts));
    TEST_ASSERT_EQUAL(STATUS_INVALID, parse("a"));
    base = (struct url){0};
    TEST_ASSERT_EQUAL(STATUS_INVALID, resolve("a"));
    TEST_ASSERT_GREATER_THAN(0, resolve("http://h/"));
}

static void refuses_urls_without_a_host(void)
{
    static const char *const texts[] = {"http:",        "http://",   "https:///", "http://?q",
                                        "http://#f",    "http://@/", "http://u@", "http://u:p@/x",
                                        "http://:80/x", "http://\t"};
    check_refused(URL_NO_HOST, texts, COUNT(texts));
}

static void refuses_ports_that_are_none(void)
{
    static const char *const texts[] = {"http://h:65536/",
                                        "http://h:x/",
                                        "http://h:80x/",
                                        "http://h:-1",
                                        "http://h:8 0/",
                                        "http://h:1:2",
                                        "http://h:99999999999999999999"};
    check_refused(URL_BAD_PORT, texts, COUNT(texts));
}

static void every_problem_has_words_of_its_own(void)
{
    for (int problem = URL_FINE; problem < URL_PROBLEMS; problem++)
        for (int other = URL_FINE; other < problem; other++)
            TEST_ASSERT_NOT_EQUAL(0, strcmp(url_problem_text((enum url_problem)problem),
                                            url_problem_text((enum url_problem)other)));
    parse("mailto:x");
    TEST_ASSERT_EQUAL_STRING("not an http or https address", url_reason(&url));
}

/* http://h/aaa...: `length` bytes in all */
static int parse_long(size_t length, size_t capacity)
{
    static char text[URL_LIMIT + 2];
    memset(text, 'a', sizeof text);
    memcpy(text, "http://h/", 9);
    return url_parse(&url, buffer, capacity, text, length, NULL);
}

static void holds_urls_of_the_limit_and_refuses_longer_ones(void)
{
    TEST_ASSERT_EQUAL(URL_LIMIT, parse_long(URL_LIMIT, sizeof buffer));
    TEST_ASSERT_EQUAL(STATUS_TOO_LONG, parse_long(URL_LIMIT + 1, sizeof buffer));
    TEST_ASSERT_EQUAL(URL_TOO_LONG, url.problem);
    TEST_ASSERT_EQUAL_STRING("", url.text);
}

static void keeps_to_smaller_buffers_byte_by_byte(void)
{
    static const char text[] = "https://u:p@ex.th:81/a/b%41/\xE0\xB8\x81?q='/x#f`g";
    int length = parse(text);
    TEST_ASSERT_GREATER_THAN(0, length);
    for (size_t capacity = 0; capacity <= (size_t)length + 1; capacity++) {
        memset(buffer, '!', sizeof buffer);
        int status = url_parse(&url, buffer, capacity, text, sizeof text - 1, NULL);
        TEST_ASSERT_EQUAL(capacity > (size_t)length ? length : STATUS_TOO_LONG, status);
        TEST_ASSERT_EQUAL('!', buffer[capacity]);
    }
}

static void a_base_that_does_not_fit_is_too_long(void)
{
    set_base("http://example.com/directory/page");
    TEST_ASSERT_EQUAL(STATUS_TOO_LONG, url_parse(&url, buffer, 20, "x", 1, &base));
    TEST_ASSERT_EQUAL(STATUS_TOO_LONG, url_parse(&url, buffer, 20, "#x", 2, &base));
    TEST_ASSERT_EQUAL(9, url_parse(&url, buffer, 20, "//x", 3, &base));
}

static void parsing_what_was_written_changes_nothing(void)
{
    static const char *const texts[] = {
        "http://u:p@h:81/a/../b/%2e%2e/c d?x'y#`",
        "http:\\\\h\\\\..\\x",
        "http://0x1.2/%zz",
        "http://h/a//./..//b?/../#/../",
        "http://\xE0\xB9\x84\xE0\xB8\x97\xE0\xB8\xA2/\xFF",
        "http://a@b@c:0/",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        static char first[URL_BUFFER_SIZE];
        TEST_ASSERT_GREATER_THAN_MESSAGE(0, parse(texts[i]), texts[i]);
        strcpy(first, url.text);
        struct url before = url;
        parse(first);
        TEST_ASSERT_EQUAL_STRING(first, url.text);
        TEST_ASSERT_EQUAL_MEMORY(&before, &url, sizeof url);
    }
}

SUITE(url)
{
    RUN_TEST(lower_cases_scheme_and_host_only);
    RUN_TEST(strips_white_space_around_and_line_ends_inside);
    RUN_TEST(skips_any_number_of_slashes_before_the_host);
    RUN_TEST(percent_encodes_what_a_path_may_not_hold);
    RUN_TEST(percent_encodes_queries_and_fragments_by_their_own_sets);
    RUN_TEST(keeps_stray_bytes_and_replaces_surrogates);
    RUN_TEST(resolves_dot_segments);
    RUN_TEST(reads_user_names_and_passwords);
    RUN_TEST(drops_default_ports_and_normalises_others);
    RUN_TEST(resolves_relative_links);
    RUN_TEST(takes_the_scheme_of_the_base_as_relative_and_others_as_absolute);
    RUN_TEST(names_the_offsets_of_every_part);
    RUN_TEST(absent_parts_are_empty);
    RUN_TEST(the_parts_of_a_resolved_link_are_those_of_the_whole);
    RUN_TEST(follows_a_redirect_in_the_buffer_of_the_base);
    RUN_TEST(refuses_other_schemes);
    RUN_TEST(refuses_relative_links_without_a_base);
    RUN_TEST(refuses_urls_without_a_host);
    RUN_TEST(refuses_ports_that_are_none);
    RUN_TEST(every_problem_has_words_of_its_own);
    RUN_TEST(holds_urls_of_the_limit_and_refuses_longer_ones);
    RUN_TEST(keeps_to_smaller_buffers_byte_by_byte);
    RUN_TEST(a_base_that_does_not_fit_is_too_long);
    RUN_TEST(parsing_what_was_written_changes_nothing);
}
