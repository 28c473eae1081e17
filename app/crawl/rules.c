/* robots.txt of an active site. Its slot file keeps the rules of each origin (scheme, host, port) that the
 * site has. */
#include <string.h>

#include "crawl/frontier.h"
#include "crawl/twins.h"
#include "fetch/http/fetch_status.h"
#include "fetch/robots_policy.h"
#include "read/robots/robots.h"
#include "read/robots/store.h"

_Static_assert((uint32_t)ROBOTS_STORE_BYTES <= (uint32_t)FRONTIER_ROBOTS_SECTORS * STATE_PAYLOAD_BYTES,
               "a slot file has no room for a robots store");

/* What a page needs may be on any server, whose rules lie in another place: the one that has them, or a free
 * one, or the last. Rules of the site itself that were fetched for a page count for what it needs, too. */
static void note_other_origin(struct crawl *crawl)
{
    uint16_t *other = crawl->need->origin;
    if (*crawl->noted_origin == crawl->origin_hash)
        return;
    for (crawl->origin = CRAWL_ORIGINS; crawl->origin < 2 * CRAWL_ORIGINS - 1; crawl->origin++, other++)
        if (*other == crawl->origin_hash || *other == 0)
            break;
    crawl->noted_origin = other;
}

/* Notes which origin's rules hold for the URL under way. http and https, with www and without, have a place
 * each. */
static void note_origin(struct crawl *crawl)
{
    const struct url *url = &crawl->url;
    size_t length = url_host_length(url);
    const char *host = url->text + url->host;
    /* Twice the port, since the lowest bit is lost below. */
    uint64_t hash = crawl_hash(crawl, host, length) + url->port * UINT64_C(2);
    bool is_bare = crawl_bare_host(host, &length) == host;
    crawl->origin = (uint8_t)(url->secure | !is_bare << 1);
    crawl->origin_hash = (uint16_t)(hash ^ hash >> 32) | 1;
    crawl->noted_origin = &crawl_site_at(crawl, crawl->slot)->origin[crawl->origin];
    if (crawl->request.embed != EMBED_NONE)
        note_other_origin(crawl);
}

/* Where the slot file has the rules of the current origin. */
static uint32_t rules_offset(const struct crawl *crawl)
{
    uint32_t sector = (uint32_t)crawl->origin * FRONTIER_ROBOTS_SECTORS;
    if (crawl->origin >= CRAWL_ORIGINS)
        sector += crawl_needs_at(crawl) - FRONTIER_SEEN_AT;
    return sector * STATE_PAYLOAD_BYTES;
}

/* Reads the rules of the current origin. STATUS_DAMAGED: they are not what was written. */
static int load_rules(struct crawl *crawl, uint8_t *store)
{
    int status = state_read(crawl->port->state, crawl_list_file(crawl, crawl->slot), rules_offset(crawl),
                            store, STORE_HEADER);
    if (status < 0)
        return status;
    size_t used = store_used(store);
    if (used < STORE_HEADER || used > ROBOTS_STORE_BYTES)
        return STATUS_DAMAGED;
    status = state_read(crawl->port->state, crawl_list_file(crawl, crawl->slot),
                        rules_offset(crawl) + STORE_HEADER, store + STORE_HEADER, used - STORE_HEADER);
    return status < 0 ? status : robots_check(store, used);
}

static enum crawl_rule apply_rules(struct crawl *crawl, struct crawl_site *site, const uint8_t *store)
{
    const struct url *url = &crawl->url;
    if (!robots_is_fresh(store, crawl_utc(crawl)))
        return RULE_UNKNOWN;
    *(crawl->is_third ? &crawl->third_delay_ms : &site->crawl_delay_ms) = robots_delay_ms(store);
    struct robots_verdict verdict =
        robots_allows(store, url->text + url->path, (size_t)(url->fragment - url->path));
    crawl->request.note = verdict.reason == ROBOTS_BY_EFFORT ? "robots:tooSlow" : NULL;
    if (verdict.reason == ROBOTS_BY_FAILURE)
        return RULE_UNREACHABLE;
    return verdict.allowed ? RULE_ALLOWED : RULE_DENIED;
}

int crawl_rules_ask(struct crawl *crawl, struct crawl_site *site)
{
    note_origin(crawl);
    if (*crawl->noted_origin != crawl->origin_hash)
        return RULE_UNKNOWN;
    uint8_t *store = crawl_lend(crawl, ROBOTS_STORE_BYTES);
    int status = load_rules(crawl, store);
    enum crawl_rule rule = status == 0 ? apply_rules(crawl, site, store) : RULE_UNKNOWN;
    crawl_give_back(crawl, store);
    return status == 0 || status == STATUS_DAMAGED ? (int)rule : status;
}

void crawl_takes_rules(void *context, const void *store, size_t bytes)
{
    struct crawl *crawl = context;
    if (crawl->status < 0)
        return;
    /* The old rules do not count any more in any case: until these are committed, there are none. */
    crawl->status = state_append(crawl->port->state, crawl_list_file(crawl, crawl->slot), rules_offset(crawl),
                                 store, bytes);
}

/* Why the site ends if the rules for its entry page could not be fetched. */
static enum crawl_site_stop stop_without_rules(int status)
{
    return crawl_stop_of(status, status == 429 ? SITE_STOP_TOLD_TO_WAIT : SITE_STOP_ROBOTS_UNREACHABLE);
}

/* No further try follows: either the rules were fetched, or this crawl of the site goes without them. */
static int conclude_rules(struct crawl *crawl, struct crawl_site *site, const struct visit_answer *answer)
{
    enum robots_action action = robots_policy(answer->status, 0, false);
    bool is_denied = !answer->has_rules || action == ROBOTS_DENY || action == ROBOTS_DEFER;
    uint8_t nothing[ROBOTS_STORE_MIN];
    site->tries = 0;
    if (!answer->has_rules) {
        robots_set(nothing, sizeof nothing, ROBOTS_UNREACHABLE, crawl_utc(crawl));
        crawl_takes_rules(crawl, nothing, sizeof nothing);
    }
    *crawl->noted_origin = crawl->origin_hash;
    if (crawl->request.embed != EMBED_NONE)
        return crawl->status;
    if (is_denied)
        crawl_say(crawl, CRAWL_EVENT_ROBOTS_DENIED, site->host, (uint32_t)answer->status);
    if (answer->status == FETCH_PRIVATE_ADDRESS)
        crawl_reject(crawl, REJECT_PRIVATE);
    if (is_denied && crawl_tries_other_scheme(crawl, answer->status)) {
        site->tries = crawl->settings->retries; /* if the server is gone altogether, one try shows it */
        return crawl->status;
    }
    if (is_denied && crawl->run.parent == CRAWL_NONE)
        return crawl_end_without_rules(crawl, site, stop_without_rules(answer->status));
    if (is_denied || crawl->status < 0)
        return crawl->status;
    return crawl_list_sitemaps(crawl, site);
}

/* The attempt that was committed before (site.c) was one at robots.txt, which did not end the box. The page
 * will have its own: until then the box waits, and a card that is taken out meanwhile must not blame the
 * page. */
static void take_attempt_back(struct crawl *crawl, struct crawl_site *site)
{
    unsigned slot = crawl->slot;
    if (site->attempts == 0 || !(crawl->attempted & crawl_slot_bit(slot)))
        return;
    site->attempts--;
    crawl->attempted &= (crawl_slot_bits)~crawl_slot_bit(slot);
}

int crawl_rules_fetch(struct crawl *crawl, struct crawl_site *site)
{
    const struct crawl_port *port = crawl->port;
    struct visit_answer *answer = &crawl->answer;
    *crawl->noted_origin = 0;
    crawl->links = 0;
    strcpy(crawl->request.path, "P");
    int status = port->robots(port->context, &crawl->request, answer);
    if (status == 0)
        status = crawl->status;
    if (status < 0)
        return status;
    polite_after(crawl, site, answer);
    take_attempt_back(crawl, site);
    if (answer->is_encoded && crawl->request.embed == EMBED_NONE)
        crawl->strict |= (crawl_slot_bits)crawl_slot_bit(
            crawl->slot); /* the next try asks for an answer that the box can read */
    bool is_passing = fetch_status_is_passing(answer->status) && site->tries < crawl->settings->retries &&
                      crawl->request.embed == EMBED_NONE;
    if (is_passing || crawl_is_our_fault(crawl, answer)) {
        polite_back_off(crawl, site, answer);
        status = frontier_drop(crawl, site, false);
    } else {
        status = conclude_rules(crawl, site, answer);
    }
    polite_end_if_costly(crawl, site);
    return status < 0 ? status : crawl_commit(crawl);
}
