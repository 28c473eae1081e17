/* More active sites than a box has, on a machine with the memory for them; and their cards in a box. */
#include "crawl_fixture.h"

#if CRAWLBOX_MORE_SITES > 0

enum { HOSTS = 9, PAGES_A_HOST = 4, MACHINE_SITES = 9 };

#define SITE(host)                                                                                           \
    PAGE("http://" host "/", THAI, "/1 /2 http://j.th/"), PAGE("http://" host "/1", THAI, "/3"),             \
        PAGE("http://" host "/2", THAI, NULL), PAGE("http://" host "/3", THAI, NULL)

/* a.th and the site that all link to end first: then nothing is queued while the others are under way. */
static const struct web_page pages[] = {
    SITE("b.th"),
    SITE("c.th"),
    SITE("d.th"),
    SITE("e.th"),
    SITE("f.th"),
    SITE("g.th"),
    SITE("h.th"),
    SITE("i.th"),
    PAGE("http://a.th/", THAI, "http://j.th/"),
    PAGE("http://j.th/", THAI, NULL),
    {.url = NULL},
};
/* The card is in a box, or in a machine that has slots for more sites. */
static void put_into(bool is_machine)
{
    web.card.files.put_more = is_machine ? card_put_more : NULL;
    web.card.files.get_more = is_machine ? card_get_more : NULL;
    web.card.files.sites = is_machine ? MACHINE_SITES : 0;
    for (unsigned i = 0; i < STATE_MORE_SITES; i++)
        web.card.files.sectors[STATE_MORE0 + i] =
            is_machine && i < MACHINE_SITES - STATE_SITES ? WEB_SITE_SECTORS : 0;
}

static void begin(bool is_machine)
{
    web_begin(pages);
    web.settings.active_sites = STATE_SITES;
    put_into(is_machine);
    for (char host = 'a'; host < 'a' + HOSTS; host++) {
        const char seed[] = {'h', 't', 't', 'p', ':', '/', '/', host, '.', 't', 'h', '/', '\0'};
        TEST_ASSERT_EQUAL(0, web_seed(seed));
    }
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
}

static unsigned active_sites_below(unsigned slots)
{
    unsigned count = 0;
    for (unsigned i = 0; i < slots; i++)
        count += crawl_look_at(&web.crawl, i)->stage != CRAWL_SITE_FREE;
    return count;
}

static unsigned active_sites(void)
{
    return active_sites_below(crawl_all_slots(&web.crawl));
}

static void run_until(unsigned fetches)
{
    while (web.fetches < fetches && (web.result = crawl_step(&web.crawl)) >= 0)
        web.now_ms += (uint32_t)web.result;
}

/* How often a page was fetched. */
static unsigned fetches_of(const char *page)
{
    unsigned count = 0;
    size_t length = strlen(page);
    for (const char *at = web.order; *at != '\0'; at += strcspn(at, " ") + 1)
        count += strcspn(at, " ") == length && memcmp(at, page, length) == 0;
    return count;
}

static void expect_all_pages(unsigned most)
{
    for (const struct web_page *page = pages; page->url != NULL; page++) {
        unsigned count = fetches_of(page->url + strlen("http://"));
        TEST_ASSERT_TRUE_MESSAGE(count >= 1, page->url);
        TEST_ASSERT_TRUE_MESSAGE(count <= most, page->url);
    }
}

static void expect_all_hosts_done(void)
{
    const struct host *host;
    for (uint32_t id = 0; id < web.hosts.mark.hosts; id++) {
        TEST_ASSERT_EQUAL(0, hosts_read(&web.hosts, id, &host));
        TEST_ASSERT_EQUAL_MESSAGE(HOST_DONE, host->state, host->name);
        bool is_small = host->name[0] == 'a' || host->name[0] == 'j';
        TEST_ASSERT_EQUAL_MESSAGE(is_small ? 1 : PAGES_A_HOST, host->pages, host->name);
    }
    TEST_ASSERT_EQUAL(HOSTS + 1, web.hosts.mark.hosts);
}

/* With one page at a time, the first nine fetches are of nine sites. */
static void a_machine_visits_more_sites_in_turn(void)
{
    begin(true);
    run_until(1);
    TEST_ASSERT_EQUAL(MACHINE_SITES, active_sites());
    run_until(MACHINE_SITES);
    for (const char *host = "abcdefghi"; *host != '\0'; host++) {
        const char page[] = {*host, '.', 't', 'h', '/', '\0'};
        TEST_ASSERT_EQUAL_MESSAGE(1, fetches_of(page), page);
    }
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    expect_all_pages(1);
    expect_all_hosts_done();
}

static void takes_less_time(void)
{
    begin(false);
    web_run();
    uint32_t of_box = web.now_ms;
    begin(true);
    web_run();
    TEST_ASSERT_LESS_THAN(of_box * 3 / 4, web.now_ms);
}

static void obeys_a_card_that_wants_fewer(void)
{
    begin(true);
    web.settings.active_sites = 2;
    run_until(1);
    TEST_ASSERT_EQUAL(2, active_sites());
}

/* Power fails at every write: the sites go on from where they were, and no page is fetched twice. */
static void no_cut_loses_a_site(void)
{
    for (unsigned at = 1;; at += 3) {
        begin(true);
        web.card.events = 0;
        web.card.power_until = at;
        web.card.tears = at % 2;
        if (web_run() == CRAWL_STOP_NOTHING_LEFT)
            break;
        TEST_ASSERT_EQUAL(0, web_boot());
        TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
        expect_all_pages(1);
        expect_all_hosts_done();
    }
}

/* A card goes from the machine into a box at any moment, and back. Sites that were under way in slots that
 * the box does not have begin anew there: their pages may be fetched a second time, or a third. */
static void its_card_goes_on_in_a_box_and_back(void)
{
    unsigned more_seen = 0;
    for (unsigned first = 1; first < HOSTS * PAGES_A_HOST; first += 2) {
        for (unsigned second = first; second < HOSTS * PAGES_A_HOST; second += 5) {
            begin(true);
            run_until(first);
            more_seen += active_sites() > STATE_SITES;
            put_into(false);
            TEST_ASSERT_EQUAL(0, web_boot());
            TEST_ASSERT_TRUE(active_sites() <= STATE_SITES);
            run_until(second);
            put_into(true);
            TEST_ASSERT_EQUAL(0, web_boot());
            TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
            expect_all_pages(3);
            expect_all_hosts_done();
        }
    }
    TEST_ASSERT_TRUE(more_seen > 0);
}

/* A box that has nothing left to do but for such sites finds them. */
static void a_box_finds_what_the_machine_had_under_way(void)
{
    for (unsigned first = 1; first < (HOSTS - 1) * PAGES_A_HOST + 2; first++) {
        begin(true);
        run_until(first);
        put_into(false);
        TEST_ASSERT_EQUAL(0, web_boot());
        TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
        expect_all_pages(2);
        expect_all_hosts_done();
    }
}

/* What a box has put makes the supplement one of the past, also if nothing else has happened. */
static void a_supplement_counts_only_with_its_block(void)
{
    begin(true);
    run_until(MACHINE_SITES);
    put_into(false);
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(0, crawl_pause(&web.crawl));
    put_into(true);
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(STATE_SITES, active_sites());
    TEST_ASSERT_EQUAL(0, crawl_resume(&web.crawl));
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    expect_all_pages(2);
}

/* A machine that is told to have fewer again ends the sites that it has begun. */
static void fewer_sites_end_what_was_begun(void)
{
    begin(true);
    run_until(MACHINE_SITES);
    web.card.files.sites = 0;
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(MACHINE_SITES, active_sites());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    expect_all_pages(1);
    expect_all_hosts_done();
}

static void a_lost_file_costs_only_its_site(void)
{
    begin(true);
    run_until(MACHINE_SITES);
    web.card.files.sectors[STATE_MORE0 + 1] = 0;
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(MACHINE_SITES - 1, active_sites());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    expect_all_pages(2);
    expect_all_hosts_done();
}

static void skip_site_of(unsigned slot, char name[HOST_NAME_SIZE])
{
    const struct host *host;
    TEST_ASSERT_EQUAL(0, hosts_read(&web.hosts, crawl_look_at(&web.crawl, slot)->host, &host));
    memcpy(name, host->name, HOST_NAME_SIZE);
    TEST_ASSERT_EQUAL(0, crawl_skip(&web.crawl, name, strlen(name)));
}

static void an_operator_skips_such_a_site(void)
{
    char name[HOST_NAME_SIZE];
    const struct host *host;
    begin(true);
    run_until(1);
    skip_site_of(MACHINE_SITES - 1, name);
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL(0, hosts_read(&web.hosts, (uint32_t)hosts_find(&web.hosts, name, strlen(name)), &host));
    TEST_ASSERT_EQUAL(HOST_SKIPPED, host->state);
}

/* All that a box knows of has ended, and what is under way is queued for it. */
static void a_box_with_nothing_left_finds_them(void)
{
    char name[HOST_NAME_SIZE];
    begin(true);
    web.settings.mode = MODE_CONTINUOUS;
    run_until(1);
    for (unsigned slot = 0; slot < STATE_SITES; slot++)
        skip_site_of(slot, name);
    const struct crawl_state *state = &web.crawl.state;
    while (state->phase != CRAWL_PHASE_DONE || state->news || active_sites_below(STATE_SITES) > 0) {
        web.result = crawl_step(&web.crawl);
        TEST_ASSERT_TRUE(web.result >= 0);
        web.now_ms += (uint32_t)web.result;
    }
    TEST_ASSERT_TRUE(active_sites() > 0);
    put_into(false);
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(0, active_sites());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    const struct host *host;
    uint32_t id = 0;
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, hosts_next(&web.hosts, &id, 1u << HOST_QUEUED, &host));
}

/* As version 2 has written it: the block and each record of the supplement end before the tenure. */
static void make_version_2(void)
{
    struct crawl_state *state = (struct crawl_state *)(void *)web.card.block[0];
    const size_t without = offsetof(struct crawl_more_site, tenure);
    uint8_t *more = web.card.more[0];
    state->magic -= CRAWL_VERSION;
    web.card.block_size[0] = (int)offsetof(struct crawl_state, tenure);
    memset(&state->tenure, 0xa5, sizeof *state - offsetof(struct crawl_state, tenure));
    size_t used = web.card.more_size[0] / sizeof(struct crawl_more_site);
    for (size_t i = 0; i < used; i++)
        memmove(more + i * without, more + i * sizeof(struct crawl_more_site), without);
    web.card.more_size[0] = used * without;
}

static void goes_on_with_what_version_2_has_written(void)
{
    begin(true);
    run_until(MACHINE_SITES);
    TEST_ASSERT_TRUE(web.card.more_size[0] > 0);
    make_version_2();
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(MACHINE_SITES, active_sites());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    expect_all_pages(1);
    expect_all_hosts_done();
}

SUITE(crawl_more)
{
    RUN_TEST(goes_on_with_what_version_2_has_written);
    RUN_TEST(a_machine_visits_more_sites_in_turn);
    RUN_TEST(takes_less_time);
    RUN_TEST(obeys_a_card_that_wants_fewer);
    RUN_TEST(no_cut_loses_a_site);
    RUN_TEST(its_card_goes_on_in_a_box_and_back);
    RUN_TEST(a_box_finds_what_the_machine_had_under_way);
    RUN_TEST(a_supplement_counts_only_with_its_block);
    RUN_TEST(fewer_sites_end_what_was_begun);
    RUN_TEST(a_lost_file_costs_only_its_site);
    RUN_TEST(an_operator_skips_such_a_site);
    RUN_TEST(a_box_with_nothing_left_finds_them);
}

#else

/* What the board is built of has the four slots of the state block, and no bytes for others. */
static void a_box_has_four_slots(void)
{
    static const struct web_page pages[] = {{.url = NULL}};
    web_begin(pages);
    TEST_ASSERT_EQUAL(STATE_SITES, crawl_all_slots(&web.crawl));
    TEST_ASSERT_EQUAL(STATE_RESTING, STATE_MORE0);
    TEST_ASSERT_EQUAL(1, sizeof(crawl_slot_bits));
}

SUITE(crawl_more)
{
    RUN_TEST(a_box_has_four_slots);
}

#endif
