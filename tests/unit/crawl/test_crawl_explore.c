/* Exploring: what happens when nothing is left that looks promising. */
#include "crawl_fixture.h"

/* Hosts that only a foreign site links to look unlikely (web_predict): two of them twice as much as the
 * others. */
static const struct web_page pages[] = {
    PAGE("http://f.com/", FOREIGN, "http://poor.com/ http://hidden.com/ http://worse.com/"),
    PAGE("http://g.com/", FOREIGN, "http://worse.com/"),
    PAGE("http://s.th/", THAI, "http://good.th/"),
    PAGE("http://good.th/", THAI, NULL),
    PAGE("http://poor.com/", FOREIGN, "/1 /2 /3 /4"),
    PAGE("http://poor.com/1", FOREIGN, NULL),
    PAGE("http://poor.com/2", FOREIGN, NULL),
    PAGE("http://poor.com/3", FOREIGN, NULL),
    PAGE("http://poor.com/4", FOREIGN, NULL),
    PAGE("http://worse.com/", FOREIGN, NULL),
    PAGE("http://hidden.com/", FOREIGN, "/1 /2"),
    PAGE("http://hidden.com/1", THAI, "/3 /4 /5 http://found.com/"),
    PAGE("http://hidden.com/2", FOREIGN, NULL),
    PAGE("http://hidden.com/3", THAI, NULL),
    PAGE("http://hidden.com/4", THAI, NULL),
    PAGE("http://hidden.com/5", THAI, NULL),
    PAGE("http://found.com/", THAI, NULL),
    {.url = NULL},
};
static const char seeds[] = "http://f.com/ http://g.com/ http://s.th/";

static void begin(const struct web_page *of)
{
    web_begin(of);
    web.settings.active_sites = 1;
    web.settings.explore = EXPLORE_YES;
}

/* Where in the order of fetches a page is. */
static size_t place_of(const char *page)
{
    const char *at = strstr(web.order, page);
    TEST_ASSERT_NOT_NULL_MESSAGE(at, page);
    return (size_t)(at - web.order);
}

static void probes_unlikely_hosts_best_first_when_nothing_else_is_left(void)
{
    begin(pages);
    web_crawl(pages, seeds);
    TEST_ASSERT_TRUE(place_of("good.th/ ") < place_of("poor.com/ "));
    TEST_ASSERT_TRUE(place_of("good.th/ ") < place_of("hidden.com/ "));
    TEST_ASSERT_TRUE(place_of("poor.com/ ") < place_of("worse.com/ "));
    TEST_ASSERT_TRUE(place_of("hidden.com/ ") < place_of("worse.com/ "));
}

static void leaves_a_host_after_a_few_pages_that_are_not_in_the_language(void)
{
    begin(pages);
    web_crawl(pages, seeds);
    TEST_ASSERT_NOT_NULL(strstr(web.order, "poor.com/2 "));
    TEST_ASSERT_NULL(strstr(web.order, "poor.com/3 "));
    TEST_ASSERT_EQUAL(SITE_STOP_PROBE, web_host("poor.com")->stop);
    TEST_ASSERT_TRUE(web_host("poor.com")->flags & HOST_IN_VAIN);
}

static void stays_with_a_probe_that_finds_a_page_and_goes_where_it_leads(void)
{
    begin(pages);
    web_crawl(pages, seeds);
    TEST_ASSERT_NOT_NULL(strstr(web.order, "hidden.com/5 "));
    TEST_ASSERT_EQUAL(SITE_STOP_COMPLETE, web_host("hidden.com")->stop);
    TEST_ASSERT_EQUAL(HOST_THAI, web_host("hidden.com")->label);
    /* What it led to is promising, and goes before what is not. */
    TEST_ASSERT_TRUE(place_of("found.com/ ") < place_of("worse.com/ "));
}

static void counts_what_exploring_brought(void)
{
    begin(pages);
    web_crawl(pages, seeds);
    const struct crawl_explored *explored = &web.crawl.state.explored;
    TEST_ASSERT_EQUAL(3, explored->probes);
    TEST_ASSERT_EQUAL(1, explored->found);
    TEST_ASSERT_EQUAL(3 + 6 + 1, explored->pages);
    TEST_ASSERT_EQUAL(4, explored->target_pages);
    TEST_ASSERT_EQUAL(0, explored->seconds);
}

static void says_that_nothing_is_left_when_no_host_is(void)
{
    begin(pages);
    web_crawl(pages, seeds);
    for (uint32_t id = 0; id < web.hosts.mark.hosts; id++) {
        const struct host *host;
        TEST_ASSERT_EQUAL(0, hosts_read(&web.hosts, id, &host));
        TEST_ASSERT_EQUAL_MESSAGE(HOST_DONE, host->state, host->name);
    }
}

static void does_none_of_it_if_the_setting_says_so(void)
{
    begin(pages);
    web.settings.explore = EXPLORE_NO;
    web_crawl(pages, seeds);
    TEST_ASSERT_NULL(strstr(web.order, "poor.com"));
    TEST_ASSERT_EQUAL(HOST_KNOWN, web_host("poor.com")->state);
    TEST_ASSERT_EQUAL(0, web.crawl.state.explored.probes);
}

static void takes_for_promising_what_the_threshold_says(void)
{
    begin(pages);
    web.settings.explore = EXPLORE_NO;
    web.settings.threshold = 110; /* one foreign source is enough, two are not */
    web_crawl(pages, seeds);
    TEST_ASSERT_NOT_NULL(strstr(web.order, "poor.com/4 "));
    TEST_ASSERT_NULL(strstr(web.order, "worse.com"));
}

/* ---- A second pass ---- */

static const struct web_page left_early[] = {
    PAGE("http://s.th/", THAI, "/1 /2 /3 /4 /5 /6 /7 /8"),
    PAGE("http://s.th/1", FOREIGN, NULL),
    PAGE("http://s.th/2", FOREIGN, NULL),
    PAGE("http://s.th/3", FOREIGN, NULL),
    PAGE("http://s.th/4", FOREIGN, NULL),
    PAGE("http://s.th/5", FOREIGN, NULL),
    PAGE("http://s.th/6", FOREIGN, NULL),
    PAGE("http://s.th/7", FOREIGN, NULL),
    PAGE("http://s.th/8", THAI, NULL),
    {.url = NULL},
};

static void goes_back_to_a_site_that_was_left_early_and_stays_longer(void)
{
    begin(left_early);
    web.settings.tau = 2;
    web_crawl(left_early, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING(
        "s.th/ s.th/1 s.th/2 s.th/3 s.th/ s.th/1 s.th/2 s.th/3 s.th/4 s.th/5 s.th/6 s.th/7 s.th/8 ",
        web.order);
    TEST_ASSERT_EQUAL(1, web.crawl.state.explored.seconds);
    TEST_ASSERT_EQUAL_MESSAGE(1, web.crawl.state.totals.sites, "it is one site");
}

#define FOREIGN_PAGES(tens)                                                                                  \
    PAGE("http://s.th/" tens "0", FOREIGN, NULL), PAGE("http://s.th/" tens "1", FOREIGN, NULL),              \
        PAGE("http://s.th/" tens "2", FOREIGN, NULL), PAGE("http://s.th/" tens "3", FOREIGN, NULL),          \
        PAGE("http://s.th/" tens "4", FOREIGN, NULL)
#define LINKS(tens) "/" tens "0 /" tens "1 /" tens "2 /" tens "3 /" tens "4 "

static void goes_back_once(void)
{
    static const struct web_page never[] = {
        PAGE("http://s.th/", THAI, LINKS("1") LINKS("2") LINKS("3") LINKS("4") LINKS("5")),
        FOREIGN_PAGES("1"),
        FOREIGN_PAGES("2"),
        FOREIGN_PAGES("3"),
        FOREIGN_PAGES("4"),
        FOREIGN_PAGES("5"),
        {.url = NULL},
    };
    begin(never);
    web.settings.tau = 1;
    web_crawl(never, "http://s.th/");
    TEST_ASSERT_EQUAL(SITE_STOP_STREAK, web_host("s.th")->stop);
    TEST_ASSERT_TRUE(web_host("s.th")->left >= 8); /* as many links as pages: that would be reason enough */
    TEST_ASSERT_EQUAL((1 + 2) + (1 + 9), web.fetches);
}

static void does_not_go_back_for_less_than_was_fetched(void)
{
    static const struct web_page small[] = {
        PAGE("http://s.th/", THAI, "/1 /2 /3 /4"), PAGE("http://s.th/1", FOREIGN, NULL),
        PAGE("http://s.th/2", FOREIGN, NULL),      PAGE("http://s.th/3", FOREIGN, NULL),
        PAGE("http://s.th/4", THAI, NULL),         {.url = NULL},
    };
    begin(small);
    web.settings.tau = 2;
    web_crawl(small, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 s.th/2 s.th/3 ", web.order);
}

static void does_not_go_back_to_a_site_without_a_page_in_the_language(void)
{
    begin(left_early + 1);
    web.settings.tau = 2;
    web_crawl(left_early + 1, "http://s.th/1");
    TEST_ASSERT_EQUAL(0, web.crawl.state.explored.seconds);
}

/* Each site that links to lone.com and twin.com makes both likelier (web_predict). They differ by a page. */
static const struct web_page doubtful[] = {
    PAGE("http://a.th/", THAI, "http://lone.com/ http://twin.com/"),
    PAGE("http://b.th/", THAI, "http://lone.com/"),
    PAGE("http://c.th/", THAI, "http://lone.com/"),
    PAGE("http://d.th/", THAI, "http://lone.com/"),
    PAGE("http://e.th/", THAI, "http://lone.com/"),
    PAGE("http://lone.com/", THAI, "/1 /2 /3 /4 /5 /6 /7 /8"),
    PAGE("http://lone.com/1", FOREIGN, NULL),
    PAGE("http://lone.com/2", FOREIGN, NULL),
    PAGE("http://lone.com/3", FOREIGN, NULL),
    PAGE("http://lone.com/4", FOREIGN, NULL),
    PAGE("http://twin.com/", THAI, "/1 /2 /3 /4 /5 /6 /7 /8 /9"),
    PAGE("http://twin.com/1", THAI, NULL),
    PAGE("http://twin.com/2", FOREIGN, NULL),
    PAGE("http://twin.com/3", FOREIGN, NULL),
    PAGE("http://twin.com/4", FOREIGN, NULL),
    {.url = NULL},
};

static void crawl_doubtful(const char *from)
{
    begin(doubtful);
    web.settings.tau = 2;
    web_crawl(doubtful, from);
    TEST_ASSERT_EQUAL_MESSAGE(1, web_host("lone.com")->thai_pages, "it has one page in the language");
    TEST_ASSERT_TRUE(web_host("lone.com")->left >= 8 || web_host("lone.com")->flags & HOST_AGAIN);
}

static bool was_gone_back_to(const char *name)
{
    return web_host(name)->flags & HOST_AGAIN;
}

static void does_not_go_back_for_a_lone_page_of_a_site_that_was_hardly_predicted(void)
{
    crawl_doubtful("http://a.th/ http://b.th/ http://c.th/ http://d.th/");
    TEST_ASSERT_EQUAL_MESSAGE(170, web_host("lone.com")->score, "one less than is asked for");
    TEST_ASSERT_FALSE(was_gone_back_to("lone.com"));
}

static void goes_back_for_a_lone_page_of_a_site_that_was_predicted(void)
{
    crawl_doubtful("http://a.th/ http://b.th/ http://c.th/ http://d.th/ http://e.th/");
    TEST_ASSERT_TRUE(was_gone_back_to("lone.com"));
}

static void goes_back_for_two_pages_whatever_was_predicted(void)
{
    crawl_doubtful("http://a.th/");
    TEST_ASSERT_EQUAL(web_host("lone.com")->score, web_host("twin.com")->score);
    TEST_ASSERT_TRUE(was_gone_back_to("twin.com"));
    TEST_ASSERT_FALSE(was_gone_back_to("lone.com"));
}

/* ---- Power ---- */

static bool run_with_cut(const struct web_page *of, const char *from, unsigned nth)
{
    begin(of);
    web.settings.tau = 2;
    for (const char *at = from; *at; at += strcspn(at, " "), at += *at == ' ') {
        char text[40] = {0};
        memcpy(text, at, strcspn(at, " "));
        TEST_ASSERT_EQUAL(0, web_seed(text));
    }
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    web.card.power_until = web.card.events + nth;
    if (web_run() == CRAWL_STOP_NOTHING_LEFT)
        return false;
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    return true;
}

static void explores_the_same_whenever_power_fails(void)
{
    static const struct {
        const struct web_page *pages;
        const char *seeds;
    } webs[] = {{pages, seeds}, {left_early, "http://s.th/"}};
    for (unsigned i = 0; i < sizeof webs / sizeof *webs; i++) {
        char order[WEB_ORDER];
        TEST_ASSERT_FALSE(run_with_cut(webs[i].pages, webs[i].seeds, 1000000));
        struct crawl_explored explored = web.crawl.state.explored;
        memcpy(order, web.order, sizeof order);
        unsigned nth = 1;
        while (run_with_cut(webs[i].pages, webs[i].seeds, nth)) {
            TEST_ASSERT_EQUAL_STRING(order, web.order);
            TEST_ASSERT_EQUAL_MEMORY(&explored, &web.crawl.state.explored, sizeof explored);
            nth++;
        }
        TEST_ASSERT_TRUE(nth > 50);
    }
}

static void goes_on_with_a_state_block_from_before_it_could_explore(void)
{
    begin(pages);
    web_crawl(pages, seeds);
    web.card.block_size[0] = (int)offsetof(struct crawl_state, explored);
    memset(web.card.block[0] + web.card.block_size[0], 0, sizeof(struct crawl_explored));
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(0, web.crawl.state.explored.probes);
}

SUITE(crawl_explore)
{
    RUN_TEST(probes_unlikely_hosts_best_first_when_nothing_else_is_left);
    RUN_TEST(leaves_a_host_after_a_few_pages_that_are_not_in_the_language);
    RUN_TEST(stays_with_a_probe_that_finds_a_page_and_goes_where_it_leads);
    RUN_TEST(counts_what_exploring_brought);
    RUN_TEST(says_that_nothing_is_left_when_no_host_is);
    RUN_TEST(does_none_of_it_if_the_setting_says_so);
    RUN_TEST(takes_for_promising_what_the_threshold_says);
    RUN_TEST(goes_back_to_a_site_that_was_left_early_and_stays_longer);
    RUN_TEST(goes_back_once);
    RUN_TEST(does_not_go_back_for_less_than_was_fetched);
    RUN_TEST(does_not_go_back_to_a_site_without_a_page_in_the_language);
    RUN_TEST(does_not_go_back_for_a_lone_page_of_a_site_that_was_hardly_predicted);
    RUN_TEST(goes_back_for_a_lone_page_of_a_site_that_was_predicted);
    RUN_TEST(goes_back_for_two_pages_whatever_was_predicted);
    RUN_TEST(explores_the_same_whenever_power_fails);
    RUN_TEST(goes_on_with_a_state_block_from_before_it_could_explore);
}
