/* The crawl engine when power fails, when the card holds garbage, and when other things differ that must not
 * matter. */
#include "crawl_fixture.h"

/* Three sites in two rounds, with redirects, robots, a failure in passing, an answer that breaks off once,
 * pages in both languages. */
static const struct web_page pages[] = {
    PAGE("http://a.th/", THAI, "/1 /2 /3 http://c.th/ /p/x"),
    {.url = "http://a.th/1", .status = 200, .language = FOREIGN, .links = "/1/a /1/b", .breaks = 1},
    PAGE("http://a.th/1/a", FOREIGN, "/1/c /2"),
    {.url = "http://a.th/2", .status = 200, .language = THAI, .links = "/4 http://www.c.th/", .failures = 1},
    MOVED("http://a.th/3", "/5"),
    PAGE("http://a.th/4", THAI, "/ /1 /2 /3"),
    PAGE("http://a.th/5", THAI, NULL),
    MOVED("http://b.th/", "http://www.b.th/"),
    PAGE("http://www.b.th/", THAI, "/1 http://c.th/ http://d.com/"),
    PAGE("http://www.b.th/1", FOREIGN, "http://d.com/"),
    PAGE("http://c.th/", THAI, "http://a.th/ /1"),
    {.url = NULL},
};
static const struct web_robots robots[] = {{"a.th", 200, "User-agent: *\nDisallow: /p/\n"}, {0}};
static const char seeds[] = "http://a.th/ http://b.th/";
enum { DAY_S = 86400 };

static void begin(uint8_t active_sites)
{
    web_begin(pages);
    web.robots = robots;
    web.settings.active_sites = active_sites;
}

/* The pages of one site, in the order in which they were fetched. */
static const char *order_of(const char *host)
{
    static char order[200];
    order[0] = '\0';
    for (const char *at = web.order; *at;) {
        char page[40] = {0};
        size_t length = strcspn(at, " ");
        memcpy(page, at, length);
        if (strncmp(page + (strncmp(page, "www.", 4) == 0 ? 4 : 0), host, strlen(host)) == 0)
            web_append(order, sizeof order, page);
        at += length + 1;
    }
    return order;
}

static void expect_the_same_pages(void)
{
    TEST_ASSERT_EQUAL_STRING("a.th/ a.th/1 a.th/2 a.th/3 a.th/1/a a.th/1/b a.th/4 a.th/5 a.th/1/c ",
                             order_of("a.th"));
    TEST_ASSERT_EQUAL_STRING("b.th/ www.b.th/ www.b.th/1 ", order_of("b.th"));
    TEST_ASSERT_EQUAL_STRING("c.th/ c.th/1 ", order_of("c.th"));
    TEST_ASSERT_EQUAL_STRING("d.com/ ", order_of("d.com"));
}

static uint32_t sources_of(const char *host)
{
    struct features features;
    int32_t id = hosts_find(&web.hosts, host, strlen(host));
    TEST_ASSERT_TRUE(id >= 0);
    TEST_ASSERT_EQUAL(0, hosts_features(&web.hosts, (uint32_t)id, &features));
    return features_sources(&features, FEATURE_THAI);
}

static void depends_not_on_the_number_of_active_sites(void)
{
    for (uint8_t sites = 1; sites <= 4; sites++) {
        begin(sites);
        web_crawl(pages, seeds);
        expect_the_same_pages();
        TEST_ASSERT_EQUAL(2, sources_of("c.th"));
        TEST_ASSERT_EQUAL(1, sources_of("d.com"));
    }
}

static void depends_not_on_the_order_of_seeds(void)
{
    begin(4);
    web_crawl(pages, "http://b.th/ http://a.th/");
    expect_the_same_pages();
}

/* Runs with a power cut at the nth write or commit; returns whether it came to that. */
static bool run_with_cut(unsigned nth, bool tears)
{
    begin(2);
    TEST_ASSERT_EQUAL(0, web_seed("http://a.th/"));
    TEST_ASSERT_EQUAL(0, web_seed("http://b.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    web.card.power_until = web.card.events + nth;
    web.card.tears = tears;
    int32_t result = web_run();
    if (result == CRAWL_STOP_NOTHING_LEFT)
        return false;
    TEST_ASSERT_EQUAL(CRAWL_STOP_CARD, result);
    TEST_ASSERT_EQUAL(0, web_boot());
    web.now_ms += 7777;
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    return true;
}

static void loses_and_repeats_nothing_when_power_fails(void)
{
    unsigned cuts = 0;
    for (int tears = 0; tears <= 1; tears++) {
        for (unsigned nth = 1; run_with_cut(nth, tears); nth++, cuts++) {
            expect_the_same_pages();
            TEST_ASSERT_EQUAL(2, sources_of("c.th"));
            TEST_ASSERT_EQUAL(1, sources_of("d.com"));
            TEST_ASSERT_EQUAL_STRING("a.th/p/x ", web.skipped);
        }
    }
    TEST_ASSERT_TRUE(cuts > 200);
}

/* Up to where a server has asked to be left alone for a quarter of an hour. */
static void be_told_to_wait(void)
{
    static const struct web_page slow[] = {
        {.url = "http://s.th/", .status = 200, .language = THAI, .failures = 1, .retry_after_s = 900},
        {.url = NULL},
    };
    web_begin(slow);
    TEST_ASSERT_EQUAL(0, web_seed("http://s.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    while (web.fetches < 1)
        web.now_ms += (uint32_t)crawl_step(&web.crawl);
}

/* A server's wish to be left alone outlives a reboot. */
static void keeps_waiting_after_a_reboot(void)
{
    be_told_to_wait();
    uint32_t asked_utc = (uint32_t)(web_utc_ms(NULL) / 1000);
    web.utc_at_0 += web.now_ms / 1000 + 100; /* off for 100 s, and the tick count begins anew */
    web.now_ms = 0;
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL(2, web.fetches);
    TEST_ASSERT_UINT32_WITHIN(2, asked_utc + 900, web.utc_at_0 + web.fetched_at[1] / 1000);
}

/* A box that boots has the wrong date until a time server has answered, which is after the card was
 * opened. */
static void boot_with_the_date_of(uint32_t utc_at_open, uint32_t utc_at_first_step)
{
    be_told_to_wait();
    web.now_ms = 0;
    web.utc_at_0 = utc_at_open;
    TEST_ASSERT_EQUAL(0, web_boot());
    web.utc_at_0 = utc_at_first_step;
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL(2, web.fetches);
}

static void takes_waits_up_when_the_date_is_known_again(void)
{
    boot_with_the_date_of(WEB_UTC - 200 * DAY_S, WEB_UTC + 100);
    TEST_ASSERT_UINT32_WITHIN(10000, 800000, web.fetched_at[1]);
}

/* The card says how long the wait was from its beginning, so none takes longer. */
static void waits_no_longer_than_it_was_told_if_the_date_never_comes(void)
{
    boot_with_the_date_of(WEB_UTC - 200 * DAY_S, WEB_UTC - 200 * DAY_S);
    TEST_ASSERT_UINT32_WITHIN(10000, 900 * 1000, web.fetched_at[1]); /* robots.txt is asked for again */
    boot_with_the_date_of(WEB_UTC - DAY_S / 4,
                          WEB_UTC - DAY_S / 4); /* the box had counted from there before */
    TEST_ASSERT_UINT32_WITHIN(10000, 900 * 1000, web.fetched_at[1]);
}

static void stays_paused_after_a_reboot(void)
{
    begin(2);
    TEST_ASSERT_EQUAL(0, web_seed("http://a.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    TEST_ASSERT_EQUAL(0, crawl_pause(&web.crawl));
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(CRAWL_STOP_PAUSED, crawl_step(&web.crawl));
}

static void notices_a_card_that_is_gone(void)
{
    begin(2);
    TEST_ASSERT_EQUAL(0, web_seed("http://a.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    web.card.dark = true;
    TEST_ASSERT_EQUAL(CRAWL_STOP_CARD, web_run());
    TEST_ASSERT_EQUAL(CRAWL_STOP_CARD, crawl_step(&web.crawl));
}

/* ---- Garbage ---- */

static uint32_t random_state;

static uint32_t random_number(void)
{
    random_state = random_state * 1664525 + 1013904223;
    return random_state >> 8;
}

static void refuses_a_state_block_of_something_else(void)
{
    begin(2);
    web_crawl(pages, seeds);
    for (unsigned i = 0; i < 40; i++)
        web.card.block[0][i] ^= 0xff;
    TEST_ASSERT_EQUAL(STATUS_DAMAGED, web_boot());
    TEST_ASSERT_EQUAL(CRAWL_STOP_CARD, crawl_step(&web.crawl));
    web.card.block_size[0] -= 4;
    TEST_ASSERT_EQUAL(STATUS_DAMAGED, web_boot());
}

static void says_that_a_state_block_is_of_another_version(void)
{
    begin(2);
    web_crawl(pages, seeds);
    web.card.block[0][3] = '9';
    TEST_ASSERT_EQUAL(STATUS_VERSION, web_boot());
    TEST_ASSERT_EQUAL(CRAWL_STOP_CARD, crawl_step(&web.crawl));
}

static void says_that_a_crawl_is_of_another_language(void)
{
    begin(2);
    web_crawl(pages, seeds);
    web.settings.language = LANGUAGE_MS;
    TEST_ASSERT_EQUAL(STATUS_UNSUPPORTED, web_boot());
    TEST_ASSERT_EQUAL(CRAWL_STOP_CARD, crawl_step(&web.crawl));
    web.settings.language = LANGUAGE_TH;
    TEST_ASSERT_EQUAL(0, web_boot());
}

/* It had six slots, and settings never let it use more than four of them. */
static void goes_on_with_the_state_block_of_an_earlier_version(void)
{
    begin(2);
    web_crawl(pages, seeds);
    size_t more = 2 * sizeof(struct crawl_site);
    memset(web.card.block[0] + web.card.block_size[0], 0, more);
    web.card.block_size[0] += (int)more;
    TEST_ASSERT_EQUAL(0, web_boot());
}

/* Whatever the block says about its sites: no crash, no endless loop, nothing fetched outside of the
 * sites. */
static void survives_any_state_of_a_site(void)
{
    for (random_state = 1; random_state < 60; random_state++) {
        uint32_t seed = random_state;
        begin(2);
        TEST_ASSERT_EQUAL(0, web_seed("http://a.th/"));
        TEST_ASSERT_EQUAL(0, web_seed("http://b.th/"));
        TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
        while (web.fetches < 4)
            web.now_ms += (uint32_t)crawl_step(&web.crawl);
        uint8_t *site = web.card.block[0] + offsetof(struct crawl_state, site);
        for (unsigned i = 0; i < 6; i++)
            site[random_number() % (2 * sizeof(struct crawl_site))] = (uint8_t)random_number();
        if (web_boot() == 0) {
            for (unsigned steps = 0; steps < 3000 && web.result >= 0; steps++)
                web.result = crawl_step(&web.crawl);
        }
        random_state = seed;
    }
}

/* Crawls a.th alone, until so many of its pages were fetched. */
static void crawl_site_until(unsigned fetches)
{
    begin(1);
    TEST_ASSERT_EQUAL(0, web_seed("http://a.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    while (web.fetches < fetches)
        web.now_ms += (uint32_t)crawl_step(&web.crawl);
}

/* Sectors of the slot files are torn or turned into others: the site is begun again, or goes on with what is
 * left. */
static void survives_damage_of_a_slot_file(void)
{
    for (random_state = 1; random_state < 40; random_state++) {
        uint32_t seed = random_state;
        crawl_site_until(4);
        for (unsigned at = 0; at < CARD_PLACES; at++)
            if (web.card.home[at] >> 24 >= STATE_SITE0 && random_number() % 3 == 0)
                web.card.sectors[web.card.place[at]][random_number() % STATE_SECTOR_BYTES] ^= 0x10;
        TEST_ASSERT_EQUAL(0, web_boot());
        TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
        random_state = seed;
    }
}

/* Fields of sealed entries are changed behind the engine's back: they are checked all the same. */
static void survives_entries_of_garbage(void)
{
    for (random_state = 1; random_state < 200; random_state++) {
        uint32_t seed = random_state;
        uint8_t *bytes;
        crawl_site_until(4);
        uint32_t sector = FRONTIER_ENTRIES_AT(frontier_units(WEB_SITE_SECTORS));
        TEST_ASSERT_EQUAL(0, state_sector(&web.card.state, STATE_SITE0, sector, STATE_CHANGE, &bytes));
        for (unsigned i = 0; i < 4; i++)
            bytes[random_number() % (web.crawl.state.site[0].entries * FRONTIER_ENTRY_BYTES)] =
                (uint8_t)random_number();
        int32_t result = web_run();
        web.now_ms +=
            2 * 60 * 60 * 1000; /* a site that is begun anew may still have a pause behind failures */
        TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, result == CRAWL_STOP_REST ? web_run() : result);
        random_state = seed;
    }
}

/* A text of the list that ends too early, with a byte that looks like the kind of something that a page
 * needs, is damage: the site is crawled anew. (It was fetched as such a thing, which no page had asked for,
 * and so again for ever.) */
static void takes_no_text_of_its_list_for_an_embed(void)
{
    for (uint8_t kind = EMBED_NONE; kind <= EMBED_DOCUMENT; kind++) {
        uint8_t *bytes;
        crawl_site_until(1);
        uint32_t sector = FRONTIER_TEXT_AT(frontier_units(WEB_SITE_SECTORS));
        TEST_ASSERT_EQUAL(0, state_sector(&web.card.state, STATE_SITE0, sector, STATE_CHANGE, &bytes));
        uint8_t *second = bytes + strlen("http://a.th/");
        TEST_ASSERT_EQUAL_MEMORY("http://a.th/1", second, strlen("http://a.th/1"));
        second[strlen("http://a.th/")] = kind;
        TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
        TEST_ASSERT_EQUAL_STRING("a.th/ a.th/ a.th/1 a.th/2 a.th/3 a.th/1/a a.th/1/b a.th/4 a.th/5 a.th/1/c ",
                                 order_of("a.th"));
    }
}

SUITE(crawl_cut)
{
    RUN_TEST(depends_not_on_the_number_of_active_sites);
    RUN_TEST(depends_not_on_the_order_of_seeds);
    RUN_TEST(loses_and_repeats_nothing_when_power_fails);
    RUN_TEST(keeps_waiting_after_a_reboot);
    RUN_TEST(takes_waits_up_when_the_date_is_known_again);
    RUN_TEST(waits_no_longer_than_it_was_told_if_the_date_never_comes);
    RUN_TEST(stays_paused_after_a_reboot);
    RUN_TEST(notices_a_card_that_is_gone);
    RUN_TEST(refuses_a_state_block_of_something_else);
    RUN_TEST(says_that_a_state_block_is_of_another_version);
    RUN_TEST(says_that_a_crawl_is_of_another_language);
    RUN_TEST(goes_on_with_the_state_block_of_an_earlier_version);
    RUN_TEST(survives_any_state_of_a_site);
    RUN_TEST(survives_damage_of_a_slot_file);
    RUN_TEST(survives_entries_of_garbage);
    RUN_TEST(takes_no_text_of_its_list_for_an_embed);
}
