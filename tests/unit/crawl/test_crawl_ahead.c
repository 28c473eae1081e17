/* How far apart requests are, and what is done for the next site while one waits. */
#include "crawl_fixture.h"

static uint32_t between(unsigned fetch)
{
    return web.fetched_at[fetch] - web.fetched_at[fetch - 1];
}

static void requests_are_as_far_apart_as_the_shortest_wait_says(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/", .status = 200, .language = THAI, .links = "/1 /2", .duration_ms = 400},
        {.url = "http://s.th/1", .status = 200, .language = THAI, .duration_ms = 520},
        {.url = "http://s.th/2", .status = 200, .language = THAI},
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(3000, between(1));
    TEST_ASSERT_EQUAL_MESSAGE(520 + 5 * 520, between(2), "five times is longer");
}

static void a_server_rests_for_half_of_the_shortest_wait_however_long_it_took(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/", .status = 200, .language = THAI, .links = "/1", .duration_ms = 4000},
        {.url = "http://s.th/1", .status = 200, .language = THAI},
        {.url = NULL},
    };
    web_begin(pages);
    web.settings.delay_factor = 0;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(4000 + 1500, between(1));
}

static void who_has_asked_for_less_is_left_alone_for_all_of_it(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/", .status = 200, .language = THAI, .links = "/1 /2"},
        {.url = "http://s.th/1", .status = 403, .duration_ms = 400},
        {.url = "http://s.th/2", .status = 200, .language = THAI},
        {.url = NULL},
    };
    web_begin(pages);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(400 + 2 * 3000, between(2));
}

static void crawl_delay_is_counted_from_the_end_of_an_answer(void)
{
    static const struct web_page pages[] = {
        {.url = "http://s.th/", .status = 200, .language = THAI, .links = "/1", .duration_ms = 400},
        {.url = "http://s.th/1", .status = 200, .language = THAI},
        {.url = NULL},
    };
    static const struct web_robots robots[] = {{"s.th", 200, "User-agent: *\nCrawl-delay: 3\n"}, {0}};
    web_begin(pages);
    web.robots = robots;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(400 + 3000, between(1));
}

/* ---- Connections ---- */

static struct {
    uint32_t asked_ms[64]; /* when a connection was asked for during a wait */
    unsigned asked;
    uint32_t named[64]; /* the last byte of the address that each fetch was to connect to, 0: none */
    unsigned fetches;
} ahead;

static void note_ahead(void *context, uint32_t address, uint16_t port)
{
    (void)context;
    TEST_ASSERT_EQUAL(80, port);
    TEST_ASSERT_TRUE(address == 'a' || address == 'b');
    ahead.asked_ms[ahead.asked++ % 64] = web.now_ms;
}

static int (*settle_in_crawl)(void *context, const struct visit_answer *answer);

/* The address of a server is the first letter of its name. */
static int settle_with_address(void *context, const struct visit_answer *answer)
{
    struct visit_answer with = *answer;
    const struct crawl *crawl = context;
    with.address = (uint32_t)crawl->url.text[crawl->url.host];
    return settle_in_crawl(context, &with);
}

static int fetch_with_address(void *context, const struct visit_request *request, struct visit_answer *answer)
{
    struct visit_observer observer = *request->observer;
    struct visit_request with = *request;
    settle_in_crawl = observer.settle;
    observer.settle = settle_with_address;
    with.observer = &observer;
    TEST_ASSERT_EQUAL(request->next_port == 0 ? 0 : 80, request->next_port);
    ahead.named[ahead.fetches++ % 64] = request->next_port == 0 ? 0 : request->next_address;
    return web_fetch(context, &with, answer);
}

static const struct web_page two_sites[] = {
    {.url = "http://a.th/", .status = 200, .language = THAI, .links = "/1 /2", .duration_ms = 300},
    {.url = "http://a.th/1", .status = 200, .language = THAI, .duration_ms = 300},
    {.url = "http://a.th/2", .status = 200, .language = THAI, .duration_ms = 300},
    {.url = "http://b.th/", .status = 200, .language = THAI, .links = "/1 /2", .duration_ms = 300},
    {.url = "http://b.th/1", .status = 200, .language = THAI, .duration_ms = 300},
    {.url = "http://b.th/2", .status = 200, .language = THAI, .duration_ms = 300},
    {.url = NULL},
};

static void begin_ahead(void)
{
    memset(&ahead, 0, sizeof ahead);
    web_begin(two_sites);
    web.port.fetch = fetch_with_address;
    web.port.ahead = note_ahead;
}

static void a_fetch_is_told_whom_to_connect_to_meanwhile(void)
{
    begin_ahead();
    web_crawl(two_sites, "http://a.th/ http://b.th/");
    TEST_ASSERT_EQUAL_STRING("a.th/ b.th/ a.th/1 b.th/1 a.th/2 b.th/2 ", web.order);
    TEST_ASSERT_EQUAL_MESSAGE(0, ahead.named[0], "nobody was asked before");
    TEST_ASSERT_EQUAL_MESSAGE(0, ahead.named[1], "the next one's turn is more than a second away");
    TEST_ASSERT_EQUAL('b', ahead.named[2]);
    TEST_ASSERT_EQUAL('b', ahead.named[4]);
}

static void a_wait_is_used_to_connect_to_whoever_is_next(void)
{
    begin_ahead();
    web_crawl(two_sites, "http://a.th/ http://b.th/");
    TEST_ASSERT_EQUAL(3000, web.fetched_at[2] - web.fetched_at[0]);
    TEST_ASSERT_TRUE(ahead.asked > 0);
    for (unsigned i = 0; i < ahead.asked; i++) {
        unsigned next = 0;
        while (next < web.fetches && web.fetched_at[next] < ahead.asked_ms[i])
            next++;
        TEST_ASSERT_TRUE_MESSAGE(next < web.fetches, "for nobody");
        TEST_ASSERT_TRUE_MESSAGE(web.fetched_at[next] - ahead.asked_ms[i] <= 1000, "too early");
    }
}

static void a_site_that_was_not_asked_yet_is_not_connected_to(void)
{
    begin_ahead();
    TEST_ASSERT_EQUAL(0, web_seed("http://a.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    while (web.fetches == 0) /* robots.txt, and the wait behind it */
        web.now_ms += (uint32_t)crawl_step(&web.crawl);
    TEST_ASSERT_EQUAL(0, ahead.asked);
}

static char asked[128]; /* names, and the pages that were fetched between them */

static void note_name(void *context, const char *host)
{
    (void)context;
    strcat(strcat(asked, host), "? ");
}

static int fetch_and_note(void *context, const struct visit_request *request, struct visit_answer *answer)
{
    strcat(strcat(asked, request->url->text + sizeof "http://" - 1), " ");
    return web_fetch(context, request, answer);
}

static void the_name_of_a_site_that_has_just_begun_is_asked_for_meanwhile(void)
{
    static const struct web_page pages[] = {
        {.url = "http://a.th/", .status = 200, .language = THAI, .duration_ms = 300},
        {.url = "http://b.th/", .status = 200, .language = THAI, .duration_ms = 300},
        {.url = NULL},
    };
    web_begin(pages);
    asked[0] = '\0';
    web.port.fetch = fetch_and_note;
    web.port.ask = note_name;
    web_crawl(pages, "http://a.th/ http://b.th/");
    /* Before each robots.txt, and before each page; no answer of this web says where it came from. */
    TEST_ASSERT_EQUAL_STRING("b.th? a.th? b.th? a.th/ a.th? b.th/ ", asked);
}

SUITE(crawl_ahead)
{
    RUN_TEST(requests_are_as_far_apart_as_the_shortest_wait_says);
    RUN_TEST(a_server_rests_for_half_of_the_shortest_wait_however_long_it_took);
    RUN_TEST(who_has_asked_for_less_is_left_alone_for_all_of_it);
    RUN_TEST(crawl_delay_is_counted_from_the_end_of_an_answer);
    RUN_TEST(a_fetch_is_told_whom_to_connect_to_meanwhile);
    RUN_TEST(a_wait_is_used_to_connect_to_whoever_is_next);
    RUN_TEST(a_site_that_was_not_asked_yet_is_not_connected_to);
    RUN_TEST(the_name_of_a_site_that_has_just_begun_is_asked_for_meanwhile);
}
