/* What hostile servers can cost a crawl: room for hosts, time. Each beside an honest site that must not be
 * harmed. */
#include "crawl_fixture.h"

/* ---- A link farm ---- */

#define FARM(letter)                                                                                         \
    "http://" letter "0.com/ http://" letter "1.com/ http://" letter "2.com/ http://" letter                 \
    "3.com/ http://" letter "4.com/ http://" letter "5.com/ http://" letter "6.com/ http://" letter "7.com/"

static void good_sites_are_crawled_although_a_farm_has_filled_the_host_table(void)
{
    static const struct web_page pages[] = {
        PAGE("http://a-farm.com/", FOREIGN, FARM("a") " " FARM("b") " " FARM("c") " " FARM("d")),
        PAGE("http://s.th/", THAI,
             "http://good0.th/ http://good1.th/ http://good2.th/ http://good3.th/ http://good4.th/ "
             "http://good5.th/ http://good6.th/ http://good7.th/"),
        PAGE("http://good0.th/", THAI, NULL),
        PAGE("http://good7.th/", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.active_sites = 1;
    web_crawl(pages, "http://a-farm.com/");
    TEST_ASSERT_EQUAL(26, web.hosts.mark.hosts); /* all but what is kept for better ones */
    web_crawl(pages, "http://s.th/");
    for (char digit = '0'; digit < '8'; digit++) {
        char name[] = "good0.th/ ";
        name[4] = digit;
        TEST_ASSERT_NOT_NULL_MESSAGE(strstr(web.order, name), name);
    }
}

/* A queue names hosts by their place in the table: one that changed hands since is not taken for its former
 * owner. */
static void a_newcomer_does_not_inherit_a_place_in_the_queue(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, FARM("a") " " FARM("b") " " FARM("c") " " FARM("d")),
        PAGE("http://a0.com/", FOREIGN, FARM("e") " " FARM("f") " " FARM("g") " " FARM("h")),
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.active_sites = 1;
    web_crawl(pages, "http://s.th/");
    for (uint32_t id = 0; id < web.hosts.mark.hosts; id++) {
        const struct host *host;
        TEST_ASSERT_EQUAL(0, hosts_read(&web.hosts, id, &host));
        bool is_foreign = host->name[0] >= 'e' && host->name[0] <= 'h';
        TEST_ASSERT_FALSE_MESSAGE(is_foreign && host->crawled_at != 0, host->name);
    }
}

/* ---- Time ---- */

#define SLOW(at, in, to, ms, size)                                                                           \
    {                                                                                                        \
        .url = (at), .status = 200, .language = (in), .links = (to), .duration_ms = (ms), .bytes = (size)    \
    }

static void a_site_whose_pages_drip_costs_as_much_as_one_page_may(void)
{
    static const struct web_page pages[] = {
        SLOW("http://drip.th/", THAI, "/1 /2 /3 /4 /5 /6 /7 /8", 60000, 900),
        SLOW("http://drip.th/1", THAI, NULL, 10000, 900),
        SLOW("http://drip.th/2", THAI, NULL, 10000, 900),
        PAGE("http://honest.th/", THAI, "/1"),
        PAGE("http://honest.th/1", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://drip.th/ http://honest.th/");
    TEST_ASSERT_NOT_NULL(strstr(web.order, "drip.th/1 "));
    TEST_ASSERT_NULL(strstr(web.order, "drip.th/2 "));
    TEST_ASSERT_NOT_NULL(strstr(web.ended, "drip.th 19 "));
    TEST_ASSERT_NOT_NULL(strstr(web.order, "honest.th/1 "));
    TEST_ASSERT_NOT_NULL(strstr(web.ended, "honest.th 1 "));
}

static void a_slow_line_is_no_drip(void)
{
    static const struct web_page pages[] = {
        SLOW("http://slow.th/", THAI, "/1 /2 /3 /4", 34000, 30000),
        SLOW("http://slow.th/1", THAI, NULL, 34000, 30000),
        SLOW("http://slow.th/2", THAI, NULL, 34000, 30000),
        SLOW("http://slow.th/3", THAI, NULL, 34000, 30000),
        SLOW("http://slow.th/4", THAI, NULL, 34000, 30000),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://slow.th/");
    TEST_ASSERT_EQUAL_STRING("slow.th 1 ", web.ended);
}

static void one_page_that_drips_is_forgiven_to_a_site_of_many(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, "/1 /2 /3 /4 /5 /6 /7 /8 /9 /10 /11 /12 /radio /last"),
        SLOW("http://s.th/radio", NEITHER, NULL, 60000, 0),
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.retries = 0;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_NOT_NULL(strstr(web.order, "s.th/last "));
    TEST_ASSERT_EQUAL_STRING("s.th 1 ", web.ended);
}

static uint32_t given_ms[3];

static int fetch_and_note_time(void *context, const struct visit_request *request,
                               struct visit_answer *answer)
{
    if (web.fetches < 3)
        given_ms[web.fetches] = request->most_ms;
    return web_fetch(context, request, answer);
}

static void a_page_gets_what_is_left_of_the_time_of_its_site(void)
{
    static const struct web_page pages[] = {
        SLOW("http://drip.th/", THAI, "/1 /2", 25000, 900),
        SLOW("http://drip.th/1", THAI, NULL, 25000, 900),
        SLOW("http://drip.th/2", THAI, NULL, 25000, 900),
        {.url = NULL},
    };
    web_begin(pages);
    web.port.fetch = fetch_and_note_time;
    web_crawl(pages, "http://drip.th/");
    TEST_ASSERT_EQUAL_UINT32(65000 + 5000, given_ms[0]); /* robots.txt took no time */
    TEST_ASSERT_EQUAL_UINT32(given_ms[0] - 20000, given_ms[1]);
    TEST_ASSERT_EQUAL_UINT32(given_ms[1] - 20000, given_ms[2]);
}

/* ---- Name servers ---- */

static unsigned asked_in_vain;

/* Those of names with .com do not answer, for 7 seconds. */
static int resolve_slowly(void *context, const char *host, uint32_t *address)
{
    if (!strstr(host, ".com"))
        return web_resolve(context, host, address);
    asked_in_vain++;
    web.now_ms += 7000;
    return STATUS_TIMEOUT;
}

static void name_servers_that_do_not_answer_cost_a_round_one_minute(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, FARM("a") " " FARM("b") " http://good.th/"),
        PAGE("http://good.th/", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web.port.resolve = resolve_slowly;
    asked_in_vain = 0;
    TEST_ASSERT_EQUAL(0, web_seed("http://s.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    while (web.crawl.state.round < 2 && crawl_step(&web.crawl) >= 0)
        web.now_ms += 100;
    TEST_ASSERT_EQUAL(9, asked_in_vain); /* 63 seconds */
    TEST_ASSERT_EQUAL_STRING(crawl_stop_sentence(CRAWL_STOP_NOTHING_LEFT), crawl_stop_sentence(web_run()));
    TEST_ASSERT_NOT_NULL(strstr(web.order, "good.th/ "));
}

SUITE(crawl_hostile)
{
    RUN_TEST(good_sites_are_crawled_although_a_farm_has_filled_the_host_table);
    RUN_TEST(a_newcomer_does_not_inherit_a_place_in_the_queue);
    RUN_TEST(a_site_whose_pages_drip_costs_as_much_as_one_page_may);
    RUN_TEST(a_slow_line_is_no_drip);
    RUN_TEST(one_page_that_drips_is_forgiven_to_a_site_of_many);
    RUN_TEST(a_page_gets_what_is_left_of_the_time_of_its_site);
    RUN_TEST(name_servers_that_do_not_answer_cost_a_round_one_minute);
}
