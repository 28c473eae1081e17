/*
 * A web of a few pages and a card in memory, for the crawl engine: a page is a line of a table, the clock
 * moves when the engine waits or fetches, and what was fetched is noted when its commit succeeded, as on a
 * real card.
 *
 *     static const struct web_page pages[] = {
 *         PAGE("http://a.th/", THAI, "http://a.th/1 http://b.th/"),
 *         MOVED("http://a.th/1", "http://a.th/2"),
 *         {.url = NULL},
 *     };
 *     web_begin(pages);
 *     web_seed("http://a.th/");
 *     web_run();
 *     TEST_ASSERT_EQUAL_STRING("a.th/ a.th/1 ", web.order);
 */
#ifndef CRAWLBOX_UNIT_CRAWL_FIXTURE_H
#define CRAWLBOX_UNIT_CRAWL_FIXTURE_H

#include "suite.h"

#include "base/status.h"
#include "crawl/crawl.h"
#include "crawl/frontier.h"
#include "fetch/http/fetch_status.h"
#include "fetch/robots_policy.h"
#include "read/robots/robots.h"
#include "read/url/key.h"
#include "settings/settings.h"
#include "store/warc.h"

enum web_language { NEITHER, THAI, FOREIGN };

struct web_page {
    const char *url;
    int status; /* what the server answers, or a fetch status */
    enum web_language language;
    const char *links; /* parted by blanks; of a redirect: its target; !: the same page in the language; @: a
                        * sitemap */
    uint16_t duration_ms;
    uint32_t retry_after_s;
    uint8_t failures; /* so many times 503 before the answer */
    uint8_t breaks;   /* then so many answers that break off: after `bytes`, or later each time */
    bool goes_away;   /* then 503 for ever */
    uint32_t bytes;
    bool empty;           /* without its scripts */
    const char *wall;     /* whoever comes without a cookie is given one, and sent there */
    bool is_shut;         /* and so is everybody else */
    const char *bytes_of; /* pages for which this is the same text have the same bytes; NULL: nobody knows */
    enum { PLAIN, ENCODED_UNLESS_STRICT, ALWAYS_ENCODED } coding;
};

#define PAGE(at, in, to)                                                                                     \
    {                                                                                                        \
        .url = (at), .status = 200, .language = (in), .links = (to)                                          \
    }
#define SAME(at, in, to, as)                                                                                 \
    {                                                                                                        \
        .url = (at), .status = 200, .language = (in), .links = (to), .bytes_of = (as)                        \
    }
#define MOVED(at, to)                                                                                        \
    {                                                                                                        \
        .url = (at), .status = 301, .links = (to)                                                            \
    }
#define ANSWER(at, number)                                                                                   \
    {                                                                                                        \
        .url = (at), .status = (number)                                                                      \
    }

struct web_robots {
    const char *host;
    int status;
    const char *text;
};

/* A suite that needs a larger card says so before it includes this. */
#ifndef CARD_SECTORS_HELD
#define CARD_SECTORS_HELD (STATE_MORE_SITES > 0 ? 250 : 66)
#endif

enum {
    CARD_POOL = CARD_SECTORS_HELD, /* sectors that can hold something */
    CARD_PLACES = CARD_POOL > 66 ? 4 * CARD_POOL : 256,
    CARD_LINES = 3,
    WEB_ORDER = 1200,
    WEB_SITE_SECTORS = CRAWL_ORIGINS * FRONTIER_ROBOTS_SECTORS + 13, /* a slot of one unit: 62 entries */
    WEB_UTC = 1800000000,
};

/* The card: only sectors that were written take memory. Power fails at a write that was chosen. */
struct card {
    struct state_files files;
    struct state state;
    struct state_line lines[CARD_LINES];
    uint32_t home[CARD_PLACES]; /* file and sector + 1 */
    uint16_t place[CARD_PLACES];
    uint8_t sectors[CARD_POOL][STATE_SECTOR_BYTES];
    unsigned used;
    uint8_t block[2][STATE_BLOCK_BYTES]; /* [1]: put, not committed */
    int block_size[2];
#if CRAWLBOX_MORE_SITES > 0
    uint8_t more[2][STATE_MORE_BYTES]; /* what went with the block */
    size_t more_size[2];
#endif
    unsigned events, power_until; /* number of the write or commit at which power fails; 0: it does not */
    bool tears;                   /* the write at which it fails is torn; else it is lost */
    bool dark;
};

struct web {
    struct card card;
    struct hosts hosts;
    struct crawl crawl;
    struct machine machine;
    struct crawl_port port;
    struct settings settings;
    const struct web_page *pages;
    const struct web_robots *robots;
    uint32_t robots_retry_after_s;                /* that each of them asks for */
    uint32_t no_names_from_ms, no_names_until_ms; /* the name server knows no host then */
    bool offline;
    bool cuts_off; /* while offline pages are cut off, as if the line had gone in the middle of them */
    const char *restarts_at; /* a fetch whose address has this in it ends the box */
    uint32_t now_ms;
    uint32_t utc_at_0; /* 0: the clock is not set */
    uint8_t failed[64];
    char cookies
        [WEB_ORDER]; /* those of all requests, each with a blank behind it, "-": cookies are not wanted */
    char order[WEB_ORDER]; /* what was fetched and committed, without http://, each with a blank behind it */
    size_t ordered;
    char schemes[65];        /* of the first of them: s for https, p for http */
    uint32_t fetched_at[64]; /* ms, for the first of them */
    unsigned fetches;        /* committed */
    unsigned parts_kept;     /* of pages that broke off and are asked for again */
    unsigned robots_fetches;
    char skipped[1200]; /* as order: what robots.txt forbids */
    const char *note;   /* of the last of them */
    int reason;         /* why the last of them was left out */
    char ended[300];    /* hosts with their stop reason: "a.th 1 " */
    char foreign[200];
    char link[URL_BUFFER_SIZE];
    char jar[256]; /* cookies of the last redirect's server */
    uint32_t lent[(ROBOTS_STORE_BYTES + 64) / 4];
    unsigned lent_count;
    int32_t result; /* of the last step */
};

static struct web web;

/* ---- The card ---- */

static inline uint8_t *card_sector(struct card *card, unsigned file, uint32_t sector, bool make)
{
    uint32_t home = (uint32_t)file << 24 | (sector + 1);
    unsigned at = (home * 2654435761u >> 8) % CARD_PLACES; /* from where it is looked for */
    while (card->home[at] != home && card->home[at] != 0)
        at = (at + 1) % CARD_PLACES;
    if (card->home[at] == 0) {
        if (!make)
            return NULL;
        TEST_ASSERT_TRUE_MESSAGE(card->used < CARD_POOL, "the test's card is full");
        card->home[at] = home;
        card->place[at] = (uint16_t)card->used++;
    }
    return card->sectors[card->place[at]];
}

static inline bool card_event(struct card *card)
{
    if (!card->dark && ++card->events == card->power_until)
        card->dark = true;
    else if (!card->dark)
        return true;
    return false;
}

static inline int card_read(void *context, unsigned file, uint32_t sector, void *bytes)
{
    struct card *card = context;
    const uint8_t *from = card_sector(card, file, sector, false);
    if (card->dark)
        return STATUS_CLOSED;
    if (from)
        memcpy(bytes, from, STATE_SECTOR_BYTES);
    else
        memset(bytes, 0x5a, STATE_SECTOR_BYTES);
    return 0;
}

static inline int card_write(void *context, unsigned file, uint32_t sector, const void *bytes)
{
    struct card *card = context;
    bool was_dark = card->dark;
    uint8_t *to = card_sector(card, file, sector, true);
    if (card_event(card)) {
        memcpy(to, bytes, STATE_SECTOR_BYTES);
        return 0;
    }
    if (!was_dark && card->tears)
        memcpy(to, bytes, STATE_SECTOR_BYTES / 3);
    return STATUS_CLOSED;
}

static inline int card_sync(void *context)
{
    return ((struct card *)context)->dark ? STATUS_CLOSED : 0;
}

static inline int card_get(void *context, void *block, size_t size)
{
    struct card *card = context;
    if (card->block_size[0] == 0)
        return STATUS_NOT_FOUND;
    memcpy(block, card->block[0], size < STATE_BLOCK_BYTES ? size : STATE_BLOCK_BYTES);
    return card->block_size[0];
}

static inline int card_put(void *context, const void *block, size_t size)
{
    struct card *card = context;
    memcpy(card->block[1], block, size);
    card->block_size[1] = (int)size;
#if CRAWLBOX_MORE_SITES > 0
    if (card->files.put_more == NULL)
        card->more_size[1] = 0;
#endif
    return card_sync(card);
}

#if CRAWLBOX_MORE_SITES > 0
static inline void card_put_more(void *context, const void *bytes, size_t size)
{
    struct card *card = context;
    memcpy(card->more[1], bytes, size);
    card->more_size[1] = size;
}

static inline int card_get_more(void *context, void *bytes, size_t size)
{
    struct card *card = context;
    if (card->more_size[0] == 0 || card->more_size[0] > size)
        return STATUS_NOT_FOUND;
    memcpy(bytes, card->more[0], card->more_size[0]);
    return (int)card->more_size[0];
}
#endif

static inline int card_commit(void *context)
{
    struct card *card = context;
    if (!card_event(card))
        return STATUS_CLOSED;
    memcpy(card->block[0], card->block[1], STATE_BLOCK_BYTES);
    card->block_size[0] = card->block_size[1];
#if CRAWLBOX_MORE_SITES > 0
    memcpy(card->more[0], card->more[1], card->more_size[1]);
    card->more_size[0] = card->more_size[1];
#endif
    return 0;
}

/* ---- The web ---- */

static inline const struct web_page *web_find(const char *url)
{
    const struct web_page *page = web.pages;
    while (page->url && strcmp(page->url, url) != 0)
        page++;
    return page;
}

static inline void web_append(char *text, size_t size, const char *more)
{
    size_t at = strlen(text), length = strlen(more);
    if (at + length + 2 > size)
        return;
    memcpy(text + at, more, length);
    memcpy(text + at + length, " ", 2);
}

static inline const char *web_without_scheme(const char *url)
{
    return strstr(url, "//") + 2;
}

/* For segments: of a link's words, of which there is one, it counts whether its address has "thai" in it. */
static inline void web_tell_link(const struct visit_request *request, const struct url *url, char how,
                                 bool is_alternate)
{
    const struct visit_link link = {.url = url, .how = how, .is_alternate = is_alternate};
    const struct visit_evidence evidence = {.words = {1, strstr(url->text, "thai") != NULL}};
    uint32_t place = request->observer->link(request->context, &link);
    if (place)
        request->observer->evidence(request->context, place, &evidence);
}

static inline uint8_t web_chance(void *context, const struct crawl_segment_link *link)
{
    const uint16_t *words = link->evidence.words;
    (void)context;
    return (uint8_t)(words[0] == 0 ? 0 : 100 + 150 * words[1] / words[0]);
}

static inline void web_add(struct visit_evidence *sum, const struct visit_evidence *more)
{
    sum->words[0] = (uint16_t)(sum->words[0] + more->words[0]);
    sum->words[1] = (uint16_t)(sum->words[1] + more->words[1]);
}

/* The answer of a wall, which sets a cookie of the page's own. */
static inline bool web_is_walled(const struct visit_request *request, const struct web_page *page,
                                 struct visit_answer *answer)
{
    const char *sent = request->cookie ? request->cookie : "-";
    struct url url;
    web_append(web.cookies, sizeof web.cookies, sent);
    strcpy(web.jar, request->cookie ? request->cookie : "");
    answer->cookie = answer->status == 301 ? web.jar : NULL;
    if (!page->wall || (!page->is_shut && strstr(sent, "in=")))
        return false;
    answer->status = 302;
    answer->cookie = request->cookie ? "; in=1" : NULL;
    if (url_parse(&url, web.link, sizeof web.link, page->wall, strlen(page->wall), request->url) >= 0)
        web_tell_link(request, &url, 'R', false);
    return true;
}

static inline void web_links(const struct visit_request *request, const struct web_page *page)
{
    const char *at = page->links;
    while (at && *at) {
        bool is_alternate = *at == '!', is_sitemap = *at == '@';
        at += is_alternate || is_sitemap;
        size_t length = strcspn(at, " ");
        struct url url;
        if (url_parse(&url, web.link, sizeof web.link, at, length, request->url) >= 0)
            web_tell_link(request, &url, page->status >= 300 ? 'R' : is_sitemap ? 'M' : 'L', is_alternate);
        at += length + (at[length] == ' ');
    }
}

static inline int web_fetch(void *context, const struct visit_request *request, struct visit_answer *answer)
{
    const struct web_page *page = web_find(request->url->text);
    uint8_t *failed = &web.failed[(page - web.pages) % 64];
    (void)context;
    if (web.restarts_at && strstr(request->url->text, web.restarts_at))
        return STATUS_CLOSED;
    *answer = (struct visit_answer){.status = page->url ? page->status : 404,
                                    .duration_ms = page->duration_ms,
                                    .retry_after_s = page->retry_after_s,
                                    .bytes = page->bytes,
                                    .page = {.is_empty = page->empty}};
    uint32_t began_ms = web.now_ms;
    web.now_ms += answer->duration_ms;
    if (!web_is_walled(request, page, answer))
        web_links(request, page);
    if (web.offline && web.cuts_off)
        answer->truncated = WARC_TRUNCATED_TIME;
    else if (web.offline)
        answer->status = FETCH_CONNECT;
    bool fails = page->url && *failed < page->failures;
    if (fails) {
        ++*failed;
        answer->status = 503;
    }
    bool breaks = page->url && !fails && *failed < page->failures + page->breaks;
    if (breaks) {
        ++*failed;
        answer->bytes = page->bytes ? page->bytes : *failed * 100u;
        answer->truncated = WARC_TRUNCATED_DISCONNECT;
    } else if (!fails && page->goes_away) {
        fails = true;
        answer->status = 503;
    }
    answer->is_page = answer->status == 200 && page->language != NEITHER;
    answer->is_encoded = answer->is_unjudged =
        page->coding == ALWAYS_ENCODED || (page->coding == ENCODED_UNLESS_STRICT && !request->strict);
    answer->is_target = visit_has_page(answer) && page->language == THAI;
    answer->relevance = answer->is_target ? 255 : 40;
    uint8_t digest[SHA1_BYTES] = {0};
    if (page->url && page->bytes_of) {
        strncpy((char *)digest, page->bytes_of, sizeof digest - 1);
        answer->payload = digest;
    }
    int status = request->observer->settle(request->context, answer);
    answer->payload = NULL;
    bool again = status == VISIT_AGAIN || status == VISIT_AGAIN_KEPT;
    web.parts_kept += status == VISIT_AGAIN_KEPT;
    if (status >= 0)
        status = card_commit(&web.card);
    if (status < 0)
        return status;
    if (web.fetches < 64)
        web.fetched_at[web.fetches] = began_ms;
    web.fetches++;
    if (!fails && !again && !web.offline && strlen(web.schemes) < sizeof web.schemes - 1)
        strcat(web.schemes, request->url->secure ? "s" : "p");
    if (!fails && !again && !web.offline)
        web_append(web.order, sizeof web.order, web_without_scheme(request->url->text));
    return 0;
}

static inline bool web_has_no_names(void)
{
    return web.now_ms >= web.no_names_from_ms && web.now_ms < web.no_names_until_ms;
}

static inline void web_take_sitemap(void *context, const char *text, size_t length)
{
    struct url url;
    if (url_parse(&url, web.link, sizeof web.link, text, length, NULL) >= 0)
        web_tell_link(context, &url, 'M', false);
}

/* What a page of the web says of the origin's robots.txt, before any struct web_robots. */
static inline const struct web_page *web_find_robots(const struct url *url)
{
    static char text[URL_BUFFER_SIZE + sizeof "/robots.txt"];
    memcpy(text, url->text, url->path);
    strcpy(text + url->path, "/robots.txt");
    return web_find(text);
}

static inline int web_fetch_robots(void *context, const struct visit_request *request,
                                   struct visit_answer *answer)
{
    static struct robots_parser parser;
    static uint8_t store[ROBOTS_STORE_BYTES];
    const struct web_robots *robots = web.robots;
    const struct url *url = request->url;
    size_t bytes = 0;
    (void)context;
    web.robots_fetches++;
    if (web.restarts_at && strstr("/robots.txt", web.restarts_at))
        return STATUS_CLOSED;
    char behind = url->text[url->host_end];
    url->text[url->host_end] = '\0';
    while (robots && robots->host && strcmp(robots->host, url->text + url->host) != 0)
        robots++;
    url->text[url->host_end] = behind;
    bool is_known = robots && robots->host;
    *answer = (struct visit_answer){.status = is_known ? robots->status : 404,
                                    .retry_after_s = web.robots_retry_after_s};
    if (url->text[url->host] == 'x' || web_has_no_names())
        answer->status = FETCH_DNS;
    const struct web_page *own = web_find_robots(url);
    if (own->url)
        answer->status = own->status;
    uint32_t utc = (uint32_t)(web.machine.utc_ms(NULL) / 1000);
    switch (robots_policy(answer->status, 0, false)) {
    case ROBOTS_PARSE:
        robots_begin(&parser, store, sizeof store, "crawlbox", URL_LIMIT);
        parser.sitemap = web_take_sitemap;
        parser.sitemap_context = (void *)(uintptr_t)request;
        robots_push(&parser, robots->text, strlen(robots->text));
        bytes = (size_t)robots_finish(&parser, utc);
        break;
    case ROBOTS_DENY: bytes = (size_t)robots_set(store, sizeof store, ROBOTS_UNREACHABLE, utc); break;
    case ROBOTS_DEFER: break;
    default: bytes = (size_t)robots_set(store, sizeof store, ROBOTS_UNAVAILABLE, utc);
    }
    answer->has_rules = bytes > 0;
    if (answer->has_rules)
        request->observer->rules(request->context, store, bytes);
    return 0;
}

static inline int web_skip(void *context, const struct visit_request *request, int reason)
{
    (void)context;
    TEST_ASSERT_TRUE(reason == FETCH_ROBOTS || reason == FETCH_NO_ROBOTS || reason == FETCH_RETRIES ||
                     reason == FETCH_BLOCKED);
    web.reason = reason;
    int status = card_commit(&web.card);
    web.note = request->note;
    if (status == 0)
        web_append(web.skipped, sizeof web.skipped, web_without_scheme(request->url->text));
    return status;
}

static inline void web_random(void *context, void *bytes, size_t size)
{
    (void)context;
    memset(bytes, 0x5a, size);
}

static inline uint32_t web_now_ms(void *context)
{
    (void)context;
    return web.now_ms;
}

static inline uint64_t web_utc_ms(void *context)
{
    (void)context;
    return web.utc_at_0 ? web.utc_at_0 * UINT64_C(1000) + web.now_ms : 0;
}

static inline bool web_is_online(void *context)
{
    (void)context;
    return !web.offline;
}

/* Names that begin with x do not exist, those that begin with v6 have no IPv4 address, and those that begin
 * with lan are the library's own. */
static inline int web_resolve(void *context, const char *host, uint32_t *address)
{
    (void)context;
    if (host[0] == 'x' || web_has_no_names())
        return STATUS_NOT_FOUND;
    if (strncmp(host, "v6", 2) == 0)
        return STATUS_UNSUPPORTED;
    *address = 0x01010101;
    return strncmp(host, "lan", 3) == 0 ? STATUS_REFUSED : 0;
}

static inline uint8_t web_country(void *context, uint32_t address)
{
    (void)context, (void)address;
    return COUNTRY_HOME;
}

/* The more Thai sources, the better; one foreign source more than these is too much. */
static inline uint8_t web_predict(void *context, const struct features *features)
{
    (void)context;
    int32_t confidence = 130 + 10 * (int32_t)features_sources(features, FEATURE_THAI) -
                         20 * (int32_t)features_sources(features, FEATURE_FOREIGN);
    return (uint8_t)(confidence < 0 ? 0 : confidence);
}

static inline void *web_lend(void *context, size_t bytes)
{
    (void)context;
    TEST_ASSERT_TRUE(bytes <= sizeof web.lent);
    TEST_ASSERT_EQUAL(0, web.lent_count++);
    return web.lent;
}

static inline void web_give_back(void *context, void *memory)
{
    (void)context;
    TEST_ASSERT_EQUAL_PTR(web.lent, memory);
    memset(web.lent, 0xee, sizeof web.lent);
    web.lent_count--;
}

static inline void web_event(void *context, unsigned event, const char *host, uint32_t number)
{
    char digits[4] = {(char)('0' + number / 10), (char)('0' + number % 10), '\0'};
    (void)context;
    if (event != CRAWL_EVENT_SITE_ENDS)
        return;
    web_append(web.ended, sizeof web.ended, host);
    web_append(web.ended, sizeof web.ended, number > 9 ? digits : digits + 1);
}

static inline int web_foreign(void *context, const char *host, bool is_secure)
{
    (void)context;
    TEST_ASSERT_FALSE(is_secure);
    web_append(web.foreign, sizeof web.foreign, host);
    return 0;
}

/* ---- For tests ---- */

/* Power returns, and the engine goes on from the card. */
static inline int web_boot(void)
{
    web.card.dark = false;
    web.card.power_until = 0;
    int status = state_open(&web.card.state, &web.card.files, web.card.lines, CARD_LINES);
    if (status < 0)
        return status;
    crawl_init(&web.crawl, &web.port, &web.settings);
    return crawl_open(&web.crawl);
}

static inline void web_begin(const struct web_page *pages)
{
    memset(&web, 0, sizeof web);
    settings_reset(&web.settings);
    web.pages = pages;
    web.utc_at_0 = WEB_UTC;
    web.card.files = (struct state_files){
        .context = &web.card,
        .sectors = {STATE_CRAWL_SECTORS, 16, 2, 4, 6, WEB_SITE_SECTORS, WEB_SITE_SECTORS, WEB_SITE_SECTORS,
                    WEB_SITE_SECTORS},
        .read = card_read,
        .write = card_write,
        .sync = card_sync,
        .get = card_get,
        .put = card_put,
        .commit = card_commit,
    };
    web.machine = (struct machine){
        .now_ms = web_now_ms,
        .utc_ms = web_utc_ms,
        .lend = web_lend,
        .give_back = web_give_back,
        .is_online = web_is_online,
        .country = web_country,
        .predict = web_predict,
        .event = web_event,
    };
    web.port = (struct crawl_port){
        .machine = &web.machine,
        .state = &web.card.state,
        .hosts = &web.hosts,
        .fetch = web_fetch,
        .robots = web_fetch_robots,
        .sitemap = web_fetch,
        .skip = web_skip,
        .resolve = web_resolve,
        .chance = web_chance,
        .add = web_add,
        .random = web_random,
        .foreign = web_foreign,
    };
    TEST_ASSERT_EQUAL(0, state_open(&web.card.state, &web.card.files, web.card.lines, CARD_LINES));
    crawl_init(&web.crawl, &web.port, &web.settings);
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, crawl_open(&web.crawl));
    TEST_ASSERT_EQUAL(0, crawl_begin(&web.crawl));
}

static inline int web_seed(const char *text)
{
    struct url url;
    TEST_ASSERT_TRUE(url_parse(&url, web.link, sizeof web.link, text, strlen(text), NULL) > 0);
    return crawl_seed(&web.crawl, &url);
}

/* Steps until there is nothing to do or the card is gone; the clock moves over each wait. */
static inline int32_t web_run(void)
{
    for (unsigned steps = 0; steps < 20000; steps++) {
        web.result = crawl_step(&web.crawl);
        if (web.result < 0)
            return web.result;
        web.now_ms += (uint32_t)web.result;
    }
    TEST_FAIL_MESSAGE("the crawl does not end");
    return 0;
}

/* From seeds (parted by blanks) to the end. */
static inline void web_crawl(const struct web_page *pages, const char *seeds)
{
    (void)pages;
    while (*seeds) {
        char text[64] = {0};
        size_t length = strcspn(seeds, " ");
        memcpy(text, seeds, length);
        TEST_ASSERT_EQUAL(0, web_seed(text));
        seeds += length + (seeds[length] == ' ');
    }
    TEST_ASSERT_EQUAL(0, crawl_start(&web.crawl));
    TEST_ASSERT_EQUAL_STRING(crawl_stop_sentence(CRAWL_STOP_NOTHING_LEFT), crawl_stop_sentence(web_run()));
    TEST_ASSERT_EQUAL(0, web.lent_count);
}

/* What the host table knows of a host. */
static inline const struct host *web_host(const char *name)
{
    const struct host *host;
    int32_t id = hosts_find(&web.hosts, name, strlen(name));
    TEST_ASSERT_TRUE_MESSAGE(id >= 0, name);
    TEST_ASSERT_EQUAL(0, hosts_read(&web.hosts, (uint32_t)id, &host));
    return host;
}

static inline uint32_t web_rejected(enum crawl_reject reject)
{
    return web.crawl.state.totals.rejected[reject];
}

#endif
