/* When a site may be asked again. */
#include "base/numbers.h"
#include "crawl/internal.h"
#include "fetch/http/fetch_status.h"

enum {
    MS_A_SECOND = 1000,
    SLOW_MAX = 6,                   /* doublings of the wait for a server that wants to be asked less often */
    BACK_OFF_MAX = 6,               /* doublings of the wait for tries of the same page */
    ASKED_MAX_S = 10 * 365 * 86400, /* so that sums stay small; nobody means more */
    REST_LEAST_S = 30,              /* longer waits are noted on the card, for whoever asks the server next */
    WORTH_OF_ANSWER_S = 5,          /* how long any answer may take, ... */
    WORTH_OF_KB_S = 1,              /* ... and how much longer for each KB of it */
    WORTH_MOST_KB = 4096,           /* so that sums stay small */
    IN_VAIN_MIN = 32,               /* answers without a page that any site may have */
};

/* Both clocks are set: the one that counts from the start of the box, and the date, which a restart leaves
 * alone. The date has whole seconds, and a part of the first is over. */
void polite_wait(struct crawl *crawl, struct crawl_site *site, uint32_t wait_ms, uint32_t asked_s)
{
    unsigned slot = crawl_slot(crawl, site);
    uint32_t utc = crawl_utc(crawl), server;
    uint32_t wait_s = larger_of((wait_ms + MS_A_SECOND - 1) / MS_A_SECOND, asked_s) + 1;
    crawl->ready_ms[slot] = crawl_now_ms(crawl) + larger_of(wait_ms, crawl_count_ms(asked_s));
    crawl_tenure_at(crawl, slot)->wait_s = wait_s;
    site->ready_utc = utc ? utc + wait_s : 0;
    if (wait_s > REST_LEAST_S && crawl_server_of(crawl, site->host, &server) == 0)
        crawl_note_wait(crawl, server, wait_s);
}

uint32_t polite_longest_pause_ms(const struct settings *settings)
{
    return larger_of(settings->delay_min_ms, settings->delay_max_ms);
}

/* The pause that robots.txt asks for, up to the longest that the settings allow. */
static uint32_t allowed_delay_ms(const struct settings *settings, uint32_t delay_ms)
{
    return smaller_of(delay_ms, settings->crawl_delay_max * (uint32_t)MS_A_SECOND);
}

/* The shortest pause after an answer. Requests are `delay_min_ms` apart, so the time that the answer took
 * counts, but the server rests for half of that in any case. A server that wants to be asked less often
 * gets all of it. */
static uint32_t least_pause_ms(const struct settings *settings, unsigned slow, uint32_t duration_ms)
{
    uint32_t most = slow == 0 ? settings->delay_min_ms / 2 : 0;
    return settings->delay_min_ms - (duration_ms < most ? duration_ms : most);
}

/* The usual pause: a multiple of the time that the last answer took, within limits, and longer for a server
 * that wants to be asked less often. */
static uint32_t usual_pause_ms(const struct settings *settings, unsigned slow, uint32_t delay_ms,
                               uint32_t duration_ms)
{
    uint32_t most = polite_longest_pause_ms(settings), least_ms = least_pause_ms(settings, slow, duration_ms);
    uint64_t wait_ms = (uint64_t)duration_ms * settings->delay_factor;
    if (wait_ms < least_ms)
        wait_ms = least_ms;
    if (wait_ms > most)
        wait_ms = most;
    return larger_of((uint32_t)wait_ms << slow, allowed_delay_ms(settings, delay_ms));
}

/*
 * A server that sends a few bytes at a time costs the box `timeout_total` a page, and could have as many
 * pages as it likes. So each answer may take 5 seconds and a second for each KB, which is slower than any
 * site that is worth a visit. What an answer takes beyond that is added to what the site has lost, and what
 * it takes less is taken off. The box leaves a site that has lost as much time as one page may take, less the
 * 5 seconds of an answer.
 */
static void account_lost_time(struct crawl *crawl, struct crawl_site *site, const struct visit_answer *answer)
{
    int32_t most_s = crawl->settings->timeout_total;
    uint32_t kb = answer->bytes / 1024;
    int32_t worth_s = WORTH_OF_ANSWER_S + WORTH_OF_KB_S * (int32_t)smaller_of(kb, WORTH_MOST_KB);
    int32_t lost_s = site->lost_s + (int32_t)(answer->duration_ms / MS_A_SECOND) - worth_s;
    site->lost_s = (int16_t)(lost_s < -most_s ? -most_s : lost_s > most_s ? most_s : lost_s);
}

uint32_t polite_most_ms(const struct crawl *crawl, const struct crawl_site *site)
{
    int32_t left_s = crawl->settings->timeout_total - site->lost_s + WORTH_OF_ANSWER_S;
    return (uint32_t)(left_s < WORTH_OF_ANSWER_S ? WORTH_OF_ANSWER_S : left_s) * MS_A_SECOND;
}

void polite_end_if_costly(struct crawl *crawl, struct crawl_site *site)
{
    int32_t most_s = crawl->settings->timeout_total;
    int32_t spare_s = most_s / 2 < WORTH_OF_ANSWER_S ? most_s / 2 : WORTH_OF_ANSWER_S;
    uint32_t most = site->pages > 0 ? 2u * crawl->settings->page_cap + IN_VAIN_MIN : IN_VAIN_MIN;
    bool is_slow = site->lost_s >= most_s - spare_s;
    if (site->stage == CRAWL_SITE_FETCHES && (is_slow || crawl_tenure_of(crawl, crawl->slot)->asked > most))
        crawl_site_stop(crawl, site, is_slow ? SITE_STOP_SLOW : SITE_STOP_IN_VAIN);
}

/*
 * Whatever a site makes the box ask for has its price: for what a page needs that is KB, of its page's and of
 * its site's share (embeds.c); all else that brings no page is counted. Redirects, failures, robots.txt and
 * sitemaps may be twice as many as pages may be, and fewer as long as no page has come.
 */
static void account_cost(struct crawl *crawl, struct crawl_site *site, const struct visit_answer *answer)
{
    struct crawl_tenure *tenure = crawl_tenure_at(crawl, crawl->slot);
    if (crawl->request.embed != EMBED_NONE)
        return crawl_charge_embed(crawl, answer);
    if (crawl_is_our_fault(crawl, answer))
        return;
    account_lost_time(crawl, site, answer);
    tenure->asked = (uint16_t)(tenure->asked + (!answer->is_page && tenure->asked < UINT16_MAX));
}

/*
 * Another server may have answered, which has something that a page of the site needs. A wait belongs to who
 * has asked for it: the slot makes the usual pause, since the next thing may be of that server, too, and what
 * the server wants beyond that is noted for it alone.
 */
void polite_after(struct crawl *crawl, struct crawl_site *site, const struct visit_answer *answer)
{
    bool is_third = crawl->is_third, slows = fetch_status_means_slow_down(answer->status);
    uint32_t asked_s = smaller_of(answer->retry_after_s, ASKED_MAX_S);
    uint32_t most_ms = polite_longest_pause_ms(crawl->settings);
    account_cost(crawl, site, answer);
    if (!is_third && slows)
        site->slow = (uint8_t)(site->slow + (site->slow < SLOW_MAX));
    else if (!is_third && answer->status > 0)
        site->slow = (uint8_t)(site->slow - (site->slow > 0));
    uint32_t wait_ms =
        usual_pause_ms(crawl->settings, is_third ? slows : site->slow,
                       is_third ? crawl->third_delay_ms : site->crawl_delay_ms, answer->duration_ms);
    if (is_third) {
        asked_s = larger_of(asked_s, wait_ms / MS_A_SECOND);
        if (asked_s > most_ms / MS_A_SECOND)
            crawl_note_wait(crawl, crawl->server[crawl->slot], asked_s + 1);
        wait_ms = smaller_of(wait_ms, most_ms);
        asked_s = 0;
    }
    polite_wait(crawl, site, wait_ms, asked_s);
}

void polite_back_off(struct crawl *crawl, struct crawl_site *site, const struct visit_answer *answer)
{
    if (!crawl_is_our_fault(crawl, answer))
        site->tries++;
    unsigned doublings = smaller_of(site->tries, BACK_OFF_MAX);
    uint32_t waits_ms = crawl_left_ms(crawl->ready_ms[crawl_slot(crawl, site)], crawl_now_ms(crawl));
    uint32_t back_off_ms = polite_longest_pause_ms(crawl->settings) << doublings;
    if (waits_ms < back_off_ms)
        polite_wait(crawl, site, back_off_ms, 0);
}

void polite_to_network(struct crawl *crawl, uint32_t kb, uint32_t duration_ms)
{
    uint32_t most = crawl->settings->bandwidth;
    uint32_t share_ms = most == 0 ? 0 : (uint32_t)((uint64_t)kb * MS_A_SECOND / most);
    crawl->free_ms = crawl_now_ms(crawl) + (share_ms > duration_ms ? share_ms - duration_ms : 0);
}

void polite_go_on(struct crawl *crawl, unsigned slot)
{
    const struct crawl_site *site = crawl_look_at(crawl, slot);
    uint32_t wait_s = crawl_tenure_of(crawl, slot)->wait_s; /* 0: an earlier version has written it */
    uint32_t left_s =
        smaller_of(crawl_left_s(crawl, site->ready_utc), wait_s > 0 ? wait_s : CRAWL_WAIT_MAX_S);
    uint32_t least_ms =
        larger_of(crawl->settings->delay_min_ms, allowed_delay_ms(crawl->settings, site->crawl_delay_ms));
    crawl->ready_ms[slot] = crawl_now_ms(crawl) + larger_of(crawl_count_ms(left_s), least_ms);
}

void polite_restart(struct crawl *crawl)
{
    for (unsigned slot = 0; slot < crawl_all_slots(crawl); slot++)
        polite_go_on(crawl, slot);
    crawl->is_back = false;
}
