/* The box: the engine, the harvest and the table of stored pages, put together, on a web by script and a
 * store that only remembers. */
#include "store_fixture.h"

#include "box/box.h"
#include "box/harvest/work.h"
#include "crawl/frontier.h"

enum {
    POOL = 24, /* sectors of state files that can hold something */
    SITE_SECTORS = CRAWL_ORIGINS * FRONTIER_ROBOTS_SECTORS + 13,
    PUBLIC_ADDRESS = 0x01010101,
    LIBRARY_ADDRESS = 0x0a000001, /* 10.0.0.1 */
    TODAY = 1794792734,
    DAY = 86400,
    STEPS_MAX = 2000,
};

/* ---- A web: an answer for each "host/path"; what is not in it is a 404 ---- */

struct answer {
    const char *url;
    const char *text;
};

#define PAGE(text)                                                                                           \
    "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"                                          \
    "Connection: close\r\n" text
#define WORDS                                                                                                \
    "<p>Kerajaan telah mengumumkan bahawa semua pejabat akan ditutup kerana cuti umum pada hari esok dan "   \
    "orang ramai boleh mendapatkan maklumat"
#define NOTHING   "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
#define UNCHANGED "HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\nConnection: close\r\n\r\n"

static struct {
    const struct answer *answers;
    const char *now; /* what the open connection still has to say */
    char host[32];
    char asked[400]; /* "host/path ", what was asked for */
    char tags[100];  /* If-None-Match of these, if they had one */
    uint32_t now_ms;
    uint64_t utc_ms;
    bool offline;         /* and nothing connects */
    bool goes_at_connect; /* the network goes away when somebody connects */
    char foreign[100];    /* hosts noted for other boxes */
    char last_event[32];  /* host that ended last */
    struct harvest_work work;
    bool lent;
    const struct topic *topic;
} web;

static int net_resolve(void *context, const char *host, uint32_t *address, uint32_t timeout_ms)
{
    (void)context, (void)timeout_ms;
    *address = strncmp(host, "lan", 3) == 0 ? LIBRARY_ADDRESS : PUBLIC_ADDRESS;
    return web.offline ? STATUS_TIMEOUT : STATUS_OK;
}

static int net_connect(void *context, uint32_t address, uint16_t port, uint32_t timeout_ms)
{
    (void)context, (void)address, (void)port, (void)timeout_ms;
    web.offline |= web.goes_at_connect;
    return web.offline ? STATUS_TIMEOUT : STATUS_OK;
}

static int net_secure(void *context, const char *host, uint32_t timeout_ms, const char **flaw)
{
    (void)context, (void)host, (void)timeout_ms;
    *flaw = NULL;
    return 0;
}

/* Copies what stands between two texts. */
static void cut_out(char *to, size_t size, const char *from, const char *before, const char *end)
{
    const char *start = strstr(from, before);
    to[0] = '\0';
    if (start == NULL)
        return;
    start += strlen(before);
    size_t length = (size_t)(strstr(start, end) - start);
    TEST_ASSERT_TRUE(length < size);
    memcpy(to, start, length);
    to[length] = '\0';
}

static int net_write(void *context, const void *bytes, size_t count, uint32_t timeout_ms)
{
    static char request[1024];
    char path[64], tag[32];
    (void)context, (void)timeout_ms;
    TEST_ASSERT_TRUE(count < sizeof request);
    memcpy(request, bytes, count);
    request[count] = '\0';
    cut_out(path, sizeof path, request, "GET ", " ");
    cut_out(web.host, sizeof web.host, request, "Host: ", "\r\n");
    cut_out(tag, sizeof tag, request, "If-None-Match: ", "\r\n");
    strcat(web.tags, tag);
    char *url = web.asked + strlen(web.asked);
    strcat(strcat(web.asked, web.host), path);
    const struct answer *answer = web.answers;
    while (answer->url && strcmp(answer->url, url) != 0)
        answer++;
    web.now = !answer->url ? NOTHING : tag[0] != '\0' && strstr(answer->text, tag) ? UNCHANGED : answer->text;
    strcat(web.asked, " ");
    return STATUS_OK;
}

static int net_read(void *context, void *to, size_t size, uint32_t timeout_ms)
{
    size_t left = strlen(web.now), count = left < size ? left : size;
    (void)context, (void)timeout_ms;
    memcpy(to, web.now, count);
    web.now += count;
    return (int)count;
}

static void net_close(void *context)
{
    (void)context;
}

static uint32_t now_ms(void *context)
{
    (void)context;
    return web.now_ms;
}

static const struct fetch_port network = {
    .resolve = net_resolve,
    .locate = net_resolve,
    .connect = net_connect,
    .secure = net_secure,
    .write = net_write,
    .read = net_read,
    .close = net_close,
    .now_ms = now_ms,
};

/* ---- A card whose state files are plain memory ---- */

static struct {
    uint32_t home[POOL];
    uint8_t sectors[POOL][STATE_SECTOR_BYTES];
    uint8_t block[STATE_BLOCK_BYTES];
    int block_size;
    int mount_status;
} memory;

static uint8_t *map_sector(void *context, unsigned file, uint32_t sector)
{
    uint32_t home = (uint32_t)file << 24 | (sector + 1);
    unsigned at = 0;
    (void)context;
    while (at < POOL && memory.home[at] != 0 && memory.home[at] != home)
        at++;
    TEST_ASSERT_TRUE_MESSAGE(at < POOL, "the test's card is full");
    memory.home[at] = home;
    return memory.sectors[at];
}

static int get_block(void *context, void *block, size_t size)
{
    (void)context;
    memcpy(block, memory.block, size);
    return memory.block_size > 0 ? memory.block_size : STATUS_NOT_FOUND;
}

static int put_block(void *context, const void *block, size_t size)
{
    (void)context;
    memcpy(memory.block, block, size);
    memory.block_size = (int)size;
    return 0;
}

static int commit(void *context)
{
    (void)context;
    return 0;
}

int store_state_mount(struct store_state_files *state, struct store *store)
{
    *state = (struct store_state_files){
        .store = store, .files = {.map = map_sector, .get = get_block, .put = put_block, .commit = commit}};
    static const uint16_t sectors[] = {STATE_CRAWL_SECTORS, 16, 2, 4, 6, SITE_SECTORS, SITE_SECTORS};
    for (unsigned i = 0; i < sizeof sectors / sizeof sectors[0]; i++)
        state->files.sectors[i] = sectors[i];
    state->files.sectors[STATE_VALID] = 2;
    return memory.mount_status;
}

int store_get_info(struct store *store, struct store_info *info)
{
    (void)store;
    *info = (struct store_info){.total_kb = 1000, .free_kb = 1000};
    return 0;
}

int store_log_host(struct store *store, const char *host, bool is_secure)
{
    (void)store;
    strcat(strcat(strcat(web.foreign, is_secure ? "https " : "http "), host), " ");
    return 0;
}

/* ---- The box ---- */

static uint64_t utc_ms(void *context)
{
    (void)context;
    return web.utc_ms + web.now_ms;
}

static void *lend(void *context, size_t bytes)
{
    (void)context;
    if (bytes == sizeof(struct box_reader))
        return NULL; /* the arena has no room for it beside a page */
    TEST_ASSERT_TRUE(!web.lent && bytes <= sizeof web.work);
    web.lent = true;
    return &web.work;
}

static void give_back(void *context, void *piece)
{
    (void)context;
    TEST_ASSERT_EQUAL_PTR(&web.work, piece);
    web.lent = false;
}

static bool is_online(void *context)
{
    (void)context;
    return !web.offline;
}

static void event(void *context, unsigned what, const char *host, uint32_t number)
{
    (void)context, (void)number;
    if (what == CRAWL_EVENT_SITE_ENDS)
        strncpy(web.last_event, host, sizeof web.last_event - 1);
}

static const struct topic *topic_of_card(void *context)
{
    (void)context;
    return web.topic;
}

static struct settings settings;
static struct harvest_options options = {
    .fetch = {.user_agent = "crawlbox/0.1 (+http://library.example/bot)",
              .from = "librarian@library.example",
              .limits = {.connect_ms = 5000, .first_byte_ms = 6000, .idle_ms = 7000, .total_ms = 20000},
              .body_max = 1000},
    .agent = "crawlbox",
};
static struct harvest harvest;
static struct box box;
static struct state_line lines[STATE_LINES_MIN];
static const struct box_parts parts = {
    .harvest = &harvest,
    .store = &card.store,
    .lines = lines,
    .line_count = STATE_LINES_MIN,
    .machine = {.now_ms = now_ms,
                .utc_ms = utc_ms,
                .lend = lend,
                .give_back = give_back,
                .is_online = is_online,
                .event = event},
    .topic = topic_of_card,
};

static void switch_on(void)
{
    harvest_init(&harvest, NULL, &network, &options);
    box_init(&box, &parts, &settings);
}

static void begin(const struct answer *answers)
{
    memset(&web, 0, sizeof web);
    memset(&memory, 0, sizeof memory);
    card_begin();
    web.answers = answers;
    web.utc_ms = TODAY * UINT64_C(1000);
    settings_reset(&settings);
    settings.delay_min_ms = settings.delay_max_ms = 1000;
    settings.active_sites = 1;
    options.pack = lang_pack_find("ms"); /* brings its own words */
    options.keep = HARVEST_KEEP_TARGET;
    switch_on();
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, box_open(&box));
    TEST_ASSERT_EQUAL(0, box_begin(&box));
}

static int seed(const char *text)
{
    static char buffer[URL_BUFFER_SIZE];
    struct url url;
    TEST_ASSERT_TRUE(url_parse(&url, buffer, sizeof buffer, text, strlen(text), NULL) > 0);
    return crawl_seed(&box.crawl, &url);
}

/* Until there is nothing to do; the clock moves over each wait. */
static int32_t run(void)
{
    for (unsigned step = 0; step < STEPS_MAX; step++) {
        int32_t wait_ms = box_step(&box);
        card.lines = 0; /* what the log said is looked at elsewhere */
        if (wait_ms < 0)
            return wait_ms;
        web.now_ms += (uint32_t)wait_ms;
    }
    TEST_FAIL_MESSAGE("the crawl does not end");
    return 0;
}

static void crawl_from(const char *url)
{
    TEST_ASSERT_EQUAL(0, seed(url));
    TEST_ASSERT_EQUAL(0, crawl_start(&box.crawl));
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
    TEST_ASSERT_FALSE(web.lent);
}

static const struct crawl_totals *totals(void)
{
    return &box.crawl.state.totals;
}

static const struct host *host_of(const char *name)
{
    const struct host *host;
    int32_t id = hosts_find(&box.hosts, name, strlen(name));
    TEST_ASSERT_TRUE(id >= 0);
    TEST_ASSERT_EQUAL(0, hosts_read(&box.hosts, (uint32_t)id, &host));
    return host;
}

/* ---- From the seed to the end ---- */

static const struct answer site[] = {
    {"a.my/", PAGE("ETag: \"v1\"\r\n\r\n<a href=/leaf>x</a><a href=/english>x</a>" WORDS)},
    {"a.my/leaf", PAGE("ETag: \"v1\"\r\n\r\n<a href=/>home</a>" WORDS)},
    {"a.my/english", PAGE("\r\n<p>The government has announced that all offices will be closed.")},
    {NULL, NULL},
};

static void a_site_is_crawled_stored_and_labelled(void)
{
    begin(site);
    crawl_from("http://a.my/");
    TEST_ASSERT_EQUAL_STRING("a.my/robots.txt a.my/ a.my/leaf a.my/english ", web.asked);
    TEST_ASSERT_EQUAL(3, totals()->pages);
    TEST_ASSERT_EQUAL(2, totals()->target_pages);
    TEST_ASSERT_EQUAL_MESSAGE(2, card.committed, "the English one was taken back");
    TEST_ASSERT_EQUAL_STRING("a.my", web.last_event);
    TEST_ASSERT_EQUAL(HOST_THAI, host_of("a.my")->label);
    TEST_ASSERT_EQUAL(COUNTRY_OTHER, host_of("a.my")->country); /* nobody knows countries here */
    TEST_ASSERT_EQUAL_HEX32(PUBLIC_ADDRESS, host_of("a.my")->address);
}

static void the_archive_hears_of_the_way_to_a_page(void)
{
    begin(site);
    TEST_ASSERT_EQUAL(0, seed("http://a.my/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&box.crawl));
    while (card.committed < 2) {
        int32_t wait_ms = box_step(&box);
        TEST_ASSERT_TRUE(wait_ms >= 0);
        web.now_ms += (uint32_t)wait_ms;
    }
    TEST_ASSERT_EQUAL_STRING("http://a.my/", card.via);
    TEST_ASSERT_EQUAL_STRING("http://a.my/leaf", card.log[card.lines - 1].uri);
    TEST_ASSERT_EQUAL_STRING("target", card.log[card.lines - 1].notes);
    TEST_ASSERT_EQUAL(1, card.metadata.hops_from_seed);
}

static void it_goes_on_after_power_returns(void)
{
    begin(site);
    TEST_ASSERT_EQUAL(0, seed("http://a.my/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&box.crawl));
    while (totals()->pages < 1)
        web.now_ms += (uint32_t)box_step(&box);
    switch_on();
    TEST_ASSERT_EQUAL(0, box_open(&box));
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
    TEST_ASSERT_EQUAL_STRING("a.my/robots.txt a.my/ a.my/leaf a.my/english ", web.asked);
}

static void a_card_without_room_is_told_of(void)
{
    begin(site);
    memory.mount_status = STATUS_FULL;
    TEST_ASSERT_EQUAL(STATUS_FULL, box_open(&box));
}

static void a_card_that_fails_stops_the_crawl(void)
{
    begin(site);
    card.commit_status = STATUS_CLOSED;
    TEST_ASSERT_EQUAL(0, seed("http://a.my/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&box.crawl));
    TEST_ASSERT_EQUAL(CRAWL_STOP_CARD, run());
}

/* ---- What must not be fetched ---- */

static void what_robots_forbid_is_logged_and_not_asked_for(void)
{
    static const struct answer closed[] = {
        {"a.my/robots.txt", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"
                            "User-agent: *\nDisallow: /\n"},
        {NULL, NULL},
    };
    begin(closed);
    TEST_ASSERT_EQUAL(0, seed("http://a.my/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&box.crawl));
    int32_t wait_ms = 0;
    while (totals()->rejected[REJECT_ROBOTS] == 0 && wait_ms >= 0)
        web.now_ms += (uint32_t)(wait_ms = box_step(&box));
    TEST_ASSERT_EQUAL(FETCH_ROBOTS, card.log[card.lines - 1].line.status);
    TEST_ASSERT_EQUAL_STRING("http://a.my/", card.log[card.lines - 1].uri);
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
    TEST_ASSERT_EQUAL_STRING("a.my/robots.txt ", web.asked);
    TEST_ASSERT_EQUAL(HOST_DENIED, host_of("a.my")->state);
}

static void the_librarys_own_network_is_left_alone_unless_it_is_allowed(void)
{
    static const struct answer inside[] = {{"lan.my/", PAGE("\r\n" WORDS)}, {NULL, NULL}};
    begin(inside);
    crawl_from("http://lan.my/");
    TEST_ASSERT_EQUAL_STRING("", web.asked);
    TEST_ASSERT_EQUAL(1, totals()->rejected[REJECT_PRIVATE]);
    begin(inside);
    TEST_ASSERT_EQUAL(0, settings_set(&settings, SETTING_allow, "10.0.0.0/8", 10));
    options.fetch.allowed = settings.allow.range;
    options.fetch.allowed_count = settings.allow.count;
    crawl_from("http://lan.my/");
    options.fetch.allowed_count = 0;
    TEST_ASSERT_EQUAL_STRING("lan.my/robots.txt lan.my/ ", web.asked);
}

/* ---- The network goes and comes ---- */

static void without_a_network_nothing_is_tried(void)
{
    begin(site);
    web.offline = true;
    TEST_ASSERT_EQUAL(0, seed("http://a.my/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&box.crawl));
    TEST_ASSERT_EQUAL(CRAWL_STOP_NETWORK, run());
    TEST_ASSERT_EQUAL_STRING("", web.asked);
    web.offline = false;
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
    TEST_ASSERT_EQUAL(3, totals()->pages);
    TEST_ASSERT_EQUAL(0, totals()->failures);
}

/* More often than there are retries: no server is blamed for it. */
static void a_network_that_goes_away_uses_up_no_tries(void)
{
    begin(site);
    settings.retries = 1;
    TEST_ASSERT_EQUAL(0, seed("http://a.my/"));
    TEST_ASSERT_EQUAL(0, crawl_start(&box.crawl));
    for (unsigned i = 0; i < 5; i++) {
        web.goes_at_connect = true;
        TEST_ASSERT_EQUAL(CRAWL_STOP_NETWORK, run());
        web.offline = web.goes_at_connect = false;
        web.now_ms += settings.delay_max_ms;
    }
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
    TEST_ASSERT_EQUAL(3, totals()->pages);
    TEST_ASSERT_EQUAL(0, totals()->failures);
}

/* ---- Visited again ---- */

/* The entry page leads on, so it is asked for as a whole; the leaf is not sent again, and counts as it
 * did. */
static void a_leaf_that_has_not_changed_is_not_sent_again(void)
{
    begin(site);
    settings.recrawl_days = 1;
    crawl_from("http://a.my/");
    TEST_ASSERT_EQUAL_STRING("", web.tags);
    TEST_ASSERT_EQUAL(2, card.committed);
    web.asked[0] = '\0';
    web.utc_ms += 2 * DAY * UINT64_C(1000);
    TEST_ASSERT_EQUAL(0, crawl_start(&box.crawl));
    TEST_ASSERT_EQUAL(CRAWL_STOP_NOTHING_LEFT, run());
    TEST_ASSERT_EQUAL_STRING("a.my/robots.txt a.my/ a.my/leaf a.my/english ", web.asked);
    TEST_ASSERT_EQUAL_STRING_MESSAGE("\"v1\"", web.tags, "of the leaf alone");
    TEST_ASSERT_EQUAL(4, card.committed);
    TEST_ASSERT_TRUE(card.unchanged);
    TEST_ASSERT_EQUAL(CARD_DIGEST, card.unchanged_payload);
    TEST_ASSERT_UINT32_WITHIN(60, TODAY, card.unchanged_seconds);
    TEST_ASSERT_EQUAL(3, host_of("a.my")->pages);
    TEST_ASSERT_EQUAL(2, host_of("a.my")->thai_pages);
}

static void a_box_that_visits_no_site_again_notes_no_validators(void)
{
    begin(site);
    crawl_from("http://a.my/");
    for (unsigned at = 0; at < POOL; at++)
        for (unsigned i = 0; memory.home[at] >> 24 == STATE_VALID && i + 4 <= STATE_PAYLOAD_BYTES; i++)
            TEST_ASSERT_FALSE(memcmp(memory.sectors[at] + i, "\"v1\"", 4) == 0);
}

/* ---- A fleet ---- */

static void hosts_of_other_boxes_are_noted_for_them(void)
{
    static const struct answer pages[] = {
        {"a.my/", PAGE("\r\n<a href=http://b.my/>b</a><a href=https://c.my/x>c</a>"
                       "<a href=http://d.my/>d</a><a href=https://e.my/>e</a>" WORDS)},
        {NULL, NULL},
    };
    static const struct {
        const char *name, *note;
    } others[] = {
        {"b.my", "http b.my "}, {"c.my", "https c.my "}, {"d.my", "http d.my "}, {"e.my", "https e.my "}};
    unsigned mine = crawl_shard("a.my", 4, 2), foreign = 0;
    begin(pages);
    settings.shard = (struct settings_shard){(uint8_t)mine, 2};
    crawl_from("http://a.my/");
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
        bool is_mine = crawl_shard(others[i].name, 4, 2) == mine;
        foreign += !is_mine;
        TEST_ASSERT_EQUAL(!is_mine, strstr(web.foreign, others[i].note) != NULL);
        TEST_ASSERT_EQUAL(is_mine, strstr(web.asked, others[i].name) != NULL);
    }
    TEST_ASSERT_TRUE(foreign > 0 && foreign < 4);
    TEST_ASSERT_EQUAL(foreign, totals()->rejected[REJECT_FOREIGN_SHARD]);
    TEST_ASSERT_EQUAL(STATUS_REFUSED,
                      seed(crawl_shard("b.my", 4, 2) != mine ? "http://b.my/" : "http://c.my/"));
}

/* ---- What cannot be judged ---- */

/* It says nothing about its site: not even that there is a page. */
static void a_page_that_no_memory_is_left_to_judge_counts_as_a_failure(void)
{
    static const struct topic topic;
    begin(site);
    web.topic = &topic;
    settings.mode = MODE_SEGMENT;
    TEST_ASSERT_EQUAL(0, box_begin(&box));
    crawl_from("http://a.my/");
    TEST_ASSERT_EQUAL(0, totals()->pages);
    TEST_ASSERT_EQUAL(1, totals()->failures);
    TEST_ASSERT_EQUAL(HOST_UNLABELLED, host_of("a.my")->label);
    TEST_ASSERT_EQUAL(SITE_STOP_EMPTY, host_of("a.my")->stop);
}

static void a_compressed_page_counts_as_a_failure(void)
{
    static const struct answer packed[] = {{"a.my/", PAGE("Content-Encoding: gzip\r\n\r\n\x1f\x8b")},
                                           {NULL, NULL}};
    begin(packed);
    crawl_from("http://a.my/");
    TEST_ASSERT_EQUAL(0, totals()->pages);
    TEST_ASSERT_EQUAL(1, totals()->failures);
    TEST_ASSERT_EQUAL(HOST_UNLABELLED, host_of("a.my")->label);
}

SUITE(box)
{
    RUN_TEST(a_page_that_no_memory_is_left_to_judge_counts_as_a_failure);
    RUN_TEST(a_compressed_page_counts_as_a_failure);
    RUN_TEST(a_site_is_crawled_stored_and_labelled);
    RUN_TEST(the_archive_hears_of_the_way_to_a_page);
    RUN_TEST(it_goes_on_after_power_returns);
    RUN_TEST(a_card_without_room_is_told_of);
    RUN_TEST(a_card_that_fails_stops_the_crawl);
    RUN_TEST(what_robots_forbid_is_logged_and_not_asked_for);
    RUN_TEST(the_librarys_own_network_is_left_alone_unless_it_is_allowed);
    RUN_TEST(without_a_network_nothing_is_tried);
    RUN_TEST(a_network_that_goes_away_uses_up_no_tries);
    RUN_TEST(a_leaf_that_has_not_changed_is_not_sent_again);
    RUN_TEST(a_box_that_visits_no_site_again_notes_no_validators);
    RUN_TEST(hosts_of_other_boxes_are_noted_for_them);
}
