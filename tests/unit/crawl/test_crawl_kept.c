/* Second passes of sites whose lists were kept: no page that the first one had is asked for again. */
#include "crawl_fixture.h"

#define SMALL(host)                                                                                          \
    PAGE("http://" host "/", THAI, "/1 /2 /3 /4 /5"), PAGE("http://" host "/1", FOREIGN, NULL),              \
        PAGE("http://" host "/2", FOREIGN, NULL), PAGE("http://" host "/3", FOREIGN, NULL),                  \
        PAGE("http://" host "/4", FOREIGN, NULL), PAGE("http://" host "/5", THAI, NULL)

/* Both passes find another host, and one that the other has found, too. */
static const struct web_page one[] = {
    PAGE("http://s.th/", THAI, "/1 /2 /3 /4 /5 /6 /7 /8"),
    PAGE("http://s.th/1", FOREIGN, "http://both.com/ http://first.com/ /2"),
    PAGE("http://s.th/2", FOREIGN, NULL),
    PAGE("http://s.th/3", FOREIGN, NULL),
    PAGE("http://s.th/4", FOREIGN, "http://both.com/ http://second.com/ /2 /9"),
    PAGE("http://s.th/5", FOREIGN, NULL),
    PAGE("http://s.th/6", FOREIGN, NULL),
    PAGE("http://s.th/7", FOREIGN, NULL),
    PAGE("http://s.th/8", THAI, "/3"),
    PAGE("http://s.th/9", FOREIGN, NULL),
    {.url = NULL},
};
static const char one_first[] = "s.th/ s.th/1 s.th/2 s.th/3 ";
static const char one_second[] = "s.th/4 s.th/5 s.th/6 s.th/7 s.th/8 s.th/9 ";

/* What is too far away is what was to be fetched next. */
static const struct web_page deep[] = {
    PAGE("http://s.th/", THAI, "/1"),
    PAGE("http://s.th/1", FOREIGN, "/2"),
    PAGE("http://s.th/2", FOREIGN, "/3 /4 /5"),
    PAGE("http://s.th/3", FOREIGN, NULL),
    PAGE("http://s.th/4", THAI, NULL),
    PAGE("http://s.th/5", FOREIGN, NULL),
    {.url = NULL},
};

/* b.th has a page less than the others when it is left. */
static const struct web_page three[] = {
    PAGE("http://a.th/", THAI, "/1 /2 /3 /4 /5 /6 /7"),
    PAGE("http://a.th/1", THAI, NULL),
    PAGE("http://a.th/2", FOREIGN, NULL),
    PAGE("http://a.th/3", FOREIGN, NULL),
    PAGE("http://a.th/4", FOREIGN, NULL),
    SMALL("b.th"),
    PAGE("http://c.th/", THAI, "/1 /2 /3 /4 /5 /6 /7"),
    PAGE("http://c.th/1", THAI, NULL),
    PAGE("http://c.th/2", FOREIGN, NULL),
    PAGE("http://c.th/3", FOREIGN, NULL),
    PAGE("http://c.th/4", FOREIGN, NULL),
    {.url = NULL},
};
static const char three_seeds[] = "http://a.th/ http://b.th/ http://c.th/";

static void begin(const struct web_page *of, unsigned places, uint16_t tau)
{
    web_begin(of);
    web.settings.active_sites = 1;
    web.settings.explore = EXPLORE_YES;
    web.settings.tau = tau;
    web.card.files.sectors[STATE_RESTING] = STATE_PLACES + places * WEB_SITE_SECTORS;
}

static void seed_all(const char *seeds)
{
    while (*seeds) {
        char text[40] = {0};
        size_t length = strcspn(seeds, " ");
        memcpy(text, seeds, length);
        TEST_ASSERT_EQUAL(0, web_seed(text));
        seeds += length + (seeds[length] == ' ');
    }
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
}

static unsigned count_kept(void)
{
    unsigned count = 0;
    for (unsigned i = 0; i < STATE_PLACES; i++)
        count += web.crawl.state.kept[i / 32] >> i % 32 & 1;
    return count;
}

/* Until so many sites have ended. */
static void run_until_ended(unsigned sites)
{
    while (web.crawl.state.totals.sites < sites && (web.result = crawl_step(&web.crawl)) >= 0)
        web.now_ms += (uint32_t)web.result;
    TEST_ASSERT_EQUAL(sites, web.crawl.state.totals.sites);
}

static unsigned fetches_of(const char *page)
{
    unsigned count = 0;
    size_t length = strlen(page);
    for (const char *at = web.order; *at != '\0'; at += strcspn(at, " ") + 1)
        count += strcspn(at, " ") == length && memcmp(at, page, length) == 0;
    return count;
}

static void expect_order(const char *first, const char *second)
{
    TEST_ASSERT_EQUAL_MEMORY(first, web.order, strlen(first));
    TEST_ASSERT_EQUAL_STRING(second, web.order + strlen(first));
}

/* ---- One site ---- */

static void goes_on_where_the_first_pass_stopped(void)
{
    begin(one, 1, 2);
    web_crawl(one, "http://s.th/");
    TEST_ASSERT_EQUAL_MEMORY(one_first, web.order, strlen(one_first));
    TEST_ASSERT_NOT_NULL(strstr(web.order, one_second));
    for (const struct web_page *page = one; page->url; page++)
        TEST_ASSERT_EQUAL_MESSAGE(1, fetches_of(web_without_scheme(page->url)), page->url);
    TEST_ASSERT_EQUAL(1, web.crawl.state.explored.seconds);
    TEST_ASSERT_EQUAL(SITE_STOP_COMPLETE, web_host("s.th")->stop);
    TEST_ASSERT_EQUAL(0, count_kept());
}

static void counts_the_pages_of_both_passes_once(void)
{
    begin(one, 1, 2);
    web_crawl(one, "http://s.th/");
    TEST_ASSERT_EQUAL(10, web_host("s.th")->pages);
    TEST_ASSERT_EQUAL(2, web_host("s.th")->thai_pages);
    TEST_ASSERT_EQUAL(10, web.crawl.state.totals.pages);
    TEST_ASSERT_EQUAL(0, web_rejected(REJECT_ABANDONED));
}

static void counts_the_links_of_both_passes_once(void)
{
    static const char *const names[] = {"both.com", "first.com", "second.com"};
    begin(one, 1, 2);
    web_crawl(one, "http://s.th/");
    for (unsigned i = 0; i < 3; i++) {
        struct features features;
        host_features(web_host(names[i]), &features);
        TEST_ASSERT_EQUAL_MESSAGE(
            1, features_sources(&features, FEATURE_THAI) + features_sources(&features, FEATURE_FOREIGN),
            names[i]);
    }
}

static void begins_with_the_page_that_was_too_far_away(void)
{
    begin(deep, 1, 10);
    web.settings.strategy = STRATEGY_LS2;
    web.settings.d = 1;
    seed_all("http://s.th/");
    run_until_ended(1);
    TEST_ASSERT_EQUAL(SITE_STOP_DISTANCE, web_host("s.th")->stop);
    TEST_ASSERT_EQUAL(3, web_rejected(REJECT_ABANDONED));
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    expect_order("s.th/ s.th/1 s.th/2 ", "s.th/3 s.th/4 s.th/5 ");
    TEST_ASSERT_EQUAL(0, web_rejected(REJECT_ABANDONED));
}

static void is_as_polite_between_the_passes_as_within_them(void)
{
    begin(deep, 1, 10);
    web.settings.strategy = STRATEGY_LS2;
    web.settings.d = 1;
    web.settings.delay_min_ms = 20000;
    web_crawl(deep, "http://s.th/");
    TEST_ASSERT_EQUAL(6, web.fetches);
    for (unsigned i = 1; i < 6; i++)
        TEST_ASSERT_TRUE(web.fetched_at[i] - web.fetched_at[i - 1] >= 20000);
}

/* Its list is of no use: the site begins with its entry page, and has the pages of the first pass again. */
static void begins_anew(void)
{
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL(1, web.crawl.state.explored.seconds);
    TEST_ASSERT_EQUAL(2, fetches_of("s.th/"));
    TEST_ASSERT_EQUAL(2, fetches_of("s.th/3"));
    TEST_ASSERT_EQUAL(1, fetches_of("s.th/8"));
    TEST_ASSERT_EQUAL(10, web_host("s.th")->pages);
    TEST_ASSERT_EQUAL(0, count_kept());
}

static void begin_and_leave_one(unsigned places)
{
    begin(one, places, 2);
    seed_all("http://s.th/");
    run_until_ended(1);
    TEST_ASSERT_EQUAL(places > 0, count_kept());
}

static void begins_anew_without_a_place(void)
{
    begin_and_leave_one(0);
    begins_anew();
}

static void begins_anew_if_the_record_is_damaged(void)
{
    begin_and_leave_one(1);
    card_sector(&web.card, STATE_RESTING, 0, false)[3] ^= 1;
    TEST_ASSERT_EQUAL(0, web_boot());
    begins_anew();
}

static void begins_anew_with_a_state_block_from_before_lists_were_kept(void)
{
    begin_and_leave_one(1);
    web.card.block_size[0] = (int)offsetof(struct crawl_state, kept);
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(0, count_kept());
    begins_anew();
}

static void begins_anew_when_it_is_time_to_visit_the_site_again(void)
{
    begin_and_leave_one(1);
    web.settings.recrawl_days = 1;
    web.utc_at_0 += 2 * 24 * 60 * 60;
    while (web.crawl.state.explored.seconds == 0 && (web.result = crawl_step(&web.crawl)) >= 0)
        web.now_ms += (uint32_t)web.result;
    TEST_ASSERT_EQUAL(2, fetches_of("s.th/"));
    TEST_ASSERT_EQUAL(2, fetches_of("s.th/3"));
    TEST_ASSERT_EQUAL(0, count_kept());
}

/* RESTING.BIN can be deleted. The lists lie in the files of the slots, which others need then. */
static void others_find_a_place_after_the_records_are_lost(void)
{
    static const struct web_page many[] = {SMALL("a.th"), SMALL("b.th"), SMALL("c.th"),
                                           SMALL("d.th"), SMALL("e.th"), {.url = NULL}};
    begin(many, 8, 1);
    seed_all("http://a.th/ http://b.th/ http://c.th/ http://d.th/");
    run_until_ended(4);
    TEST_ASSERT_EQUAL(4, count_kept());
    web.card.files.sectors[STATE_RESTING] = 0;
    TEST_ASSERT_EQUAL(0, web_boot());
    seed_all("http://e.th/");
    while ((web.result = crawl_step(&web.crawl)) >= 0 || web.result == CRAWL_STOP_REST)
        web.now_ms += web.result >= 0 ? (uint32_t)web.result : 1000;
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web.result);
    TEST_ASSERT_EQUAL(5, web.crawl.state.explored.seconds);
    for (const struct web_page *page = many; page->url; page++)
        TEST_ASSERT_TRUE_MESSAGE(fetches_of(web_without_scheme(page->url)) > 0, page->url);
}

static void goes_on_after_the_box_was_off(void)
{
    begin_and_leave_one(1);
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL(1, fetches_of("s.th/"));
    TEST_ASSERT_EQUAL(1, fetches_of("s.th/3"));
    TEST_ASSERT_EQUAL(1, fetches_of("s.th/8"));
}

/* ---- Few places ---- */

static void the_list_with_fewest_pages_gives_way(void)
{
    begin(three, 2, 1);
    seed_all(three_seeds);
    run_until_ended(3);
    TEST_ASSERT_EQUAL(2, count_kept());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL(3, web.crawl.state.explored.seconds);
    TEST_ASSERT_EQUAL(1, fetches_of("a.th/1"));
    TEST_ASSERT_EQUAL(2, fetches_of("b.th/1"));
    TEST_ASSERT_EQUAL(1, fetches_of("b.th/5"));
    TEST_ASSERT_EQUAL(1, fetches_of("c.th/1"));
}

static void a_domain_has_half_of_the_places(void)
{
    static const struct web_page crowd[] = {
        SMALL("a.one.com"), SMALL("b.one.com"), SMALL("c.one.com"), SMALL("d.th"), {.url = NULL}};
    begin(crowd, 3, 1);
    seed_all("http://a.one.com/ http://b.one.com/ http://c.one.com/ http://d.th/");
    run_until_ended(4);
    TEST_ASSERT_EQUAL(3, count_kept());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL(4, web.crawl.state.explored.seconds);
    TEST_ASSERT_EQUAL(1, fetches_of("d.th/"));
    TEST_ASSERT_EQUAL(2 + 2, fetches_of("a.one.com/") + fetches_of("b.one.com/") + fetches_of("c.one.com/"));
}

/* r.th wants to be left alone for so long that z.th has the slot meanwhile. Power fails at a write, if there
 * are so many: true. */
static bool let_one_rest(unsigned nth)
{
    static const struct web_page rests[] = {
        SMALL("a.th"),
        {.url = "http://r.th/", .status = 200, .language = THAI, .links = "/1", .retry_after_s = 200},
        PAGE("http://r.th/1", THAI, NULL),
        PAGE("http://z.th/", THAI, "/1"),
        PAGE("http://z.th/1", THAI, NULL),
        {.url = NULL},
    };
    begin(rests, 1, 1);
    seed_all("http://a.th/");
    run_until_ended(1);
    TEST_ASSERT_EQUAL(1, count_kept());
    seed_all("http://r.th/ http://z.th/");
    web.card.power_until = web.card.events + nth;
    web.card.tears = nth % 2;
    bool was_cut = false, has_rested = false;
    while ((web.result = crawl_step(&web.crawl)) != CRAWL_STOP_NOTHING_LEFT) {
        TEST_ASSERT_TRUE(web.result >= 0 || web.result == CRAWL_STOP_REST || web.result == CRAWL_STOP_CARD);
        web.now_ms += web.result >= 0 ? (uint32_t)web.result : 1000;
        was_cut |= web.result == CRAWL_STOP_CARD;
        if (web.result == CRAWL_STOP_CARD)
            TEST_ASSERT_EQUAL(0, web_boot());
        has_rested |= crawl_count_resting(&web.crawl) == 1;
        TEST_ASSERT_TRUE(crawl_count_resting(&web.crawl) + count_kept() <= 1);
    }
    TEST_ASSERT_TRUE(has_rested);
    return was_cut;
}

static void a_site_that_rests_takes_the_place_of_a_list(void)
{
    unsigned nth = 1;
    while (let_one_rest(nth)) {
        TEST_ASSERT_EQUAL(1, fetches_of("r.th/"));
        TEST_ASSERT_EQUAL(1, fetches_of("r.th/1"));
        TEST_ASSERT_EQUAL(2, fetches_of("a.th/1"));
        TEST_ASSERT_EQUAL(1, fetches_of("a.th/5"));
        nth++;
    }
    TEST_ASSERT_TRUE(nth > 20);
}

/* ---- Power ---- */

static bool run_with_cut(const struct web_page *of, const char *seeds, unsigned places, unsigned nth)
{
    begin(of, places, 2 - (of == three));
    seed_all(seeds);
    web.card.power_until = web.card.events + nth;
    web.card.tears = nth % 2;
    if (web_run() == CRAWL_STOP_NOTHING_LEFT)
        return false;
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    return true;
}

static void comes_out_the_same_whenever_power_fails(void)
{
    static const struct {
        const struct web_page *pages;
        const char *seeds;
        unsigned places;
    } webs[] = {{one, "http://s.th/", 1}, {three, three_seeds, 2}, {three, three_seeds, 3}};
    for (unsigned i = 0; i < sizeof webs / sizeof *webs; i++) {
        char order[WEB_ORDER];
        TEST_ASSERT_FALSE(run_with_cut(webs[i].pages, webs[i].seeds, webs[i].places, 1000000));
        struct crawl_explored explored = web.crawl.state.explored;
        struct crawl_totals totals = web.crawl.state.totals;
        memcpy(order, web.order, sizeof order);
        unsigned nth = 1;
        while (run_with_cut(webs[i].pages, webs[i].seeds, webs[i].places, nth)) {
            TEST_ASSERT_EQUAL_STRING(order, web.order);
            TEST_ASSERT_EQUAL_MEMORY(&explored, &web.crawl.state.explored, sizeof explored);
            TEST_ASSERT_EQUAL(totals.pages, web.crawl.state.totals.pages);
            TEST_ASSERT_EQUAL(totals.sites, web.crawl.state.totals.sites);
            TEST_ASSERT_EQUAL(totals.rejected[REJECT_ABANDONED], web_rejected(REJECT_ABANDONED));
            nth++;
        }
        TEST_ASSERT_TRUE(nth > 50);
    }
}

#if CRAWLBOX_MORE_SITES > 0

/* ---- A machine with more slots ---- */

static const struct web_page six[] = {SMALL("a.th"), SMALL("b.th"), SMALL("c.th"), SMALL("d.th"),
                                      SMALL("e.th"), SMALL("f.th"), {.url = NULL}};
static const char six_seeds[] =
    "http://a.th/ http://b.th/ http://c.th/ http://d.th/ http://e.th/ http://f.th/";

static void put_into(bool is_machine)
{
    web.card.files.put_more = is_machine ? card_put_more : NULL;
    web.card.files.get_more = is_machine ? card_get_more : NULL;
    web.card.files.sites = is_machine ? STATE_SITES + 2 : 0;
    for (unsigned i = 0; i < 2; i++)
        web.card.files.sectors[STATE_MORE0 + i] = is_machine ? WEB_SITE_SECTORS : 0;
}

static void begin_six(unsigned places)
{
    begin(six, places, 1);
    web.settings.active_sites = STATE_SITES;
    put_into(true);
    seed_all(six_seeds);
}

static void expect_each_page(unsigned least, unsigned most)
{
    for (const struct web_page *page = six; page->url; page++) {
        unsigned count = fetches_of(web_without_scheme(page->url));
        TEST_ASSERT_TRUE_MESSAGE(count >= least && count <= most, page->url);
    }
}

static void lists_of_its_further_sites_are_kept_too(void)
{
    begin_six(6);
    run_until_ended(6);
    TEST_ASSERT_EQUAL(6, count_kept());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    expect_each_page(1, 1);
    TEST_ASSERT_EQUAL(6, web.crawl.state.explored.seconds);
}

static void a_box_goes_on_with_the_lists_of_a_machine(void)
{
    begin_six(6);
    run_until_ended(6);
    put_into(false);
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    expect_each_page(1, 1);
}

/* Also if there is no place for all of them, and whichever machine goes on. */
static void no_cut_loses_a_page_on_a_machine(void)
{
    for (unsigned places = 2; places <= 6; places += 2)
        for (unsigned nth = 1;; nth++) {
            begin_six(places);
            web.card.power_until = web.card.events + nth;
            web.card.tears = nth % 2;
            if (web_run() == CRAWL_STOP_NOTHING_LEFT)
                break;
            put_into(nth % 3 > 0);
            TEST_ASSERT_EQUAL(0, web_boot());
            TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
            expect_each_page(1, 3);
            if (nth % 3 > 0)
                TEST_ASSERT_EQUAL(6, web.crawl.state.totals.sites);
            TEST_ASSERT_EQUAL(6, web_host("f.th")->pages);
        }
}

#endif

SUITE(crawl_kept)
{
#if CRAWLBOX_MORE_SITES > 0
    RUN_TEST(lists_of_its_further_sites_are_kept_too);
    RUN_TEST(a_box_goes_on_with_the_lists_of_a_machine);
    RUN_TEST(no_cut_loses_a_page_on_a_machine);
#endif
    RUN_TEST(goes_on_where_the_first_pass_stopped);
    RUN_TEST(counts_the_pages_of_both_passes_once);
    RUN_TEST(counts_the_links_of_both_passes_once);
    RUN_TEST(begins_with_the_page_that_was_too_far_away);
    RUN_TEST(is_as_polite_between_the_passes_as_within_them);
    RUN_TEST(begins_anew_without_a_place);
    RUN_TEST(begins_anew_if_the_record_is_damaged);
    RUN_TEST(begins_anew_with_a_state_block_from_before_lists_were_kept);
    RUN_TEST(begins_anew_when_it_is_time_to_visit_the_site_again);
    RUN_TEST(others_find_a_place_after_the_records_are_lost);
    RUN_TEST(goes_on_after_the_box_was_off);
    RUN_TEST(the_list_with_fewest_pages_gives_way);
    RUN_TEST(a_domain_has_half_of_the_places);
    RUN_TEST(a_site_that_rests_takes_the_place_of_a_list);
    RUN_TEST(comes_out_the_same_whenever_power_fails);
}
