/* What kept pages need, and documents: fetched behind their page, once, from whatever host, and never
 * counted as pages. */
#include "crawl_fixture.h"

#include "crawl/internal.h"

enum {
    SITE_SECTORS =
        FRONTIER_SEEN_AT + 4 * FRONTIER_UNIT_SECTORS - 1, /* two units, and nearly two more behind them */
    VALID_SECTORS = 2,
    SERVERS = 8,
};

/* What each page needs: words of "KIND ADDRESS", such as "S /a.css P http://b.th/c.png". */
static const struct need {
    const char *url, *needs;
} * needs;

static struct {
    char
        order[1200]; /* all that was asked for, as in web.order, embeds in brackets with their path and via */
    uint32_t asked_at[64]; /* ms */
    const char *hosts[64]; /* where */
    unsigned asked;
    int status; /* of all embeds; 0: 200 */
    uint32_t bytes;
    bool is_full;
    bool goes_offline;      /* while the first embed is asked for */
    unsigned many;          /* pictures of each page, beside what it needs */
    uint16_t takes_ms;      /* each embed */
    uint32_t retry_after_s; /* that its server asks for */
} embeds;

static void append_request(const struct visit_request *request)
{
    char via[URL_BUFFER_SIZE] = "";
    int length = request->observer->via(request->context, via, sizeof via);
    TEST_ASSERT_TRUE(length > 0);
    via[length] = '\0';
    web_append(embeds.order, sizeof embeds.order, "(");
    web_append(embeds.order, sizeof embeds.order, web_without_scheme(request->url->text));
    web_append(embeds.order, sizeof embeds.order, request->path);
    web_append(embeds.order, sizeof embeds.order, web_without_scheme(via));
    web_append(embeds.order, sizeof embeds.order, ")");
}

static void tell_needs(const struct visit_request *request)
{
    static const char kinds[] = "-SFPJD";
    const struct need *need = needs;
    struct url url;
    while (need->url && strcmp(need->url, request->url->text) != 0)
        need++;
    for (const char *at = need->needs; need->url && *at;) {
        size_t length = strcspn(at + 2, " ");
        if (url_parse(&url, web.link, sizeof web.link, at + 2, length, request->url) >= 0) {
            struct visit_link link = {
                .url = &url, .how = *at == '-' ? 'R' : 'E', .embed = (uint8_t)(strchr(kinds, *at) - kinds)};
            request->observer->link(request->context, &link);
        }
        at += 2 + length + (at[2 + length] == ' ');
    }
    for (unsigned i = 0; request->embed == EMBED_NONE && i < embeds.many; i++) {
        const char text[] = {'/', (char)('A' + i / 26 % 26), (char)('a' + i % 26), '\0'};
        if (url_parse(&url, web.link, sizeof web.link, text, sizeof text - 1, request->url) >= 0)
            request->observer->link(request->context,
                                    &(struct visit_link){.url = &url, .how = 'E', .embed = EMBED_PICTURE});
    }
}

static int fetch(void *context, const struct visit_request *request, struct visit_answer *answer)
{
    embeds.asked_at[embeds.asked % 64] = web.now_ms;
    embeds.hosts[embeds.asked++ % 64] = strstr(request->url->text, "cdn.th") ? "cdn.th" : "s.th";
    tell_needs(request);
    if (request->embed == EMBED_NONE) {
        int status = web_fetch(context, request, answer);
        web_append(embeds.order, sizeof embeds.order, web_without_scheme(request->url->text));
        return status;
    }
    *answer = (struct visit_answer){.status = embeds.status ? embeds.status : 200,
                                    .bytes = embeds.bytes,
                                    .duration_ms = embeds.takes_ms,
                                    .retry_after_s = embeds.retry_after_s,
                                    .is_embed = embeds.status == 0};
    web.now_ms += embeds.takes_ms;
    if (embeds.goes_offline) {
        web.offline = true;
        answer->status = FETCH_CONNECT;
        answer->is_embed = false;
    }
    append_request(request);
    int status = request->observer->settle(request->context, answer);
    return status < 0 ? status : card_commit(&web.card);
}

static bool has_room(void *context)
{
    (void)context;
    return !embeds.is_full;
}

static void begin(const struct web_page *pages, const struct need *what)
{
    web_begin(pages);
    memset(&embeds, 0, sizeof embeds);
    needs = what;
    web.port.fetch = fetch;
    web.port.has_room = has_room;
    web.settings.embeds = EMBEDS_ALL;
    for (unsigned i = 0; i < STATE_SITES; i++)
        web.card.files.sectors[STATE_SITE0 + i] = SITE_SECTORS;
    web.card.files.sectors[STATE_VALID] = VALID_SECTORS;
    TEST_ASSERT_EQUAL(0, crawl_begin(&web.crawl));
}

static const struct web_page two_pages[] = {
    PAGE("http://s.th/", THAI, "/1"),
    PAGE("http://s.th/1", THAI, NULL),
    {.url = NULL},
};

static void embeds_come_behind_their_page_and_each_once(void)
{
    static const struct need what[] = {
        {"http://s.th/", "S /a.css P /p.png P /p.png"},
        {"http://s.th/a.css", "S /b.css F /f.woff"},
        {"http://s.th/b.css", "S /a.css S /b.css"},
        {"http://s.th/1", "S /a.css P /q.png"},
        {NULL, NULL},
    };
    begin(two_pages, what);
    web_crawl(two_pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING(
        "s.th/ ( s.th/a.css E s.th/ ) ( s.th/p.png E s.th/ ) ( s.th/b.css E s.th/ ) ( s.th/f.woff E s.th/ ) "
        "s.th/1 ( s.th/q.png LE s.th/1 ) ",
        embeds.order);
    TEST_ASSERT_EQUAL(2, web.crawl.state.totals.pages);
    TEST_ASSERT_EQUAL(2, web.crawl.state.totals.fetches);
    TEST_ASSERT_EQUAL(5, web.crawl.state.embeds.asked);
    TEST_ASSERT_EQUAL(5, web.crawl.state.embeds.had);
    TEST_ASSERT_EQUAL_STRING("s.th 1 ", web.ended);
}

static void only_kept_pages_have_what_they_need(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", FOREIGN, "/1"),
        PAGE("http://s.th/1", THAI, "/2"),
        PAGE("http://s.th/2", FOREIGN, NULL),
        {.url = NULL},
    };
    static const struct need what[] = {
        {"http://s.th/", "S /a.css"},
        {"http://s.th/1", "S /a.css"},
        {"http://s.th/2", "P /p.png"},
        {NULL, NULL},
    };
    begin(pages, what);
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 ( s.th/a.css LE s.th/1 ) s.th/2 ", embeds.order);
    begin(pages, what);
    web.settings.keep = KEEP_PAGES;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ ( s.th/a.css E s.th/ ) s.th/1 s.th/2 ( s.th/p.png LLE s.th/2 ) ",
                             embeds.order);
}

static void the_last_page_of_a_share_has_what_it_needs(void)
{
    static const struct need what[] = {
        {"http://s.th/", "S /a.css"}, {"http://s.th/1", "P /p.png"}, {NULL, NULL}};
    begin(two_pages, what);
    web.settings.page_cap = 1;
    web_crawl(two_pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ ( s.th/a.css E s.th/ ) ", embeds.order);
    TEST_ASSERT_EQUAL_STRING("s.th 4 ", web.ended);
}

static void other_servers_have_their_own_rules_and_their_rest(void)
{
    static const struct web_robots robots[] = {
        {"cdn.th", 200, "User-agent: *\nDisallow: /no\nCrawl-delay: 60\n"},
        {"down.th", 503, NULL},
        {NULL, 0, NULL}};
    static const struct need what[] = {
        {"http://s.th/",
         "P http://cdn.th/a.png P http://cdn.th/no.png P http://down.th/b.png P http://cdn.th/c.png"},
        {NULL, NULL},
    };
    begin(two_pages, what);
    web.robots = robots;
    web_crawl(two_pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ ( cdn.th/a.png E s.th/ ) ( cdn.th/c.png E s.th/ ) s.th/1 ", embeds.order);
    TEST_ASSERT_EQUAL_STRING("cdn.th/no.png down.th/b.png ", web.skipped);
    TEST_ASSERT_EQUAL(FETCH_NO_ROBOTS, web.reason);
    TEST_ASSERT_EQUAL_STRING("embed", web.note);
    TEST_ASSERT_EQUAL(3, web.robots_fetches);
    TEST_ASSERT_TRUE(embeds.asked_at[2] - embeds.asked_at[1] >= 60000);
    TEST_ASSERT_EQUAL(0, web.crawl.state.totals.rejected[REJECT_ROBOTS]);
    TEST_ASSERT_EQUAL(4, web.crawl.state.embeds.asked);
    TEST_ASSERT_EQUAL(2, web.crawl.state.embeds.had);
}

static void a_server_that_two_sites_need_is_asked_by_one_at_a_time(void)
{
    static const struct web_page pages[] = {
        PAGE("http://a.th/", THAI, NULL),
        PAGE("http://b.th/", THAI, NULL),
        {.url = NULL},
    };
    static const struct need what[] = {
        {"http://a.th/", "P http://cdn.th/1.png P http://cdn.th/2.png"},
        {"http://b.th/", "P http://cdn.th/3.png P http://cdn.th/1.png"},
        {NULL, NULL},
    };
    uint32_t last_ms = 0;
    begin(pages, what);
    web_crawl(pages, "http://a.th/ http://b.th/");
    TEST_ASSERT_EQUAL_MESSAGE(5, embeds.asked, "what one site has is not asked for again for the other");
    for (unsigned i = 0; i < embeds.asked; i++) {
        if (strcmp(embeds.hosts[i], "cdn.th") != 0)
            continue;
        TEST_ASSERT_TRUE(last_ms == 0 || embeds.asked_at[i] - last_ms >= web.settings.delay_min_ms);
        last_ms = embeds.asked_at[i];
    }
}

static void a_page_and_a_site_have_a_share(void)
{
    static const struct need what[] = {
        {"http://s.th/", "P /1.png P /2.png P /3.png D /4.pdf"},
        {"http://s.th/1", "P /5.png P /6.png P /7.png"},
        {NULL, NULL},
    };
    begin(two_pages, what);
    web.settings.embeds_kb = 100;
    web.settings.site_kb = 290;
    embeds.bytes = 60 * 1024;
    web_crawl(two_pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ ( s.th/1.png E s.th/ ) ( s.th/2.png E s.th/ ) ( s.th/4.pdf E s.th/ ) "
                             "s.th/1 ( s.th/5.png LE s.th/1 ) ( s.th/6.png LE s.th/1 ) ",
                             embeds.order);
    TEST_ASSERT_EQUAL_STRING("s.th/3.png s.th/7.png ", web.skipped);
    TEST_ASSERT_EQUAL(7, web.crawl.state.embeds.asked);
    TEST_ASSERT_EQUAL(300, web.crawl.state.embeds.kb);
    TEST_ASSERT_EQUAL_MESSAGE(0, web.crawl.state.totals.bytes_kb, "which is what pages have brought");
}

static void on_a_card_that_is_nearly_full_pages_go_on_alone(void)
{
    static const struct need what[] = {{"http://s.th/", "P /1.png P /2.png"}, {NULL, NULL}};
    begin(two_pages, what);
    embeds.is_full = true;
    web_crawl(two_pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 ", embeds.order);
    TEST_ASSERT_EQUAL_STRING("s.th/1.png s.th/2.png ", web.skipped);
}

static void servers_that_fail_cost_neither_pages_nor_much_time(void)
{
    static char list[900];
    static const struct need what[] = {{"http://s.th/", list}, {NULL, NULL}};
    list[0] = '\0';
    for (unsigned i = 0; i < 80; i++) {
        char one[] = {'P', ' ', '/', (char)('a' + i / 10), (char)('0' + i % 10), ' ', '\0'};
        strcat(list, one);
    }
    begin(two_pages, what);
    embeds.status = FETCH_TIMEOUT;
    embeds.takes_ms = 20000;
    web_crawl(two_pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 ", web.order);
    TEST_ASSERT_EQUAL(2 + 7, embeds.asked); /* 8 KB each, and 64 for each second, of 8,192 for their page */
    TEST_ASSERT_EQUAL(80, web.crawl.state.embeds.asked);
    TEST_ASSERT_EQUAL(0, web.crawl.state.embeds.had);
    TEST_ASSERT_EQUAL(0, web.crawl.state.totals.failures);
    TEST_ASSERT_EQUAL_STRING("s.th 1 ", web.ended);
}

static void what_a_page_needs_waits_for_the_network(void)
{
    static const struct need what[] = {{"http://s.th/", "P /1.png"}, {NULL, NULL}};
    begin(two_pages, what);
    embeds.goes_offline = true;
    TEST_ASSERT_EQUAL(0, web_seed("http://s.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    for (int32_t wait_ms = 0; wait_ms >= 0; web.now_ms += (uint32_t)wait_ms)
        wait_ms = crawl_step(&web.crawl);
    web.offline = embeds.goes_offline = false;
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL_STRING("s.th/ ( s.th/1.png E s.th/ ) ( s.th/1.png E s.th/ ) s.th/1 ", embeds.order);
    TEST_ASSERT_EQUAL(1, web.crawl.state.embeds.had);
}

static void what_waits_is_dropped_when_the_box_restarts(void)
{
    static const struct need what[] = {{"http://s.th/", "P /1.png P /2.png"}, {NULL, NULL}};
    begin(two_pages, what);
    TEST_ASSERT_EQUAL(0, web_seed("http://s.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    while (embeds.asked < 2)
        web.now_ms += (uint32_t)crawl_step(&web.crawl);
    TEST_ASSERT_EQUAL(0, web_boot());
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL_STRING("s.th/ ( s.th/1.png E s.th/ ) s.th/1 ", embeds.order);
    TEST_ASSERT_EQUAL(1, web.crawl.state.embeds.had);
}

/* An address in the queue that has lost the end that says its kind is not asked for as if it were a page. */
static void an_embed_without_its_kind_is_dropped(void)
{
    static const struct need what[] = {{"http://s.th/", "P /1.png"}, {NULL, NULL}};
    uint8_t *bytes;
    begin(two_pages, what);
    TEST_ASSERT_EQUAL(0, web_seed("http://s.th/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    while (embeds.asked < 1)
        web.now_ms += (uint32_t)crawl_step(&web.crawl);
    uint32_t sector = crawl_needs_at(&web.crawl) + FRONTIER_SEEN_AT;
    TEST_ASSERT_EQUAL(0, state_sector(&web.card.state, STATE_SITE0, sector, STATE_CHANGE, &bytes));
    TEST_ASSERT_EQUAL(EMBED_PICTURE, bytes[strlen("http://s.th/1.png")]);
    bytes[strlen("http://s.th/1.png")] = 'x';
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, web_run());
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 ", embeds.order);
}

static void a_redirect_of_an_embed_is_one_more(void)
{
    static const struct need what[] = {{"http://s.th/", "P /moved.png"},
                                       {"http://s.th/moved.png", "- http://cdn.th/there.png"},
                                       {NULL, NULL}};
    begin(two_pages, what);
    web_crawl(two_pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ ( s.th/moved.png E s.th/ ) ( cdn.th/there.png E s.th/ ) s.th/1 ",
                             embeds.order);
}

static void a_slot_file_without_room_behind_its_list_has_no_embeds(void)
{
    static const struct need what[] = {{"http://s.th/", "P /1.png"}, {NULL, NULL}};
    begin(two_pages, what);
    for (unsigned i = 0; i < STATE_SITES; i++)
        web.card.files.sectors[STATE_SITE0 + i] = WEB_SITE_SECTORS;
    TEST_ASSERT_EQUAL(0, crawl_begin(&web.crawl));
    web_crawl(two_pages, "http://s.th/");
    TEST_ASSERT_EQUAL_STRING("s.th/ s.th/1 ", embeds.order);
    TEST_ASSERT_EQUAL(1, web.crawl.state.totals.rejected[REJECT_QUEUE_FULL]);
}

/* ---- Whose waits, whose time ---- */

static const struct web_page pages_with_counter[] = {
    PAGE("http://s.th/", THAI, "/1 /2 /3"),
    PAGE("http://s.th/1", THAI, NULL),
    PAGE("http://s.th/2", THAI, NULL),
    PAGE("http://s.th/3", THAI, NULL),
    {.url = NULL},
};

static const struct need counters[] = {
    {"http://s.th/", "P http://cdn.th/0"},
    {"http://s.th/1", "P http://cdn.th/1"},
    {"http://s.th/2", "P http://cdn.th/2"},
    {"http://s.th/3", "P http://cdn.th/3"},
    {NULL, NULL},
};

static unsigned count_asked(const char *host)
{
    unsigned count = 0;
    for (unsigned i = 0; i < embeds.asked; i++)
        count += strcmp(embeds.hosts[i], host) == 0;
    return count;
}

/* The shortest time from one request to the next of that host. */
static uint32_t shortest_pause_ms(const char *host)
{
    uint32_t shortest_ms = UINT32_MAX, last_ms = 0;
    for (unsigned i = 0, met = 0; i < embeds.asked; i++) {
        if (strcmp(embeds.hosts[i], host) != 0)
            continue;
        if (met++ > 0 && embeds.asked_at[i] - last_ms < shortest_ms)
            shortest_ms = embeds.asked_at[i] - last_ms;
        last_ms = embeds.asked_at[i];
    }
    return shortest_ms;
}

static void another_server_cannot_make_the_pages_of_a_site_wait(void)
{
    begin(pages_with_counter, counters);
    embeds.retry_after_s = 86400;
    web_crawl(pages_with_counter, "http://s.th/");
    TEST_ASSERT_EQUAL(4, count_asked("s.th"));
    TEST_ASSERT_EQUAL(1, count_asked("cdn.th"));
    TEST_ASSERT_TRUE(web.now_ms < 120 * 1000);
}

static void what_another_server_asked_for_holds_for_all_sites_and_after_a_restart(void)
{
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, NULL),
        PAGE("http://t.th/", THAI, NULL),
        {.url = NULL},
    };
    static const struct need both[] = {
        {"http://s.th/", "P http://cdn.th/0"},
        {"http://t.th/", "P http://cdn.th/1"},
        {NULL, NULL},
    };
    begin(pages, both);
    embeds.retry_after_s = 86400;
    web_crawl(pages, "http://s.th/");
    web.utc_at_0 += web.now_ms / 1000 + 60000;
    web.now_ms = 0;
    TEST_ASSERT_EQUAL(0, web_boot());
    web_crawl(pages, "http://t.th/");
    TEST_ASSERT_EQUAL(1, count_asked("cdn.th"));
}

/* Each has a place of its own in the table. */
static void waits_of_many_servers_are_kept(void)
{
    static char first[300], second[300];
    static const struct web_page pages[] = {
        PAGE("http://s.th/", THAI, NULL),
        PAGE("http://t.th/", THAI, NULL),
        {.url = NULL},
    };
    static const struct need both[] = {{"http://s.th/", first}, {"http://t.th/", second}, {NULL, NULL}};
    first[0] = second[0] = '\0';
    for (unsigned i = 0; i < SERVERS; i++) {
        char one[] = {'P', ' ', 'h', 't', 't', 'p', ':', '/', '/', (char)('a' + i), '.', 'c',
                      'd', 'n', '.', 't', 'h', '/', '0', ' ', '\0'};
        strcat(first, one);
        one[18] = '1';
        strcat(second, one);
    }
    begin(pages, both);
    web.card.files.sectors[STATE_VALID] = SERVERS;
    embeds.retry_after_s = 86400;
    web_crawl(pages, "http://s.th/");
    TEST_ASSERT_EQUAL(SERVERS, count_asked("cdn.th"));
    web_crawl(pages, "http://t.th/");
    TEST_ASSERT_EQUAL(SERVERS, count_asked("cdn.th"));
}

/* Also those who forbid all robots. */
static void servers_that_are_only_asked_for_their_rules_cost_the_page_its_share(void)
{
    static const struct web_page page[] = {PAGE("http://s.th/", THAI, NULL), {.url = NULL}};
    static const struct web_robots forbids[] = {{"cdn.th", 200, "User-agent: *\nDisallow: /"}, {0}};
    begin(page, counters);
    web.robots = forbids;
    web_crawl(page, "http://s.th/");
    TEST_ASSERT_EQUAL(0, count_asked("cdn.th"));
    TEST_ASSERT_EQUAL(8, web.crawl.state.embeds.site_kb[0]);
}

static void a_crawl_delay_is_of_the_server_that_asks_for_it(void)
{
    static const struct web_robots of_counter[] = {
        {"cdn.th", 200, "User-agent: *\nCrawl-delay: 200"}, {"s.th", 200, ""}, {0}};
    static const struct web_robots of_site[] = {
        {"s.th", 200, "User-agent: *\nCrawl-delay: 100"}, {"cdn.th", 200, ""}, {0}};
    begin(pages_with_counter, counters);
    web.robots = of_counter;
    web_crawl(pages_with_counter, "http://s.th/");
    TEST_ASSERT_EQUAL(4, count_asked("s.th"));
    TEST_ASSERT_TRUE(shortest_pause_ms("s.th") < 60 * 1000);
    TEST_ASSERT_TRUE(shortest_pause_ms("cdn.th") >= 200 * 1000);
    begin(pages_with_counter, counters);
    web.robots = of_site;
    web_crawl(pages_with_counter, "http://s.th/");
    TEST_ASSERT_EQUAL(4, count_asked("cdn.th"));
    TEST_ASSERT_TRUE(shortest_pause_ms("s.th") >= 100 * 1000);
}

static void slow_embeds_use_up_the_share_of_their_page(void)
{
    static const struct web_page page[] = {PAGE("http://s.th/", THAI, NULL), {.url = NULL}};
    static const struct need nothing[] = {{NULL, NULL}};
    begin(page, nothing);
    embeds.many = 60;
    embeds.takes_ms = 4000;
    web_crawl(page, "http://s.th/");
    TEST_ASSERT_UINT32_WITHIN(2, 32,
                              embeds.asked); /* 8,192 KB, of which each takes 8, and 64 for each second */
}

SUITE(crawl_embeds)
{
    RUN_TEST(embeds_come_behind_their_page_and_each_once);
    RUN_TEST(only_kept_pages_have_what_they_need);
    RUN_TEST(the_last_page_of_a_share_has_what_it_needs);
    RUN_TEST(other_servers_have_their_own_rules_and_their_rest);
    RUN_TEST(a_server_that_two_sites_need_is_asked_by_one_at_a_time);
    RUN_TEST(a_page_and_a_site_have_a_share);
    RUN_TEST(on_a_card_that_is_nearly_full_pages_go_on_alone);
    RUN_TEST(servers_that_fail_cost_neither_pages_nor_much_time);
    RUN_TEST(what_a_page_needs_waits_for_the_network);
    RUN_TEST(what_waits_is_dropped_when_the_box_restarts);
    RUN_TEST(an_embed_without_its_kind_is_dropped);
    RUN_TEST(a_redirect_of_an_embed_is_one_more);
    RUN_TEST(a_slot_file_without_room_behind_its_list_has_no_embeds);
    RUN_TEST(another_server_cannot_make_the_pages_of_a_site_wait);
    RUN_TEST(what_another_server_asked_for_holds_for_all_sites_and_after_a_restart);
    RUN_TEST(waits_of_many_servers_are_kept);
    RUN_TEST(servers_that_are_only_asked_for_their_rules_cost_the_page_its_share);
    RUN_TEST(a_crawl_delay_is_of_the_server_that_asks_for_it);
    RUN_TEST(slow_embeds_use_up_the_share_of_their_page);
}
