/* Addresses of a site that may lead to the same page: http and https, with www and without, index.html, a
 * slash at the end. */
#include "crawl_fixture.h"

/* With the table in which the first of some twins leaves its digest. */
static void begin(const struct web_page *pages)
{
    web_begin(pages);
    web.settings.strategy = STRATEGY_BFS;
    web.card.files.sectors[STATE_VALID] = 4;
}

/* ---- Schemes ---- */

#define BOTH(path, links) PAGE("http://s.th/" path, THAI, links), PAGE("https://s.th/" path, THAI, links)

static void a_site_that_answers_with_both_schemes_is_fetched_once(void)
{
    static const struct web_page pages[] = {
        BOTH("", "https://s.th/ https://s.th/a http://s.th/b /c"),
        BOTH("a", "http://s.th/a https://s.th/b"),
        BOTH("b", "https://s.th/c http://s.th/"),
        BOTH("c", "/d"),
        BOTH("d", NULL),
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/b s.th/c s.th/d ", web.order);
    TEST_ASSERT_EQUAL_STRING_MESSAGE("pssss", web.schemes, "https from its first page on");
    TEST_ASSERT_EQUAL_MESSAGE(2, web.robots_fetches, "each origin has its own");
}

static void the_next_visit_begins_with_the_scheme_that_worked(void)
{
    static const struct web_page pages[] = {BOTH("", "https://s.th/a"), BOTH("a", NULL), {.url = NULL}};
    begin(pages);
    web.settings.recrawl_days = 1;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("ps", web.schemes);
    web.now_ms += 2 * 86400 * 1000;
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    web_run();
    TEST_ASSERT_EQUAL_STRING("psss", web.schemes);
}

static void a_redirect_to_https_is_followed_once_for_a_site(void)
{
    static const struct web_page pages[] = {
        MOVED("http://s.th/", "https://s.th/"),
        PAGE("https://s.th/", THAI, "http://s.th/a http://s.th/b"),
        MOVED("http://s.th/a", "https://s.th/a"),
        PAGE("https://s.th/a", THAI, NULL),
        MOVED("http://s.th/b", "https://s.th/b"),
        PAGE("https://s.th/b", THAI, "http://s.th/"),
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/ s.th/a s.th/b ", web.order);
    TEST_ASSERT_EQUAL_STRING("psss", web.schemes);
}

static void a_site_without_https_is_fetched_by_http(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "https://s.th/a https://s.th/b"),
        ANSWER("https://s.th/robots.txt", FETCH_CONNECT),
        PAGE("http://s.th/a", THAI, NULL),
        PAGE("http://s.th/b", THAI, NULL),
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/b ", web.order);
    TEST_ASSERT_EQUAL_STRING("ppp", web.schemes);
    TEST_ASSERT_EQUAL_MESSAGE(1 + 1 + web.settings.retries, web.robots_fetches,
                              "it is tried for the first of them");
}

static void an_entry_page_whose_https_is_gone_is_fetched_by_http(void)
{
    static const struct web_page pages[] = {
        ANSWER("https://s.th/robots.txt", 503),
        PAGE("http://s.th/", THAI, "/a"),
        PAGE("http://s.th/a", THAI, NULL),
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "https://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 1 ", web.ended);
}

/* Whoever is in between could choose http by breaking https. */
static void a_page_whose_certificate_does_not_hold_is_not_fetched_by_http(void)
{
    static const int doubts[] = {FETCH_TLS_DATE, FETCH_TLS_NAME, FETCH_TLS_UNTRUSTED, FETCH_TLS_CERTIFICATE,
                                 FETCH_TLS_MEMORY};
    for (unsigned i = 0; i < sizeof doubts / sizeof *doubts; i++) {
        const struct web_page pages[] = {
            ANSWER("https://s.th/robots.txt", doubts[i]),
            PAGE("http://s.th/", THAI, NULL),
            {.url = NULL},
        };
        begin(pages);
        web_crawl(pages, "https://s.th/");
        TEST_ASSERT_EQUAL_STRING("", web.order);
    }
}

static void https_that_stops_is_left_for_the_rest_of_the_visit(void)
{
    static const struct web_page pages[] = {
        BOTH("", "https://s.th/a http://s.th/b https://s.th/c"),
        BOTH("a", NULL),
        PAGE("http://s.th/b", THAI, NULL),
        ANSWER("https://s.th/b", FETCH_TLS_NAME),
        BOTH("c", "https://s.th/d"),
        BOTH("d", NULL),
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/b s.th/b s.th/c s.th/d ", web.order);
    TEST_ASSERT_EQUAL_STRING_MESSAGE("pssppp", web.schemes, "and not tried again and again");
}

static void a_page_that_only_http_has_is_not_lost(void)
{
    static const struct web_page pages[] = {
        BOTH("", "https://s.th/a http://s.th/old"),
        BOTH("a", NULL),
        PAGE("http://s.th/old", THAI, NULL), /* 404 by https */
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/old s.th/old ", web.order);
    TEST_ASSERT_EQUAL_STRING("pssp", web.schemes);
}

static void a_dead_link_is_asked_for_with_each_scheme_once(void)
{
    static const struct web_page pages[] = {
        BOTH("", "https://s.th/a http://s.th/dead https://s.th/dead https://s.th/gone /b"),
        BOTH("a", NULL),
        BOTH("b", NULL),
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/dead s.th/dead s.th/gone s.th/b ", web.order);
    TEST_ASSERT_EQUAL_STRING("psspss", web.schemes);
}

static void https_that_sends_back_to_http_does_not_go_round_in_circles(void)
{
    static const struct web_page pages[] = {
        BOTH("", "https://s.th/login http://s.th/a http://s.th/b"),
        PAGE("https://s.th/login", THAI, NULL),
        MOVED("https://s.th/a", "http://s.th/a"),
        PAGE("http://s.th/a", THAI, NULL),
        MOVED("https://s.th/b", "http://s.th/b"),
        PAGE("http://s.th/b", THAI, NULL),
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/login s.th/a s.th/a s.th/b ", web.order);
    TEST_ASSERT_EQUAL_STRING("psspp", web.schemes);
}

static void rules_hold_for_the_scheme_that_they_were_asked_with(void)
{
    static const struct web_page pages[] = {BOTH("", "https://s.th/a http://s.th/private"),
                                            BOTH("a", NULL),
                                            BOTH("private", NULL),
                                            {.url = NULL}};
    static const struct web_robots robots[] = {{"s.th", 200, "User-agent: *\nDisallow: /private\n"},
                                               {.host = NULL}};
    begin(pages);
    web.robots = robots;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th/private ", web.skipped);
    TEST_ASSERT_EQUAL(2, web.robots_fetches);
}

static void a_port_of_its_own_has_one_scheme(void)
{
    static const struct web_page pages[] = {
        BOTH("", "https://s.th/a http://s.th:81/b https://s.th:81/b"),
        BOTH("a", NULL),
        PAGE("http://s.th:81/b", THAI, NULL),
        PAGE("https://s.th:81/b", THAI, NULL),
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th:81/b s.th:81/b ", web.order);
    TEST_ASSERT_EQUAL_STRING("psps", web.schemes);
}

/* ---- www, index.html, slashes ---- */

static void www_that_brings_the_same_bytes_twice_is_left_out_from_then_on(void)
{
    static const struct web_page pages[] = {
        SAME("http://s.th/", THAI, "http://www.s.th/ /a http://www.s.th/a http://www.s.th/b /b", "home"),
        SAME("http://www.s.th/", THAI, "/c", "home"),
        SAME("http://s.th/a", THAI, NULL, "a"),
        SAME("http://www.s.th/a", THAI, NULL, "a"),
        SAME("http://s.th/b", THAI, "http://s.th/c", "b"),
        SAME("http://www.s.th/b", THAI, "http://s.th/c", "b"),
        SAME("http://s.th/c", THAI, NULL, "c"),
        SAME("http://www.s.th/c", THAI, NULL, "c"),
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "http://s.th/");
    /* The second address of b was in the list before anything was known. */
    TEST_ASSERT_EQUAL_STRING("s.th/ www.s.th/ s.th/a www.s.th/a www.s.th/b www.s.th/c ", web.order);
    TEST_ASSERT_EQUAL(URL_TWIN_WWW | URL_TWIN_WWW << 4, web_host("s.th")->twins);
}

static const struct web_page visited_again[] = {
    SAME("http://s.th/", THAI, "/a /a/ /b /b/ /c", "home"),
    SAME("http://s.th/a", THAI, NULL, "a"),
    SAME("http://s.th/a/", THAI, NULL, "a"),
    SAME("http://s.th/b", THAI, NULL, "b"),
    SAME("http://s.th/b/", THAI, NULL, "b"),
    SAME("http://s.th/c", THAI, "/d/ /d", "c"),
    SAME("http://s.th/d/", THAI, NULL, "d"),
    {.url = NULL},
};

static void what_was_learned_holds_for_the_next_visit(void)
{
    begin(visited_again);
    web.settings.recrawl_days = 1;
    web_crawl(visited_again, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/a/ s.th/b s.th/b/ s.th/c s.th/d/ ", web.order);
    web.now_ms += 2 * 86400 * 1000;
    web.order[0] = '\0';
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    web_run();
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/b s.th/c s.th/d/ ", web.order);
}

static void slashes_and_index_pages_are_learned_each_by_itself(void)
{
    static const struct web_page pages[] = {
        SAME("http://s.th/", THAI, "/a/ /a /b/ /b /1", "home"),
        SAME("http://s.th/a/", THAI, NULL, "a"),
        SAME("http://s.th/a", THAI, NULL, "a"),
        SAME("http://s.th/b/", THAI, NULL, "b"),
        SAME("http://s.th/b", THAI, NULL, "b"),
        SAME("http://s.th/1", THAI, "/c /c/ /c/index.html /index.html /2", "1"),
        SAME("http://s.th/c", THAI, NULL, "c"),
        SAME("http://s.th/c/index.html", THAI, NULL, "c"),
        SAME("http://s.th/index.html", THAI, NULL, "home"),
        SAME("http://s.th/2", THAI, "/d/ /d/index.html /d", "2"),
        SAME("http://s.th/d/", THAI, NULL, "d"),
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a/ s.th/a s.th/b/ s.th/b s.th/1 s.th/c s.th/c/index.html "
                             "s.th/index.html s.th/2 s.th/d/ ",
                             web.order);
}

static void pages_that_differ_are_all_fetched(void)
{
    static const struct web_page pages[] = {
        SAME("http://s.th/", THAI, "/a/ /a /b/ /b /c/ /c http://www.s.th/ /index.html", "home"),
        SAME("http://s.th/a/", THAI, NULL, "list of a"),
        SAME("http://s.th/a", THAI, NULL, "a"),
        SAME("http://s.th/b/", THAI, NULL, "b"),
        SAME("http://s.th/b", THAI, "/d/ /d", "b"),
        SAME("http://s.th/c/", THAI, NULL, "list of c"),
        SAME("http://s.th/c", THAI, NULL, "c"),
        SAME("http://www.s.th/", THAI, NULL, "another site"),
        SAME("http://s.th/index.html", THAI, NULL, "an older home"),
        SAME("http://s.th/d/", THAI, NULL, "list of d"),
        SAME("http://s.th/d", THAI, NULL, "d"),
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a/ s.th/a s.th/b/ s.th/b s.th/c/ s.th/c www.s.th/ s.th/index.html "
                             "s.th/d/ s.th/d ",
                             web.order);
}

/* a and b are the same with a slash and without. /dir/, which comes first as its index page, differs in
 * index.html and slash at once. */
static void a_page_that_differs_undoes_what_was_learned(void)
{
    static const struct web_page pages[] = {
        SAME("http://s.th/", THAI, "/a/ /a /b/ /b /dir/index.html /1", "home"),
        SAME("http://s.th/a/", THAI, NULL, "a"),
        SAME("http://s.th/a", THAI, NULL, "a"),
        SAME("http://s.th/b/", THAI, NULL, "b"),
        SAME("http://s.th/b", THAI, NULL, "b"),
        SAME("http://s.th/dir/index.html", THAI, NULL, "list of files"),
        SAME("http://s.th/1", THAI, "/dir /c/ /2", "1"),
        SAME("http://s.th/dir", THAI, "/c", "file"),
        SAME("http://s.th/c/", THAI, NULL, "list of c"),
        SAME("http://s.th/2", THAI, "/c /dir/", "2"),
        SAME("http://s.th/c", THAI, NULL, "c"),
        SAME("http://s.th/dir/", THAI, NULL, "list of dir"),
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING(
        "s.th/ s.th/a/ s.th/a s.th/b/ s.th/b s.th/dir/index.html s.th/1 s.th/dir s.th/c/ "
        "s.th/2 s.th/c s.th/dir/ ",
        web.order);
}

static void a_server_that_sends_www_elsewhere_says_that_it_is_the_same(void)
{
    static const struct web_page pages[] = {
        MOVED("http://s.th/", "http://www.s.th/"),
        PAGE("http://www.s.th/", THAI, "http://s.th/a /a /b http://s.th/b"),
        MOVED("http://s.th/a", "http://www.s.th/a"),
        PAGE("http://www.s.th/a", THAI, NULL),
        PAGE("http://www.s.th/b", THAI, NULL),
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ www.s.th/ s.th/a www.s.th/b www.s.th/a ", web.order);
}

static void a_directory_gets_its_slash_and_other_pages_keep_theirs(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/dir /page/ /page"),
        MOVED("http://s.th/dir", "/dir/"),
        PAGE("http://s.th/dir/", THAI, NULL),
        PAGE("http://s.th/page", THAI, NULL), /* with a slash there is nothing */
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/dir s.th/page/ s.th/page s.th/dir/ ", web.order);
}

SUITE(crawl_twins)
{
    RUN_TEST(a_site_that_answers_with_both_schemes_is_fetched_once);
    RUN_TEST(the_next_visit_begins_with_the_scheme_that_worked);
    RUN_TEST(a_redirect_to_https_is_followed_once_for_a_site);
    RUN_TEST(a_site_without_https_is_fetched_by_http);
    RUN_TEST(an_entry_page_whose_https_is_gone_is_fetched_by_http);
    RUN_TEST(a_page_whose_certificate_does_not_hold_is_not_fetched_by_http);
    RUN_TEST(https_that_stops_is_left_for_the_rest_of_the_visit);
    RUN_TEST(a_page_that_only_http_has_is_not_lost);
    RUN_TEST(a_dead_link_is_asked_for_with_each_scheme_once);
    RUN_TEST(https_that_sends_back_to_http_does_not_go_round_in_circles);
    RUN_TEST(rules_hold_for_the_scheme_that_they_were_asked_with);
    RUN_TEST(a_port_of_its_own_has_one_scheme);
    RUN_TEST(www_that_brings_the_same_bytes_twice_is_left_out_from_then_on);
    RUN_TEST(what_was_learned_holds_for_the_next_visit);
    RUN_TEST(slashes_and_index_pages_are_learned_each_by_itself);
    RUN_TEST(pages_that_differ_are_all_fetched);
    RUN_TEST(a_page_that_differs_undoes_what_was_learned);
    RUN_TEST(a_server_that_sends_www_elsewhere_says_that_it_is_the_same);
    RUN_TEST(a_directory_gets_its_slash_and_other_pages_keep_theirs);
}
