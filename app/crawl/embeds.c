/*
 * What kept pages need (stylesheets, pictures, ...) and the documents that they link to. While a page is
 * read, the addresses go to a queue behind the site's list in its slot file; if the page is kept, they are
 * fetched before the site's next page, one at each turn of the slot, whatever host they are on. The queue's
 * marks are in RAM only: what waits when the box restarts or the card is changed is dropped.
 */
#include <string.h>

#include "base/numbers.h"
#include "crawl/frontier.h"
#include "crawl/internal.h"
#include "fetch/http/fetch_status.h"
#include "store/valid.h"

enum {
    LEAST_KB = 8,     /* what an embed counts for at least, so that there are not too many of them */
    KB_A_SECOND = 64, /* what a second counts for that a server takes */
    MS_A_SECOND = 1000,
    KB = 1024,
    SECONDS_A_DAY = 86400,
};

bool crawl_has_embeds(const struct crawl *crawl)
{
    return crawl->settings->embeds != EMBEDS_NONE || crawl->settings->documents != DOCUMENTS_NONE;
}

bool crawl_needs_more(const struct crawl_needs *needs)
{
    return needs->page != CRAWL_NONE && needs->next < needs->end;
}

uint32_t crawl_needs_at(const struct crawl *crawl)
{
    return FRONTIER_TEXT_AT(crawl->units) + crawl->units * FRONTIER_UNIT_TEXT;
}

/* Where the queue lies in the slot file, in bytes: behind the rules of other servers. */
static uint32_t queue_offset(const struct crawl *crawl)
{
    return (crawl_needs_at(crawl) + FRONTIER_SEEN_AT) * STATE_PAYLOAD_BYTES;
}

/* ---- Each once ---- */

/* The complement keeps it apart from the capture of a page with the same address. When sites are visited
 * again, so is what their pages need: in each period it is another one. */
static uint64_t hash_of_embed(const struct crawl *crawl, const struct url *url)
{
    uint32_t days = crawl->settings->recrawl_days;
    uint32_t period = days > 0 ? crawl_utc(crawl) / (days * SECONDS_A_DAY) : 0;
    return ~crawl_hash(crawl, url->text, url->fragment) + period;
}

/* Was it asked for, from whatever site? */
static bool was_asked_for(const struct crawl *crawl, uint64_t hash)
{
    struct valid valid;
    bool is_known = valid_find(crawl->port->state, hash, &valid);
    state_let_go(crawl->port->state); /* the next one lies in any other sector */
    return is_known;
}

static void note_asked_for(const struct crawl *crawl, uint64_t hash)
{
    struct valid valid = {.seconds = crawl_utc(crawl)};
    valid.text[0] = 'E';
    (void)valid_put(crawl->port->state, hash,
                    &valid); /* a card that fails here fails at the next page, too */
}

/* ---- Into the queue ---- */

/* An entry of the queue is the address, with its kind in the place of the zero byte: no address has such
 * characters. */
void crawl_takes_embed(struct crawl *crawl, const struct visit_link *link)
{
    struct crawl_needs *needs = crawl->need;
    const struct url *url = link->url;
    uint32_t bytes = url->fragment + 1u;
    if (crawl->embeds++ >= crawl->settings->links_per_page || was_asked_for(crawl, hash_of_embed(crawl, url)))
        return;
    url->text[url->fragment] = (char)(link->embed != EMBED_NONE ? link->embed : crawl->request.embed);
    int status = state_append_as(crawl->port->state, crawl_list_file(crawl, crawl->slot),
                                 queue_offset(crawl) + needs->end, url->text, bytes, STATE_DERIVE);
    url->text[url->fragment] = '\0';
    if (status == STATUS_INVALID) /* the file ends there */
        return crawl_reject(crawl, REJECT_QUEUE_FULL);
    needs->end += bytes;
    crawl->status = status;
}

void crawl_keep_needs(struct crawl *crawl, const struct visit_answer *answer, uint32_t page)
{
    struct crawl_needs *needs = crawl->need;
    if (crawl->settings->keep == KEEP_LANGUAGE && !answer->is_target)
        return;
    needs->page = page;
    needs->left_kb = crawl->settings->embeds_kb;
}

/* ---- Out of it ---- */

/* Does the share of the page or of the site allow for what is next, and has the card room for more than
 * pages? */
static bool has_share(struct crawl *crawl)
{
    const struct crawl_port *port = crawl->port;
    return crawl->request.most_bytes > 0 && *crawl_site_kb(crawl, crawl->slot) < crawl->settings->site_kb &&
           (port->has_room == NULL || port->has_room(port->context));
}

/* Fills in the request for the URL under way, as one that the page led to. */
static int prepare_request(struct crawl *crawl, struct crawl_site *site, const struct crawl_needs *needs)
{
    struct visit_request *request = &crawl->request;
    crawl->run.parent = needs->page;
    crawl_fill_request(crawl);
    request->most_bytes =
        KB * (request->embed == EMBED_DOCUMENT ? crawl->settings->document_kb : needs->left_kb);
    int status = crawl_write_path(crawl, site, 'E');
    request->hops = (uint8_t)strlen(request->path);
    return status;
}

void crawl_charge_embed(struct crawl *crawl, const struct visit_answer *answer)
{
    struct crawl_needs *needs = crawl->need;
    uint32_t kb = larger_of(answer->bytes / KB, LEAST_KB) + answer->duration_ms / MS_A_SECOND * KB_A_SECOND;
    *crawl_site_kb(crawl, crawl->slot) += kb;
    if (crawl->request.embed != EMBED_DOCUMENT)
        needs->left_kb -= smaller_of(kb, needs->left_kb);
}

int crawl_settle_embed(struct crawl *crawl, const struct visit_answer *answer, uint32_t kb)
{
    struct crawl_embeds *totals = &crawl->state.embeds;
    if (answer->status == FETCH_CALLED_OFF || (answer->status < 0 && !crawl_is_online(crawl)))
        return crawl->status; /* it is asked for again */
    crawl->need->next = crawl->next;
    totals->asked++;
    totals->had += answer->is_embed;
    totals->kb += kb;
    return crawl->status < 0 ? crawl->status : crawl_put(crawl);
}

/* What is next in the queue is not asked for. */
static int leave_embed_out(struct crawl *crawl, int reason)
{
    crawl->need->next = crawl->next;
    crawl->state.embeds.asked++;
    crawl->request.note = EMBED_NOTE;
    return crawl_leave_out(crawl, reason);
}

/* Asks for the URL under way, if that is allowed. */
static int ask_for_embed(struct crawl *crawl, struct crawl_site *site)
{
    const struct crawl_port *port = crawl->port;
    int reason = FETCH_BLOCKED;
    if (has_share(crawl)) {
        int rule = crawl_rules_ask(crawl, site);
        if (rule == RULE_ALLOWED)
            return port->fetch(port->context, &crawl->request, &crawl->answer);
        if (rule == RULE_UNKNOWN)
            return crawl_rules_fetch(crawl, site);
        if (rule < 0)
            return rule;
        reason = rule == RULE_DENIED ? FETCH_ROBOTS : FETCH_NO_ROBOTS;
    }
    return leave_embed_out(crawl, reason);
}

/*
 * The server of what is next has to be left alone for so long. The slot waits for that as long as usual
 * pauses are; for the site's own server it waits in any case; what is of another server that wants more is
 * left out, so that nobody else than a site itself can make its pages wait.
 */
static int wait_or_leave_out(struct crawl *crawl, struct crawl_site *site, uint32_t wait_ms)
{
    if (crawl->is_third && wait_ms > polite_longest_pause_ms(crawl->settings))
        return leave_embed_out(crawl, FETCH_BLOCKED);
    polite_wait(crawl, site, wait_ms, 0);
    return 0;
}

int crawl_serve_embed(struct crawl *crawl, struct crawl_site *site)
{
    struct crawl_needs *needs = crawl->need;
    int status = crawl_read_url(crawl, queue_offset(crawl) + needs->next, needs->end - needs->next);
    if (status >= 0 && crawl->request.embed == EMBED_NONE)
        status = STATUS_DAMAGED;
    if (status == STATUS_DAMAGED)
        needs->next = needs->end;
    if (status < 0)
        return status == STATUS_DAMAGED ? 0 : status;
    crawl->next = needs->next + (uint32_t)status + 1;
    uint64_t hash = hash_of_embed(crawl, &crawl->url);
    if (was_asked_for(crawl, hash)) {
        needs->next = crawl->next;
        return 0;
    }
    crawl->embeds = 0;
    uint32_t own, server = crawl_server_of_url(crawl, &crawl->url);
    status = crawl_server_of(crawl, site->host, &own);
    if (status == 0)
        status = prepare_request(crawl, site, needs);
    if (status < 0)
        return status;
    crawl->is_third = server != own;
    crawl->third_delay_ms = 0; /* until its rules are known */
    uint32_t wait_ms = crawl_server_waits_ms(crawl, server);
    if (wait_ms > 0)
        return wait_or_leave_out(crawl, site, wait_ms);
    status = ask_for_embed(crawl, site);
    if (status == 0 && needs->next == crawl->next)
        note_asked_for(crawl, hash);
    return status < 0 ? status : crawl->status;
}
