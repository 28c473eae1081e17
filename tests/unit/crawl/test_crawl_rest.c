/*
 * Sites that want to be left alone for long, and owners of domains who would have the box for themselves.
 * The web is made as it is asked for; who is asked earlier than its server has said fails the test,
 * whatever restarts the box.
 */
#define CARD_SECTORS_HELD (STATE_MORE_SITES > 0 ? 6000 : 74)
#include "crawl_fixture.h"

#include "base/format.h"
#include "read/robots/store.h"

enum {
    IS_BOARD = STATE_MORE_SITES == 0, /* which has room for small webs only */
    HOSTS_MOST = IS_BOARD ? 6 : 40,
    HONEST = IS_BOARD ? 2 : 6,
    PAGES = IS_BOARD ? 4 : 8,
    REST_PLACES = IS_BOARD ? 2 : 15,
    HOUR_S = 3600,
    DAY_S = 24 * HOUR_S,
};

/* What a site answers. */
enum kind {
    KIND_PLAIN,
    KIND_ROBOTS_LONG, /* robots.txt 200 with Retry-After: 90000 */
    KIND_PAGES_HOUR,  /* each page 200 with Retry-After: 3600 */
    KIND_PAGES_SHORT, /* the same with 40 */
    KIND_DELAY,       /* Crawl-delay: 300 */
    KIND_SITEMAPS,    /* sitemaps that name further ones, each with Retry-After: 7200 */
    KIND_REDIRECTS,   /* each page leads to another two, none of which is a page */
    KIND_MIX,         /* of all of these, by the number of the host */
    KIND_ONCE_ROBOTS, /* as plain, but robots.txt once said Retry-After: 90000, ... */
    KIND_ONCE_PAGE,   /* ... or a page did, or said 503 with Retry-After: 7200 */
    KIND_ONCE_BUSY,
    KIND_ROBOTS_ALWAYS, /* as KIND_ROBOTS_LONG, and never has pages */
    KIND_ENDLESS,       /* any number of pages, with usual pauses of 30 s */
    KINDS_OF_ATTACK = KIND_MIX + 1,
};

struct site {
    char name[24];
    enum kind kind;
    uint64_t ready_ms; /* it has said that it is not to be asked before, ... */
    uint64_t said_ms;  /* ... and says so now, which counts if power lasts until that is on the card */
    unsigned requests, said;
    unsigned pages; /* bits */
};

static struct {
    struct site site[HOSTS_MOST];
    unsigned sites;
} world;

static uint32_t utc(void)
{
    return (uint32_t)(web_utc_ms(NULL) / 1000);
}

/* The same for the servers. */
static uint64_t real_ms(void)
{
    return (uint64_t)(web.utc_at_0) * 1000 + web.now_ms;
}

static struct site *site_of(const struct url *url)
{
    size_t length = url_host_length(url);
    for (unsigned i = 0; i < world.sites; i++)
        if (strlen(world.site[i].name) == length &&
            memcmp(world.site[i].name, url->text + url->host, length) == 0)
            return &world.site[i];
    TEST_FAIL_MESSAGE(url->text);
    return NULL;
}

static struct site *note_request(const struct url *url)
{
    struct site *site = site_of(url);
    TEST_ASSERT_TRUE_MESSAGE(real_ms() >= site->ready_ms, site->name);
    site->requests++;
    return site;
}

/* The server wants to be left alone for so long. */
static uint32_t say(struct site *site, uint32_t seconds)
{
    site->said_ms = real_ms() + seconds * UINT64_C(1000);
    site->said++;
    return seconds;
}

static int answer_robots(void *context, const struct visit_request *request, struct visit_answer *answer)
{
    static uint8_t store[ROBOTS_STORE_BYTES];
    static struct robots_parser parser;
    static const char delay[] = "User-agent: *\nCrawl-delay: 300\n";
    struct site *site = note_request(request->url);
    (void)context;
    *answer = (struct visit_answer){.status = 200, .has_rules = true, .duration_ms = 100};
    robots_begin(&parser, store, sizeof store, "crawlbox", URL_LIMIT);
    if (site->kind == KIND_DELAY)
        robots_push(&parser, delay, sizeof delay - 1);
    request->observer->rules(request->context, store, (size_t)robots_finish(&parser, utc()));
    if (site->kind == KIND_ROBOTS_LONG || site->kind == KIND_ROBOTS_ALWAYS ||
        (site->kind == KIND_ONCE_ROBOTS && site->said == 0))
        answer->retry_after_s = say(site, 90000);
    web.now_ms += answer->duration_ms;
    return 0;
}

static void tell_link(const struct visit_request *request, char how, unsigned number)
{
    char text[24];
    struct url url;
    format_text(text, sizeof text, "/%s%u", how == 'M' ? "map" : "", number);
    TEST_ASSERT_TRUE(url_parse(&url, web.link, sizeof web.link, text, strlen(text), request->url) > 0);
    request->observer->link(request->context, &(struct visit_link){.url = &url, .how = how});
}

static unsigned number_of(const struct url *url)
{
    unsigned number = 0;
    for (const char *at = url->text + url->path; *at; at++)
        if (*at >= '0' && *at <= '9')
            number = number * 10 + (unsigned)(*at - '0');
    return number;
}

/* The first page leads to all others. */
static void answer_page(const struct visit_request *request, struct site *site, struct visit_answer *answer)
{
    unsigned number = number_of(request->url);
    if (site->kind == KIND_ENDLESS) {
        tell_link(request, 'L', number + 1);
        answer->is_page = answer->is_target = true;
        return;
    }
    TEST_ASSERT_TRUE_MESSAGE(number < PAGES, request->url->text);
    for (unsigned i = 1; number == 0 && i < PAGES; i++)
        tell_link(request, 'L', i);
    answer->is_page = answer->is_target = true;
    site->pages |= 1u << number;
    if (site->kind == KIND_PAGES_HOUR || site->kind == KIND_PAGES_SHORT)
        answer->retry_after_s = say(site, site->kind == KIND_PAGES_SHORT ? 40 : HOUR_S);
    if (site->kind == KIND_DELAY)
        site->said_ms = real_ms() + 300 * 1000;
    if (site->kind == KIND_ONCE_PAGE && number == 2 && site->said == 0)
        answer->retry_after_s = say(site, 90000);
}

static int answer_fetch(void *context, const struct visit_request *request, struct visit_answer *answer)
{
    struct site *site = note_request(request->url);
    unsigned number = number_of(request->url);
    (void)context;
    *answer = (struct visit_answer){.status = 200,
                                    .duration_ms = site->kind == KIND_ENDLESS ? 6000 : 300,
                                    .bytes = 5000,
                                    .address = 0x01010101};
    web.now_ms += answer->duration_ms;
    if (request->is_sitemap && site->kind == KIND_SITEMAPS) {
        tell_link(request, 'M', number + 1);
        answer->retry_after_s = say(site, 2 * HOUR_S);
    } else if (request->is_sitemap) {
        answer->status = 404;
    } else if (site->kind == KIND_REDIRECTS && number > 0) {
        answer->status = 301;
        tell_link(request, 'R', 2 * number + PAGES);
    } else if (site->kind == KIND_ONCE_BUSY && number == 3 && site->said == 0) {
        answer->status = 503;
        answer->retry_after_s = say(site, 2 * HOUR_S);
    } else {
        answer_page(request, site, answer);
    }
    int status = request->observer->settle(request->context, answer);
    if (status >= 0)
        status = card_commit(&web.card);
    return status < 0 ? status : 0;
}

static void add_site(enum kind kind, const char *label, unsigned number, const char *domain)
{
    struct site *site = &world.site[world.sites++];
    *site = (struct site){.kind = kind};
    format_text(site->name, sizeof site->name, "%s%u%s", label, number, domain);
}

static void add_honest(void)
{
    static const enum kind kinds[] = {KIND_PLAIN, KIND_DELAY,       KIND_ONCE_PAGE,
                                      KIND_PLAIN, KIND_ONCE_ROBOTS, KIND_ONCE_BUSY};
    for (unsigned i = 0; i < HONEST; i++)
        add_site(kinds[i], "good", i, ".th");
}

static void add_hostile(unsigned count, unsigned domains, enum kind attack)
{
    for (unsigned i = 0; i < count; i++) {
        enum kind kind = attack == KIND_MIX ? KIND_ROBOTS_LONG + i % (KIND_MIX - KIND_ROBOTS_LONG) : attack;
        char domain[16];
        format_text(domain, sizeof domain, ".evil%u.th", i % domains);
        add_site(kind, "h", i, domain);
    }
}

/* Each card has a secret of its own, if nobody gives it another one. */
static void draw_secret(void *context, void *bytes, size_t size)
{
    static uint8_t drawn;
    (void)context;
    memset(bytes, ++drawn, size);
}

static void begin_with(const struct crawl_told *told)
{
    static const struct web_page none[] = {{.url = NULL}};
    web_begin(none);
    web.crawl.told = *told;
    web.port.random = draw_secret;
    web.port.fetch = web.port.sitemap = answer_fetch;
    web.port.robots = answer_robots;
    web.settings.explore = EXPLORE_NO;
    web.settings.sitemaps = SITEMAPS_YES;
    web.card.files.sectors[STATE_HOSTS] = IS_BOARD ? 16 : 64;
    web.card.files.sectors[STATE_INDEX] = IS_BOARD ? 2 : 8;
    web.card.files.sectors[STATE_VALID] = IS_BOARD ? 2 : 64;
    web.card.files.sectors[STATE_RESTING] = STATE_PLACES + REST_PLACES * WEB_SITE_SECTORS;
    TEST_ASSERT_EQUAL(0, crawl_begin(&web.crawl));
    for (unsigned i = 0; i < world.sites; i++) {
        char seed[40];
        format_text(seed, sizeof seed, "http://%s/", world.site[i].name);
        TEST_ASSERT_EQUAL(0, web_seed(seed));
    }
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
}

static void begin(void)
{
    begin_with(&(struct crawl_told){.secret = {0}});
}

/* Somebody puts in a fresh card with the same seeds, while the box stays on. */
static void swap(void)
{
    struct crawl_told told = web.crawl.told;
    uint32_t utc_now = utc();
    begin_with(&told);
    web.utc_at_0 = utc_now + 1;
}

/* The box is off for an hour; its tick count begins anew. */
static void restart(void)
{
    web.utc_at_0 += web.now_ms / 1000 + HOUR_S;
    web.now_ms = 0;
    TEST_ASSERT_EQUAL(0, web_boot());
}

static bool is_whole(const struct site *site)
{
    return site->pages == (1u << PAGES) - 1;
}

/* Those who have never asked for a long wait, or all of them. */
static bool are_honest_whole(bool all)
{
    for (unsigned i = 0; i < HONEST; i++)
        if (!is_whole(&world.site[i]) && (all || world.site[i].kind < KIND_ONCE_ROBOTS))
            return false;
    return true;
}

static unsigned requests_of_all(void)
{
    unsigned count = 0;
    for (unsigned i = 0; i < world.sites; i++)
        count += world.site[i].requests;
    return count;
}

/* When, in seconds from the beginning, the honest sites were whole. */
struct times {
    uint32_t patient_s, all_s;
};

/* One decision of the box. */
static int32_t step(void)
{
    int32_t wait = crawl_step(&web.crawl);
    for (unsigned i = 0; i < world.sites; i++)
        if (wait != CRAWL_STOP_CARD)
            world.site[i].ready_ms = world.site[i].said_ms;
        else
            world.site[i].said_ms = world.site[i].ready_ms;
    return wait;
}

static struct times crawl_until_whole(uint32_t most_s, uint32_t restart_each_s)
{
    uint32_t began = utc(), next_restart = began + restart_each_s;
    struct times times = {0};
    while (!are_honest_whole(true) && utc() - began < most_s) {
        if (times.patient_s == 0 && are_honest_whole(false))
            times.patient_s = utc() - began;
        int32_t wait = step();
        TEST_ASSERT_TRUE_MESSAGE(wait >= 0 || wait == CRAWL_STOP_REST || wait == CRAWL_STOP_NOTHING_LEFT ||
                                     (wait == CRAWL_STOP_CARD && web.card.dark),
                                 crawl_stop_sentence(wait));
        web.now_ms += wait >= 0 ? (uint32_t)wait : 1000;
        if (wait == CRAWL_STOP_CARD) /* power was cut */
            restart();
        if (restart_each_s > 0 && utc() >= next_restart) {
            restart();
            next_restart = utc() + restart_each_s;
        }
    }
    times.all_s = utc() - began;
    return times;
}

/* ---- Tests ---- */

static void honest_sites_are_whole_within_two_days_whatever_others_answer(void)
{
    static const char *const names[] = {"plain",     "robots 90000",  "pages 3600", "pages 40",
                                        "delay 300", "sitemaps 7200", "redirects",  "mix"};
    static const unsigned domains[] = {1, 2, 4, 24};
    for (unsigned kind = KIND_PLAIN; kind < KINDS_OF_ATTACK; kind++)
        for (unsigned i = 0; i < sizeof domains / sizeof *domains; i++)
            for (unsigned restarts = 0; restarts < 2; restarts++) {
                memset(&world, 0, sizeof world);
                add_honest();
                add_hostile(IS_BOARD ? 4 : 24, domains[i], (enum kind)kind);
                begin();
                struct times times = crawl_until_whole(10 * DAY_S, restarts ? 5 * HOUR_S : 0);
                char line[100];
                format_text(line, sizeof line,
                            "%s, %u domains%s: %lu h, with those who said 90000 s %lu h; %u requests",
                            names[kind], domains[i], restarts ? ", restarts" : "",
                            (unsigned long)times.patient_s / HOUR_S, (unsigned long)times.all_s / HOUR_S,
                            requests_of_all());
                TEST_ASSERT_TRUE_MESSAGE(times.all_s <= 2 * DAY_S, line);
                UnityPrint(line);
                UNITY_OUTPUT_CHAR(0x0a);
            }
}

/* What a crawl of one domain has. */
static unsigned most_active(void)
{
    unsigned most = 0;
    for (unsigned steps = 0; steps < 2000 && step() >= 0; steps++) {
        unsigned active = 0;
        for (unsigned slot = 0; slot < STATE_SITES; slot++)
            active += web.crawl.state.site[slot].stage == CRAWL_SITE_FETCHES;
        most = active > most ? active : most;
        web.now_ms += 100;
    }
    return most;
}

static void a_crawl_of_one_domain_uses_all_slots(void)
{
    memset(&world, 0, sizeof world);
    for (unsigned i = 0; i < HOSTS_MOST; i++)
        add_site(KIND_PLAIN, "h", i, ".one.th");
    begin();
    TEST_ASSERT_EQUAL(STATE_SITES, most_active());
}

static void a_domain_has_half_of_the_slots_while_others_want_them(void)
{
    memset(&world, 0, sizeof world);
    for (unsigned i = 0; i < HOSTS_MOST; i++)
        add_site(KIND_PLAIN, "h", i, i % 3 == 2 ? ".th" : ".one.th");
    begin();
    for (unsigned steps = 0; steps < 3000 && step() >= 0; steps++) {
        unsigned ones = 0, others_left = 0;
        for (unsigned slot = 0; slot < STATE_SITES; slot++) {
            const struct host *host;
            if (web.crawl.state.site[slot].stage == CRAWL_SITE_FREE)
                continue;
            TEST_ASSERT_EQUAL(0, hosts_read(&web.hosts, web.crawl.state.site[slot].host, &host));
            ones += strstr(host->name, ".one.th") != NULL;
        }
        for (unsigned i = 2; i < HOSTS_MOST; i += 3)
            others_left += web_host(world.site[i].name)->state == HOST_QUEUED;
        TEST_ASSERT_TRUE(ones <= STATE_SITES / 2 || others_left == 0);
        web.now_ms += 100;
    }
}

/* Nothing is fetched twice, though the site has rested eight times. */
static void a_site_comes_back_with_all_that_it_has(void)
{
    memset(&world, 0, sizeof world);
    add_site(KIND_PAGES_HOUR, "good", 0, ".th");
    for (unsigned i = 1; i < HONEST; i++)
        add_site(KIND_PLAIN, "good", i, ".th");
    begin();
    TEST_ASSERT_TRUE(crawl_until_whole(DAY_S, 5 * HOUR_S).all_s < DAY_S);
    TEST_ASSERT_TRUE(world.site[0].requests <= PAGES + 2 + DAY_S / (5 * HOUR_S));
}

/* Between the commit of an answer and that of the rest, between that and the return, and within each. */
static void power_may_fail_at_any_write(void)
{
    unsigned cuts = 0;
    for (unsigned nth = 1;; nth++) {
        memset(&world, 0, sizeof world);
        add_site(KIND_ONCE_PAGE, "good", 0, ".th");
        add_site(KIND_ONCE_BUSY, "good", 1, ".th");
        add_site(KIND_PAGES_SHORT, "h", 2, ".evil.th");
        begin();
        web.card.power_until = web.card.events + nth;
        web.card.tears = nth % 2;
        while ((!is_whole(&world.site[0]) || !is_whole(&world.site[1])) && utc() < WEB_UTC + 3 * DAY_S) {
            int32_t wait = step();
            if (wait == CRAWL_STOP_CARD) {
                cuts++;
                web.utc_at_0 += web.now_ms / 1000 + 1;
                web.now_ms = 0;
                TEST_ASSERT_EQUAL(0, web_boot());
            }
            web.now_ms += wait >= 0 ? (uint32_t)wait : 1000;
        }
        TEST_ASSERT_TRUE(is_whole(&world.site[0]) && is_whole(&world.site[1]));
        if (web.card.power_until != 0)
            break; /* the crawl has fewer writes */
    }
    TEST_ASSERT_TRUE(cuts > 50);
}

/* It is visited again and again for nothing, and each time it wants to be left alone for a day. */
static void a_site_that_gives_nothing_is_left_some_day(void)
{
    memset(&world, 0, sizeof world);
    add_site(KIND_ROBOTS_ALWAYS, "h", 0, ".evil.th");
    begin();
    while (web_host(world.site[0].name)->state != HOST_DONE && utc() < WEB_UTC + 60 * DAY_S) {
        int32_t wait = step();
        web.now_ms += wait >= 0 ? (uint32_t)wait : 60 * 1000;
    }
    TEST_ASSERT_EQUAL(SITE_STOP_IN_VAIN, web_host(world.site[0].name)->stop);
    TEST_ASSERT_TRUE(world.site[0].requests < 40);
}

/* Other sites of a domain that has its share do not keep one from coming back whose domain has not. */
static void a_site_that_has_rested_goes_before_a_crowd(void)
{
    memset(&world, 0, sizeof world);
    add_site(KIND_PAGES_SHORT, "good", 0, ".th");
    for (unsigned i = 1; i < HOSTS_MOST; i++)
        add_site(KIND_ENDLESS, "h", i, ".evil.th");
    begin();
    while (!is_whole(&world.site[0]) && utc() < WEB_UTC + DAY_S) {
        int32_t wait = step();
        web.now_ms += wait >= 0 ? (uint32_t)wait : 1000;
    }
    TEST_ASSERT_TRUE(utc() < WEB_UTC + PAGES * (40 + 60));
}

/* A fresh card knows nobody, but its box was told. */
static void nobody_is_asked_earlier_because_of_a_fresh_card(void)
{
    memset(&world, 0, sizeof world);
    add_honest();
    add_site(KIND_ROBOTS_LONG, "h", 0, ".evil.th");
    begin();
    for (unsigned cards = 0; cards < 6; cards++) {
        (void)crawl_until_whole(3 * HOUR_S, 0);
        swap();
    }
    TEST_ASSERT_EQUAL_MESSAGE(1, world.site[HONEST].requests, "it has asked for 25 hours");
    TEST_ASSERT_TRUE(crawl_until_whole(3 * DAY_S, 0).all_s < 3 * DAY_S);
}

SUITE(crawl_rest)
{
    RUN_TEST(power_may_fail_at_any_write);
    RUN_TEST(a_site_that_gives_nothing_is_left_some_day);
    RUN_TEST(a_site_that_has_rested_goes_before_a_crowd);
    RUN_TEST(honest_sites_are_whole_within_two_days_whatever_others_answer);
    RUN_TEST(a_crawl_of_one_domain_uses_all_slots);
    RUN_TEST(a_domain_has_half_of_the_slots_while_others_want_them);
    RUN_TEST(nobody_is_asked_earlier_because_of_a_fresh_card);
    RUN_TEST(a_site_comes_back_with_all_that_it_has);
}
