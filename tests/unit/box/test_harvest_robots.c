#include "harvest_fixture.h"

static int get_robots(const char *text)
{
    memset(&rules, 0, sizeof rules);
    parse(text);
    static const struct visit_request request = {
        .url = &url, .observer = &observer, .path = "P", .worker = 3};
    int status = harvest_robots(&harvest, &request, &answer);
    TEST_ASSERT_FALSE(memory.lent);
    TEST_ASSERT_EQUAL_MESSAGE(0, crawl.settled, "no page");
    TEST_ASSERT_EQUAL(rules.times, answer.has_rules);
    if (rules.times > 0)
        TEST_ASSERT_EQUAL(STATUS_OK, robots_check(rules.store, rules.bytes));
    return status;
}

#define RULES "HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /private\n"

static void rules_are_read_into_a_store(void)
{
    static const char *const answers[] = {RULES};
    begin(answers, HARVEST_KEEP_TARGET);
    TEST_ASSERT_EQUAL(0, get_robots("http://www.example.my/a/b?c"));
    TEST_ASSERT_EQUAL(200, answer.status);
    TEST_ASSERT_EQUAL_STRING_LEN("GET /robots.txt HTTP/1.1\r\nHost: www.example.my\r\n", net.request, 47);
    TEST_ASSERT_EQUAL(1, rules.times);
    TEST_ASSERT_FALSE(robots_allows(rules.store, "/private/x", 10).allowed);
    TEST_ASSERT_TRUE(robots_allows(rules.store, "/x", 2).allowed);
    TEST_ASSERT_EQUAL(0, card.begun);
    TEST_ASSERT_EQUAL_STRING("http://www.example.my/robots.txt", card.log[0].uri);
    TEST_ASSERT_EQUAL_STRING("P", card.log[0].line.path);
    TEST_ASSERT_EQUAL_STRING("robots:rules", card.log[0].notes);
}

static void redirects_are_followed_across_hosts(void)
{
    static const char *const answers[] = {"HTTP/1.1 301 Moved\r\nLocation: https://www.other.my/r#x\r\n\r\n",
                                          "HTTP/1.1 302 Found\r\nLocation: robots/all.txt\r\n\r\n", RULES};
    begin(answers, HARVEST_KEEP_TARGET);
    TEST_ASSERT_EQUAL(0, get_robots("http://www.example.my/"));
    TEST_ASSERT_EQUAL(3, card.lines);
    TEST_ASSERT_EQUAL_STRING("robots:elsewhere", card.log[0].notes);
    TEST_ASSERT_EQUAL_STRING("https://www.other.my/robots/all.txt", card.log[2].uri);
    TEST_ASSERT_FALSE(robots_allows(rules.store, "/private", 8).allowed);
}

static void endless_redirects_end(void)
{
    static const char again[] = "HTTP/1.1 301 Moved\r\nLocation: /robots.txt\r\n\r\n";
    static const char *const answers[] = {again, again, again, again, again, again};
    begin(answers, HARVEST_KEEP_TARGET);
    TEST_ASSERT_EQUAL(0, get_robots("http://www.example.my/"));
    TEST_ASSERT_EQUAL(6, net.connects);
    TEST_ASSERT_EQUAL(ROBOTS_UNAVAILABLE, robots_answer(rules.store));
}

static void what_an_answer_means(void)
{
    static const struct {
        const char *answer;
        bool has_store;
        enum robots_answer means;
        const char *notes;
    } cases[] = {
        {"HTTP/1.1 404 No\r\n\r\n", true, ROBOTS_UNAVAILABLE, "robots:none"},
        {"HTTP/1.1 403 No\r\n\r\n", true, ROBOTS_UNAVAILABLE, "robots:none"},
        {"HTTP/1.1 500 Oh\r\n\r\n", true, ROBOTS_UNREACHABLE, "robots:unreachable"},
        {"HTTP/1.1 429 Slow\r\nRetry-After: 9\r\n\r\n", false, ROBOTS_RULES, "robots:later"},
        {"", true, ROBOTS_UNREACHABLE, "robots:unreachable"},
        {"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nUser-agent: *\n", true, ROBOTS_UNREACHABLE,
         "robots:unreachable"},
        {"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b", true, ROBOTS_UNREACHABLE,
         "robots:unreachable"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const answers[] = {cases[i].answer};
        begin(answers, HARVEST_KEEP_TARGET);
        TEST_ASSERT_EQUAL(0, get_robots("http://www.example.my/"));
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].has_store, rules.times, cases[i].answer);
        if (cases[i].has_store)
            TEST_ASSERT_EQUAL_MESSAGE(cases[i].means, robots_answer(rules.store), cases[i].answer);
        TEST_ASSERT_EQUAL_STRING(cases[i].notes, card.log[0].notes);
    }
}

static void a_robots_txt_that_cannot_be_reached_denies(void)
{
    begin(NULL, HARVEST_KEEP_TARGET);
    net.connect_status = STATUS_TIMEOUT;
    TEST_ASSERT_EQUAL(0, get_robots("http://www.example.my/"));
    TEST_ASSERT_EQUAL(FETCH_CONNECT_TIMEOUT, answer.status);
    TEST_ASSERT_EQUAL(ROBOTS_UNREACHABLE, robots_answer(rules.store));
}

static void the_wait_before_another_try_is_told(void)
{
    static const char *const answers[] = {"HTTP/1.1 429 Slow\r\nRetry-After: 9\r\n\r\n"};
    begin(answers, HARVEST_KEEP_TARGET);
    get_robots("http://www.example.my/");
    TEST_ASSERT_EQUAL(9, answer.retry_after_s);
}

/* How much of a page is kept says nothing about how much of robots.txt is read. */
static void the_limit_of_a_page_cuts_no_rules_off(void)
{
    static char text[3000];
    static const char *const answers[] = {text};
    strcpy(text, "HTTP/1.1 200 OK\r\n\r\n#");
    memset(text + strlen(text), '-', 2 * (size_t)options.fetch.body_max);
    strcat(text, "\nUser-agent: *\nDisallow: /private\n");
    begin(answers, HARVEST_KEEP_TARGET);
    TEST_ASSERT_EQUAL(0, get_robots("http://www.example.my/"));
    TEST_ASSERT_FALSE(robots_allows(rules.store, "/private", 8).allowed);
    TEST_ASSERT_FALSE(harvest.fetch.unlimited);
}

/* A server that never ends its robots.txt: each read gives the same 100 bytes. */
static size_t endless_bytes;

static int read_endless(void *context, void *to, size_t size, uint32_t timeout_ms)
{
    static const char header[] = "HTTP/1.1 200 OK\r\n\r\n";
    static const char lines[] = "\nUser-agent: crawlbox\nAllow: /\nDisallow: /xx";
    (void)context, (void)timeout_ms;
    size_t count = endless_bytes == 0 ? sizeof header - 1 : 100;
    TEST_ASSERT_TRUE(size >= count);
    if (endless_bytes == 0)
        memcpy(to, header, count);
    else
        memset(to, '#', count);
    if (endless_bytes == sizeof header - 1 + ROBOTS_BODY_MAX - 100) /* the limit falls into the last line */
        memcpy((char *)to + 100 - (sizeof lines - 1), lines, sizeof lines - 1);
    endless_bytes += count;
    return (int)count;
}

static void a_line_that_the_limit_cuts_is_no_rule(void)
{
    static const char *const answers[] = {""};
    struct fetch_port endless = network;
    endless.read = read_endless;
    endless_bytes = 0;
    begin(answers, HARVEST_KEEP_TARGET);
    fetch_init(&harvest.fetch, &endless, &options.fetch);
    TEST_ASSERT_EQUAL(0, get_robots("http://www.example.my/"));
    TEST_ASSERT_TRUE(endless_bytes < ROBOTS_BODY_MAX + 300);
    TEST_ASSERT_EQUAL(ROBOTS_RULES, robots_answer(rules.store));
    TEST_ASSERT_TRUE(robots_allows(rules.store, "/xx", 3).allowed);
}

static void more_rules_than_fit_deny_and_are_told(void)
{
    static char text[8000];
    static const char *const answers[] = {text};
    strcpy(text, "HTTP/1.1 200 OK\r\n\r\nUser-agent: *\n");
    for (unsigned i = 0; i < 300; i++) {
        char *rule = text + strlen(text);
        strcpy(rule, "Disallow: /a.........\n");
        rule[12] = (char)('a' + i % 26);
        rule[13] = (char)('a' + i / 26);
    }
    begin(answers, HARVEST_KEEP_TARGET);
    TEST_ASSERT_EQUAL(0, get_robots("http://www.example.my/"));
    TEST_ASSERT_EQUAL(ROBOTS_OVERFLOW, robots_answer(rules.store));
    TEST_ASSERT_EQUAL_STRING("robots:tooLong", card.log[0].notes);
}

SUITE(harvest_robots)
{
    RUN_TEST(rules_are_read_into_a_store);
    RUN_TEST(redirects_are_followed_across_hosts);
    RUN_TEST(endless_redirects_end);
    RUN_TEST(what_an_answer_means);
    RUN_TEST(a_robots_txt_that_cannot_be_reached_denies);
    RUN_TEST(the_wait_before_another_try_is_told);
    RUN_TEST(the_limit_of_a_page_cuts_no_rules_off);
    RUN_TEST(a_line_that_the_limit_cuts_is_no_rule);
    RUN_TEST(more_rules_than_fit_deny_and_are_told);
}
