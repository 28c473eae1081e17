/* Strategies and rounds of the crawl engine. */
#include "crawl_fixture.h"

/* ---- One site ---- */

/*
 * A site of nine pages:
 *
 *     / Thai -> a b     a foreign -> a1 a2    a1 foreign -> a11    a11 foreign -> far   far foreign -> beyond
 *                          b Thai -> b1         a2 Thai
 */
static const struct web_page tree[] = {
    PAGE("http://s.th/", THAI, "/a /b"),       PAGE("http://s.th/a", FOREIGN, "/a1 /a2"),
    PAGE("http://s.th/b", THAI, "/b1"),        PAGE("http://s.th/a1", FOREIGN, "/a11"),
    PAGE("http://s.th/a2", THAI, NULL),        PAGE("http://s.th/b1", FOREIGN, NULL),
    PAGE("http://s.th/a11", FOREIGN, "/far"),  PAGE("http://s.th/far", FOREIGN, "/beyond"),
    PAGE("http://s.th/beyond", FOREIGN, NULL), {.url = NULL},
};

static void crawl_with(enum settings_strategy strategy, const struct web_page *pages)
{
    web_begin(pages);
    web.settings.strategy = (uint8_t)strategy;
    web_crawl(pages, pages[0].url);
}

static void ls1_is_breadth_first(void)
{
    crawl_with(STRATEGY_LS1, tree);
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/b s.th/a1 s.th/a2 s.th/b1 s.th/a11 s.th/far s.th/beyond ",
                             web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 1 ", web.ended);
}

static void ls1_gives_up_after_more_than_tau_foreign_pages_in_a_row(void)
{
    web_begin(tree);
    web.settings.strategy = STRATEGY_LS1;
    web.settings.tau = 2;
    web_crawl(tree, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/b s.th/a1 s.th/a2 s.th/b1 s.th/a11 s.th/far ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 2 ", web.ended);
    TEST_ASSERT_EQUAL(1, web_rejected(REJECT_ABANDONED));
}

static const struct web_page abroad[] = {
    PAGE("http://s.com/", THAI, "/a /th/b http://c.th/ http://d.com/ http://d.com/my/"),
    PAGE("http://s.com/a", THAI, NULL),
    PAGE("http://s.com/th/b", THAI, NULL),
    PAGE("http://c.th/", THAI, NULL),
    PAGE("http://d.com/", THAI, NULL),
    {.url = NULL},
};

static void only_links_that_look_at_home_are_followed_if_that_is_set(void)
{
    web_begin(abroad);
    web.settings.strategy = STRATEGY_BFS;
    web.settings.follow = FOLLOW_HOME;
    web_crawl(abroad, "http://s.com/");
    TEST_ASSERT_EQUAL_STRING("s.com/ s.com/th/b c.th/ ", web.order);
    TEST_ASSERT_EQUAL(3, web_rejected(REJECT_STRATEGY));
}

/* A Thai page and 24 foreign ones. */
static const struct web_page shelf[] = {
    PAGE("http://s.th/", THAI, "/a /b /c /d /e /f /g /h /i /j /k /l /m /n /o /p /q /r /s /t /u /v /w /x"),
    PAGE("http://s.th/a", FOREIGN, NULL),
    PAGE("http://s.th/b", FOREIGN, NULL),
    PAGE("http://s.th/c", FOREIGN, NULL),
    PAGE("http://s.th/d", FOREIGN, NULL),
    PAGE("http://s.th/e", FOREIGN, NULL),
    PAGE("http://s.th/f", FOREIGN, NULL),
    PAGE("http://s.th/g", FOREIGN, NULL),
    PAGE("http://s.th/h", FOREIGN, NULL),
    PAGE("http://s.th/i", FOREIGN, NULL),
    PAGE("http://s.th/j", FOREIGN, NULL),
    PAGE("http://s.th/k", FOREIGN, NULL),
    PAGE("http://s.th/l", FOREIGN, NULL),
    PAGE("http://s.th/m", FOREIGN, NULL),
    PAGE("http://s.th/n", FOREIGN, NULL),
    PAGE("http://s.th/o", FOREIGN, NULL),
    PAGE("http://s.th/p", FOREIGN, NULL),
    PAGE("http://s.th/q", FOREIGN, NULL),
    PAGE("http://s.th/r", FOREIGN, NULL),
    PAGE("http://s.th/s", FOREIGN, NULL),
    PAGE("http://s.th/t", FOREIGN, NULL),
    PAGE("http://s.th/u", FOREIGN, NULL),
    PAGE("http://s.th/v", FOREIGN, NULL),
    PAGE("http://s.th/w", FOREIGN, NULL),
    PAGE("http://s.th/x", FOREIGN, NULL),
    {.url = NULL},
};

static unsigned fetches_of_shelf(enum settings_strategy strategy, uint8_t tau)
{
    web_begin(shelf);
    web.settings.explore = EXPLORE_NO;
    web.settings.strategy = (uint8_t)strategy;
    web.settings.tau = tau;
    web_crawl(shelf, shelf[0].url);
    return web.fetches;
}

static void tau_is_20_for_ls1_and_5_for_ls2_unless_it_is_set(void)
{
    TEST_ASSERT_EQUAL(1 + 21, fetches_of_shelf(STRATEGY_LS1, 0));
    TEST_ASSERT_EQUAL(1 + 6, fetches_of_shelf(STRATEGY_LS2, 0));
    TEST_ASSERT_EQUAL(1 + 4, fetches_of_shelf(STRATEGY_LS1, 3));
}

/* Scores: a b 1.0; a1 a2 (distance 1) 1.0; b1 1.0; a11 (distance 2) 0.5; far (3) 0.33; beyond (4) ends the
 * site. */
static void ls2_takes_the_highest_score_and_ends_beyond_d(void)
{
    crawl_with(STRATEGY_LS2, tree);
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/b s.th/a1 s.th/a2 s.th/b1 s.th/a11 s.th/far ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 3 ", web.ended);
    TEST_ASSERT_EQUAL(1, web_rejected(REJECT_ABANDONED));
}

/* c leads two steps away from the Thai page before d, found later, leads to a Thai one: that is followed
 * first. */
static const struct web_page fork[] = {
    PAGE("http://s.th/", THAI, "/c /d"),
    PAGE("http://s.th/c", FOREIGN, "/c1"),
    PAGE("http://s.th/d", FOREIGN, "/d1"),
    PAGE("http://s.th/c1", FOREIGN, "/c11"),
    PAGE("http://s.th/d1", THAI, "/d11"),
    PAGE("http://s.th/c11", FOREIGN, NULL),
    PAGE("http://s.th/d11", THAI, "/d111"),
    PAGE("http://s.th/d111", THAI, NULL),
    {.url = NULL},
};

static void ls2_leaves_what_is_far_for_later(void)
{
    crawl_with(STRATEGY_LS2, fork);
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/c s.th/d s.th/c1 s.th/d1 s.th/d11 s.th/d111 s.th/c11 ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 1 ", web.ended);
}

#define EMPTY(at, to)                                                                                        \
    {                                                                                                        \
        .url = (at), .status = 200, .language = FOREIGN, .links = (to), .empty = true                        \
    }

static void pages_that_are_empty_without_scripts_are_not_taken_for_foreign(void)
{
    static const struct web_page pages[] = {PAGE("http://s.th/", THAI, "/1 /2 /3 /4"),
                                            EMPTY("http://s.th/1", NULL),
                                            EMPTY("http://s.th/2", "/5"),
                                            EMPTY("http://s.th/3", NULL),
                                            PAGE("http://s.th/4", THAI, NULL),
                                            PAGE("http://s.th/5", THAI, NULL),
                                            EMPTY("http://app.th/", NULL),
                                            {.url = NULL}};
    const struct host *host;
    web_begin(pages);
    web.settings.strategy = STRATEGY_LS2;
    web.settings.tau = 1;
    web.settings.active_sites = 1;
    web_crawl(pages, "http://s.th/ http://app.th/");
    TEST_ASSERT_EQUAL_STRING("app.th/ s.th/ s.th/1 s.th/2 s.th/3 s.th/4 s.th/5 ", web.order);
    TEST_ASSERT_EQUAL(0, hosts_read(&web.hosts, (uint32_t)hosts_find(&web.hosts, "app.th", 6), &host));
    TEST_ASSERT_EQUAL(HOST_UNLABELLED, host->label);
}

static void ls2_gives_up_after_more_than_tau_foreign_pages_in_a_row(void)
{
    web_begin(tree);
    web.settings.tau = 1;
    web_crawl(tree, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/b s.th/a1 s.th/a2 s.th/b1 s.th/a11 ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 2 ", web.ended);
}

static void bfs_takes_everything_in_the_order_found(void)
{
    crawl_with(STRATEGY_BFS, fork);
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/c s.th/d s.th/c1 s.th/d1 s.th/c11 s.th/d11 s.th/d111 ", web.order);
}

/* /b is on a foreign page first: dropped there, and taken when a Thai page has it. */
static const struct web_page twice[] = {
    PAGE("http://s.th/", THAI, "/a /c"),
    PAGE("http://s.th/a", FOREIGN, "/b http://other.th/"),
    PAGE("http://s.th/c", THAI, "/b"),
    PAGE("http://s.th/b", FOREIGN, "/b1"),
    {.url = NULL},
};

static void hard_drops_links_of_foreign_pages_and_forgets_them(void)
{
    crawl_with(STRATEGY_HARD, twice);
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/c s.th/b other.th/ ", web.order);
    TEST_ASSERT_EQUAL(2, web_rejected(REJECT_STRATEGY)); /* /b and /b1 */
}

static void soft_takes_links_of_thai_pages_first(void)
{
    crawl_with(STRATEGY_SOFT, fork);
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/c s.th/d s.th/c1 s.th/d1 s.th/d11 s.th/d111 s.th/c11 ", web.order);
}

/* Nothing Thai in the first S pages: the server is irrelevant. */
static void lswc_gives_up_a_server_after_s_foreign_pages(void)
{
    static const struct web_page foreign[] = {
        PAGE("http://s.th/", FOREIGN, "/a /b /c /d"),
        PAGE("http://s.th/a", FOREIGN, NULL),
        PAGE("http://s.th/b", FOREIGN, NULL),
        PAGE("http://s.th/c", THAI, NULL),
        {.url = NULL},
    };
    crawl_with(STRATEGY_LSWC, foreign);
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/b ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 2 ", web.ended);
}

static void lswc_takes_a_relevant_server_in_order_and_drops_what_is_beyond_t(void)
{
    web_begin(tree);
    web.settings.strategy = STRATEGY_LSWC;
    web.settings.lswc_t = 2;
    web_crawl(tree, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/b s.th/a1 s.th/a2 s.th/b1 s.th/a11 ", web.order);
    TEST_ASSERT_EQUAL_STRING("s.th 1 ", web.ended);
    TEST_ASSERT_EQUAL(1, web_rejected(REJECT_STRATEGY)); /* /far */
}

/* ---- Rounds ---- */

/* thai.th and other.th are seeds; good.th is linked from the Thai one, bad.th from both, poor.th from the
 * other only. */
static const struct web_page graph[] = {
    PAGE("http://thai.th/", THAI, "/1 http://good.th/ http://bad.th/x http://xdead.th/ http://lan.th/"),
    PAGE("http://thai.th/1", THAI, "http://www.good.th/ http://good.th/"),
    PAGE("http://other.th/", FOREIGN, "http://bad.th/ http://poor.th/"),
    PAGE("http://good.th/", THAI, "http://thai.th/ http://last.th/ http://bad.th/"),
    PAGE("http://bad.th/", THAI, "http://never.th/"),
    PAGE("http://last.th/", FOREIGN, NULL),
    PAGE("http://poor.th/", THAI, NULL),
    {.url = NULL},
};

static void visits_hosts_that_promise_something_round_by_round(void)
{
    web_begin(graph);
    web.settings.active_sites = 1;
    web.settings.explore = EXPLORE_NO;
    web_crawl(graph, "http://thai.th/ http://other.th/");
    TEST_ASSERT_EQUAL_STRING("thai.th/ thai.th/1 other.th/ good.th/ last.th/ bad.th/ never.th/ ", web.order);
    TEST_ASSERT_EQUAL(4, web.crawl.state.round);
    TEST_ASSERT_EQUAL(HOST_KNOWN, web_host("poor.th")->state);
    TEST_ASSERT_EQUAL(HOST_KNOWN, web_host("xdead.th")->state);
    TEST_ASSERT_EQUAL_MESSAGE(0, web_host("xdead.th")->score, "not queued before it has an address");
    TEST_ASSERT_EQUAL(HOST_DENIED, web_host("lan.th")->state);
    TEST_ASSERT_EQUAL(1, web_rejected(REJECT_PRIVATE));
}

static void labels_sites_and_counts_them_as_sources(void)
{
    struct features features;
    web_begin(graph);
    web_crawl(graph, "http://thai.th/ http://other.th/");
    TEST_ASSERT_EQUAL(HOST_THAI, web_host("thai.th")->label);
    TEST_ASSERT_EQUAL(HOST_OTHER, web_host("other.th")->label);
    host_features(web_host("bad.th"), &features);
    TEST_ASSERT_EQUAL(2, features_sources(&features, FEATURE_THAI));
    TEST_ASSERT_EQUAL(1, features_sources(&features, FEATURE_FOREIGN));
    TEST_ASSERT_EQUAL(200, features.degree[0]);
    TEST_ASSERT_EQUAL(COUNTRY_HOME, features.country);
    TEST_ASSERT_EQUAL(1, web_host("good.th")->hops);
    TEST_ASSERT_EQUAL(2, web_host("last.th")->hops);
}

static void notes_how_a_host_answers_and_is_linked_to(void)
{
    static const struct web_page pages[] = {
        MOVED("http://a.th/", "https://a.th/"),
        PAGE("https://a.th/", THAI, "/1 https://b.th/"),
        PAGE("https://a.th/1", THAI, NULL),
        PAGE("https://b.th/", THAI, "/1 http://b.th/2 http://c.th/"),
        PAGE("https://b.th/1", THAI, NULL),
        PAGE("http://b.th/2", THAI, NULL),
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://a.th/");
    TEST_ASSERT_EQUAL_HEX8(HOST_SEED | HOST_LINKED_HTTP | HOST_HTTPS, web_host("a.th")->flags);
    TEST_ASSERT_EQUAL_HEX8(HOST_LINKED_HTTPS, web_host("b.th")->flags);
    TEST_ASSERT_EQUAL_HEX8(HOST_LINKED_HTTP, web_host("c.th")->flags);
}

static void goes_no_further_than_the_site_hops_allowed(void)
{
    web_begin(graph);
    web.settings.site_hops = 1;
    web_crawl(graph, "http://thai.th/ http://other.th/");
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, hosts_find(&web.hosts, "last.th", 7));
    TEST_ASSERT_EQUAL(2, web_rejected(REJECT_HOST_HOPS)); /* last.th and never.th */
}

static void scores_again_without_waiting_in_continuous_mode(void)
{
    static const struct web_page slow[] = {
        PAGE("http://quick.th/", THAI, "http://next.th/"),
        PAGE("http://slow.th/", THAI, "/1 /2 /3 /4"),
        PAGE("http://next.th/", THAI, NULL),
        {.url = NULL},
    };
    web_begin(slow);
    web.settings.mode = MODE_CONTINUOUS;
    web_crawl(slow, "http://quick.th/ http://slow.th/");
    TEST_ASSERT_TRUE(strstr(web.order, "next.th/") < strstr(web.order, "slow.th/4"));
    web_begin(slow);
    web_crawl(slow, "http://quick.th/ http://slow.th/");
    TEST_ASSERT_TRUE(strstr(web.order, "next.th/") > strstr(web.order, "slow.th/4"));
}

static void says_why_there_is_nothing_to_do(void)
{
    web_begin(graph);
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOT_STARTED, crawl_step(&web.crawl));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    TEST_ASSERT_EQUAL(CRAWL_STOP_NO_SEEDS, web_run());
    TEST_ASSERT_EQUAL(0, crawl_pause(&web.crawl));
    TEST_ASSERT_EQUAL(CRAWL_STOP_PAUSED, crawl_step(&web.crawl));
    TEST_ASSERT_EQUAL(0, crawl_resume(&web.crawl));
    web_crawl(graph, "http://thai.th/");
    TEST_ASSERT_EQUAL(0, crawl_halt(&web.crawl));
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOT_STARTED, crawl_step(&web.crawl));
}

static void takes_a_seed_that_is_added_when_nothing_was_left(void)
{
    web_begin(graph);
    web_crawl(graph, "http://other.th/");
    TEST_ASSERT_NULL(strstr(web.order, "thai.th/1"));
    web_crawl(graph, "http://thai.th/");
    TEST_ASSERT_NOT_NULL(strstr(web.order, "thai.th/1"));
}

/* SEEDS.TXT is read at each boot: what is settled stays so, what is new is visited. */
static void takes_seeds_again_after_each_boot(void)
{
    web_begin(graph);
    web_crawl(graph, "http://other.th/ http://xdead.th/");
    TEST_ASSERT_EQUAL(0, crawl_skip(&web.crawl, "poor.th", 7));
    TEST_ASSERT_EQUAL(0, web_boot());
    unsigned events = web.card.events;
    TEST_ASSERT_EQUAL(0, web_seed("http://other.th/"));
    TEST_ASSERT_EQUAL(events, web.card.events);
    TEST_ASSERT_EQUAL(0, web_seed("http://xdead.th/"));
    TEST_ASSERT_EQUAL(HOST_KNOWN, web_host("xdead.th")->state);
    TEST_ASSERT_EQUAL(0, web_seed("http://good.th/"));
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_NOT_NULL(strstr(web.order, "good.th/"));
    TEST_ASSERT_EQUAL(HOST_SKIPPED, web_host("poor.th")->state);
}

static void skips_what_the_operator_skips(void)
{
    web_begin(tree);
    TEST_ASSERT_EQUAL(0, web_seed("http://s.th/"));
    TEST_ASSERT_EQUAL(0, web_seed("http://t.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    while (web.fetches < 3)
        web.now_ms += (uint32_t)crawl_step(&web.crawl);
    TEST_ASSERT_EQUAL(0, crawl_skip(&web.crawl, "s.th", 4));
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, crawl_skip(&web.crawl, "nobody.th", 9));
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL(HOST_SKIPPED, web_host("s.th")->state);
    TEST_ASSERT_TRUE(web.fetches <= 4);
}

/* A Thai site that is not Thai any more: what it counted in its targets is taken back. */
static void crawls_again_after_some_days_and_corrects_the_counts(void)
{
    static const struct web_page before[] = {PAGE("http://s.th/", THAI, "http://t.th/ http://gone.th/"),
                                             {.url = NULL}};
    static const struct web_page after[] = {PAGE("http://s.th/", FOREIGN, "http://t.th/ http://new.th/"),
                                            {.url = NULL}};
    struct features features;
    web_begin(before);
    web.settings.recrawl_days = 7;
    web_crawl(before, "http://s.th/");
    TEST_ASSERT_EQUAL(HOST_THAI, web_host("s.th")->label);
    web.pages = after;
    web.order[0] = '\0';
    web.now_ms += 6 * 86400000u;
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL_STRING("", web.order);
    web.now_ms += 2 * 86400000u;
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_NOT_NULL(strstr(web.order, "s.th/"));
    TEST_ASSERT_EQUAL(HOST_OTHER, web_host("s.th")->label);
    host_features(web_host("t.th"), &features);
    TEST_ASSERT_EQUAL(0, features_sources(&features, FEATURE_THAI));
    TEST_ASSERT_EQUAL(1, features_sources(&features, FEATURE_FOREIGN));
    host_features(web_host("gone.th"), &features);
    TEST_ASSERT_EQUAL(0, features_sources(&features, FEATURE_THAI));
    TEST_ASSERT_EQUAL(0, features_sources(&features, FEATURE_FOREIGN));
}

/* Steps until as many sites are active. */
static void step_until_active(unsigned count)
{
    unsigned active = 0;
    while (active < count) {
        web.now_ms += (uint32_t)crawl_step(&web.crawl);
        active = 0;
        for (unsigned i = 0; i < STATE_SITES; i++)
            active += web.crawl.state.site[i].stage == CRAWL_SITE_FETCHES;
    }
}

static int skip_site_of_slot(unsigned slot)
{
    const struct host *host;
    char name[HOST_NAME_SIZE];
    TEST_ASSERT_EQUAL(0, hosts_read(&web.hosts, web.crawl.state.site[slot].host, &host));
    strcpy(name, host->name);
    return crawl_skip(&web.crawl, name, strlen(name));
}

static void what_a_site_counted_is_taken_back_though_it_is_skipped_while_that_of_another_is(void)
{
    static const struct web_page pages[] = {PAGE("http://a.th/", THAI, "http://t.th/"),
                                            PAGE("http://b.th/", THAI, "http://t.th/"),
                                            {.url = NULL}};
    struct features features;
    web_begin(pages);
    web.settings.recrawl_days = 7;
    web_crawl(pages, "http://a.th/ http://b.th/");
    host_features(web_host("t.th"), &features);
    TEST_ASSERT_EQUAL(2, features_sources(&features, FEATURE_THAI));
    web.now_ms += 8 * 86400000u;
    step_until_active(2);
    TEST_ASSERT_EQUAL(0, skip_site_of_slot(1));
    while (web.hosts.mark.direction != HOSTS_UNAPPLY)
        TEST_ASSERT_EQUAL(0, crawl_step(&web.crawl));
    TEST_ASSERT_EQUAL(0, skip_site_of_slot(0));
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    host_features(web_host("t.th"), &features);
    TEST_ASSERT_EQUAL(0, features_sources(&features, FEATURE_THAI));
}

static void takes_what_is_queued_when_the_strategy_changes(void)
{
    web_begin(tree);
    TEST_ASSERT_EQUAL(0, web_seed("http://s.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    while (web.fetches < 5)
        web.now_ms += (uint32_t)crawl_step(&web.crawl);
    web.settings.strategy = STRATEGY_LS1;
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/a s.th/b s.th/a1 s.th/a2 s.th/b1 s.th/a11 s.th/far s.th/beyond ",
                             web.order);
}

static void takes_seeds_back(void)
{
    web_begin(graph);
    web.settings.explore = EXPLORE_NO;
    TEST_ASSERT_EQUAL(0, web_seed("http://poor.th/"));
    TEST_ASSERT_EQUAL(0, crawl_unseed(&web.crawl, "www.poor.th", 11));
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, crawl_unseed(&web.crawl, "nobody.th", 9));
    web_crawl(graph, "http://other.th/");
    TEST_ASSERT_NULL(strstr(web.order, "poor.th"));
}

static void leaves_hosts_of_other_boxes_to_them(void)
{
    uint8_t boxes = 2; /* so many that two of the hosts are not the same box's */
    while (crawl_shard("thai.th", 7, boxes) == crawl_shard("good.th", 7, boxes))
        boxes++;
    web_begin(graph);
    web.settings.shard = (struct settings_shard){crawl_shard("thai.th", 7, boxes), boxes};
    uint8_t mine = web.settings.shard.mine;
    TEST_ASSERT_EQUAL(crawl_shard("other.th", 8, boxes) == mine ? 0 : STATUS_REFUSED,
                      web_seed("http://other.th/"));
    web_crawl(graph, "http://thai.th/");
    TEST_ASSERT_NULL(strstr(web.order, "good.th/"));
    TEST_ASSERT_NOT_NULL(strstr(web.foreign, "good.th"));
    TEST_ASSERT_EQUAL(HOST_FOREIGN, web_host("good.th")->state);
    TEST_ASSERT_EQUAL(SITE_STOP_FOREIGN_SHARD, web_host("good.th")->stop);
    TEST_ASSERT_EQUAL(crawl_shard("bad.th", 6, boxes) == mine, strstr(web.order, "bad.th/") != NULL);
    TEST_ASSERT_EQUAL(crawl_shard("bad.th", 6, boxes) != mine, strstr(web.foreign, "bad.th") != NULL);
    TEST_ASSERT_EQUAL(crawl_shard("www.good.th", 11, 7), crawl_shard("good.th", 7, 7));
}

SUITE(crawl)
{
    RUN_TEST(ls1_is_breadth_first);
    RUN_TEST(tau_is_20_for_ls1_and_5_for_ls2_unless_it_is_set);
    RUN_TEST(only_links_that_look_at_home_are_followed_if_that_is_set);
    RUN_TEST(ls1_gives_up_after_more_than_tau_foreign_pages_in_a_row);
    RUN_TEST(ls2_takes_the_highest_score_and_ends_beyond_d);
    RUN_TEST(ls2_leaves_what_is_far_for_later);
    RUN_TEST(ls2_gives_up_after_more_than_tau_foreign_pages_in_a_row);
    RUN_TEST(pages_that_are_empty_without_scripts_are_not_taken_for_foreign);
    RUN_TEST(bfs_takes_everything_in_the_order_found);
    RUN_TEST(hard_drops_links_of_foreign_pages_and_forgets_them);
    RUN_TEST(soft_takes_links_of_thai_pages_first);
    RUN_TEST(lswc_gives_up_a_server_after_s_foreign_pages);
    RUN_TEST(lswc_takes_a_relevant_server_in_order_and_drops_what_is_beyond_t);
    RUN_TEST(visits_hosts_that_promise_something_round_by_round);
    RUN_TEST(labels_sites_and_counts_them_as_sources);
    RUN_TEST(notes_how_a_host_answers_and_is_linked_to);
    RUN_TEST(goes_no_further_than_the_site_hops_allowed);
    RUN_TEST(scores_again_without_waiting_in_continuous_mode);
    RUN_TEST(says_why_there_is_nothing_to_do);
    RUN_TEST(takes_a_seed_that_is_added_when_nothing_was_left);
    RUN_TEST(takes_seeds_again_after_each_boot);
    RUN_TEST(skips_what_the_operator_skips);
    RUN_TEST(crawls_again_after_some_days_and_corrects_the_counts);
    RUN_TEST(what_a_site_counted_is_taken_back_though_it_is_skipped_while_that_of_another_is);
    RUN_TEST(takes_what_is_queued_when_the_strategy_changes);
    RUN_TEST(takes_seeds_back);
    RUN_TEST(leaves_hosts_of_other_boxes_to_them);
}
