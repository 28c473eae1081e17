/* The engine as the observer of its visits. links.c, rules.c and outcome.c have what it does with links,
 * rules and answers. */
#include <string.h>

#include "base/bytes.h"
#include "crawl/twins.h"
#include "store/valid.h"

/* The hash uses the crawl's secret. Otherwise somebody could invent a URL with the hash of another one, and
 * the box would take that page for unchanged. */
static uint64_t hash_of_text(const struct crawl *crawl, const struct url *url)
{
    return crawl_hash(crawl, url->text, url->fragment);
}

/* A box that visits no site again neither looks up earlier captures nor notes them. */

static bool find_earlier_capture(void *context, const struct url *url, struct valid *valid)
{
    struct crawl *crawl = context;
    return crawl->settings->recrawl_days > 0 &&
           valid_find(crawl->port->state, hash_of_text(crawl, url), valid);
}

static void note_capture(void *context, const struct url *url, const struct valid *valid)
{
    struct crawl *crawl = context;
    if (crawl->settings->recrawl_days > 0 && !crawl->leads_on)
        (void)valid_put(crawl->port->state, hash_of_text(crawl, url),
                        valid); /* if the card fails here, it also fails at the next page, which says so */
}

/* Of a payload that is stored the table has the digest's first bytes, which suffice beside a hash of all of
 * them, and where it is. */
enum { DIGEST_PART = 12, FILE_AT = DIGEST_PART, OFFSET_AT = FILE_AT + 4 };

static uint64_t hash_of_payload(const struct crawl *crawl, const uint8_t *payload)
{
    return crawl_hash(crawl, (const char *)payload, SHA1_BYTES);
}

static uint32_t find_same(void *context, const uint8_t *payload, uint32_t file)
{
    struct crawl *crawl = context;
    struct valid valid;
    bool is_known = valid_find(crawl->port->state, hash_of_payload(crawl, payload), &valid) &&
                    valid.text[0] == 'D' && memcmp(valid.payload, payload, DIGEST_PART) == 0 &&
                    bytes_get32(valid.payload + FILE_AT) == file;
    state_let_go(crawl->port->state);
    return is_known ? bytes_get32(valid.payload + OFFSET_AT) : 0;
}

static void note_payload(void *context, const uint8_t *payload, uint32_t file, uint32_t offset)
{
    struct crawl *crawl = context;
    struct valid valid = {.flags = 0};
    memcpy(valid.payload, payload, DIGEST_PART);
    bytes_put32(valid.payload + FILE_AT, file);
    bytes_put32(valid.payload + OFFSET_AT, offset);
    crawl_note(crawl, hash_of_payload(crawl, payload), &valid, 'D');
}

const struct visit_observer crawl_observer = {
    .known = find_earlier_capture,
    .link = crawl_takes_link,
    .evidence = crawl_takes_evidence,
    .settle = crawl_settles,
    .via = crawl_tells_via,
    .same = find_same,
    .kept = note_payload,
    .stored = note_capture,
    .rules = crawl_takes_rules,
};
