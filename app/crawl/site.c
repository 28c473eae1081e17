/* An active site: how it begins, which of its pages is fetched next, and how it stops. */
#include <string.h>

#include "base/numbers.h"
#include "crawl/frontier.h"
#include "crawl/internal.h"
#include "crawl/seen.h"
#include "crawl/strategy.h"
#include "crawl/twins.h"
#include "fetch/http/fetch_status.h"

enum {
    ATTEMPTS_MAX = 2, /* restarts of the box while an entry was under way, then the entry is given up */
    GIVEN_UP_MAX = 2, /* entries of a site that were given up for restarts, then the site is */
};

/* ---- Begin and end ---- */

/* Writes the URL of the site's entry page: with https if that has worked before, or if nobody links to the
 * host with http. The entry page of a segment is a page that others link to. */
static int write_entry_url(struct crawl *crawl, const struct host *host)
{
    char *text = crawl_lend(crawl, URL_BUFFER_SIZE);
    bool is_secure = host->twins & TWINS_SECURE ||
                     (host->flags & (HOST_LINKED_HTTP | HOST_LINKED_HTTPS)) == HOST_LINKED_HTTPS;
    size_t scheme = is_secure ? sizeof "https://" - 1 : sizeof "http://" - 1;
    size_t length = strlen(host->name);
    memcpy(text, is_secure ? "https://" : "http://", scheme);
    memcpy(text + scheme, host->name, length);
    length += scheme;
    if (text[length - 1] != '/')
        text[length++] = '/';
    if (crawl_has_segments(crawl)) {
        memcpy(text + length, host->segment.page, SEGMENT_PAGE_SIZE);
        text[length + SEGMENT_PAGE_SIZE - 1] = '\0';
        length += strlen(text + length);
    }
    int status = url_parse(&crawl->url, crawl->url_text, sizeof crawl->url_text, text, length, NULL);
    crawl_give_back(crawl, text);
    return status;
}

/* Begins the site's list with its entry page, whose URL is the one under way. */
static int begin_list(struct crawl *crawl, struct crawl_site *site)
{
    struct frontier_entry entry = {.kind = FRONTIER_PAGE,
                                   .how = 'L',
                                   .length = crawl->url.length,
                                   .key = crawl_page_key(crawl, &crawl->url)};
    struct crawl_run run = {.distance = site->distance, .parent = CRAWL_NONE, .parent_run = CRAWL_NONE};
    int status = frontier_begin(crawl, site);
    if (status == 0)
        status = seen_add(crawl, site, entry.key, 0);
    if (status == 0)
        status = frontier_add(crawl, site, &entry, crawl->url.text);
    return status < 0 ? status : frontier_run_end(crawl, site, &run);
}

void crawl_empty_slot(struct crawl *crawl, unsigned slot)
{
    crawl_slot_bits others = (crawl_slot_bits)~crawl_slot_bit(slot);
    crawl->strict &= others;
    crawl->seen_ready &= others;
    crawl->server_port[slot] = 0;
    crawl->domain[slot] = 0;
    crawl->broke_at[slot] = 0;
    crawl_put_cookie(crawl, slot, "");
    crawl->needs[slot] = (struct crawl_needs){.page = CRAWL_NONE};
}

/* A slot that segments use keeps robots.txt of their host, and the count of its pages. */
static void fill_slot(struct crawl *crawl, struct crawl_site *site, uint32_t id, const struct host *host)
{
    crawl_empty_slot(crawl, crawl_slot(crawl, site));
    crawl_tenure_at(crawl, crawl_slot(crawl, site))->asked = 0;
    crawl_tenure_at(crawl, crawl_slot(crawl, site))->twins = host->twins;
    *crawl_site_kb(crawl, crawl_slot(crawl, site)) = 0;
    *site = (struct crawl_site){
        .host = id,
        .site_pages = site->site_pages,
        .crawl_delay_ms = site->crawl_delay_ms,
        .origin = {site->origin[0], site->origin[1], site->origin[2], site->origin[3]},
        .stage = CRAWL_SITE_FETCHES,
        .address = host->address,
        .stop = SITE_STOP_NONE,
        .fate = SITE_STOP_EMPTY,
        .pass = crawl_explore_pass(crawl, host),
    };
}

static int begin_anew(struct crawl *crawl, struct crawl_site *site, struct host *host)
{
    uint32_t now = crawl_now_ms(crawl), *ready_ms = &crawl->ready_ms[crawl_slot(crawl, site)];
    if (write_entry_url(crawl, host) < 0) { /* no host can have such a name */
        host->state = HOST_DEAD;
        site->stage = CRAWL_SITE_FREE;
        return 0;
    }
    /* The slot may still wait for the same host, whose last segment it had. */
    if (!crawl_has_segments(crawl) || crawl_left_ms(*ready_ms, now) == 0)
        *ready_ms = now;
    crawl_say(crawl, CRAWL_EVENT_SITE_BEGINS, site->host, 0);
    return begin_list(crawl, site);
}

int crawl_site_begin(struct crawl *crawl, struct crawl_site *site, uint32_t id)
{
    struct host *host;
    uint32_t server, rests_s;
    int status = crawl_has_segments(crawl) ? crawl_segment_begin(crawl, &site, id) : 1;
    if (status <= 0)
        return status;
    status = crawl_server_of(crawl, id, &server);
    rests_s = status == 0 ? crawl_server_rests_s(crawl, server) : 0;
    if (status == 0)
        status = rests_s > 0 ? STATUS_FULL : crawl_find_list(crawl, site, id);
    if (status < 0)
        return status == STATUS_FULL ? crawl_put_host_off(crawl, id, rests_s) : status;
    bool goes_on = status > 0;
    status = hosts_change(crawl->port->hosts, id, &host);
    if (status < 0)
        return status;
    bool is_more =
        crawl_is_more(crawl_slot(crawl, site)); /* then only a machine knows it that has the slot */
    host->state = is_more ? HOST_QUEUED : HOST_ACTIVE;
    if (is_more)
        host->held = true;
    if (!goes_on)
        fill_slot(crawl, site, id, host);
    site->hops = host->hops;
    site->distance = host->distance;
    if (site->pass == CRAWL_SECOND && !is_more)
        host->flags |= HOST_AGAIN;
    if (!goes_on)
        return begin_anew(crawl, site, host);
    crawl_say(crawl, CRAWL_EVENT_SITE_BEGINS, id, 0);
    return 0;
}

enum crawl_site_stop crawl_stop_of(int fetch_status, enum crawl_site_stop answered)
{
    switch (fetch_status) {
    case FETCH_DNS: return SITE_STOP_DNS;
    case FETCH_NO_IPV4: return SITE_STOP_NO_IPV4;
    case FETCH_PRIVATE_ADDRESS: return SITE_STOP_PRIVATE;
    default: break;
    }
    if (fetch_status >= 0)
        return answered;
    bool has_no_terms = fetch_status <= FETCH_TLS && fetch_status >= FETCH_TLS_NO_HOST;
    return has_no_terms ? SITE_STOP_NO_TERMS : SITE_STOP_UNREACHABLE;
}

void crawl_site_stop(struct crawl *crawl, struct crawl_site *site, enum crawl_site_stop stop)
{
    bool is_budget = stop == SITE_STOP_PAGES || stop == SITE_STOP_BYTES;
    if (site->stage == CRAWL_SITE_FETCHES)
        crawl->state.totals.rejected[is_budget ? REJECT_BUDGET : REJECT_ABANDONED] += site->pending;
    site->left = crawl_explore_left(site);
    site->stop = (uint8_t)stop;
    site->stage = CRAWL_SITE_ENDS;
}

/* Does the status speak of what the card holds for one site, and not of the card? */
static bool is_damage_of_site(int status)
{
    return status == STATUS_DAMAGED || status == STATUS_INVALID;
}

int crawl_site_end_if_damaged(struct crawl *crawl, struct crawl_site *site, int status)
{
    if (!is_damage_of_site(status))
        return status;
    site->entries = crawl->entries_before;
    crawl_site_stop(crawl, site, SITE_STOP_DAMAGED);
    return 0;
}

/* ---- The next URL ---- */

/* Makes the entry that the strategy wants next the current one. STATUS_NOT_FOUND: none is left. */
static int take_next_entry(struct crawl *crawl, struct crawl_site *site)
{
    const struct strategy *strategy = strategy_of(crawl->settings);
    bool in_order = strategy->in_order && strategy->in_order(site);
    unsigned best = CRAWL_CLASSES;
    for (unsigned class = 0; class < CRAWL_CLASSES; class ++) {
        struct frontier_entry entry;
        int status = frontier_next(crawl, site, class, &entry);
        if (status == STATUS_NOT_FOUND)
            continue;
        if (status < 0)
            return status;
        if (best == CRAWL_CLASSES || site->cursor[class] < site->cursor[best])
            best = class;
        if (!in_order)
            break;
    }
    if (best == CRAWL_CLASSES)
        return crawl_take_sitemap(crawl, site);
    site->current = site->cursor[best]++;
    crawl->broke_at[crawl->slot] = 0;
    crawl->retried &= (crawl_slot_bits)~crawl_slot_bit(crawl->slot);
    site->pending -= site->pending > 0;
    site->tries = 0;
    return 0;
}

int crawl_read_url(struct crawl *crawl, uint32_t offset, size_t most)
{
    char *text = crawl_lend(crawl, URL_BUFFER_SIZE + 1);
    size_t length = 0;
    most = smaller_of((uint32_t)most, URL_LIMIT + 1);
    int status = state_read(crawl->port->state, crawl_list_file(crawl, crawl->slot), offset, text, most);
    text[most] = '\0';
    while (status == 0 && (unsigned char)text[length] > EMBED_DOCUMENT)
        length++;
    crawl->request.embed = (uint8_t)text[length];
    if (status == 0 &&
        url_parse(&crawl->url, crawl->url_text, sizeof crawl->url_text, text, length, NULL) < 0)
        status = STATUS_DAMAGED;
    crawl_give_back(crawl, text);
    return status < 0 ? status : (int)length;
}

/* Reads the entry's URL from the card. It was normal and of this site when it was written; if it is not any
 * more, the card has damaged it. */
static int read_entry_url(struct crawl *crawl, struct crawl_site *site, const struct frontier_entry *entry)
{
    const struct host *host;
    int status = crawl_read_url(crawl, frontier_text_offset(crawl, entry), entry->length);
    if (status >= 0 && status != entry->length) /* it ends too early, like something that a page needs */
        status = STATUS_DAMAGED;
    if (status >= 0)
        status = hosts_read(crawl->port->hosts, site->host, &host);
    if (status != 0)
        return status;
    return crawl_is_of_site(crawl, &crawl->url, host->name, strlen(host->name)) ? 0 : STATUS_DAMAGED;
}

int crawl_write_path(struct crawl *crawl, struct crawl_site *site, uint8_t how)
{
    char *path = crawl->request.path;
    size_t at = VISIT_PATH_SIZE - 1;
    struct crawl_run run = crawl->run;
    struct frontier_entry step = {.how = how};
    path[at] = '\0';
    while (run.parent != CRAWL_NONE && at > 0) {
        path[--at] = (char)step.how;
        int status = frontier_read(crawl, site, run.parent, &step);
        if (status == 0)
            status = frontier_read_run(crawl, site, run.parent - step.offset, &run);
        if (status < 0)
            return status;
    }
    memmove(path, path + at, VISIT_PATH_SIZE - at);
    return 0;
}

void crawl_fill_request(struct crawl *crawl)
{
    crawl->request.url = &crawl->url;
    crawl->request.observer = &crawl_observer;
    crawl->request.context = crawl;
    crawl->request.cookie = NULL; /* robots.txt may come first */
    crawl->request.hops = crawl->run.hops;
    crawl->request.worker = crawl->slot;
    crawl->request.strict = crawl->strict >> crawl->slot & 1;
    crawl->request.is_sitemap = false;
    crawl->request.most_ms = 0;
    crawl->is_third = false;
    crawl_ahead_of_fetch(crawl);
}

/* Fills in the request for the current entry. */
static int prepare_request(struct crawl *crawl, struct crawl_site *site)
{
    struct frontier_entry entry;
    crawl->entries_before = site->entries;
    crawl->text_before = site->text;
    int status = frontier_read(crawl, site, site->current, &entry);
    if (status == 0 && entry.kind != FRONTIER_PAGE && (entry.kind != FRONTIER_KEY || entry.length == 0))
        status = STATUS_DAMAGED;
    if (status < 0)
        return status == STATUS_NOT_FOUND ? STATUS_DAMAGED : status;
    crawl->was_next = entry.kind == FRONTIER_KEY;
    crawl->run_head = site->current - entry.offset;
    crawl->key = entry.key;
    status = frontier_read_run(crawl, site, crawl->run_head, &crawl->run);
    if (status == 0)
        status = read_entry_url(crawl, site, &entry);
    if (status == 0)
        crawl_choose_scheme(crawl, &entry);
    crawl_fill_request(crawl);
    crawl->request.is_sitemap = entry.how == 'M';
    crawl->request.most_ms = polite_most_ms(crawl, site);
    return status < 0 ? status : crawl_write_path(crawl, site, entry.how);
}

int crawl_tells_via(void *context, char *buffer, size_t size)
{
    struct crawl *crawl = context;
    struct crawl_site *site = crawl_site_at(crawl, crawl->slot);
    struct frontier_entry entry;
    if (crawl->run.parent == CRAWL_NONE)
        return 0;
    int status = frontier_read(crawl, site, crawl->run.parent, &entry);
    if (status == 0 && entry.length >= size)
        status = STATUS_TOO_LONG;
    if (status == 0)
        status = frontier_read_text(crawl, site, &entry, buffer);
    return status < 0 ? status : entry.length;
}

/* ---- Serving a site: one thing at a time ---- */

static int fetch_page(struct crawl *crawl)
{
    const struct crawl_port *port = crawl->port;
    crawl->links = crawl->embeds = 0;
    crawl->leads_on = false;
    crawl->need->page = CRAWL_NONE;
    crawl->need->next = crawl->need->end = 0;
    crawl->next = CRAWL_NONE;
    crawl->lists_sitemaps = false;
    crawl->request.cookie = crawl_cookie(crawl);
    int status = (crawl->request.is_sitemap ? port->sitemap : port->fetch)(port->context, &crawl->request,
                                                                           &crawl->answer);
    return status < 0 ? status : crawl->status;
}

int crawl_leave_out(struct crawl *crawl, int fetch_status)
{
    const struct crawl_port *port = crawl->port;
    int status = crawl_put(crawl);
    if (status < 0 || !port->skip)
        return status < 0 ? status : crawl_commit(crawl);
    return port->skip(port->context, &crawl->request, fetch_status);
}

static int leave_entry_out(struct crawl *crawl, struct crawl_site *site, int fetch_status)
{
    site->current = CRAWL_NONE;
    site->attempts = 0;
    return crawl_leave_out(crawl, fetch_status);
}

/* robots.txt forbids the current entry, or could not be fetched, which forbids everything. */
static int skip_forbidden_entry(struct crawl *crawl, struct crawl_site *site, enum crawl_rule rule)
{
    if (crawl_tries_other_scheme(crawl, 0))
        return 0;
    crawl_reject(crawl, REJECT_ROBOTS);
    site->fate = rule == RULE_DENIED ? SITE_STOP_ROBOTS : SITE_STOP_ROBOTS_UNREACHABLE;
    return leave_entry_out(crawl, site, rule == RULE_DENIED ? FETCH_ROBOTS : FETCH_NO_ROBOTS);
}

/*
 * A page that makes the box restart would make it restart for ever, since after the restart that page is
 * still the one to fetch next. So the engine commits a count of attempts to the card before it makes the
 * first try of each site since the box started; after a restart the count tells how that try ended. Later
 * tries need no commit: if one of them ends the box, its page is the first try after the restart. What the
 * card counts is under way, or was when the box ended: rules.c takes an attempt back that was one at
 * robots.txt. Returns true if the current entry has had all its attempts.
 */
static bool commit_attempt(struct crawl *crawl, struct crawl_site *site, int *status)
{
    if (crawl->attempted & crawl_slot_bit(crawl->slot))
        return false;
    if (site->attempts >= ATTEMPTS_MAX)
        return true;
    crawl->attempted |= (crawl_slot_bits)crawl_slot_bit(crawl->slot);
    site->attempts++;
    *status = crawl_commit(crawl);
    return false;
}

/* Gives the current entry up for restarts. The first try of the next entry is committed beforehand, too. */
static int give_entry_up(struct crawl *crawl, struct crawl_site *site)
{
    int status = prepare_request(crawl, site);
    if (status < 0)
        return status;
    crawl->request.note = "restarts";
    crawl->answer = (struct visit_answer){.status = FETCH_RETRIES};
    status = crawl_account_failure(crawl, site, &crawl->answer);
    if (++site->given_up >= GIVEN_UP_MAX && site->stage == CRAWL_SITE_FETCHES)
        crawl_site_stop(crawl, site, SITE_STOP_RESTARTS);
    return status < 0 ? status : leave_entry_out(crawl, site, FETCH_RETRIES);
}

int crawl_end_without_rules(struct crawl *crawl, struct crawl_site *site, enum crawl_site_stop stop)
{
    int status = prepare_request(crawl, site); /* the last request was for robots.txt */
    crawl_site_stop(crawl, site, stop);
    return status < 0 ? status : leave_entry_out(crawl, site, FETCH_NO_ROBOTS);
}

static int end_site(struct crawl *crawl, struct crawl_site *site, enum crawl_site_stop stop)
{
    crawl_site_stop(crawl, site, stop);
    return crawl_commit(crawl);
}

static int serve_next_entry(struct crawl *crawl, struct crawl_site *site)
{
    const struct strategy *strategy = strategy_of(crawl->settings);
    if (site->stop != SITE_STOP_NONE) /* it has ended but for what its last page needs */
        return end_site(crawl, site, site->stop);
    int status = site->current == CRAWL_NONE ? take_next_entry(crawl, site) : 0;
    if (status == STATUS_NOT_FOUND)
        return end_site(crawl, site, site->pages > 0 ? SITE_STOP_COMPLETE : site->fate);
    if (status == 0 && commit_attempt(crawl, site, &status))
        return give_entry_up(crawl, site);
    if (status == 0)
        status = prepare_request(crawl, site);
    if (status < 0)
        return status;
    enum crawl_site_stop stop = strategy->take && !crawl->was_next
                                    ? strategy->take(crawl->settings, site, &crawl->run)
                                    : SITE_STOP_NONE;
    if (stop != SITE_STOP_NONE) {
        site->pending++; /* this entry is abandoned with the rest */
        return end_site(crawl, site, stop);
    }
    if (crawl_has_twin_page(crawl, site)) { /* it was not known for one when its link was met */
        crawl_reject(crawl, REJECT_SEEN);
        site->current = CRAWL_NONE;
        return 0;
    }
    status = crawl_rules_ask(crawl, site);
    switch (status) {
    case RULE_ALLOWED: return fetch_page(crawl);
    case RULE_DENIED:
    case RULE_UNREACHABLE: return skip_forbidden_entry(crawl, site, (enum crawl_rule)status);
    case RULE_UNKNOWN: return crawl_rules_fetch(crawl, site);
    default: return status;
    }
}

int crawl_site_serve(struct crawl *crawl, struct crawl_site *site)
{
    crawl->slot = (uint8_t)crawl_slot(crawl, site);
    crawl->need = &crawl->needs[crawl->slot];
    bool is_embed = crawl_needs_more(crawl->need);
    bool is_shared = !is_embed && (crawl_has_segments(crawl) || crawl_has_embeds(crawl));
    int status = is_shared ? crawl_site_waits(crawl, site) : 0;
    if (status > 0)
        return 0;
    crawl->entries_before = site->entries;
    if (status == 0 && !(crawl->seen_ready & crawl_slot_bit(crawl->slot)))
        status = seen_rebuild(crawl, site);
    if (status == 0)
        status = is_embed ? crawl_serve_embed(crawl, site) : serve_next_entry(crawl, site);
    if (!is_damage_of_site(status))
        return status;
    crawl_site_end_if_damaged(crawl, site, status);
    crawl->status = 0;
    return crawl_commit(crawl);
}
