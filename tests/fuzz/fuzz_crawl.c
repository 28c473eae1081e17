/*
 * A crawl whose state on the card was changed behind its back. The input is a list of changes (what, where,
 * with which byte) to the state block and to the sectors of two slots, made in the middle of a small crawl;
 * the rest of it is what pages link to. The engine then refuses the state, begins sites again or goes on, but
 * never crashes, never runs on for ever, and never asks for a page of a host other than the site's. Some
 * servers want to be left alone for hours, and records of the sites that rest are changed, too. Half of
 * the crawls are those of a machine with more active sites than a box, whose supplement is changed, too; half
 * of them fetch what pages need, and what is changed, now while the box runs, may be the queue of that.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "crawl/crawl.h"
#include "crawl/frontier.h"
#include "graph/predict/predict.h"
#include "read/robots/robots.h"
#include "settings/settings.h"

enum {
    LIST_SECTORS = FRONTIER_SEEN_AT + 4 * FRONTIER_UNIT_SECTORS,
    NEEDS_SECTORS = FRONTIER_SEEN_AT + 4, /* rules of other servers, and the queue of what pages need */
    SITE_SECTORS = LIST_SECTORS + NEEDS_SECTORS,
    VALID_SECTORS = 4,
    RESTING_SECTORS = STATE_PLACES + 3 * SITE_SECTORS,
    FILE_SECTORS = 128, /* at most, of any other file */
    STEPS_MAX = 20000,  /* a wait of a day takes 1,440 of them */
    CHANGE_BYTES = 4,
    CHANGES_MAX = 12,
    LINKS_MAX = 12,
    MORE_SITES = 2, /* that the machine has beyond those of a box */
    /* bits of the first byte */
    MACHINE = 16,
    EMBEDS = 32,
    MEANWHILE = 64, /* the change is made while the box runs; else it is switched off and on */
    /* of a change */
    RESTING = 16, /* it is one of what rests */
};

static struct fuzz {
    struct state_files files;
    struct state state;
    struct state_line lines[STATE_LINES_MIN];
    struct hosts hosts;
    struct crawl crawl;
    struct settings settings;
    uint8_t sectors[STATE_MORE0 + MORE_SITES][FILE_SECTORS][STATE_SECTOR_BYTES];
    uint8_t resting[RESTING_SECTORS][STATE_SECTOR_BYTES];
    uint8_t block[STATE_BLOCK_BYTES];
    int block_size;
    uint8_t more[STATE_MORE_BYTES]; /* the supplement of the block */
    size_t more_size;
    uint32_t lent[(ROBOTS_STORE_BYTES + 8) / 4];
    char link[URL_BUFFER_SIZE];
    uint32_t now_ms;
    unsigned fetches;
    const uint8_t *data; /* that pages are made of */
    size_t size;
} fuzz;

static uint8_t *map(void *context, unsigned file, uint32_t sector)
{
    (void)context;
    return file == STATE_RESTING ? fuzz.resting[sector] : fuzz.sectors[file][sector];
}

static int get(void *context, void *block, size_t size)
{
    (void)context;
    memcpy(block, fuzz.block, size);
    return fuzz.block_size > 0 ? fuzz.block_size : STATUS_NOT_FOUND;
}

static int put(void *context, const void *block, size_t size)
{
    (void)context;
    memcpy(fuzz.block, block, size);
    fuzz.block_size = (int)size;
    return 0;
}

static void put_more(void *context, const void *bytes, size_t size)
{
    (void)context;
    memcpy(fuzz.more, bytes, size);
    fuzz.more_size = size;
}

static int get_more(void *context, void *bytes, size_t size)
{
    (void)context;
    if (fuzz.more_size == 0 || fuzz.more_size > size)
        return STATUS_NOT_FOUND;
    memcpy(bytes, fuzz.more, fuzz.more_size);
    return (int)fuzz.more_size;
}

static int commit(void *context)
{
    (void)context;
    return 0;
}

static uint32_t now_ms(void *context)
{
    (void)context;
    return fuzz.now_ms;
}

static uint64_t utc_ms(void *context)
{
    (void)context;
    return UINT64_C(1800000000000) + fuzz.now_ms;
}

static int resolve(void *context, const char *host, uint32_t *address)
{
    (void)context;
    *address = 1;
    return host[0] == 'x' ? STATUS_NOT_FOUND : 0;
}

static uint8_t country(void *context, uint32_t address)
{
    (void)context, (void)address;
    return COUNTRY_HOME;
}

static uint8_t predict_rough(void *context, const struct features *features)
{
    (void)context;
    return predict_rule(features);
}

static uint8_t chance(void *context, const struct crawl_segment_link *link)
{
    (void)context;
    return (uint8_t)link->evidence.words[0];
}

static void add(struct visit_evidence *sum, const struct visit_evidence *more)
{
    sum->words[0] = (uint16_t)(sum->words[0] + more->words[0]);
}

static uint8_t next_byte(void)
{
    if (fuzz.size == 0)
        return 0;
    fuzz.size--;
    return *fuzz.data++;
}

static int fetch(void *context, const struct visit_request *request, struct visit_answer *answer)
{
    static const char *const links[] = {"/",
                                        "/a",
                                        "/b/c",
                                        "b",
                                        "?q=1",
                                        "http://b.th/",
                                        "https://x.th/",
                                        "/a.jpg",
                                        "http://www.a.th/a",
                                        "//c.com/",
                                        "/d/d/d/d",
                                        "https://a.th/a",
                                        "#x"};
    const struct host *host;
    struct url url;
    (void)context;
    uint32_t id = crawl_look_at(&fuzz.crawl, request->worker)->host;
    if (hosts_read(&fuzz.hosts, id, &host) != 0 || strlen(request->url->text) != request->url->length)
        abort();
    const char *asked = request->url->text + request->url->host;
    if (request->embed == EMBED_NONE &&
        !strstr(asked, host->name + (strncmp(host->name, "www.", 4) == 0 ? 4 : 0)))
        abort();
    fuzz.fetches++;
    uint8_t kind = next_byte();
    static const uint16_t waits_s[] = {0, 1, 50, 4000};
    static const int16_t statuses[] = {200, 200, 200, 302, 404, 503, -3, 200};
    *answer = (struct visit_answer){
        .status = statuses[kind % 8], .duration_ms = kind, .retry_after_s = waits_s[kind / 64]};
    answer->is_embed = answer->status == 200 && request->embed != EMBED_NONE;
    answer->is_page = answer->status == 200 && !answer->is_embed;
    answer->is_target = answer->is_page && kind & 0x10;
    answer->relevance = kind;
    for (unsigned i = 0; i < LINKS_MAX && fuzz.size > 0 && fuzz.fetches < 200; i++) {
        const char *link = links[next_byte() % (sizeof links / sizeof links[0])];
        if (url_parse(&url, fuzz.link, sizeof fuzz.link, link, strlen(link), request->url) < 0)
            continue;
        uint8_t embed = fuzz.settings.embeds != EMBEDS_NONE ? (kind + i) % (EMBED_DOCUMENT + 1) : EMBED_NONE;
        struct visit_link found = {.url = &url, .how = answer->is_page ? 'L' : 'R', .embed = embed};
        if (embed != EMBED_NONE)
            found.how = 'E';
        uint32_t place = request->observer->link(request->context, &found);
        if (place != 0)
            request->observer->evidence(request->context, place, &(struct visit_evidence){{kind | 1u}});
    }
    return request->observer->settle(request->context, answer);
}

static int fetch_robots(void *context, const struct visit_request *request, struct visit_answer *answer)
{
    static uint8_t store[ROBOTS_STORE_MIN];
    (void)context;
    *answer = (struct visit_answer){.status = 404, .has_rules = true};
    int bytes = robots_set(store, sizeof store, ROBOTS_UNAVAILABLE, (uint32_t)(utc_ms(NULL) / 1000));
    request->observer->rules(request->context, store, (size_t)bytes);
    return 0;
}

static void *lend(void *context, size_t bytes)
{
    (void)context;
    return bytes <= sizeof fuzz.lent ? fuzz.lent : NULL;
}

static void give_back(void *context, void *memory)
{
    (void)context, (void)memory;
}

static const struct machine machine = {
    .now_ms = now_ms,
    .utc_ms = utc_ms,
    .lend = lend,
    .give_back = give_back,
    .country = country,
    .predict = predict_rough,
};

static const struct crawl_port port = {
    .machine = &machine,
    .state = &fuzz.state,
    .hosts = &fuzz.hosts,
    .fetch = fetch,
    .robots = fetch_robots,
    .resolve = resolve,
    .chance = chance,
    .add = add,
};

/* Runs until the crawl has no more to do; after so many steps it must have. */
static void run(unsigned fetches)
{
    for (unsigned steps = 0; steps < STEPS_MAX; steps++) {
        int32_t wait_ms = crawl_step(&fuzz.crawl);
        if (wait_ms < 0 || fuzz.fetches >= fetches)
            return;
        fuzz.now_ms += (uint32_t)wait_ms;
    }
    abort();
}

/* One of the list's, or one of the queue of what pages need. */
static unsigned changed_sector(uint8_t what, unsigned place)
{
    return what & 8 ? SITE_SECTORS - 1 - place % 4 : FRONTIER_SEEN_AT + place % 20;
}

/* What says which sites rest where, a record of one, or the list of one. */
static void change_resting(uint8_t what, uint8_t where, uint8_t at, uint8_t value)
{
    size_t tail = offsetof(struct crawl_state, tenure);
    if (what % 2 == 1)
        fuzz.resting[what & 4 ? where % RESTING_SECTORS : where % 8u][at * 2 % STATE_SECTOR_BYTES] = value;
    else if (what & 4)
        memcpy(fuzz.resting[where % 8], fuzz.resting[at % 8], STATE_SECTOR_BYTES);
    else
        fuzz.block[tail + where % (sizeof(struct crawl_state) - tail)] = value;
}

static void change(const uint8_t bytes[CHANGE_BYTES])
{
    uint8_t what = bytes[0], where = bytes[1], at = bytes[2], value = bytes[3];
    unsigned place = (unsigned)where << 2 | (at & 3), first = what & 4 ? STATE_MORE0 : STATE_SITE0;
    if (what & RESTING)
        change_resting(what, where, at, value);
    else if (what % 2 == 1)
        fuzz.sectors[first + what / 2 % 2][changed_sector(what, place)][at * 2 % STATE_SECTOR_BYTES] = value;
    else if (what & 4)
        fuzz.more[place % (MORE_SITES * sizeof(struct crawl_more_site))] = value;
    else
        fuzz.block[offsetof(struct crawl_state, site) + place % (2 * sizeof(struct crawl_site))] = value;
}

static void begin(uint8_t mode, bool is_machine)
{
    memset(&fuzz, 0, sizeof fuzz);
    settings_reset(&fuzz.settings);
    fuzz.settings.active_sites = is_machine ? STATE_SITES : 2;
    fuzz.settings.mode = mode;
    fuzz.files = (struct state_files){
        .sectors = {STATE_CRAWL_SECTORS, 8, 2, 4, 6, SITE_SECTORS, SITE_SECTORS},
        .map = map,
        .get = get,
        .put = put,
        .commit = commit,
    };
    fuzz.files.sectors[STATE_VALID] = VALID_SECTORS;
    fuzz.files.sectors[STATE_RESTING] = RESTING_SECTORS;
    if (is_machine) {
        fuzz.files.put_more = put_more;
        fuzz.files.get_more = get_more;
        fuzz.files.sites = STATE_SITES + MORE_SITES;
        for (unsigned slot = 0; slot < fuzz.files.sites; slot++)
            fuzz.files.sectors[state_site_file(slot)] = SITE_SECTORS;
    }
    state_open(&fuzz.state, &fuzz.files, fuzz.lines, STATE_LINES_MIN);
    crawl_init(&fuzz.crawl, &port, &fuzz.settings);
    if (crawl_begin(&fuzz.crawl) != 0)
        abort();
}

/* A machine gets a site for each of its slots. */
static void seed_sites(bool is_machine)
{
    static const char *const seeds[] = {"http://a.th/", "http://www.b.th/", "http://d.th/",
                                        "http://e.th/", "http://f.th/",     "http://g.th/"};
    struct url url;
    for (unsigned i = 0; i < (is_machine ? sizeof seeds / sizeof seeds[0] : 2); i++) {
        url_parse(&url, fuzz.link, sizeof fuzz.link, seeds[i], strlen(seeds[i]), NULL);
        crawl_seed(&fuzz.crawl, &url);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 8)
        return 0;
    begin(data[0] & 8 ? MODE_SEGMENT : MODE_ROUNDS, data[0] & MACHINE);
    seed_sites(data[0] & MACHINE);
    crawl_start(&fuzz.crawl);
    uint8_t head[2] = {data[0], data[1]};
    size_t changes = head[1] % (CHANGES_MAX + 1);
    if (changes * CHANGE_BYTES > size - sizeof head)
        changes = (size - sizeof head) / CHANGE_BYTES;
    const uint8_t *pages = data + sizeof head + changes * CHANGE_BYTES;
    fuzz.settings.strategy = head[0] % 6;
    fuzz.settings.embeds = head[0] & EMBEDS ? EMBEDS_ALL : EMBEDS_NONE;
    fuzz.data = pages;
    fuzz.size = size - (size_t)(pages - data);
    run(6);
    for (size_t i = 0; i < changes; i++)
        change(data + sizeof head + i * CHANGE_BYTES);
    if (head[0] & MEANWHILE || crawl_open(&fuzz.crawl) == 0)
        run(UINT32_MAX);
    return 0;
}
