/* What the crawl engine may ask for and when: scope, robots.txt, redirects, politeness, failures. */
#include "crawl_fixture.h"

/* ---- Scope ---- */

#define LABEL "a-label-that-is-longer-than-half-of-what-the-host-table-holds"

static void counts_what_each_scope_rule_rejects(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI,
             "/ok /ok /a/b/c/d /x/x/x/y /photo.jpg http://other.th/ http://other.th/b http://" LABEL "." LABEL
             ".th/ /deep"),
        PAGE("http://s.th/deep", THAI, "/deeper"),
        PAGE("http://s.th/deeper", THAI, "/deepest"),
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.path_depth = 3;
    web.settings.hops = 2;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(1, web_rejected(REJECT_SEEN));
    TEST_ASSERT_EQUAL(2, web_rejected(REJECT_DEPTH)); /* /x/x/x/y is too deep as well */
    TEST_ASSERT_EQUAL(1, web_rejected(REJECT_ENDING));
    TEST_ASSERT_EQUAL(1, web_rejected(REJECT_OTHER_SITE)); /* its first link is the edge */
    TEST_ASSERT_EQUAL(1, web_rejected(REJECT_BAD_HOST));
    TEST_ASSERT_EQUAL(1, web_rejected(REJECT_HOPS)); /* /deepest */
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/ok s.th/deep s.th/deeper other.th/ ", web.order);
}

static void notices_traps(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/a/b/a/b/a/b/ /a/b/a/b/"),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(1, web_rejected(REJECT_TRAP));
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a/b/a/b/ ", web.order);
}

static void takes_so_many_links_from_a_page(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/1 /2 /3 /4 http://other.th/"),
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.links_per_page = 3;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(2, web_rejected(REJECT_LINKS));
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 s.th/2 s.th/3 ", web.order);
}

static void ends_a_site_whose_share_of_pages_is_used_up(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/1 /2 /3 /4"),
        PAGE("http://s.th/1", THAI, NULL),
        PAGE("http://s.th/2", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.page_cap = 2;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 4 ", web.ended);
    TEST_ASSERT_EQUAL(3, web_rejected(REJECT_BUDGET));
}

static void ends_a_site_whose_share_of_bytes_is_used_up(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/", .status = 200, .language = THAI, .links = "/1 /2", .bytes = 40000},
        {.url = "http://s.th/1", .status = 200, .language = THAI, .bytes = 40000},
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.site_kb = 64;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 5 ", web.ended);
}

static void counts_links_that_find_no_room(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI,
             "/01 /02 /03 /04 /05 /06 /07 /08 /09 /10 /11 /12 /13 /14 /15 /16 /17 /18 /19 /20 /21 /22 /23 "
             "/24 /25 "
             "/26 /27 /28 /29 /30 /31 /32 /33 /34 /35 /36 /37 /38 /39 /40 /41 /42 /43 /44 /45 /46 /47 /48 "
             "/49 /50 "
             "/51 /52 /53 /54 /55 /56 /57 /58 /59 /60 /61"),
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.strategy = STRATEGY_BFS;
    web_crawl(pages, "http://s.th/");
    /* 62 entries: the entry page, 59 links, and the heads of both runs. */
    TEST_ASSERT_EQUAL(2, web_rejected(REJECT_QUEUE_FULL));
    TEST_ASSERT_EQUAL(60, web.fetches);
}

/* ---- The same page under several addresses ---- */

static void fetches_a_page_once(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/#top http://s.th:80/ /a?PHPSESSID=1 /a#top /a http://user@s.th/b"),
        PAGE("http://s.th/a?PHPSESSID=1", THAI, "/b http://s.th./b"),
        PAGE("http://user@s.th/b", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a?PHPSESSID=1 user@s.th/b ", web.order);
    TEST_ASSERT_EQUAL(6, web_rejected(REJECT_SEEN));
}

/* ---- Redirects ---- */

static void follows_redirects_inside_the_site(void)
{
    static const struct web_page pages[] = {
        MOVED("http://s.th/", "/th/"),
        PAGE("http://s.th/th/", THAI, "/old /new"),
        MOVED("http://s.th/old", "/new"),
        PAGE("http://s.th/new", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/th/ s.th/old s.th/new ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 1 ", web.ended);
}

static void takes_www_and_https_of_a_host_for_the_same_site(void)
{
    static const struct web_page pages[] = {
        MOVED("http://s.th/", "http://www.s.th/"),
        MOVED("http://www.s.th/", "https://www.s.th/"),
        PAGE("https://www.s.th/", THAI, "/1 http://s.th/"),
        PAGE("https://www.s.th/1", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ www.s.th/ www.s.th/ www.s.th/1 ", web.order);
    TEST_ASSERT_EQUAL(1, web.hosts.mark.hosts);
    TEST_ASSERT_EQUAL(3, web.robots_fetches); /* one for each origin */
}

static void ends_redirects_in_a_circle(void)
{
    static const struct web_page pages[] = {
        MOVED("http://s.th/", "http://www.s.th/"),
        MOVED("http://www.s.th/", "http://s.th/"),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ www.s.th/ ", web.order);
}

static void ends_redirects_that_never_end(void)
{
    static const struct web_page pages[] = {
        MOVED("http://s.th/", "/1"),  MOVED("http://s.th/1", "/2"),      MOVED("http://s.th/2", "/3"),
        MOVED("http://s.th/3", "/4"), PAGE("http://s.th/4", THAI, NULL), {.url = NULL},
    };
    web_begin(pages);
    web.settings.hops = 3;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 s.th/2 s.th/3 ", web.order);
    TEST_ASSERT_EQUAL(1, web_rejected(REJECT_HOPS));
}

static void visits_the_host_that_a_seed_moved_to(void)
{
    static const struct web_page pages[] = {
        MOVED("http://s.th/", "https://new.com/"),
        PAGE("https://new.com/", FOREIGN, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ new.com/ ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 11 new.com 1 ", web.ended);
}

/*
 * Two addresses that have one key with the hash of before, which needed no secret: a link to the first, in a
 * guest book say, kept the second from ever being fetched.
 */
static void no_link_can_be_invented_that_hides_another_page(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/abhcijb /fcbomob"),
        PAGE("http://s.th/fcbomob", THAI, NULL),
        PAGE("http://s.th/abhcijb", THAI, NULL),
        {.url = NULL},
    };
    static const char one[] = "http://s.th/abhcijb", other[] = "http://s.th/fcbomob";
    TEST_ASSERT_TRUE_MESSAGE(url_hash(one, sizeof one - 1) >> 16 == url_hash(other, sizeof other - 1) >> 16,
                             "the attack");
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/abhcijb s.th/fcbomob ", web.order);
}

enum { DAY_MS = 24 * 60 * 60 * 1000 };

static const struct web_page two_pages[] = {
    PAGE("http://s.th/", THAI, "/1"),
    PAGE("http://s.th/1", THAI, NULL),
    {.url = NULL},
};

/* The count of milliseconds begins anew after 49 days; what was due weeks ago seemed to lie weeks ahead. */
static void weeks_of_pause_or_without_a_network_cost_no_time_afterwards(void)
{
    for (uint32_t days = 1; days <= 120; days++) {
        for (int is_paused = 0; is_paused < 2; is_paused++) {
            web_begin(two_pages);
            web.settings.bandwidth = 1;
            TEST_ASSERT_EQUAL(0, web_seed("http://s.th/"));
            TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
            while (web.fetches == 0)
                web.now_ms += (uint32_t)crawl_step(&web.crawl);
            TEST_ASSERT_EQUAL(0, is_paused ? crawl_pause(&web.crawl) : 0);
            for (uint32_t day = 0; day < days; day++) {
                web.now_ms += DAY_MS;
                if (is_paused)
                    crawl_step(&web.crawl);
                else
                    crawl_keep_time(&web.crawl);
            }
            TEST_ASSERT_EQUAL(0, crawl_resume(&web.crawl));
            uint32_t before = web.now_ms;
            TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
            TEST_ASSERT_EQUAL(2, web.fetches);
            TEST_ASSERT_TRUE_MESSAGE(web.now_ms - before < 60 * 1000, "it goes on at once");
        }
    }
}

/* ---- robots.txt ---- */

static void asks_robots_txt_before_anything_else(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/private/1 /open /private/2"),
        PAGE("http://s.th/open", THAI, NULL),
        PAGE("http://s.th/private/1", THAI, NULL),
        {.url = NULL},
    };
    static const struct web_robots robots[] = {{"s.th", 200, "User-agent: *\nDisallow: /private/\n"}, {0}};
    web_begin(pages);
    web.robots = robots;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/open ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th/private/1 s.th/private/2 ", web.skipped);
    TEST_ASSERT_EQUAL(2, web_rejected(REJECT_ROBOTS));
    TEST_ASSERT_EQUAL(1, web.robots_fetches);
}

#define A10  "aaaaaaaaaa"
#define A100 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10

/* Four rules that take a second each for one long address: only that address is given up, and the log says
 * why. */
static void a_robots_txt_made_to_be_slow_costs_the_site_one_page(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/" A100 A100 A100 A100 A100 A100 A100 " /open"),
        PAGE("http://s.th/open", THAI, NULL),
        {.url = NULL},
    };
    static const struct web_robots robots[] = {{"s.th", 200,
                                                "User-agent: *\nDisallow: /*" A100 A100 A100 A10
                                                "b\nDisallow: /*" A100 A100 A100 A10
                                                "c\nDisallow: /*" A100 A100 A100 A10 "d\n"},
                                               {0}};
    web_begin(pages);
    web.robots = robots;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/open ", web.order);
    TEST_ASSERT_EQUAL(1, web_rejected(REJECT_ROBOTS));
    TEST_ASSERT_EQUAL_STRING("robots:tooSlow", web.note);
}

struct robots_case {
    int status;
    const char *order;
    const char *ended;
    unsigned robots_fetches;
};

static void goes_by_how_robots_txt_was_answered(void)
{
    static const struct web_page pages[] = {PAGE("http://s.th/", THAI, NULL), {.url = NULL}};
    static const struct robots_case cases[] = {
        {404, "s.th/ ", "s.th 1 ", 1},
        {403, "s.th/ ", "s.th 1 ", 1},
        {429, "", "s.th 13 ", 4}, /* deferred as often as a failure is tried again */
        {500, "", "s.th 7 ", 4},
        {501, "", "s.th 7 ", 1},
        {FETCH_TIMEOUT, "", "s.th 9 ", 4},
        {FETCH_DNS, "", "s.th 8 ", 4},
        {FETCH_PRIVATE_ADDRESS, "", "s.th 10 ", 1},
        {FETCH_TLS, "", "s.th 23 ", 4},
        {FETCH_TLS_UNTRUSTED, "", "s.th 23 ", 1}, /* what cannot pass is not tried again */
        {FETCH_TLS_MEMORY, "", "s.th 23 ", 1},
        {FETCH_NOT_TLS, "", "s.th 23 ", 1},
        {FETCH_NO_IPV4, "", "s.th 22 ", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct web_robots robots[] = {{"s.th", cases[i].status, ""}, {0}};
        web_begin(pages);
        web.robots = robots;
        web_crawl(pages, "http://s.th/");
        TEST_ASSERT_EQUAL_STRING(cases[i].order, web.order);
        TEST_ASSERT_EQUAL_STRING(cases[i].ended, web.ended);
        TEST_ASSERT_EQUAL(cases[i].robots_fetches, web.robots_fetches);
        bool is_fetched = cases[i].order[0] != '\0';
        TEST_ASSERT_EQUAL_STRING(is_fetched ? "" : "s.th/ ", web.skipped);
        TEST_ASSERT_EQUAL(is_fetched ? 0 : FETCH_NO_ROBOTS, web.reason);
    }
}

static void every_reason_to_end_is_one_that_a_card_may_have(void)
{
    static const unsigned codes[] = {
#define SITE_STOP(code, id, sentence) code,
#include "crawl/stops.def"
#undef SITE_STOP
    };
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        TEST_ASSERT_LESS_THAN(SITE_STOPS, codes[i]);
}

static void ends_a_site_that_does_not_want_us(void)
{
    static const struct web_page pages[] = {PAGE("http://s.th/", THAI, NULL), {.url = NULL}};
    static const struct web_robots robots[] = {{"s.th", 200, "User-agent: *\nDisallow: /\n"}, {0}};
    web_begin(pages);
    web.robots = robots;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("", web.order);
    TEST_ASSERT_EQUAL(FETCH_ROBOTS, web.reason);
    TEST_ASSERT_EQUAL_STRING("s.th 6 ", web.ended);
}

static void asks_robots_txt_again_after_a_day(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/1"), PAGE("http://s.th/1", THAI, NULL), {.url = NULL}};
    static const struct web_robots robots[] = {{"s.th", 200, "User-agent: *\nAllow: /\n"}, {0}};
    web_begin(pages);
    web.robots = robots;
    TEST_ASSERT_EQUAL(0, web_seed("http://s.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    while (web.fetches < 1)
        web.now_ms += (uint32_t)crawl_step(&web.crawl);
    web.now_ms += (ROBOTS_CACHE_S + 1) * 1000u;
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL(2, web.robots_fetches);
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 ", web.order);
}

/* ---- Politeness ---- */

/* When each page was asked for, after the one before it was answered. */
static uint32_t wait_before(unsigned fetch, uint16_t duration_ms)
{
    return web.fetched_at[fetch] - web.fetched_at[fetch - 1] - duration_ms;
}

static void waits_five_times_as_long_as_the_last_answer_took(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/", .status = 200, .language = THAI, .links = "/1 /2 /3", .duration_ms = 200},
        {.url = "http://s.th/1", .status = 200, .language = THAI, .duration_ms = 2000},
        {.url = "http://s.th/2", .status = 200, .language = THAI, .duration_ms = 20000},
        {.url = "http://s.th/3", .status = 200, .language = THAI},
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(3000, web.fetched_at[0]);   /* after robots.txt */
    TEST_ASSERT_EQUAL(2800, wait_before(1, 200)); /* 3 s from request to request */
    TEST_ASSERT_EQUAL(10000, wait_before(2, 2000));
    TEST_ASSERT_EQUAL(30000, wait_before(3, 20000));
}

static void waits_as_long_as_crawl_delay_says_up_to_a_limit(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/1"), PAGE("http://s.th/1", THAI, NULL), {.url = NULL}};
    static const struct web_robots robots[] = {{"s.th", 200, "User-agent: *\nCrawl-delay: 40\n"}, {0}};
    static const struct web_robots slow_robots[] = {{"s.th", 200, "User-agent: *\nCrawl-delay: 299\n"}, {0}};
    web_begin(pages);
    web.robots = robots;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(40000, wait_before(1, 0));
    web_begin(pages);
    web.robots = slow_robots;
    web.settings.crawl_delay_max = 100;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(100000, wait_before(1, 0));
}

static void slows_down_when_it_is_asked_to(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/1 /2 /3 /4"),
        ANSWER("http://s.th/1", 403),
        ANSWER("http://s.th/2", 403),
        PAGE("http://s.th/3", THAI, NULL),
        PAGE("http://s.th/4", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(3000, wait_before(1, 0));
    TEST_ASSERT_EQUAL(6000, wait_before(2, 0));
    TEST_ASSERT_EQUAL(12000, wait_before(3, 0));
    TEST_ASSERT_EQUAL(6000, wait_before(4, 0));
}

static void uses_the_waits_of_a_site_for_another(void)
{
    static const struct web_page pages[] = {
        PAGE("http://a.th/", THAI, "/1 /2"), PAGE("http://b.th/", THAI, "/1 /2"), {.url = NULL}};
    web_begin(pages);
    web_crawl(pages, "http://a.th/ http://b.th/");
    TEST_ASSERT_EQUAL(6, web.fetches);
    TEST_ASSERT_EQUAL(9000, web.fetched_at[5]); /* one site alone takes as long */
    web_begin(pages);
    web.settings.active_sites = 1;
    web_crawl(pages, "http://a.th/ http://b.th/");
    TEST_ASSERT_TRUE(web.fetched_at[5] > 15000);
}

/* ---- Failures ---- */

static void tries_again_later_and_later(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/", .status = 200, .language = THAI, .links = "/1", .failures = 3},
        PAGE("http://s.th/1", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 ", web.order);
    TEST_ASSERT_EQUAL(5, web.fetches);
    TEST_ASSERT_EQUAL(60000, wait_before(1, 0));
    TEST_ASSERT_EQUAL(120000, wait_before(2, 0));
    TEST_ASSERT_EQUAL(240000, wait_before(3, 0));
    TEST_ASSERT_EQUAL(0, web.crawl.state.totals.failures);
}

static void obeys_retry_after(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/",
         .status = 200,
         .language = THAI,
         .links = "/1",
         .failures = 1,
         .retry_after_s = 900},
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(900000, wait_before(1, 0));
}

/* Whatever it answered, and wherever it said so: nobody rests for longer than a month, and without the
 * date for longer than an hour. */
static void leaves_a_server_that_wants_to_be_left_alone_for_too_long(void)
{
    static const int statuses[] = {200, 404, 503};
    static const struct web_robots busy[] = {{"s.th", 503, NULL}, {0}};
    static const struct {
        uint32_t utc_at_0, retry_after_s;
    } cases[] = {{WEB_UTC, 31 * 86400}, {0, 7200}};
    struct web_page pages[] = {
        {.url = "http://s.th/", .language = THAI, .links = "/1"},
        PAGE("http://s.th/1", THAI, NULL),
        {.url = NULL},
    };
    for (unsigned i = 0; i < 2 * sizeof statuses / sizeof statuses[0]; i++) {
        pages[0].status = statuses[i / 2];
        pages[0].retry_after_s = cases[i % 2].retry_after_s;
        web_begin(pages);
        web.utc_at_0 = cases[i % 2].utc_at_0;
        web_crawl(pages, "http://s.th/");
        TEST_ASSERT_EQUAL(1, web.fetches);
        TEST_ASSERT_EQUAL_STRING("s.th 13 ", web.ended);
    }
    web_begin(pages);
    web.robots = busy;
    web.robots_retry_after_s = 31 * 86400;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(1, web.robots_fetches);
    TEST_ASSERT_EQUAL_STRING("s.th 13 ", web.ended);
    TEST_ASSERT_TRUE(web.now_ms < 7200 * 1000);
}

static void gives_up_a_url_and_goes_on_with_the_next(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/1 /2"),
        {.url = "http://s.th/1", .status = 200, .language = THAI, .failures = 9},
        PAGE("http://s.th/2", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.retries = 2;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/2 ", web.order);
    TEST_ASSERT_EQUAL(5, web.fetches);
    TEST_ASSERT_EQUAL(1, web.crawl.state.totals.failures);
}

static void asks_again_for_a_page_that_broke_off_and_takes_its_links_once(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/", .status = 200, .language = THAI, .links = "/1 http://c.th/", .breaks = 2},
        PAGE("http://s.th/1", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.retries = 2;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 c.th/ ", web.order);
    TEST_ASSERT_EQUAL_MESSAGE(5, web.fetches, "three for the first page");
    TEST_ASSERT_EQUAL_MESSAGE(1, web.parts_kept, "the first part");
    TEST_ASSERT_EQUAL(2, web.crawl.state.totals.target_pages);
    TEST_ASSERT_TRUE_MESSAGE(web.fetched_at[1] - web.fetched_at[0] >= web.settings.delay_max_ms,
                             "not at once");
}

static void keeps_what_came_if_no_try_brings_more(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/", .status = 200, .language = THAI, .links = "/1", .breaks = 9},
        PAGE("http://s.th/1", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.retries = 2;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 ", web.order);
    TEST_ASSERT_EQUAL(4, web.fetches);
    TEST_ASSERT_EQUAL(2, web.crawl.state.totals.target_pages);
}

static void the_first_part_of_a_page_is_kept_before_it_is_known_that_no_more_will_come(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/1 /2"),
        {.url = "http://s.th/1", .status = 200, .language = THAI, .breaks = 1, .goes_away = true},
        {.url = "http://s.th/2", .status = 200, .language = THAI, .breaks = 2},
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.retries = 2;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/2 ", web.order);
    TEST_ASSERT_EQUAL(1, web.crawl.state.totals.failures);
    TEST_ASSERT_EQUAL_MESSAGE(2, web.parts_kept, "one of each page that broke off");
}

static void a_page_that_always_breaks_off_at_the_same_place_is_as_long_as_it_gets(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/", .status = 200, .language = THAI, .breaks = 9, .bytes = 5000},
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.retries = 5;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ ", web.order);
    TEST_ASSERT_EQUAL(2, web.fetches);
}

static void a_server_that_compresses_is_asked_once_more_with_a_stricter_header(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/",
         .status = 200,
         .language = THAI,
         .links = "/1",
         .coding = ENCODED_UNLESS_STRICT},
        {.url = "http://s.th/1",
         .status = 200,
         .language = THAI,
         .links = "/2",
         .coding = ENCODED_UNLESS_STRICT},
        {.url = "http://s.th/2", .status = 200, .language = THAI, .coding = ALWAYS_ENCODED},
        PAGE("http://t.th/", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 s.th/2 ", web.order);
    TEST_ASSERT_EQUAL_MESSAGE(4, web.fetches, "the others are asked for strictly at once");
    TEST_ASSERT_EQUAL_MESSAGE(2, web.crawl.state.totals.target_pages, "what stays compressed is not judged");
    TEST_ASSERT_EQUAL(2, web.crawl.state.totals.pages);
}

static void gives_up_a_server_that_does_not_answer_any_more(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/1 /2 /3 /4 /5 /6 /7"),
        ANSWER("http://s.th/1", FETCH_TIMEOUT),
        ANSWER("http://s.th/2", FETCH_TIMEOUT),
        ANSWER("http://s.th/3", FETCH_TIMEOUT),
        ANSWER("http://s.th/4", FETCH_TIMEOUT),
        ANSWER("http://s.th/5", FETCH_TIMEOUT),
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.retries = 0;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(6, web.fetches);
    TEST_ASSERT_EQUAL_STRING("s.th 14 ", web.ended);
    TEST_ASSERT_EQUAL(2, web_rejected(REJECT_ABANDONED));
}

static bool goes_off(void *context)
{
    web.offline = web.fetches > 0 && web.now_ms < 600000;
    return web_is_online(context);
}

static int fetch_off(void *context, const struct visit_request *request, struct visit_answer *answer)
{
    web.offline = web.fetches == 1; /* the cable is pulled in the middle of the second fetch */
    return web_fetch(context, request, answer);
}

static void crawl_with_a_line_that_goes(bool in_the_middle_of_a_page)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/1 /2"), PAGE("http://s.th/1", THAI, NULL), {.url = NULL}};
    web_begin(pages);
    web.cuts_off = in_the_middle_of_a_page;
    web.machine.is_online = goes_off;
    web.port.fetch = fetch_off;
    web.settings.retries = 0;
    TEST_ASSERT_EQUAL(0, web_seed("http://s.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    unsigned without = 0;
    int32_t result;
    while ((result = crawl_step(&web.crawl)) != CRAWL_STOP_NOTHING_LEFT) {
        TEST_ASSERT_TRUE(result >= 0 || result == CRAWL_STOP_NETWORK);
        without += result == CRAWL_STOP_NETWORK;
        web.now_ms += result < 0 ? 1000 : (uint32_t)result;
    }
    TEST_ASSERT_TRUE(without > 100);
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 s.th/2 ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 1 ", web.ended);
}

static void blames_nobody_when_the_network_is_gone(void)
{
    crawl_with_a_line_that_goes(false);
}

static void keeps_no_half_of_a_page_when_the_network_goes_in_the_middle_of_it(void)
{
    crawl_with_a_line_that_goes(true);
}

static void a_host_without_an_ipv4_address_is_not_looked_for_again(void)
{
    static const struct web_page pages[] = {
        PAGE("http://a.th/", THAI, "http://v6.th/"), PAGE("http://v6.th/", THAI, NULL), {.url = NULL}};
    web_begin(pages);
    web_crawl(pages, "http://a.th/");
    const struct host *host;
    int32_t id = hosts_find(&web.hosts, "v6.th", 5);
    TEST_ASSERT_TRUE(id >= 0);
    TEST_ASSERT_EQUAL(0, hosts_read(&web.hosts, (uint32_t)id, &host));
    TEST_ASSERT_EQUAL(HOST_DEAD, host->state);
    TEST_ASSERT_EQUAL(SITE_STOP_NO_IPV4, host->stop);
    TEST_ASSERT_EQUAL(0, host->tries);
    TEST_ASSERT_EQUAL_STRING("a.th/ ", web.order);
}

/* Power comes back, and the library's router is up before its line is: its name server knows nobody for a
 * while. */
static void a_name_server_that_fails_for_a_while_loses_no_site(void)
{
    static const struct web_page pages[] = {
        PAGE("http://a.th/", THAI, "http://c.th/ http://xc.th/"),
        PAGE("http://c.th/", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web.no_names_until_ms = 100000;
    web_crawl(pages, "http://a.th/");
    TEST_ASSERT_EQUAL_STRING("a.th/ c.th/ ", web.order);
    web_begin(pages);
    web.no_names_from_ms = 1000;
    web.no_names_until_ms = 500000;
    web_crawl(pages, "http://a.th/");
    TEST_ASSERT_EQUAL_STRING("a.th/ ", web.order);
    for (unsigned hours = 0; hours < 10; hours++) { /* it looks again now and then */
        web.now_ms += 3601 * 1000;
        TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    }
    TEST_ASSERT_EQUAL_STRING("a.th/ c.th/ ", web.order);
    const struct host *host;
    int32_t id = hosts_find(&web.hosts, "xc.th", 5);
    TEST_ASSERT_EQUAL(0, hosts_read(&web.hosts, (uint32_t)id, &host));
    TEST_ASSERT_EQUAL_MESSAGE(HOST_DEAD, host->state, "but not for ever");
}

static void keeps_to_the_bandwidth_allowed(void)
{
    static const struct web_page pages[] = {
        {.url = "http://a.th/", .status = 200, .language = THAI, .bytes = 102400, .duration_ms = 1000},
        {.url = "http://b.th/", .status = 200, .language = THAI, .bytes = 102400},
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.bandwidth = 10;
    web_crawl(pages, "http://a.th/ http://b.th/");
    TEST_ASSERT_EQUAL(10000, web.fetched_at[1] - web.fetched_at[0]);
}

/* The box starts again after each fetch that ends it, as the watchdog has it; how often it did. */
static unsigned crawl_with_restarts(const struct web_page *pages, const char *restarts_at, bool has_clock)
{
    web_begin(pages);
    web.restarts_at = restarts_at;
    TEST_ASSERT_EQUAL(0, web_seed("http://bad.th/"));
    TEST_ASSERT_EQUAL(0, web_seed("http://good.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    for (unsigned restarts = 0; restarts < 50; restarts++) {
        if (web_run() == CRAWL_STOP_NOTHING_LEFT)
            return restarts;
        web.now_ms = has_clock ? web.now_ms : 0;
        TEST_ASSERT_EQUAL(0, web_boot());
    }
    return 50;
}

static const struct web_page bad_and_good[] = {
    PAGE("http://bad.th/", THAI, "/a /bad1 /b /bad2 /c /bad3 /d"),
    PAGE("http://bad.th/a", THAI, NULL),
    PAGE("http://bad.th/b", THAI, NULL),
    PAGE("http://bad.th/c", THAI, NULL),
    PAGE("http://bad.th/d", THAI, NULL),
    PAGE("http://good.th/", THAI, "/1 /2"),
    PAGE("http://good.th/1", THAI, NULL),
    PAGE("http://good.th/2", THAI, NULL),
    {.url = NULL},
};

static void a_page_that_makes_the_box_restart_is_given_up(void)
{
    TEST_ASSERT_EQUAL(3, crawl_with_restarts(bad_and_good, "/bad2", true));
    TEST_ASSERT_EQUAL_STRING("bad.th/bad2 ", web.skipped);
    TEST_ASSERT_EQUAL_STRING("restarts", web.note);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(web.order, "bad.th/d "), "the rest of the site is not blamed");
    TEST_ASSERT_NOT_NULL(strstr(web.order, "good.th/2 "));
}

static void a_site_that_makes_the_box_restart_is_left(void)
{
    TEST_ASSERT_EQUAL(6, crawl_with_restarts(bad_and_good, ".th/bad", true));
    TEST_ASSERT_EQUAL_STRING("bad.th/bad1 bad.th/bad2 ", web.skipped);
    TEST_ASSERT_NOT_NULL(strstr(web.ended, "bad.th 18 "));
    TEST_ASSERT_NOT_NULL(strstr(web.order, "good.th/2 "));
}

/* A box without a clock asks for robots.txt after each start: that this went well says nothing about the
 * page. */
static void restarts_are_counted_without_a_clock(void)
{
    TEST_ASSERT_EQUAL(3, crawl_with_restarts(bad_and_good, "/bad2", false));
    TEST_ASSERT_NOT_NULL(strstr(web.order, "good.th/2 "));
}

static void a_robots_txt_that_makes_the_box_restart_ends_its_site(void)
{
    TEST_ASSERT_EQUAL_MESSAGE(4, crawl_with_restarts(bad_and_good, "/robots.txt", true), "two for each site");
    TEST_ASSERT_EQUAL_STRING("", web.order);
    TEST_ASSERT_EQUAL_STRING("good.th 9 bad.th 9 ", web.ended);
}

/* The card is taken out while the box waits between robots.txt and the page, as politeness demands. The next
 * box ends in the middle of that page, once: the page is not the one to blame. */
static void a_wait_before_a_page_is_no_attempt_at_it(void)
{
    web_begin(bad_and_good);
    TEST_ASSERT_EQUAL(0, web_seed("http://bad.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    while (web.robots_fetches == 0)
        TEST_ASSERT_TRUE(crawl_step(&web.crawl) >= 0);
    for (unsigned boxes = 0; boxes < 4; boxes++)
        TEST_ASSERT_EQUAL(0, web_boot()); /* they wait, too */
    web.restarts_at = "bad.th/";
    TEST_ASSERT_EQUAL(CRAWL_STOP_CARD, web_run());
    web.restarts_at = NULL;
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL_STRING("", web.skipped);
    TEST_ASSERT_NOT_NULL(strstr(web.order, "bad.th/d "));
}

static void forgets_links_of_an_answer_that_broke(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/",
         .status = 200,
         .language = THAI,
         .links = "/1 /2 http://o.th/",
         .failures = 1},
        PAGE("http://s.th/1", THAI, NULL),
        PAGE("http://s.th/2", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 s.th/2 o.th/ ", web.order);
    TEST_ASSERT_EQUAL(0, web_rejected(REJECT_SEEN));
}

/* Robots.txt is an origin's: one of another port says nothing about this one. Several hosts, since each has
 * another hash. */
static void neighbouring_ports_have_rules_of_their_own(void)
{
    static const struct web_page pages[] = {
        PAGE("http://a.th/", THAI, "http://a.th:81/"),
        PAGE("http://b.th/", THAI, "http://b.th:81/"),
        PAGE("http://c.th/", THAI, "http://c.th:81/"),
        PAGE("http://d.th/", THAI, "http://d.th:81/"),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://a.th/ http://b.th/ http://c.th/ http://d.th/");
    TEST_ASSERT_EQUAL(8, web.fetches);
    TEST_ASSERT_EQUAL(8, web.robots_fetches);
}

/* ---- For the archive ---- */

static char told[8][40];
static unsigned told_count;

static int fetch_and_tell(void *context, const struct visit_request *request, struct visit_answer *answer)
{
    char *text = told[told_count++ % 8];
    strcpy(text, request->path);
    web_append(text, sizeof told[0], "");
    int length = request->observer->via(request->context, text + strlen(text), sizeof told[0] - strlen(text));
    TEST_ASSERT_TRUE(length >= 0);
    return web_fetch(context, request, answer);
}

static void tells_how_it_came_to_a_page(void)
{
    static const struct web_page pages[] = {PAGE("http://s.th/", THAI, "/1"),
                                            MOVED("http://s.th/1", "/2"),
                                            PAGE("http://s.th/2", THAI, "/3"),
                                            {.url = NULL}};
    web_begin(pages);
    web.port.fetch = fetch_and_tell;
    told_count = 0;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(4, told_count);
    TEST_ASSERT_EQUAL_STRING(" ", told[0]);
    TEST_ASSERT_EQUAL_STRING("L http://s.th/", told[1]);
    TEST_ASSERT_EQUAL_STRING("LR http://s.th/1", told[2]);
    TEST_ASSERT_EQUAL_STRING("LRL http://s.th/2", told[3]);
}

SUITE(crawl_rules)
{
    RUN_TEST(counts_what_each_scope_rule_rejects);
    RUN_TEST(notices_traps);
    RUN_TEST(takes_so_many_links_from_a_page);
    RUN_TEST(ends_a_site_whose_share_of_pages_is_used_up);
    RUN_TEST(ends_a_site_whose_share_of_bytes_is_used_up);
    RUN_TEST(counts_links_that_find_no_room);
    RUN_TEST(fetches_a_page_once);
    RUN_TEST(follows_redirects_inside_the_site);
    RUN_TEST(takes_www_and_https_of_a_host_for_the_same_site);
    RUN_TEST(ends_redirects_in_a_circle);
    RUN_TEST(ends_redirects_that_never_end);
    RUN_TEST(visits_the_host_that_a_seed_moved_to);
    RUN_TEST(weeks_of_pause_or_without_a_network_cost_no_time_afterwards);
    RUN_TEST(no_link_can_be_invented_that_hides_another_page);
    RUN_TEST(asks_robots_txt_before_anything_else);
    RUN_TEST(a_robots_txt_made_to_be_slow_costs_the_site_one_page);
    RUN_TEST(goes_by_how_robots_txt_was_answered);
    RUN_TEST(every_reason_to_end_is_one_that_a_card_may_have);
    RUN_TEST(ends_a_site_that_does_not_want_us);
    RUN_TEST(asks_robots_txt_again_after_a_day);
    RUN_TEST(waits_five_times_as_long_as_the_last_answer_took);
    RUN_TEST(waits_as_long_as_crawl_delay_says_up_to_a_limit);
    RUN_TEST(slows_down_when_it_is_asked_to);
    RUN_TEST(uses_the_waits_of_a_site_for_another);
    RUN_TEST(tries_again_later_and_later);
    RUN_TEST(obeys_retry_after);
    RUN_TEST(leaves_a_server_that_wants_to_be_left_alone_for_too_long);
    RUN_TEST(gives_up_a_url_and_goes_on_with_the_next);
    RUN_TEST(asks_again_for_a_page_that_broke_off_and_takes_its_links_once);
    RUN_TEST(keeps_what_came_if_no_try_brings_more);
    RUN_TEST(the_first_part_of_a_page_is_kept_before_it_is_known_that_no_more_will_come);
    RUN_TEST(a_page_that_always_breaks_off_at_the_same_place_is_as_long_as_it_gets);
    RUN_TEST(a_server_that_compresses_is_asked_once_more_with_a_stricter_header);
    RUN_TEST(gives_up_a_server_that_does_not_answer_any_more);
    RUN_TEST(blames_nobody_when_the_network_is_gone);
    RUN_TEST(keeps_no_half_of_a_page_when_the_network_goes_in_the_middle_of_it);
    RUN_TEST(a_host_without_an_ipv4_address_is_not_looked_for_again);
    RUN_TEST(a_name_server_that_fails_for_a_while_loses_no_site);
    RUN_TEST(keeps_to_the_bandwidth_allowed);
    RUN_TEST(a_page_that_makes_the_box_restart_is_given_up);
    RUN_TEST(a_site_that_makes_the_box_restart_is_left);
    RUN_TEST(restarts_are_counted_without_a_clock);
    RUN_TEST(a_wait_before_a_page_is_no_attempt_at_it);
    RUN_TEST(a_robots_txt_that_makes_the_box_restart_ends_its_site);
    RUN_TEST(forgets_links_of_an_answer_that_broke);
    RUN_TEST(neighbouring_ports_have_rules_of_their_own);
    RUN_TEST(tells_how_it_came_to_a_page);
}
