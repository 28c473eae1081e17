/* robots.txt: delays, limits, the store on the card, and what a failed fetch means. */
#include "robots_fixture.h"

/* ---- Delay and sitemaps ---- */

static uint32_t delay_of(const char *file)
{
    parse(file);
    return robots_delay_ms(store);
}

static void crawl_delay_is_given_in_milliseconds(void)
{
    TEST_ASSERT_EQUAL_UINT32(10000, delay_of("User-agent: *\nCrawl-delay: 10\n"));
    TEST_ASSERT_EQUAL_UINT32(500, delay_of("User-agent: *\ncrawl-delay: 0.5 # half\n"));
    TEST_ASSERT_EQUAL_UINT32(1234, delay_of("User-agent: *\nCrawl-delay: 1.23456\n"));
    TEST_ASSERT_EQUAL_UINT32(300000, delay_of("User-agent: *\nCrawl-delay: 99999999999999999999\n"));
    TEST_ASSERT_EQUAL_UINT32(0, delay_of("User-agent: *\nCrawl-delay: soon\n"));
    TEST_ASSERT_EQUAL_UINT32(0, delay_of("User-agent: *\nCrawl-delay: -5\n"));
    TEST_ASSERT_EQUAL_UINT32(5000, delay_of("User-agent: *\nCrawl-delay: 5s\n"));
}

static void crawl_delay_belongs_to_its_group(void)
{
    TEST_ASSERT_EQUAL_UINT32(2000, delay_of("User-agent: *\nCrawl-delay: 9\nDisallow: /a\n"
                                            "User-agent: FooBot\nCrawl-delay: 2\n"));
    TEST_ASSERT_EQUAL_UINT32(0, delay_of("User-agent: BarBot\nCrawl-delay: 9\nDisallow: /a\n"));
    TEST_ASSERT_EQUAL_UINT32(9000,
                             delay_of("User-agent: BarBot\nCrawl-delay: 9\nUser-agent: FooBot\nAllow: /\n"));
    TEST_ASSERT_EQUAL_UINT32(0, delay_of("Crawl-delay: 9\n"));
}

static char sitemaps[100];

static void note_sitemap(void *context, const char *url, size_t length)
{
    TEST_ASSERT_EQUAL_PTR(sitemaps, context);
    strncat(sitemaps, url, length);
    strcat(sitemaps, ";");
}

static void sitemaps_are_heard_of_wherever_they_stand(void)
{
    static const char file[] = "Sitemap: http://a/1.xml\nUser-agent: FooBot\nDisallow: /x\n"
                               "site-map:http://a/2.xml # two\nDisallow: /y\nSitemap:\n";
    struct robots_parser parser;
    robots_begin(&parser, store, sizeof store, "FooBot", PATH_MAX_BYTES);
    parser.sitemap = note_sitemap;
    parser.sitemap_context = sitemaps;
    robots_push(&parser, file, sizeof file - 1);
    robots_finish(&parser, NOW);
    TEST_ASSERT_EQUAL_STRING("http://a/1.xml;http://a/2.xml;", sitemaps);
    DENIES("/x");
    DENIES("/y");
}

/* ---- Limits ---- */

static void push_many(struct robots_parser *parser, const char *text, size_t bytes)
{
    size_t length = strlen(text);
    for (size_t sent = 0; sent + length <= bytes; sent += length)
        robots_push(parser, text, length);
}

static void five_hundred_kib_are_read_and_a_cut_line_is_dropped(void)
{
    struct robots_parser parser;
    robots_begin(&parser, store, sizeof store, "FooBot", PATH_MAX_BYTES);
    push_many(&parser, "User-agent: Bar\nDisallow: /aaaa\n", ROBOTS_BODY_MAX - 32 * 2);
    robots_push(&parser, "User-agent: FooBot\nDisallow: /b\nDisallow: /x/yz/____________", 60);
    TEST_ASSERT_EQUAL_UINT32(ROBOTS_BODY_MAX - 4, parser.body_bytes);
    robots_push(&parser, "123456\nDisallow: /c\n", 20);
    robots_finish(&parser, NOW);
    DENIES("/b");
    ALLOWS("/x/yz/____________1234"); /* its line was cut: what it said is not known */
    ALLOWS("/c");
}

static void a_file_of_exactly_the_limit_keeps_its_last_line(void)
{
    struct robots_parser parser;
    robots_begin(&parser, store, sizeof store, "FooBot", PATH_MAX_BYTES);
    push_many(&parser, "#234567\n", ROBOTS_BODY_MAX - 32);
    robots_push(&parser, "User-agent: FooBot\nDisallow: /xx", 32);
    TEST_ASSERT_EQUAL_UINT32(ROBOTS_BODY_MAX, parser.body_bytes);
    robots_finish(&parser, NOW);
    DENIES("/xx");
}

/* Rules /a000, /a001 and on, 7 bytes each in the store. */
static void push_rules(struct robots_parser *parser, int count)
{
    for (int i = 0; i < count; i++) {
        char line[] = "Disallow: /a000\n";
        line[12] = (char)('0' + i / 100);
        line[13] = (char)('0' + i / 10 % 10);
        line[14] = (char)('0' + i % 10);
        robots_push(parser, line, sizeof line - 1);
    }
}

static void rules_that_do_not_fit_deny_everything(void)
{
    struct robots_parser parser;
    int fit = (ROBOTS_STORE_BYTES - ROBOTS_STORE_MIN - 4) / 7;
    for (int extra = 0; extra <= 1; extra++) {
        robots_begin(&parser, store, sizeof store, "FooBot", PATH_MAX_BYTES);
        robots_push(&parser, "User-agent: *\nAllow: /$\n", 24);
        push_rules(&parser, fit + extra);
        int status = robots_finish(&parser, NOW);
        TEST_ASSERT_EQUAL_INT(extra ? STATUS_FULL : ROBOTS_STORE_MIN + 4 + fit * 7, status);
        TEST_ASSERT_EQUAL_INT(extra ? ROBOTS_OVERFLOW : ROBOTS_RULES, robots_answer(store));
        TEST_ASSERT_EQUAL_INT(!extra, allows("/zzz"));
        TEST_ASSERT_EQUAL_INT(STATUS_OK, robots_check(store, sizeof store));
    }
    TEST_ASSERT_EQUAL_INT(ROBOTS_BY_OVERFLOW, robots_allows(store, "/zzz", 4).reason);
}

static void too_many_rules_for_others_do_no_harm(void)
{
    struct robots_parser parser;
    robots_begin(&parser, store, sizeof store, "FooBot", PATH_MAX_BYTES);
    robots_push(&parser, "User-agent: BarBot\n", 19);
    push_rules(&parser, 900);
    robots_push(&parser, "User-agent: *\n", 14);
    push_rules(&parser, 900);
    robots_push(&parser, "User-agent: FooBot\nDisallow: /b\n", 32);
    TEST_ASSERT_GREATER_THAN_INT(0, robots_finish(&parser, NOW));
    DENIES("/b");
    ALLOWS("/a000");
}

static void equal_rules_are_kept_once(void)
{
    struct robots_parser parser;
    robots_begin(&parser, store, sizeof store, "FooBot", PATH_MAX_BYTES);
    robots_push(&parser, "User-agent: FooBot\n", 19);
    push_many(&parser, "Disallow: /a\nDisallow: /b\n", 26 * 1000);
    TEST_ASSERT_EQUAL_INT(ROBOTS_STORE_MIN + 2 * 4, robots_finish(&parser, NOW));
}

static void a_rule_longer_than_any_path_is_left_out(void)
{
    struct robots_parser parser;
    robots_begin(&parser, store, sizeof store, "FooBot", PATH_MAX_BYTES);
    robots_push(&parser, "User-agent: FooBot\nDisallow: /", 30);
    for (int i = 0; i < PATH_MAX_BYTES; i++)
        robots_push(&parser, "*ab", 3);
    robots_push(&parser, "\nDisallow: /b\n", 14);
    TEST_ASSERT_EQUAL_INT(ROBOTS_STORE_MIN + 4, robots_finish(&parser, NOW));
    DENIES("/b");
    ALLOWS("/a");
}

static void a_store_too_small_for_anything_is_refused(void)
{
    struct robots_parser parser;
    TEST_ASSERT_EQUAL_INT(STATUS_FULL, robots_begin(&parser, store, ROBOTS_STORE_MIN - 1, "FooBot", 9));
    TEST_ASSERT_EQUAL_INT(STATUS_FULL, robots_set(store, ROBOTS_STORE_MIN - 1, ROBOTS_UNAVAILABLE, NOW));
    TEST_ASSERT_TRUE(sizeof parser <= 136);
}

static void any_chunking_gives_the_same_store(void)
{
    static const char file[] =
        "\xef\xbb\xbfUser agent: FooBot/1\r\nDisallow: /%e0%b8%81*x$ # c\r\nAllow /y\rCrawl-delay: 1.5";
    static uint8_t whole[ROBOTS_STORE_BYTES];
    int size = parse(file);
    memcpy(whole, store, sizeof whole);
    for (size_t step = 1; step < 8; step++) {
        struct robots_parser parser;
        robots_begin(&parser, store, sizeof store, "FooBot", PATH_MAX_BYTES);
        for (size_t at = 0; at < sizeof file - 1; at += step)
            robots_push(&parser, file + at, sizeof file - 1 - at < step ? sizeof file - 1 - at : step);
        TEST_ASSERT_EQUAL_INT(size, robots_finish(&parser, NOW));
        TEST_ASSERT_EQUAL_MEMORY(whole, store, (size_t)size);
    }
}

/* ---- The store on the card ---- */

static void a_store_can_be_moved_and_checked(void)
{
    static uint8_t copy[ROBOTS_STORE_BYTES + 1];
    int size = parse("User-agent: FooBot\nDisallow: /x\nCrawl-delay: 7\n");
    memcpy(copy + 1, store, (size_t)size);
    memset(store, 0xee, sizeof store);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, robots_check(copy + 1, (size_t)size));
    TEST_ASSERT_FALSE(robots_allows(copy + 1, "/x", 2).allowed);
    TEST_ASSERT_EQUAL_UINT32(7000, robots_delay_ms(copy + 1));
}

static void damage_is_noticed_wherever_it_is(void)
{
    int size = parse("User-agent: FooBot\nDisallow: /x\nAllow: /x/y*z$\n");
    TEST_ASSERT_EQUAL_INT(STATUS_OK, robots_check(store, (size_t)size));
    TEST_ASSERT_EQUAL_INT(STATUS_DAMAGED, robots_check(store, (size_t)size - 1));
    TEST_ASSERT_EQUAL_INT(STATUS_DAMAGED, robots_check(store, 3));
    for (int i = 0; i < size; i++) {
        store[i] ^= 0x10;
        TEST_ASSERT_EQUAL_INT(STATUS_DAMAGED, robots_check(store, sizeof store));
        store[i] ^= 0x10;
    }
}

static void a_store_is_fresh_for_a_day(void)
{
    parse("");
    TEST_ASSERT_TRUE(robots_is_fresh(store, NOW));
    TEST_ASSERT_TRUE(robots_is_fresh(store, NOW + 24 * 3600 - 1));
    TEST_ASSERT_FALSE(robots_is_fresh(store, NOW + 24 * 3600));
    TEST_ASSERT_FALSE(robots_is_fresh(store, NOW - 1));
}

/* ---- Fetches that fail ---- */

static void a_store_says_what_a_failed_fetch_means(void)
{
    TEST_ASSERT_EQUAL_INT(ROBOTS_STORE_MIN, robots_set(store, sizeof store, ROBOTS_UNAVAILABLE, NOW));
    TEST_ASSERT_EQUAL_INT(STATUS_OK, robots_check(store, ROBOTS_STORE_MIN));
    ALLOWS("/x");
    TEST_ASSERT_EQUAL_INT(ROBOTS_BY_ABSENCE, robots_allows(store, "/x", 2).reason);
    robots_set(store, sizeof store, ROBOTS_UNREACHABLE, NOW);
    DENIES("/x");
    TEST_ASSERT_EQUAL_INT(ROBOTS_BY_FAILURE, robots_allows(store, "/x", 2).reason);
}

static void every_reason_has_a_sentence(void)
{
    for (int reason = ROBOTS_BY_RULE; reason <= ROBOTS_BY_EFFORT; reason++)
        TEST_ASSERT_NOT_EQUAL(0, strcmp("unknown reason", robots_reason_text((enum robots_reason)reason)));
}

SUITE(robots_store)
{
    RUN_TEST(crawl_delay_is_given_in_milliseconds);
    RUN_TEST(crawl_delay_belongs_to_its_group);
    RUN_TEST(sitemaps_are_heard_of_wherever_they_stand);
    RUN_TEST(five_hundred_kib_are_read_and_a_cut_line_is_dropped);
    RUN_TEST(a_file_of_exactly_the_limit_keeps_its_last_line);
    RUN_TEST(rules_that_do_not_fit_deny_everything);
    RUN_TEST(too_many_rules_for_others_do_no_harm);
    RUN_TEST(equal_rules_are_kept_once);
    RUN_TEST(a_rule_longer_than_any_path_is_left_out);
    RUN_TEST(a_store_too_small_for_anything_is_refused);
    RUN_TEST(any_chunking_gives_the_same_store);
    RUN_TEST(a_store_can_be_moved_and_checked);
    RUN_TEST(damage_is_noticed_wherever_it_is);
    RUN_TEST(a_store_is_fresh_for_a_day);
    RUN_TEST(a_store_says_what_a_failed_fetch_means);
    RUN_TEST(every_reason_has_a_sentence);
}
