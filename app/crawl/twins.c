/*
 * Twins: addresses of a site that may lead to the same page, since they differ in nothing but the scheme, a
 * `www.`, an `index.html` or a slash at the end (read/url/key.h).
 *
 * A site has one scheme at a time. An address of the other one is the same address, and is asked for with the
 * scheme that the site has: https once a page has come with it. What cannot be had with one of them is asked
 * for once with the other. If that brings a page by http, https does not work here, and the site has http
 * until its visit ends.
 *
 * Whether the other differences are any is learned from each site: twice both twins have brought the same
 * bytes, or the server sends one to the other (of which nothing follows for slashes: it does that with
 * directories, and has other pages without a slash). Twins that brought different bytes are two pages, and
 * so are all others of the site that differ like them.
 */
#include <string.h>

#include "crawl/twins.h"
#include "fetch/http/fetch_status.h"
#include "store/warc.h"

enum {
    TWINS_LEARNED = URL_TWIN_WWW | URL_TWIN_INDEX | URL_TWIN_SLASH,
    A_DAY_S = 24 * 60 * 60, /* a page may have changed since */
};

unsigned crawl_ignored_twins(const struct crawl *crawl, const struct crawl_site *site)
{
    unsigned twins = crawl_tenure_of(crawl, crawl_slot(crawl, site))->twins;
    return (twins & twins >> TWINS_ABOVE & TWINS_LEARNED) | URL_TWIN_SCHEME;
}

/* ---- Schemes ---- */

void crawl_choose_scheme(struct crawl *crawl, const struct frontier_entry *entry)
{
    unsigned twins = crawl_tenure_at(crawl, crawl->slot)->twins;
    bool is_secure = !(twins & TWINS_PLAIN) && (crawl->url.secure || twins & TWINS_SECURE);
    bool is_retried = crawl->retried >> crawl->slot & 1;
    crawl->has_twin = entry->how != 'R' && !url_has_port(&crawl->url);
    if (crawl->has_twin)
        url_set_scheme(&crawl->url, is_secure != is_retried);
}

/* Is the page under way asked for with another scheme than the link to it has? */
static bool is_changed(const struct crawl *crawl)
{
    return crawl->has_twin && (crawl->key & URL_TWIN_SCHEME) != crawl->url.secure;
}

/* Does https work there, but not for us, or not now? A page that is to be had by https alone then waits, or
 * is left: whoever is in between must not be able to choose http for it. */
static bool is_doubtful(int status)
{
    switch (status) {
    case FETCH_TLS_DATE:
    case FETCH_TLS_NAME:
    case FETCH_TLS_UNTRUSTED:
    case FETCH_TLS_CERTIFICATE:
    case FETCH_TLS_MEMORY:
    case FETCH_TLS_UNREADY: return true;
    default: return false;
    }
}

bool crawl_tries_other_scheme(struct crawl *crawl, int status)
{
    bool has_reached = status < FETCH_DNS && status > FETCH_PRIVATE_ADDRESS && status != FETCH_NO_IPV4;
    bool is_gone = (has_reached && !is_doubtful(status)) || status >= 500;
    bool is_retried = crawl->retried >> crawl->slot & 1;
    bool may_help = is_changed(crawl) || (is_gone && crawl->has_twin && crawl->url.secure);
    if (is_retried || !may_help || crawl->request.embed != EMBED_NONE)
        return false;
    crawl->retried |= (crawl_slot_bits)crawl_slot_bit(crawl->slot);
    return true;
}

/* ---- What makes no difference ---- */

static void learn(struct crawl *crawl, unsigned differ, bool are_same)
{
    uint8_t *kept = &crawl_tenure_at(crawl, crawl->slot)->twins;
    unsigned twins = *kept;
    if (are_same) {
        differ &= twins | ~(twins >> TWINS_ABOVE); /* not if it has made a difference */
        *kept = (uint8_t)(twins | differ | (twins & differ) << TWINS_ABOVE);
        return;
    }
    *kept = (uint8_t)((twins & ~differ) | differ << TWINS_ABOVE);
    crawl_forget_recent(crawl); /* some of these are to be fetched after all */
}

bool crawl_leads_to_twin(struct crawl *crawl, const struct url *url, uint64_t key)
{
    unsigned differ = (unsigned)(key ^ crawl->key) & (URL_TWIN_WWW | URL_TWIN_INDEX);
    learn(crawl, differ, true);
    learn(crawl, differ, true);
    if (key != crawl->key || url->secure == crawl->url.secure || !crawl_tries_other_scheme(crawl, 0))
        return false;
    crawl->next = crawl_look_at(crawl, crawl->slot)->current;
    return true;
}

/* Addresses stand in the same table as the validators of pages, under a hash that no page has. */
static uint64_t mark_of_twins(uint64_t key)
{
    return key / (URL_TWINS + 1) | (uint64_t)'T' << 56;
}

/* What differs between the address and the first of its twins that brought a page. */
static unsigned find_first(struct crawl *crawl, uint64_t key, struct valid *first)
{
    bool is_known = valid_find(crawl->port->state, mark_of_twins(key), first);
    state_let_go(crawl->port->state);
    return is_known ? (first->flags ^ (unsigned)key) & TWINS_LEARNED : 0;
}

bool crawl_has_twin_page(struct crawl *crawl, const struct crawl_site *site)
{
    const struct host *host;
    struct valid first;
    unsigned ignored = crawl_ignored_twins(crawl, site) & TWINS_LEARNED;
    if (ignored == 0 || !crawl->has_twin)
        return false;
    unsigned differ = find_first(crawl, crawl->key, &first);
    return differ != 0 && (differ & ~ignored) == 0 &&
           hosts_read(crawl->port->hosts, site->host, &host) == 0 && first.seconds > host->crawled_at;
}

void crawl_note(struct crawl *crawl, uint64_t hash, struct valid *valid, char kind)
{
    valid->seconds = crawl_utc(crawl) | 1;
    valid->text[0] = kind;
    valid->text[1] = '\0';
    (void)valid_put(crawl->port->state, hash, valid);
    state_let_go(crawl->port->state);
}

/* The first of some twins leaves its bytes' digest on the card; each later one is compared. */
static void compare(struct crawl *crawl, const uint8_t *payload)
{
    struct valid first = {.flags = 0};
    uint64_t key = crawl_page_key(crawl, &crawl->url);
    unsigned differ = find_first(crawl, key, &first);
    bool are_same = differ && memcmp(first.payload, payload, sizeof first.payload) == 0;
    if (are_same || (differ && (crawl_utc(crawl) | 1) - first.seconds < A_DAY_S)) {
        learn(crawl, differ, are_same);
        return;
    }
    first.flags = (uint8_t)(key & TWINS_LEARNED);
    memcpy(first.payload, payload, sizeof first.payload);
    crawl_note(crawl, mark_of_twins(key), &first, 'T');
}

void crawl_learn_twins(struct crawl *crawl, const struct visit_answer *answer)
{
    uint8_t *twins = &crawl_tenure_at(crawl, crawl->slot)->twins;
    bool is_retried = crawl->retried >> crawl->slot & 1;
    if (is_retried && !crawl->url.secure)
        *twins = (*twins & (uint8_t)~TWINS_SECURE) | TWINS_PLAIN;
    else if (crawl->url.secure && !url_has_port(&crawl->url) && !(*twins & TWINS_PLAIN))
        *twins |= TWINS_SECURE;
    if (answer->payload != NULL && answer->truncated == WARC_WHOLE && !crawl_has_segments(crawl))
        compare(crawl, answer->payload);
}
