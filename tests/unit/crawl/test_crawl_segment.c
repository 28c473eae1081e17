/* The crawl engine with mode = segment: directories are crawled, not sites; politeness and shares of pages go
 * by host. */
#include "crawl_fixture.h"

enum { SHORT_WAIT_MS = 3000 };

static void begin(const struct web_page *pages)
{
    web_begin(pages);
    web.settings.mode = MODE_SEGMENT;
    web.settings.active_sites = 4;
    TEST_ASSERT_EQUAL(0, crawl_begin(&web.crawl));
}

static bool fetched(const char *url)
{
    return strstr(web.order, url) != NULL;
}

static const struct host *record_of(const char *name)
{
    const struct host *host = NULL;
    int32_t id = hosts_find(&web.hosts, name, strlen(name));
    TEST_ASSERT_TRUE_MESSAGE(id >= 0, name);
    TEST_ASSERT_EQUAL(0, hosts_read(&web.hosts, (uint32_t)id, &host));
    return host;
}

/* A foreign site with a section about Thailand, and another site that has nothing else. */
static const struct web_page planet[] = {
    PAGE("http://planet.com/thailand/", THAI, "/thailand/krabi.html /news/1.html http://siam.org/"),
    PAGE("http://planet.com/thailand/krabi.html", THAI, "/thailand/samui.html /news/2.html /sport/9.html"),
    PAGE("http://planet.com/thailand/samui.html", THAI, "/"),
    PAGE("http://planet.com/news/1.html", FOREIGN, "/news/2.html /news/3.html"),
    PAGE("http://planet.com/news/2.html", FOREIGN, "/news/3.html"),
    PAGE("http://planet.com/news/3.html", FOREIGN, "/news/4.html"),
    PAGE("http://planet.com/sport/9.html", FOREIGN, "/sport/8.html http://ball.com/deep/"),
    PAGE("http://planet.com/sport/8.html", FOREIGN, "/sport/7.html"),
    PAGE("http://planet.com/", FOREIGN, "/about.html"),
    PAGE("http://planet.com/about.html", FOREIGN, "/contact.html"),
    PAGE("http://siam.org/", THAI, "/boats.html /thai-food/rice.html"),
    PAGE("http://siam.org/boats.html", THAI, NULL),
    PAGE("http://siam.org/thai-food/rice.html", THAI, "/thai-food/curry.html"),
    PAGE("http://siam.org/thai-food/curry.html", THAI, NULL),
    PAGE("http://ball.com/deep/", FOREIGN, "http://ball.com/deeper/"),
    {.url = NULL},
};

static void a_section_is_fetched_whole_and_others_are_given_up_after_two_pages(void)
{
    begin(planet);
    web_crawl(planet, "http://planet.com/thailand/");
    TEST_ASSERT_TRUE(fetched("planet.com/thailand/samui.html"));
    TEST_ASSERT_TRUE(fetched("siam.org/boats.html"));
    TEST_ASSERT_TRUE(fetched("siam.org/thai-food/curry.html"));
    TEST_ASSERT_TRUE(fetched("planet.com/news/2.html"));
    TEST_ASSERT_FALSE(fetched("planet.com/news/3.html"));
    TEST_ASSERT_FALSE(fetched("planet.com/contact.html"));
    TEST_ASSERT_EQUAL(3, record_of("planet.com/thailand/")->pages);
    TEST_ASSERT_EQUAL(HOST_THAI, record_of("planet.com/thailand/")->label);
    TEST_ASSERT_EQUAL(SITE_STOP_STREAK, record_of("planet.com/news/")->stop);
    TEST_ASSERT_EQUAL(HOST_OTHER, record_of("planet.com/news/")->label);
}

static void what_two_irrelevant_segments_in_a_row_lead_to_is_dropped(void)
{
    begin(planet);
    web_crawl(planet, "http://planet.com/thailand/");
    /* thailand is relevant, sport is not, ball.com/deep/ is linked from sport only, ball.com/deeper/ from
     * deep only. */
    TEST_ASSERT_TRUE(fetched("ball.com/deep/ "));
    TEST_ASSERT_FALSE(fetched("ball.com/deeper/"));
    TEST_ASSERT_EQUAL(HOST_KNOWN, record_of("ball.com/deeper/")->state);
}

static void s_and_d_can_be_set(void)
{
    begin(planet);
    web.settings.segment_s = 3;
    web.settings.segment_d = 3;
    web_crawl(planet, "http://planet.com/thailand/");
    TEST_ASSERT_TRUE(fetched("planet.com/news/3.html"));
    TEST_ASSERT_FALSE(fetched("planet.com/news/4.html"));
    TEST_ASSERT_TRUE_MESSAGE(record_of("ball.com/deeper/")->state != HOST_KNOWN, "it was tried");
}

static void a_segment_begins_with_a_page_that_is_linked_to(void)
{
    begin(planet);
    web_crawl(planet, "http://planet.com/thailand/krabi.html");
    TEST_ASSERT_EQUAL_STRING_LEN("planet.com/thailand/krabi.html ", web.order, 31);
    TEST_ASSERT_EQUAL_STRING("2.html", record_of("planet.com/news/")->segment.page);
    TEST_ASSERT_EQUAL_STRING("", record_of("planet.com")->segment.page);
}

static void behind_a_dead_link_the_directory_itself_is_tried(void)
{
    static const struct web_page pages[] = {
        PAGE("http://a.com/x/", THAI, "http://b.com/y/gone.html http://c.com/z/gone.html"),
        PAGE("http://b.com/y/", THAI, "/y/1.html"),
        PAGE("http://b.com/y/1.html", THAI, NULL),
        {.url = NULL},
    };
    begin(pages);
    web_crawl(pages, "http://a.com/x/");
    TEST_ASSERT_TRUE(fetched("b.com/y/1.html"));
    TEST_ASSERT_EQUAL(HOST_DONE, record_of("c.com/z/")->state);
    TEST_ASSERT_EQUAL(1, record_of("b.com/y/")->segment.sources);
}

static void the_words_of_links_decide_who_is_next(void)
{
    static const struct web_page pages[] = {
        PAGE("http://a.com/x/", THAI, "http://b.com/other/ http://c.com/thai/ http://d.com/more/"),
        PAGE("http://b.com/other/", THAI, NULL),
        PAGE("http://c.com/thai/", THAI, NULL),
        PAGE("http://d.com/more/", THAI, NULL),
        {.url = NULL},
    };
    begin(pages);
    web.settings.active_sites = 1;
    web_crawl(pages, "http://a.com/x/");
    TEST_ASSERT_EQUAL_STRING_LEN("a.com/x/ c.com/thai/ ", web.order, 21);
    TEST_ASSERT_EQUAL_UINT8(250, segment_score(&record_of("c.com/thai/")->segment));
    TEST_ASSERT_EQUAL_UINT8(100, segment_score(&record_of("d.com/more/")->segment));
}

/* b.com/x/ is linked to four times, from two pages, and only the last address has the word. */
static const struct web_page repeated[] = {
    PAGE("http://a.com/x/", THAI, "/x/1 http://b.com/x/1 http://b.com/x/2 http://c.com/y/"),
    PAGE("http://a.com/x/1", THAI, "http://b.com/x/1 http://b.com/x/thai http://d.com/z/thai"),
    PAGE("http://b.com/x/1", THAI, NULL),
    PAGE("http://c.com/y/", THAI, NULL),
    PAGE("http://d.com/z/thai", THAI, NULL),
    {.url = NULL},
};

static void the_words_of_all_links_between_two_segments_count(void)
{
    begin(repeated);
    web.settings.active_sites = 1;
    web_crawl(repeated, "http://a.com/x/");
    TEST_ASSERT_EQUAL_UINT8(100 + 150 / 4, segment_score(&record_of("b.com/x/")->segment));
    TEST_ASSERT_EQUAL_UINT8(100, segment_score(&record_of("c.com/y/")->segment));
    TEST_ASSERT_EQUAL_UINT8(250, segment_score(&record_of("d.com/z/")->segment));
}

/* Runs with a power cut at the nth write or commit; returns whether it came to that. */
static bool run_with_cut(unsigned nth, bool tears)
{
    begin(repeated);
    TEST_ASSERT_EQUAL(0, web_seed("http://a.com/x/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    web.card.power_until = web.card.events + nth;
    web.card.tears = tears;
    int32_t result = web_run();
    if (result == CRAWL_STOP_NOTHING_LEFT)
        return false;
    TEST_ASSERT_EQUAL(CRAWL_STOP_CARD, result);
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    return true;
}

static void no_link_counts_twice_when_power_fails(void)
{
    unsigned cuts = 0;
    for (int tears = 0; tears <= 1; tears++)
        for (unsigned nth = 1; run_with_cut(nth, tears); nth++, cuts++)
            TEST_ASSERT_EQUAL_UINT8(100 + 150 / 4, segment_score(&record_of("b.com/x/")->segment));
    TEST_ASSERT_GREATER_THAN_UINT(100, cuts);
}

/* Many segments of one host, each of which leads to the next. */
static const struct web_page tower[] = {
    PAGE("http://t.com/a/", THAI, "/a/1 /b/ /c/"), PAGE("http://t.com/a/1", THAI, "/a/2"),
    PAGE("http://t.com/a/2", THAI, NULL),          PAGE("http://t.com/b/", THAI, "/b/1 /d/"),
    PAGE("http://t.com/b/1", THAI, NULL),          PAGE("http://t.com/c/", THAI, "/c/1"),
    PAGE("http://t.com/c/1", THAI, NULL),          PAGE("http://t.com/d/", THAI, "/d/1"),
    PAGE("http://t.com/d/1", THAI, NULL),          {.url = NULL},
};

static void a_host_is_asked_politely_whatever_its_segments(void)
{
    begin(tower);
    web_crawl(tower, "http://t.com/a/ http://t.com/c/");
    TEST_ASSERT_EQUAL(9, web.fetches);
    for (unsigned i = 1; i < web.fetches; i++)
        TEST_ASSERT_GREATER_OR_EQUAL_UINT32(SHORT_WAIT_MS, web.fetched_at[i] - web.fetched_at[i - 1]);
}

static void robots_txt_is_not_fetched_for_each_segment(void)
{
    static const struct web_robots robots[] = {{"t.com", 200, "User-agent: *\nDisallow: /c/1\n"}, {0}};
    begin(tower);
    web.robots = robots;
    web_crawl(tower, "http://t.com/a/");
    TEST_ASSERT_EQUAL(1, web.robots_fetches);
    TEST_ASSERT_EQUAL_STRING("t.com/c/1 ", web.skipped);
}

static void the_share_of_pages_is_the_hosts(void)
{
    begin(tower);
    web.settings.page_cap = 5;
    web_crawl(tower, "http://t.com/a/");
    TEST_ASSERT_EQUAL(5, web.fetches);
    TEST_ASSERT_EQUAL(5, record_of("t.com")->segment.site_pages);
}

static void a_crawl_of_sites_does_not_go_on_as_one_of_segments(void)
{
    web_begin(tower);
    web_crawl(tower, "http://t.com/a/");
    web.settings.mode = MODE_SEGMENT;
    TEST_ASSERT_EQUAL(STATUS_DAMAGED, crawl_open(&web.crawl));
    TEST_ASSERT_EQUAL(0, crawl_begin(&web.crawl));
    web.settings.mode = MODE_ROUNDS;
    TEST_ASSERT_EQUAL(STATUS_DAMAGED, crawl_open(&web.crawl));
}

static void a_seed_with_a_port_is_refused(void)
{
    begin(tower);
    TEST_ASSERT_EQUAL(STATUS_UNSUPPORTED, web_seed("http://t.com:8080/a/"));
}

/* How often a page stands in what was fetched. */
static unsigned times(const char *url)
{
    unsigned count = 0;
    for (const char *at = web.order; (at = strstr(at, url)) != NULL; at++)
        count++;
    return count;
}

static void power_may_fail_at_any_write(void)
{
    begin(planet);
    web_crawl(planet, "http://planet.com/thailand/");
    unsigned fetches = web.fetches, events = web.card.events;
    uint8_t score = segment_score(&record_of("siam.org/thai-food/")->segment);
    uint16_t pages = record_of("planet.com")->segment.site_pages;
    for (unsigned cut = 1; cut < events; cut++) {
        begin(planet);
        web.card.tears = cut % 2;
        web_seed("http://planet.com/thailand/");
        crawl_start(&web.crawl);
        web.card.events = 0;
        web.card.power_until = cut;
        if (web_run() != CRAWL_STOP_CARD)
            break;
        TEST_ASSERT_EQUAL(0, web_boot());
        TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
        TEST_ASSERT_EQUAL_MESSAGE(fetches, web.fetches, "pages were lost or fetched twice");
        TEST_ASSERT_EQUAL(1, times("planet.com/thailand/samui.html "));
        TEST_ASSERT_EQUAL_UINT8(score, segment_score(&record_of("siam.org/thai-food/")->segment));
        TEST_ASSERT_EQUAL_UINT16(pages, record_of("planet.com")->segment.site_pages);
    }
}

SUITE(crawl_segment)
{
    RUN_TEST(a_section_is_fetched_whole_and_others_are_given_up_after_two_pages);
    RUN_TEST(what_two_irrelevant_segments_in_a_row_lead_to_is_dropped);
    RUN_TEST(s_and_d_can_be_set);
    RUN_TEST(a_segment_begins_with_a_page_that_is_linked_to);
    RUN_TEST(behind_a_dead_link_the_directory_itself_is_tried);
    RUN_TEST(the_words_of_links_decide_who_is_next);
    RUN_TEST(the_words_of_all_links_between_two_segments_count);
    RUN_TEST(no_link_counts_twice_when_power_fails);
    RUN_TEST(a_host_is_asked_politely_whatever_its_segments);
    RUN_TEST(robots_txt_is_not_fetched_for_each_segment);
    RUN_TEST(the_share_of_pages_is_the_hosts);
    RUN_TEST(a_crawl_of_sites_does_not_go_on_as_one_of_segments);
    RUN_TEST(a_seed_with_a_port_is_refused);
    RUN_TEST(power_may_fail_at_any_write);
}
