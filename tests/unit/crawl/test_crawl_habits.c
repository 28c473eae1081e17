/* What the crawl engine does since real servers expect it: cookies that open walls, copies in the language,
 * sitemaps. */
#include "crawl_fixture.h"

#include "crawl/internal.h"
#include "fetch/http/http.h"

/* ---- Cookies ---- */

static void a_wall_opens_for_the_cookie_that_it_sets(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/", .status = 200, .language = THAI, .links = "/1", .wall = "/"},
        {.url = "http://s.th/1", .status = 200, .language = THAI, .wall = "/1"},
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/ s.th/1 ", web.order);
    TEST_ASSERT_EQUAL_STRING(" ; in=1 ; in=1 ", web.cookies);
    TEST_ASSERT_EQUAL_STRING("s.th 1 ", web.ended);
    TEST_ASSERT_EQUAL(2, web.crawl.state.totals.target_pages);
}

static void a_wall_that_sends_to_another_page_and_back_opens(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/", .status = 200, .language = THAI, .links = "/1", .wall = "/consent?to=/"},
        MOVED("http://s.th/consent?to=/", "/check"),
        MOVED("http://s.th/check", "/"),
        PAGE("http://s.th/1", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/consent?to=/ s.th/check s.th/ s.th/1 ", web.order);
}

static void a_wall_that_never_opens_is_asked_twice(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/shut /a /open"),
        {.url = "http://s.th/shut", .wall = "/shut", .is_shut = true},
        {.url = "http://s.th/a", .wall = "/b", .is_shut = true},
        {.url = "http://s.th/b", .wall = "/a", .is_shut = true},
        PAGE("http://s.th/open", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/shut s.th/shut s.th/a s.th/open s.th/b s.th/a s.th/b ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 1 ", web.ended);
}

static void a_redirect_to_another_spelling_is_followed_as_without_a_cookie(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/", .wall = "http://www.s.th/", .is_shut = true},
        {.url = "http://www.s.th/", .wall = "https://www.s.th/", .is_shut = true},
        PAGE("https://www.s.th/", THAI, "/1"),
        PAGE("https://www.s.th/1", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ www.s.th/ www.s.th/ www.s.th/1 ", web.order);
    TEST_ASSERT_EQUAL_STRING_MESSAGE("    ", web.cookies, "each of these is another server");
}

static void a_cookie_is_sent_to_no_other_site(void)
{
    static const struct web_page pages[] = {
        {.url = "http://a.th/", .status = 200, .language = THAI, .links = "/1 http://b.th/", .wall = "/"},
        PAGE("http://a.th/1", THAI, NULL),
        PAGE("http://b.th/", THAI, "/1"),
        PAGE("http://b.th/1", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://a.th/");
    TEST_ASSERT_EQUAL_STRING("a.th/ a.th/ a.th/1 b.th/ b.th/1 ", web.order);
    TEST_ASSERT_EQUAL_STRING(" ; in=1 ; in=1   ", web.cookies);
}

static void sites_that_are_active_together_have_cookies_of_their_own(void)
{
    static const struct web_page pages[] = {
        {.url = "http://a.th/", .status = 200, .language = THAI, .links = "/1", .wall = "/"},
        {.url = "http://a.th/1", .status = 200, .language = THAI, .wall = "/1"},
        {.url = "http://b.th/", .status = 200, .language = THAI, .links = "/1", .wall = "/"},
        {.url = "http://b.th/1", .status = 200, .language = THAI, .wall = "/1"},
        PAGE("http://c.th/", THAI, "/1"),
        PAGE("http://c.th/1", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://a.th/ http://b.th/ http://c.th/");
    TEST_ASSERT_EQUAL(8, web.fetches);
    TEST_ASSERT_EQUAL(6, web.crawl.state.totals.target_pages);
}

static void cookies_are_not_on_the_card_and_a_wall_opens_again_after_a_power_cut(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/", .status = 200, .language = THAI, .links = "/1 /2", .wall = "/"},
        {.url = "http://s.th/1", .status = 200, .language = THAI, .wall = "/1"},
        {.url = "http://s.th/2", .status = 200, .language = THAI, .wall = "/2"},
        {.url = NULL},
    };
    web_begin(pages);
    TEST_ASSERT_EQUAL(0, web_seed("http://s.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    while (web.fetches < 3)
        web.now_ms += (uint32_t)crawl_step(&web.crawl);
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/ s.th/1 s.th/2 s.th/2 ", web.order);
    for (unsigned i = 0; i < web.card.used; i++)
        for (unsigned at = 0; at + 3 < STATE_SECTOR_BYTES; at++)
            TEST_ASSERT_NOT_EQUAL(0, memcmp(web.card.sectors[i] + at, "in=", 3));
}

static void cookies_can_be_switched_off(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/1"),
        {.url = "http://s.th/1", .status = 200, .language = THAI, .wall = "/1"},
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.cookies = COOKIES_NO;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 ", web.order);
    TEST_ASSERT_EQUAL_STRING("- - ", web.cookies);
}

/* ---- The memory of cookies ---- */

static const char *cookie_of(unsigned slot)
{
    web.crawl.slot = (uint8_t)slot;
    return crawl_cookie(&web.crawl);
}

static void cookies_of_all_sites_share_their_memory(void)
{
    static const struct web_page none[] = {{.url = NULL}};
    char longest[HTTP_COOKIE_BYTES];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    web_begin(none);
    web.crawl.origin_hash = 5;
    crawl_put_cookie(&web.crawl, 2, "two");
    crawl_put_cookie(&web.crawl, 0, "zero");
    crawl_put_cookie(&web.crawl, 2, "more of two");
    crawl_put_cookie(&web.crawl, 3, longest);
    TEST_ASSERT_EQUAL_STRING("zero", cookie_of(0));
    TEST_ASSERT_EQUAL_STRING("", cookie_of(1));
    TEST_ASSERT_EQUAL_STRING("more of two", cookie_of(2));
    TEST_ASSERT_EQUAL_STRING(longest, cookie_of(3));
    crawl_put_cookie(&web.crawl, 0, "");
    crawl_put_cookie(&web.crawl, 2, "");
    crawl_put_cookie(&web.crawl, 1, longest);
    TEST_ASSERT_EQUAL_STRING(longest, cookie_of(1));
    TEST_ASSERT_EQUAL_STRING_MESSAGE("", cookie_of(3), "two of the longest and four ends are too much");
    crawl_put_cookie(&web.crawl, 3, "three");
    TEST_ASSERT_EQUAL_STRING(longest, cookie_of(1));
    TEST_ASSERT_EQUAL_STRING("three", cookie_of(3));
}

/* ---- The same page in the language ---- */

static void the_same_page_in_the_language_is_fetched_next(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", FOREIGN, "/1 /2 !/th/ !/th/other"),
        PAGE("http://s.th/th/", THAI, "/th/1"),
        PAGE("http://s.th/1", FOREIGN, "!/th/1 /3"),
        PAGE("http://s.th/2", FOREIGN, "/4 !/th/2"),
        PAGE("http://s.th/th/1", THAI, NULL),
        PAGE("http://s.th/th/2", THAI, NULL),
        PAGE("http://s.th/th/other", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.strategy = STRATEGY_BFS;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/th/ s.th/1 s.th/2 s.th/th/2 s.th/th/other s.th/th/1 s.th/3 s.th/4 ",
                             web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 1 ", web.ended);
}

static void a_page_in_the_language_is_not_too_far_away(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", FOREIGN, "/1"),
        PAGE("http://s.th/1", FOREIGN, "!/th/1 /2"),
        PAGE("http://s.th/th/1", THAI, "/th/2"),
        PAGE("http://s.th/th/2", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.d = 1;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 s.th/th/1 s.th/th/2 ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 3 ", web.ended);
}

static void pages_that_only_claim_to_be_the_same_come_in_their_turn(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", FOREIGN, "!/a /b !/"),
        PAGE("http://s.th/a", FOREIGN, "!/c !/a"),
        PAGE("http://s.th/b", FOREIGN, "!/a !/ http://o.th/"),
        PAGE("http://s.th/c", FOREIGN, "!/d"),
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.strategy = STRATEGY_BFS;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/b s.th/c s.th/d o.th/ ", web.order);
}

static void a_strategy_that_drops_the_links_of_a_page_drops_this_one(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", FOREIGN, "http://o.th/ !/th/"),
        PAGE("http://s.th/th/", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.strategy = STRATEGY_HARD;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ ", web.order);
}

/* ---- Sitemaps ---- */

#define SITEMAP(at, lists)                                                                                   \
    {                                                                                                        \
        .url = (at), .status = 200, .links = (lists)                                                         \
    }

static void crawl_with_sitemaps(const struct web_page *pages, const struct web_robots *robots)
{
    web_begin(pages);
    web.robots = robots;
    web.settings.sitemaps = SITEMAPS_YES;
    web_crawl(pages, "http://s.th/");
}

static void pages_of_sitemaps_come_behind_those_of_links(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/1"),
        PAGE("http://s.th/1", THAI, NULL),
        SITEMAP("http://s.th/index.xml", "@/a.xml @/b.xml @http://o.th/c.xml"),
        SITEMAP("http://s.th/a.xml", "/p1 /1 /p2 /photo.jpg"),
        SITEMAP("http://s.th/b.xml", "/p3 http://o.th/ /p1"),
        PAGE("http://s.th/p1", THAI, "/p1/more"),
        PAGE("http://s.th/p2", THAI, NULL),
        PAGE("http://s.th/p3", THAI, NULL),
        PAGE("http://s.th/p1/more", THAI, NULL),
        {.url = NULL},
    };
    static const struct web_robots robots[] = {
        {"s.th", 200, "Sitemap: http://o.th/theirs.xml\nSitemap: http://s.th/index.xml\n"}, {.host = NULL}};
    crawl_with_sitemaps(pages, robots);
    TEST_ASSERT_EQUAL_STRING(
        "s.th/ s.th/1 s.th/index.xml s.th/a.xml s.th/p1 s.th/p1/more s.th/p2 s.th/b.xml s.th/p3 ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 1 ", web.ended);
    TEST_ASSERT_EQUAL_MESSAGE(6, web.crawl.state.totals.fetches, "a sitemap is no page");
    TEST_ASSERT_EQUAL(0, web_rejected(REJECT_ABANDONED));
}

static void the_usual_sitemap_is_asked_for_where_none_is_named(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, NULL),
        MOVED("http://s.th/sitemap.xml", "https://s.th/sitemap.xml"),
        SITEMAP("https://s.th/sitemap.xml", "https://s.th/p"),
        PAGE("https://s.th/p", THAI, NULL),
        {.url = NULL},
    };
    crawl_with_sitemaps(pages, NULL);
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/sitemap.xml s.th/sitemap.xml s.th/p ", web.order);
    web_begin(pages);
    web.settings.sitemaps = SITEMAPS_NO;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ ", web.order);
}

static void a_site_without_a_page_in_the_language_is_not_asked_for_its_sitemap(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", FOREIGN, "http://e.th/"),
        {.url = "http://e.th/", .status = 200, .language = FOREIGN, .empty = true},
        {.url = NULL},
    };
    crawl_with_sitemaps(pages, NULL);
    TEST_ASSERT_EQUAL_STRING_MESSAGE("s.th/ e.th/ e.th/sitemap.xml ", web.order,
                                     "but for one that says nothing without scripts");
}

static void sitemaps_that_list_nothing_new_end_after_a_few(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, NULL),
        SITEMAP("http://s.th/sitemap.xml",
                "@/1.xml @/2.xml @/3.xml @/4.xml @/5.xml @/6.xml @/7.xml @/sitemap.xml"),
        SITEMAP("http://s.th/1.xml", "@/sitemap.xml @/1.xml"),
        SITEMAP("http://s.th/2.xml", "/"),
        {.url = NULL},
    };
    crawl_with_sitemaps(pages, NULL);
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/sitemap.xml s.th/1.xml s.th/2.xml s.th/3.xml s.th/4.xml s.th/5.xml ",
                             web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 1 ", web.ended);
}

static void sitemaps_count_as_pages_of_the_sites_share(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, NULL),        SITEMAP("http://s.th/sitemap.xml", "@/1.xml"),
        SITEMAP("http://s.th/1.xml", "@/2.xml"), SITEMAP("http://s.th/2.xml", "@/3.xml"),
        SITEMAP("http://s.th/3.xml", "@/4.xml"), {.url = NULL},
    };
    web_begin(pages);
    web.settings.sitemaps = SITEMAPS_YES;
    web.settings.page_cap = 4;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/sitemap.xml s.th/1.xml s.th/2.xml ", web.order);
}

SUITE(crawl_habits)
{
    RUN_TEST(a_wall_opens_for_the_cookie_that_it_sets);
    RUN_TEST(a_wall_that_sends_to_another_page_and_back_opens);
    RUN_TEST(a_wall_that_never_opens_is_asked_twice);
    RUN_TEST(a_redirect_to_another_spelling_is_followed_as_without_a_cookie);
    RUN_TEST(a_cookie_is_sent_to_no_other_site);
    RUN_TEST(sites_that_are_active_together_have_cookies_of_their_own);
    RUN_TEST(cookies_are_not_on_the_card_and_a_wall_opens_again_after_a_power_cut);
    RUN_TEST(cookies_can_be_switched_off);
    RUN_TEST(cookies_of_all_sites_share_their_memory);
    RUN_TEST(the_same_page_in_the_language_is_fetched_next);
    RUN_TEST(a_page_in_the_language_is_not_too_far_away);
    RUN_TEST(pages_that_only_claim_to_be_the_same_come_in_their_turn);
    RUN_TEST(a_strategy_that_drops_the_links_of_a_page_drops_this_one);
    RUN_TEST(pages_of_sitemaps_come_behind_those_of_links);
    RUN_TEST(the_usual_sitemap_is_asked_for_where_none_is_named);
    RUN_TEST(a_site_without_a_page_in_the_language_is_not_asked_for_its_sitemap);
    RUN_TEST(sitemaps_that_list_nothing_new_end_after_a_few);
    RUN_TEST(sitemaps_count_as_pages_of_the_sites_share);
}
