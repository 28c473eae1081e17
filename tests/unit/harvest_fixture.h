/* What the suites about harvesting share: a network by script, a store that remembers, and a crawl that takes
 * notes. */
#ifndef CRAWLBOX_UNIT_HARVEST_FIXTURE_H
#define CRAWLBOX_UNIT_HARVEST_FIXTURE_H

#include "fetch_fixture.h"
#include "store_fixture.h"

#include "box/harvest/harvest.h"
#include "box/harvest/work.h"

/* A lent piece of memory, so that a page that does not give it back is noticed. */
static struct {
    struct harvest_work work;
    bool lent;
    unsigned refusals; /* so many times there is none */
    unsigned times;
} memory;

static struct {
    char links[256]; /* "L http://...\n", "!L ..." if it leads to the same page in the language */
    char header[512];
    unsigned settled;
    struct visit_answer settled_answer;
    int settle_status;
    const char *via;
    struct valid known;  /* of the URL, if it has a text */
    struct valid stored; /* what was noted last */
    uint32_t same;       /* where the payload is already, in file CARD_FILE */
    unsigned kept_count; /* payloads that were noted, all of them where the fixture's card has its page */
    unsigned stored_count;
} crawl;

static inline void *lend(void *context, size_t bytes)
{
    (void)context;
    TEST_ASSERT_EQUAL(sizeof memory.work, bytes);
    TEST_ASSERT_FALSE(memory.lent);
    if (memory.refusals > 0) {
        memory.refusals--;
        return NULL;
    }
    memset(&memory.work, 0xa5, sizeof memory.work);
    memory.lent = true;
    memory.times++;
    return &memory.work;
}

static inline void give_back(void *context, void *piece)
{
    (void)context;
    TEST_ASSERT_EQUAL_PTR(&memory.work, piece);
    memory.lent = false;
}

static inline uint64_t utc_ms(void *context)
{
    (void)context;
    return 1794792734123;
}

static inline void take_header(void *context, const char *bytes, size_t count)
{
    (void)context;
    strncat(crawl.header, bytes, count);
}

static inline uint32_t take_link(void *context, const struct visit_link *link)
{
    (void)context;
    char how[] = {link->how, ' ', '\0'};
    if (link->is_alternate)
        strcat(crawl.links, "!");
    strcat(crawl.links, how);
    strcat(crawl.links, link->url->text);
    strcat(crawl.links, "\n");
    return 0;
}

static inline int write_via(void *context, char *buffer, size_t size)
{
    (void)context;
    TEST_ASSERT_EQUAL(URL_BUFFER_SIZE, size);
    if (crawl.via == NULL)
        return 0;
    strcpy(buffer, crawl.via);
    return (int)strlen(buffer);
}

static inline int settle(void *context, const struct visit_answer *answer)
{
    (void)context;
    TEST_ASSERT_EQUAL_MESSAGE(0, card.committed + card.lines, "before anything counts");
    crawl.settled++;
    crawl.settled_answer = *answer;
    return crawl.settle_status;
}

static inline bool is_known(void *context, const struct url *url, struct valid *valid)
{
    (void)context, (void)url;
    *valid = crawl.known;
    return valid->text[0] != '\0';
}

static inline uint32_t tell_same(void *context, const uint8_t *payload, uint32_t file)
{
    (void)context;
    TEST_ASSERT_EACH_EQUAL_UINT8(CARD_DIGEST, payload, SHA1_BYTES);
    return file == CARD_FILE ? crawl.same : 0;
}

static inline void note_kept(void *context, const uint8_t *payload, uint32_t file, uint32_t offset)
{
    (void)context;
    TEST_ASSERT_EACH_EQUAL_UINT8(CARD_DIGEST, payload, SHA1_BYTES);
    TEST_ASSERT_EQUAL(CARD_FILE, file);
    TEST_ASSERT_EQUAL(CARD_OFFSET, offset);
    crawl.kept_count++;
}

static inline void note_stored(void *context, const struct url *url, const struct valid *valid)
{
    (void)context, (void)url;
    TEST_ASSERT_TRUE_MESSAGE(card.committed > 0, "only what counts");
    crawl.stored = *valid;
    crawl.stored_count++;
}

static const struct machine machine = {.utc_ms = utc_ms, .lend = lend, .give_back = give_back};
static const struct harvest_port port = {.machine = &machine, .header = take_header};

static struct {
    uint8_t store[ROBOTS_STORE_BYTES];
    size_t bytes;
    unsigned times;
} rules;

static inline void take_rules(void *context, const void *store, size_t bytes)
{
    (void)context;
    memcpy(rules.store, store, bytes);
    rules.bytes = bytes;
    rules.times++;
}

static const struct visit_observer observer = {
    .known = is_known,
    .link = take_link,
    .settle = settle,
    .via = write_via,
    .same = tell_same,
    .kept = note_kept,
    .stored = note_stored,
    .rules = take_rules,
};

static struct harvest_options options = {
    .fetch = {.user_agent = "crawlbox/0.1 (+http://library.example/bot)",
              .from = "librarian@library.example",
              .language = "ms",
              .limits = {.connect_ms = 5000, .first_byte_ms = 6000, .idle_ms = 7000, .total_ms = 20000},
              .body_max = 1000},
    .agent = "crawlbox",
    .model = "rule",
};

static struct harvest harvest;
static struct visit_answer answer;

static inline void begin(const char *const *answers, enum harvest_keep keep)
{
    network_begin(answers);
    card_begin();
    memset(&memory, 0, sizeof memory);
    memset(&crawl, 0, sizeof crawl);
    options.keep = keep;
    options.pack = lang_pack_find("ms"); /* brings its own words */
    harvest_init(&harvest, &port, &network, &options);
    harvest.store = &card.store;
}

static char url_text[URL_BUFFER_SIZE];
static struct url url;

static inline void parse(const char *text)
{
    TEST_ASSERT_TRUE(url_parse(&url, url_text, sizeof url_text, text, strlen(text), NULL) > 0);
}

#endif
