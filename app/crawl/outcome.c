/* What becomes of a visit: whether its page is asked for again, and what the answer means for the site. */
#include "crawl/frontier.h"
#include "crawl/internal.h"
#include "crawl/strategy.h"
#include "crawl/twins.h"
#include "fetch/http/fetch_status.h"
#include "fetch/http/http.h"
#include "store/warc.h"

/* FAILURES_MAX is no setting: `retries` is one, and it decides how long the box tries a server that is
 * gone. */
enum {
    FAILURES_MAX = 5, /* URLs of a site in a row that were given up, then the site is */
    BYTES_A_KB = 1024,
};

/* A page was read: counts it, lets the strategy decide what becomes of its links, and ends the site if that
 * was its last page. */
static int account_page(struct crawl *crawl, struct crawl_site *site, const struct visit_answer *answer,
                        struct crawl_run *links)
{
    const struct settings *settings = crawl->settings;
    struct crawl_totals *totals = &crawl->state.totals;
    site->pages++;
    site->has_plain |= !crawl->url.secure;
    site->relevance += answer->relevance;
    totals->pages++;
    totals->round_pages++;
    site->failures = 0;
    if (answer->is_target) {
        site->target_pages++;
        totals->target_pages++;
        totals->round_target_pages++;
    }
    enum crawl_site_stop stop = SITE_STOP_NONE;
    if (!visit_is_empty(answer)) /* an empty page changes neither the streak nor the class of its links */
        stop = strategy_of(settings)->page(settings, site, links, answer->is_target);
    int status = 0;
    if (links->class == STRATEGY_DROP) {
        links->class = 0;
        crawl->next = CRAWL_NONE;
        status = frontier_drop(crawl, site, true);
        totals->rejected[REJECT_STRATEGY] += status > 0 ? (uint32_t)status : 0;
    }
    if (status >= 0)
        status = frontier_run_end(crawl, site, links);
    if (status < 0)
        return status;
    site->current = crawl->next;
    enum crawl_site_stop probe_stop = crawl_explore_page(crawl, site, answer->is_target);
    if (stop == SITE_STOP_NONE)
        stop = probe_stop;
    if (stop == SITE_STOP_NONE && site->site_pages + site->pages >= settings->page_cap)
        stop = SITE_STOP_PAGES;
    if (stop == SITE_STOP_NONE && site->bytes_kb >= settings->site_kb)
        stop = SITE_STOP_BYTES;
    crawl_keep_needs(crawl, answer, links->parent);
    if (stop != SITE_STOP_NONE && crawl_needs_more(crawl->need))
        site->stop = (uint8_t)stop; /* as soon as its last page has what it needs */
    else if (stop != SITE_STOP_NONE)
        crawl_site_stop(crawl, site, stop);
    return 0;
}

int crawl_account_failure(struct crawl *crawl, struct crawl_site *site, const struct visit_answer *answer)
{
    site->fate = (uint8_t)crawl_stop_of(answer->status, SITE_STOP_EMPTY);
    if (answer->status == FETCH_PRIVATE_ADDRESS)
        crawl_reject(crawl, REJECT_PRIVATE);
    crawl->state.totals.failures++;
    bool has_failed = answer->status < 0 && ++site->failures >= FAILURES_MAX;
    if (has_failed)
        crawl_site_stop(crawl, site, SITE_STOP_FAILURES);
    return frontier_drop(crawl, site, false);
}

bool crawl_is_our_fault(const struct crawl *crawl, const struct visit_answer *answer)
{
    bool was_cut_off =
        answer->truncated == WARC_TRUNCATED_TIME || answer->truncated == WARC_TRUNCATED_DISCONNECT;
    return answer->status == FETCH_TLS_UNREADY || answer->status == FETCH_CALLED_OFF ||
           answer->status == FETCH_MEMORY || ((answer->status < 0 || was_cut_off) && !crawl_is_online(crawl));
}

/*
 * The engine asks again for a page whose connection broke off. The first part that came is kept, in case no
 * try brings more. A page that breaks off where it did before comes from a server that announces more than it
 * has: such a page will never be whole.
 */
static bool is_worth_the_rest(struct crawl *crawl, const struct visit_answer *answer)
{
    uint16_t *broke_at = &crawl->broke_at[crawl->slot], last = *broke_at;
    if (answer->truncated != WARC_TRUNCATED_DISCONNECT)
        return false;
    *broke_at = (uint16_t)answer->bytes | 1; /* 0 means that no part has come yet */
    return *broke_at != last;
}

/* A server that compresses although nobody asked for it is told once that it must not; the engine asks for
 * its next pages in the same strict way. */
static bool is_worth_a_strict_try(struct crawl *crawl, const struct visit_answer *answer)
{
    if (!answer->is_encoded || crawl->request.strict)
        return false;
    crawl->strict |= (crawl_slot_bits)crawl_slot_bit(crawl->slot);
    return true;
}

static bool is_worth_another_try(struct crawl *crawl, const struct crawl_site *site,
                                 const struct visit_answer *answer)
{
    bool may_help = visit_has_page(answer)
                        ? is_worth_the_rest(crawl, answer)
                        : fetch_status_is_passing(answer->status) || is_worth_a_strict_try(crawl, answer);
    return may_help && site->tries < crawl->settings->retries;
}

static int account_answer(struct crawl *crawl, struct crawl_site *site, const struct visit_answer *answer)
{
    struct crawl_run links = crawl->run;
    if (crawl_is_our_fault(crawl, answer) || is_worth_another_try(crawl, site, answer)) {
        polite_back_off(crawl, site, answer);
        return frontier_drop(crawl, site, false);
    }
    bool is_refused = answer->status >= 400 && !fetch_status_means_slow_down(answer->status);
    if ((is_refused || answer->status < 0) &&
        crawl_tries_other_scheme(crawl, is_refused ? 0 : answer->status))
        return frontier_drop(crawl, site, false);
    links.parent = site->current;
    links.parent_run = crawl->run_head;
    links.hops++;
    site->tries = 0;
    site->current = CRAWL_NONE;
    crawl->broke_at[crawl->slot] = 0;
    if (crawl->request.is_sitemap)
        return crawl_account_sitemap(crawl, site, &links);
    if (visit_has_page(answer))
        crawl_learn_twins(crawl, answer);
    if (crawl->next != links.parent) /* a redirect may lead to its own entry, with the other scheme */
        crawl->retried &= (crawl_slot_bits)~crawl_slot_bit(crawl->slot);
    if (visit_has_page(answer))
        return account_page(crawl, site, answer, &links);
    if (!http_status_is_redirect(answer->status))
        return crawl_account_failure(crawl, site, answer);
    site->fate = SITE_STOP_AWAY;
    site->current = crawl->next;
    return frontier_run_end(crawl, site, &links);
}

int crawl_settles(void *context, const struct visit_answer *answer)
{
    struct crawl *crawl = context;
    struct crawl_site *site = crawl_site_at(crawl, crawl->slot);
    uint32_t kb = (answer->bytes + BYTES_A_KB - 1) / BYTES_A_KB, asked = site->current;
    bool had_part = crawl->broke_at[crawl->slot] != 0;
    polite_after(crawl, site, answer);
    polite_to_network(crawl, kb, answer->duration_ms);
    if (crawl->request.embed != EMBED_NONE)
        return crawl_settle_embed(crawl, answer, kb);
    site->attempts = 0;
    if (answer->cookie)
        crawl_put_cookie(crawl, crawl->slot, answer->cookie);
    if (answer->is_page)
        crawl->state.totals.rejected[REJECT_TOO_LONG] += answer->page.links_too_long;
    crawl->state.totals.fetches += !crawl->request.is_sitemap;
    crawl->state.totals.bytes_kb += kb;
    site->bytes_kb += kb;
    if (answer->address) {
        site->address = answer->address;
        crawl->server_port[crawl->slot] = crawl->url.port;
    }
    int status = crawl->status;
    if (status == 0)
        status = account_answer(crawl, site, answer);
    if (status >= 0)
        polite_end_if_costly(crawl, site);
    status = crawl_site_end_if_damaged(crawl, site, status);
    crawl->status = status < 0 ? status : crawl_put(crawl);
    bool is_asked_again = answer->is_page && site->current == asked;
    if (crawl->status < 0 || !is_asked_again)
        return crawl->status;
    return !had_part && crawl->broke_at[crawl->slot] != 0 ? VISIT_AGAIN_KEPT : VISIT_AGAIN;
}
