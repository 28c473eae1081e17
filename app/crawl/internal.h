/* What the files of app/crawl share among themselves. */
#ifndef CRAWLBOX_CRAWL_INTERNAL_H
#define CRAWLBOX_CRAWL_INTERNAL_H

#include "base/status.h"
#include "crawl/crawl.h"
#include "crawl/frontier.h"
#include "read/url/key.h"
#include "settings/settings.h"

/* The longest that a slot is kept for a server that asks to be left alone; one that asks for more is left for
 * good. No setting: what a longer wait of one server costs, the slot, is lost for all others, and a shorter
 * one would only lose pages. */
enum { CRAWL_WAIT_MAX_S = 3600 };

/*
 * How long it is until then, 0 if that is past. A count of 32 bits cannot tell what was weeks ago from what
 * is weeks ahead, but nothing is ever waited for that long: crawl_keep_time() sees to it that what is past
 * stays past.
 */
enum { CRAWL_WAIT_LONGEST_MS = 7 * 24 * 60 * 60 * 1000 };
static inline uint32_t crawl_left_ms(uint32_t until_ms, uint32_t now_ms)
{
    uint32_t left_ms = until_ms - now_ms;
    return left_ms <= CRAWL_WAIT_LONGEST_MS ? left_ms : 0;
}

static inline unsigned crawl_slot(const struct crawl *crawl, const struct crawl_site *site)
{
    return (unsigned)(site - crawl->state.site);
}

/* Are its sites segments, directories of a host? */
static inline bool crawl_has_segments(const struct crawl *crawl)
{
    return crawl->settings->mode == MODE_SEGMENT;
}

static inline void crawl_reject(struct crawl *crawl, enum crawl_reject reject)
{
    crawl->state.totals.rejected[reject]++;
}

/* A hash of a text, and of the page that a URL leads to, that nobody outside can foresee. */
static inline uint64_t crawl_hash(const struct crawl *crawl, const char *text, size_t length)
{
    return keyed_hash_of(crawl->port->hosts->mark.secret, text, length);
}

static inline uint64_t crawl_page_key(const struct crawl *crawl, const struct url *url)
{
    return url_key_hash(url, crawl->port->hosts->mark.secret) >> (64 - FRONTIER_KEY_BITS);
}

/* What the machine says: milliseconds that may wrap, seconds since 1970 (0: not known), whether there is a
 * network, where a server stands (enum feature_country). */
static inline uint32_t crawl_now_ms(const struct crawl *crawl)
{
    return crawl->port->machine->now_ms(crawl->port->machine->context);
}
uint32_t crawl_utc(const struct crawl *crawl);
bool crawl_is_online(const struct crawl *crawl);
uint8_t crawl_country(const struct crawl *crawl, uint32_t address);

/* Memory of the machine, to be given back before the next visit. */
void *crawl_lend(const struct crawl *crawl, size_t bytes);
void crawl_give_back(const struct crawl *crawl, void *memory);

/* How many slots are in use: the setting, as far as there are files. */
unsigned crawl_slots(const struct crawl *crawl);

/* Everything changed is on the card and counts with the next commit; _commit: counts now. */
int crawl_put(struct crawl *crawl);
int crawl_commit(struct crawl *crawl);

/* Does one step of making the index of the host table, and returns 1 while there are more. Before the first
 * step the engine commits that the index is being made: what a power cut leaves of it must not pass for a
 * whole one. */
int crawl_prepare_index(struct crawl *crawl);

/* Tells whoever listens; the host's name is looked up. */
void crawl_say(struct crawl *crawl, enum crawl_event event, uint32_t host, uint32_t number);

/* ---- links.c: what becomes of links ---- */

/* A host name as keys have it, without www and a dot behind it: hosts for which it is equal are one site. */
const char *crawl_bare_host(const char *host, size_t *length);

/* Is the URL one of the site that is called so? */
bool crawl_is_of_site(const struct crawl *crawl, const struct url *url, const char *name, size_t length);

/* Forgets the links met lately. */
void crawl_forget_recent(struct crawl *crawl);

/* ---- The engine as the observer of its visits (visit.h); `crawl` is a struct crawl ---- */

extern const struct visit_observer crawl_observer;
uint32_t crawl_takes_link(void *crawl, const struct visit_link *link);                         /* links.c */
void crawl_takes_evidence(void *crawl, uint32_t place, const struct visit_evidence *evidence); /* links.c */
int crawl_settles(void *crawl, const struct visit_answer *answer);                             /* outcome.c */
int crawl_tells_via(void *crawl, char *buffer, size_t size);                                   /* site.c */
void crawl_takes_rules(void *crawl, const void *store, size_t bytes);                          /* rules.c */

/* ---- site.c: an active site ---- */

int crawl_site_begin(struct crawl *crawl, struct crawl_site *site, uint32_t host);

/* Does what is next for a site that may be asked now: robots.txt, a page, or its end. */
int crawl_site_serve(struct crawl *crawl, struct crawl_site *site);

/* The site has ended; commits nothing. */
void crawl_site_stop(struct crawl *crawl, struct crawl_site *site, enum crawl_site_stop stop);

/* What the card holds for the site makes no sense: the site ends, since the rest of the card may be fine.
 * Returns 0 then, and any other status as it is. */
int crawl_site_end_if_damaged(struct crawl *crawl, struct crawl_site *site, int status);

/* ---- outcome.c: what becomes of a visit ---- */

/* A failure that says nothing about the server: the network is gone, or the box has no clock yet or no
 * memory. */
bool crawl_is_our_fault(const struct crawl *crawl, const struct visit_answer *answer);

/* Counts a visit that brought nothing to read; it may be the last that the site is allowed. */
int crawl_account_failure(struct crawl *crawl, struct crawl_site *site, const struct visit_answer *answer);

/* ---- ending.c: a site that has ended ---- */

int crawl_ending_step(struct crawl *crawl, struct crawl_site *site);

/* Is so much of a site what is looked for that its links count as those of one that is? */
bool crawl_is_target_site(const struct crawl *crawl, const struct crawl_site *site);

/* ---- segments.c: what is different if sites are segments ---- */

/* 1: it may be visited, in *slot, which knows then what is left of the host's share of pages. 0: not now,
 * since another segment of its host is active, or never, since that share is used up. */
int crawl_segment_begin(struct crawl *crawl, struct crawl_site **slot, uint32_t id);

/* Notes how much of the host's share was used. */
int crawl_segment_end(struct crawl *crawl, const struct crawl_site *site);

/* 1: its host was asked lately, for another segment, and it waits for that, too. 0: it may be asked, and will
 * be. */
int crawl_segment_wait(struct crawl *crawl, const struct crawl_site *site);

/* A page of a segment that is linked to, by what stands behind the segment's name; before the link's own
 * flags are noted. */
int crawl_segment_offer(struct crawl *crawl, uint32_t id, const char *page, size_t length);

/* What the site, which has ended, says about a segment that it links to. `facts`: number of the entry with
 * what the link's words say. 1: the network was asked on the way. */
int crawl_segment_weigh(struct crawl *crawl, const struct crawl_site *site, uint32_t target, uint32_t facts,
                        uint8_t *weight);

/* ---- explore.c: hosts that promise little, and sites that were left early ---- */

bool crawl_explores(const struct crawl *crawl);

/* Whether a site that was crawled may have a second pass, and what that is worth. */
bool crawl_may_return(const struct crawl *crawl, const struct host *host);
uint8_t crawl_second_worth(const struct host *host);

/* What a host is worth that is for this round, 0 for one that waits until nothing better is left. */
uint8_t crawl_explore_filter(struct crawl *crawl, const struct host *host, uint8_t worth);

/* Nothing is for this round: true if hosts are to be scored again, so that the best of those that wait
 * are. */
bool crawl_explore_deeper(struct crawl *crawl);

/* How many of the queue are for this round. */
uint32_t crawl_explore_round(const struct crawl *crawl, uint32_t queued);

/* How a host is visited whose turn it is: enum crawl_pass. */
uint8_t crawl_explore_pass(const struct crawl *crawl, const struct host *host);

/* A page of it was read: whether a probe is over. */
enum crawl_site_stop crawl_explore_page(struct crawl *crawl, struct crawl_site *site, bool is_target);

/* How much of a site that ends is left: links for each page, in eighths. */
uint8_t crawl_explore_left(const struct crawl_site *site);

/* It has ended: what that tells about exploring is counted. */
void crawl_explore_end(struct crawl *crawl, const struct crawl_site *site, bool is_target);

/* ---- rules.c: robots.txt of an active site ---- */

enum crawl_rule { RULE_ALLOWED, RULE_DENIED, RULE_UNKNOWN /* robots.txt is to be fetched first */ };

/* What robots.txt says of the URL under way: enum crawl_rule, or a negative status of the card. */
int crawl_rules_ask(struct crawl *crawl, struct crawl_site *site);

/* Fetches it. 0 (also if the site waits or ends for it), or a negative status of the card. */
int crawl_rules_fetch(struct crawl *crawl, struct crawl_site *site);

/* ---- polite.c: when a site may be asked again ---- */

void polite_after(struct crawl *crawl, struct crawl_site *site, const struct visit_answer *answer);
/* Ends a site that has cost the box as much time as a visit may. */
void polite_end_if_slow(struct crawl *crawl, struct crawl_site *site);
/* How long a fetch of the site may take, so that it does not cost the box more than a visit may. */
uint32_t polite_most_ms(const struct crawl *crawl, const struct crawl_site *site);
/* After a failure that may pass, one more try: later still, with each. */
void polite_back_off(struct crawl *crawl, struct crawl_site *site, const struct visit_answer *answer);
/* After a fetch: the network is left alone for as long as the bandwidth that was allowed wants. */
void polite_to_network(struct crawl *crawl, uint32_t kb, uint32_t duration_ms);
/* After a boot, when the date is as well known as it will be: waits go on that were under way. */
void polite_restart(struct crawl *crawl);

/* ---- rounds.c: which sites are next ---- */

int crawl_score_step(struct crawl *crawl);
/* The address and country of a host that has none yet: 1 if the network was asked for it. */
int crawl_locate(struct crawl *crawl, uint32_t id);
int crawl_sort_step(struct crawl *crawl);

#endif
