/* robots.txt: which paths a rule matches and which rule decides. */
#include "robots_fixture.h"

/* One rule that denies among everything that is allowed, or the contrary: does the pattern match the path? */
static bool rule_matches(const char *pattern, const char *path)
{
    char file[200] = "User-agent: FooBot\nDisallow: ";
    memcpy(file + strlen(file), pattern, strlen(pattern) + 1);
    parse(file);
    return !allows(path);
}

/* ---- Rules ---- */

static void the_longest_rule_wins_in_any_order(void)
{
    parse("User-agent: FooBot\nDisallow: /x/page.html\nAllow: /x/\n");
    DENIES("/x/page.html");
    ALLOWS("/x/other");
    parse("User-agent: FooBot\nAllow: /x/page.html\nDisallow: /x/\n");
    ALLOWS("/x/page.html");
    DENIES("/x/");
    parse("User-agent: FooBot\nAllow: /page\nDisallow: /*.html\n");
    DENIES("/page.html");
    ALLOWS("/page");
    parse("User-agent: FooBot\nAllow: /x/page.\nDisallow: /*.html\n");
    ALLOWS("/x/page.html");
    DENIES("/x/y.html");
    parse("User-agent: FooBot\nAllow: /$\nDisallow: /\n");
    ALLOWS("/");
    DENIES("/page");
}

static void length_counts_encoded_octets(void)
{
    parse("User-agent: FooBot\nDisallow: /*\xe0\xb8\x81\nAllow: /*abcdef\n");
    DENIES("/abcdef\xe0\xb8\x81"); /* 2 + 9 octets against 8 */
}

static void a_tie_goes_to_allow(void)
{
    parse("User-agent: FooBot\nDisallow: /x\nAllow: /x\n");
    ALLOWS("/x");
    parse("User-agent: FooBot\nAllow: /x\nDisallow: /x\n");
    ALLOWS("/x");
    parse("User-agent: FooBot\nAllow: /ab*\nDisallow: /abc\n");
    ALLOWS("/abc");
}

static void paths_are_case_sensitive(void)
{
    TEST_ASSERT_TRUE(rule_matches("/Fish", "/Fish"));
    TEST_ASSERT_FALSE(rule_matches("/Fish", "/fish"));
}

static void an_empty_rule_says_nothing_but_is_a_rule(void)
{
    parse("User-agent: FooBot\nDisallow:\nUser-agent: BarBot\nDisallow: /\n");
    ALLOWS("/x");
    parse("User-agent: FooBot\nDisallow: # nothing\nAllow:\n");
    ALLOWS("/x");
}

static void patterns_match_the_beginning_of_a_path(void)
{
    static const struct {
        const char *pattern, *path;
        bool match;
    } cases[] = {
        {"/", "/", true},
        {"/", "", true},
        {"/fish", "/fish", true},
        {"/fish", "/fish.html", true},
        {"/fish", "/fish/salmon.html", true},
        {"/fish", "/fishheads", true},
        {"/fish", "/fish.php?id=1", true},
        {"/fish", "/catfish", false},
        {"/fish", "/?id=fish", false},
        {"/fish", "/fis", false},
        {"/fish*", "/fish", true},
        {"/fish*", "/fishheads/yummy.html", true},
        {"/fish/", "/fish/", true},
        {"/fish/", "/fish/?id=1", true},
        {"/fish/", "/fish", false},
        {"/fish/", "/fish.html", false},
        {"/*.php", "/index.php", true},
        {"/*.php", "/folder/any.php.file.html", true},
        {"/*.php", "/a?f=b.php/", true},
        {"/*.php", "/", false},
        {"/*.php", "/windows.PHP", false},
        {"/*.php$", "/filename.php", true},
        {"/*.php$", "/folder/filename.php", true},
        {"/*.php$", "/filename.php?x", false},
        {"/*.php$", "/filename.php5", false},
        {"/*.php$", "/a.php/b.php", true},
        {"/fish*.php", "/fishheads/catfish.php?x", true},
        {"/fish*.php", "/Fish.php", false},
        {"/foo/bar$", "/foo/bar", true},
        {"/foo/bar$", "/foo/bar/", false},
        {"/a*b*c", "/aXbYbZc", true},
        {"/a*b*c$", "/abcabc", true},
        {"/a*b*c$", "/abcab", false},
        {"/**/x", "/a/x", true},
        {"/**/x", "/x", false},
        {"/*", "/x", true},
        {"*", "/x", true},
        {"*.gif$", "/a/b.gif", true},
        {"*.gif$", "/a/b.gifs", false},
        {"/$", "/", true},
        {"/$", "/x", false},
        {"/*$", "/x", true},
        {"fish", "/fish", false},
        {"$", "/", false},
        {"/foo/*/qux", "/foo/bar/quz", false},
        {"/a b", "/a%20b", true},
        {"/quz#qux", "/quz", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        TEST_ASSERT_EQUAL_INT_MESSAGE(cases[i].match, rule_matches(cases[i].pattern, cases[i].path),
                                      cases[i].pattern);
}

static void percent_encoding_is_normalised_on_both_sides(void)
{
    static const struct {
        const char *pattern, *path;
        bool match;
    } cases[] = {
        {"/foo/bar/%62%61%7A", "/foo/bar/baz", true},
        {"/foo/bar/baz", "/foo/bar/%62%61%7a", true},
        {"/%7Ejoe", "/~joe", true},
        {"/a%2Fb", "/a/b", false},
        {"/a/b", "/a%2Fb", false},
        {"/a%2fb", "/a%2Fb", true},
        {"/ภาษา", "/%E0%B8%A0%E0%B8%B2%E0%B8%A9%E0%B8%B2", true},
        {"/%e0%b8%a0%E0%B8%B2", "/ภา", true},
        {"/ภ*ษา$", "/%E0%B8%A0%E0%B8%B2%E0%B8%A9%E0%B8%B2", true},
        {"/foo?baz=https://foo.bar", "/foo?baz=https://foo.bar", true},
        {"/foo?baz=https://foo.bar", "/foo?baz=https%3A%2F%2Ffoo.bar", true},
        {"/foo?q=a&b=c?d", "/foo?q=a&b=c?d", true},
        {"/a%26b", "/a&b", false},
        {"/a{b}'c'", "/a%7Bb%7D%27c%27", true},
        {"/file-%2A.html", "/file-*.html", true},
        {"/file-%2A.html", "/file-x.html", false},
        {"/foo-%24", "/foo-$", true},
        {"/foo-%24", "/foo-%24/x", true},
        {"/a$b", "/a$b", true},
        {"/a$b", "/a%24bc", true},
        {"/a$$", "/a$", true},
        {"/a$$", "/a$b", false},
        {"/100%", "/100%", true},
        {"/100%zz", "/100%zz", true},
        {"/100%2", "/100%2/", true},
        {"/%", "/a", false},
        {"/a%*b", "/a%xb", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        TEST_ASSERT_EQUAL_INT_MESSAGE(cases[i].match, rule_matches(cases[i].pattern, cases[i].path),
                                      cases[i].pattern);
}

static void an_index_page_is_not_its_directory(void)
{
    parse("User-agent: FooBot\nAllow: /dir/index.html\nDisallow: /\n");
    ALLOWS("/dir/index.html");
    DENIES("/dir/"); /* one search engine reads it otherwise; the RFC does not */
}

static void robots_txt_itself_is_always_allowed(void)
{
    parse("User-agent: *\nDisallow: /\n");
    ALLOWS("/robots.txt");
    DENIES("/robots.txt2");
    TEST_ASSERT_EQUAL_INT(ROBOTS_BY_RFC, robots_allows(store, "/robots.txt", 11).reason);
    robots_set(store, sizeof store, ROBOTS_UNREACHABLE, NOW);
    ALLOWS("/robots.txt");
}

static void the_verdict_names_the_rule(void)
{
    parse("User-agent: FooBot\nDisallow: /a\nAllow: /a/b*c$\n");
    struct robots_verdict verdict = robots_allows(store, "/a/bxc", 6);
    TEST_ASSERT_TRUE(verdict.allowed);
    TEST_ASSERT_EQUAL_INT(ROBOTS_BY_RULE, verdict.reason);
    TEST_ASSERT_EQUAL_INT(7, (int)verdict.pattern_length);
    TEST_ASSERT_EQUAL_MEMORY("/a/b*c$", verdict.pattern, 7);
    verdict = robots_allows(store, "/z", 2);
    TEST_ASSERT_EQUAL_INT(ROBOTS_BY_NO_RULE, verdict.reason);
    TEST_ASSERT_NULL(verdict.pattern);
}

static void hostile_wildcards_end_in_bounded_time(void)
{
    static char pattern[170], path[PATH_MAX_BYTES];
    for (size_t i = 0; i < sizeof pattern - 1; i++)
        pattern[i] = i % 2 ? '*' : 'a';
    pattern[0] = '/';
    pattern[sizeof pattern - 2] = 'b';
    pattern[sizeof pattern - 1] = '\0';
    memset(path, 'a', sizeof path);
    path[0] = '/';
    path[sizeof path - 1] = '\0';
    TEST_ASSERT_FALSE(rule_matches(pattern, path));
}

static size_t append(char *file, size_t at, const char *text)
{
    memcpy(file + at, text, strlen(text) + 1);
    return at + strlen(text);
}

/* A wildcard and 470 letters against a path of 990: a quarter of a million looks at an octet for each
 * rule. */
static void rules_that_take_too_long_deny_that_path_only(void)
{
    static char file[4 * 512], path[991];
    size_t at = append(file, 0, "User-agent: FooBot");
    for (int rule = 0; rule < 4; rule++) {
        at = append(file, at, "\nDisallow: /*");
        memset(file + at, 'a', 470);
        file[at += 470] = (char)('b' + rule);
        file[++at] = '\0';
    }
    memset(path, 'a', sizeof path);
    path[0] = '/';
    path[sizeof path - 1] = '\0';
    TEST_ASSERT_TRUE(parse(file) > 0);
    struct robots_verdict verdict = robots_allows(store, path, strlen(path));
    TEST_ASSERT_FALSE(verdict.allowed);
    TEST_ASSERT_EQUAL_INT(ROBOTS_BY_EFFORT, verdict.reason);
    ALLOWS("/a/page/of/the/usual/length?with=a&query=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    TEST_ASSERT_EQUAL_INT(ROBOTS_BY_RFC, robots_allows(store, "/robots.txt", 11).reason);
}

/* The most that an honest site can ask for: a store full of rules, each with a wildcard, and the longest
 * path. */
static void a_store_full_of_honest_rules_is_compared_to_the_end(void)
{
    static char file[4096], path[1000];
    size_t at = append(file, 0, "User-agent: FooBot\n");
    for (int rule = 0; rule < 95; rule++) {
        at = append(file, at, "Disallow: /*?page=00&sort=\n");
        file[at - 8] = (char)('0' + rule % 10);
        file[at - 9] = (char)('0' + rule / 10);
    }
    for (size_t i = 0; i + 1 < sizeof path; i++)
        path[i] = "/section-number-one"[i % 19];
    TEST_ASSERT_TRUE(parse(file) > 0);
    ALLOWS(path);
    memcpy(path + sizeof path - 20, "?page=94&sort=", 14);
    DENIES(path);
    TEST_ASSERT_EQUAL_INT(ROBOTS_BY_RULE, robots_allows(store, path, strlen(path)).reason);
}

SUITE(robots_rules)
{
    RUN_TEST(the_longest_rule_wins_in_any_order);
    RUN_TEST(length_counts_encoded_octets);
    RUN_TEST(a_tie_goes_to_allow);
    RUN_TEST(paths_are_case_sensitive);
    RUN_TEST(an_empty_rule_says_nothing_but_is_a_rule);
    RUN_TEST(patterns_match_the_beginning_of_a_path);
    RUN_TEST(percent_encoding_is_normalised_on_both_sides);
    RUN_TEST(an_index_page_is_not_its_directory);
    RUN_TEST(robots_txt_itself_is_always_allowed);
    RUN_TEST(the_verdict_names_the_rule);
    RUN_TEST(hostile_wildcards_end_in_bounded_time);
    RUN_TEST(rules_that_take_too_long_deny_that_path_only);
    RUN_TEST(a_store_full_of_honest_rules_is_compared_to_the_end);
}
