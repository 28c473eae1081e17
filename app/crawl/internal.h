/* What the files of app/crawl share among themselves. */
#ifndef CRAWLBOX_CRAWL_INTERNAL_H
#define CRAWLBOX_CRAWL_INTERNAL_H

#include "base/numbers.h"
#include "base/status.h"
#include "crawl/crawl.h"
#include "crawl/frontier.h"
#include "read/url/key.h"
#include "settings/settings.h"

/* How long a slot is kept at most for a server that asks to be left alone, even if nobody else wants it: see
 * rest.c. */
enum { CRAWL_WAIT_MAX_S = 3600 };

enum { CRAWL_NO_PLACE = STATE_PLACES };

/* How often the engine looks again for sites whose re-crawl is due, and for names that were not found. */
enum { CRAWL_LOOK_AGAIN_MS = 60 * 60 * 1000 };

/*
 * How long it is from now_ms until until_ms, 0 if that is past. A count of 32 bits cannot tell what was weeks
 * ago from what is weeks ahead, but the engine never waits that long, and crawl_keep_time() sees to it that
 * what is past stays past.
 */
enum { CRAWL_WAIT_LONGEST_MS = 7 * 24 * 60 * 60 * 1000 };
static inline uint32_t crawl_left_ms(uint32_t until_ms, uint32_t now_ms)
{
    uint32_t left_ms = until_ms - now_ms;
    return left_ms <= CRAWL_WAIT_LONGEST_MS ? left_ms : 0;
}

/* So many seconds as it can count. */
static inline uint32_t crawl_count_ms(uint32_t seconds)
{
    return smaller_of(seconds, CRAWL_WAIT_LONGEST_MS / 1000) * 1000;
}

/* The site of a slot, and what its embeds have brought; and the slot of a site. Slots from STATE_SITES on are
 * those of a larger machine. */
#if CRAWLBOX_MORE_SITES > 0
static inline struct crawl_site *crawl_site_at(struct crawl *crawl, unsigned slot)
{
    return slot < STATE_SITES ? &crawl->state.site[slot] : &crawl->more[slot - STATE_SITES].site;
}

static inline uint32_t *crawl_site_kb(struct crawl *crawl, unsigned slot)
{
    return slot < STATE_SITES ? &crawl->state.embeds.site_kb[slot] : &crawl->more[slot - STATE_SITES].site_kb;
}

static inline unsigned crawl_slot(const struct crawl *crawl, const struct crawl_site *site)
{
    const struct crawl_site *first = crawl->state.site;
    if (site >= first && site < first + STATE_SITES)
        return (unsigned)(site - first);
    return STATE_SITES + (unsigned)((const struct crawl_more_site *)(const void *)site - crawl->more);
}

static inline struct crawl_tenure *crawl_tenure_at(struct crawl *crawl, unsigned slot)
{
    return slot < STATE_SITES ? &crawl->state.tenure[slot] : &crawl->more[slot - STATE_SITES].tenure;
}

/* The slot as a bit of those fields that have one for each slot. */
static inline crawl_slot_bits crawl_slot_bit(unsigned slot)
{
    return (crawl_slot_bits)1 << slot;
}
#else
static inline struct crawl_site *crawl_site_at(struct crawl *crawl, unsigned slot)
{
    return &crawl->state.site[slot];
}

static inline uint32_t *crawl_site_kb(struct crawl *crawl, unsigned slot)
{
    return &crawl->state.embeds.site_kb[slot];
}

static inline unsigned crawl_slot(const struct crawl *crawl, const struct crawl_site *site)
{
    return (unsigned)(site - crawl->state.site);
}

static inline struct crawl_tenure *crawl_tenure_at(struct crawl *crawl, unsigned slot)
{
    return &crawl->state.tenure[slot];
}

static inline unsigned crawl_slot_bit(unsigned slot)
{
    return 1u << slot;
}
#endif

/* Are the sites of this crawl segments, which are directories of a host? */
static inline bool crawl_has_segments(const struct crawl *crawl)
{
    return crawl->settings->mode == MODE_SEGMENT;
}

static inline void crawl_reject(struct crawl *crawl, enum crawl_reject reject)
{
    crawl->state.totals.rejected[reject]++;
}

/* Hashes of a text, and of the page that a URL leads to. Nobody outside can foresee them. */
static inline uint64_t crawl_hash(const struct crawl *crawl, const char *text, size_t length)
{
    return keyed_hash_of(crawl->port->hosts->mark.secret, text, length);
}

/* The lowest bits of a page's key are what its twins differ in: enum url_twin. */
static inline uint64_t crawl_page_key(const struct crawl *crawl, const struct url *url)
{
    unsigned twins;
    uint64_t hash = url_twins_hash(url, crawl->port->hosts->mark.secret, &twins);
    return (hash >> (64 - FRONTIER_KEY_BITS) & ~(uint64_t)URL_TWINS) | twins;
}

/* What the machine says: milliseconds, which may wrap; seconds since 1970, 0 if the date is not known;
 * whether there is a network; in which country a server stands (enum feature_country). */
static inline uint32_t crawl_now_ms(const struct crawl *crawl)
{
    return crawl->port->machine->now_ms(crawl->port->machine->context);
}
uint32_t crawl_utc(const struct crawl *crawl);
bool crawl_is_online(const struct crawl *crawl);
uint8_t crawl_country(const struct crawl *crawl, uint32_t address);

/* Borrows memory of the machine, which the borrower gives back before the next visit. */
void *crawl_lend(const struct crawl *crawl, size_t bytes);
void crawl_give_back(const struct crawl *crawl, void *memory);

/* What the model says of a host, without what the box has learned. */
uint8_t crawl_ask_model(const struct crawl *crawl, const struct features *features);

/* How many slots are in use: as many as the settings say, if there are files for them. */
unsigned crawl_slots(const struct crawl *crawl);

/* ---- more.c: sites beyond those of the state block, on a larger machine ---- */

/* Is a slot one of those? A host in it stays HOST_QUEUED: a box that has no such slots takes it from there.
 * */
static inline bool crawl_is_more(unsigned slot)
{
    return STATE_MORE_SITES > 0 && slot >= STATE_SITES;
}

#if CRAWLBOX_MORE_SITES > 0
/* Is the host under way in such a slot? */
bool crawl_has_in_more(const struct crawl *crawl, uint32_t host);

/* Takes these sites from the card; if it has none that go with the state block, the slots are free. `magic`
 * is the number with which the block on the card begins. */
void crawl_more_open(struct crawl *crawl, uint32_t magic);
void crawl_more_forget(struct crawl *crawl);

/* Puts the state block, and these sites with it. */
int crawl_put_block(struct crawl *crawl);
#else
static inline bool crawl_has_in_more(const struct crawl *crawl, uint32_t host)
{
    (void)crawl;
    (void)host;
    return false;
}
static inline void crawl_more_open(struct crawl *crawl, uint32_t magic)
{
    (void)crawl, (void)magic;
}
static inline void crawl_more_forget(struct crawl *crawl)
{
    (void)crawl;
}
static inline int crawl_put_block(struct crawl *crawl)
{
    const struct state_files *files = crawl->port->state->files;
    return files->put(files->context, &crawl->state, sizeof crawl->state);
}
#endif

/* Can what the card says of a site be used as indices and shifts? */
bool crawl_is_sound_site(const struct crawl_site *site);

/* crawl_put() writes everything that has changed to the card, where it counts with the next commit.
 * crawl_commit() writes it and makes the commit. */
int crawl_put(struct crawl *crawl);
int crawl_commit(struct crawl *crawl);

/* Does one step of making the index of the host table, and returns 1 while there are more. Before the first
 * step the engine commits that the index is being made: what a power cut leaves of it must not pass for a
 * whole one. */
int crawl_prepare_index(struct crawl *crawl);

/* Reports an event to the machine, with the name of the host of that id. */
void crawl_say(struct crawl *crawl, enum crawl_event event, uint32_t host, uint32_t number);

/* ---- places.c: where the lists of sites lie ---- */

static inline const struct crawl_tenure *crawl_tenure_of(const struct crawl *crawl, unsigned slot)
{
    return crawl_tenure_at((struct crawl *)(uintptr_t)crawl, slot);
}

/* Places stand in the state block as bits: those whose sites rest, and those that keep the list of a site
 * that was left. Is the place one of them? And from now on it is, or is not. */
static inline bool crawl_has_place(const uint32_t *places, unsigned place)
{
    return places[place / 32] >> place % 32 & 1;
}
void crawl_put_place(uint32_t *places, unsigned place, bool is_in);

/* How many places the card has: STATE_SITES, and as many more as sites can rest. */
unsigned crawl_places(const struct crawl *crawl);

/* Where the slot's site has its list; CRAWL_NO_PLACE: in a file of the slot's own, which only a machine
 * knows that has this slot. */
unsigned crawl_place_of(const struct crawl *crawl, unsigned slot);

/* CRAWL_NO_PLACE: all are taken. */
unsigned crawl_find_free_place(const struct crawl *crawl);

/* Finds a place for a site that begins in the slot. False: there is none. */
bool crawl_take_place(struct crawl *crawl, unsigned slot);

static inline unsigned crawl_file_of_place(unsigned place)
{
    return place < STATE_SITES ? STATE_SITE0 + place : STATE_PART0 + place - STATE_SITES;
}

/* The file, or part of one, that has the list of the slot's site: for state_sector() and the like. */
unsigned crawl_list_file(const struct crawl *crawl, unsigned slot);

/* ---- rest.c: sites that want to be left alone for long ---- */

/* Can sites give up their slots? Segments cannot, and not without the date. */
bool crawl_can_rest(const struct crawl *crawl);

/* How many seconds are left of a wait that ends at a time. */
uint32_t crawl_left_s(const struct crawl *crawl, uint32_t ready_utc);

/* A server, known by the hash of its bare name, wants to be left alone for so long: keeps that on the card,
 * and tells how much of it is left. */
void crawl_note_wait(struct crawl *crawl, uint32_t server, uint32_t wait_s);
uint32_t crawl_server_rests_s(struct crawl *crawl, uint32_t server);
void crawl_keep_told(struct crawl *crawl); /* what the box was told holds for the crawl that begins, too */

/* The host waits for a later round, which comes when its time has. */
int crawl_put_host_off(struct crawl *crawl, uint32_t id, uint32_t wait_s);

/* The active site gives up its slot, and keeps its place if there is one for it: 1. 0: it stays, since it
 * would lose what it has for a short wait, and nobody needs its slot who has not his share. Whoever changes
 * places with a site that comes back at once keeps what it has. If its server wants to be left alone for
 * longer than any site may rest, it ends. */
enum crawl_rest_for { REST_FOR_NOBODY, REST_FOR_OTHERS, REST_FOR_PEER };
int crawl_rest(struct crawl *crawl, struct crawl_site *site, enum crawl_rest_for who);

/* May the time of some resting site have come? */
bool crawl_has_due(const struct crawl *crawl);

/* Finds the place of the site whose time came first, of all whose domains have not their share of slots; or
 * else of a crowd (`in_crowd`). STATUS_NOT_FOUND: nobody's time has come. */
int crawl_find_due(struct crawl *crawl, unsigned *place, bool *in_crowd);

/* The free slot takes up the site of that place. */
int crawl_take_up(struct crawl *crawl, struct crawl_site *slot, unsigned place);

/* The place of a host that rests (state.resting), or whose list is kept (state.kept); STATUS_NOT_FOUND. */
int crawl_find_record(struct crawl *crawl, uint32_t *places, uint32_t host, unsigned *place);

/* The operator wants no more of it: it comes back at once, and ends. */
int crawl_skip_resting(struct crawl *crawl, uint32_t host);

/* ---- kept.c: lists of sites that were left early ---- */

/* The site has ended: its list stays where it is if the engine may go back to the site and a place can be
 * spared. The slot becomes free with the next commit. */
int crawl_keep_list(struct crawl *crawl, const struct crawl_site *site);

/* Makes room for one more of those who have a list in a place, and no slot: if all of so many places are
 * taken, the list that was kept with the fewest pages gives way, if these are fewer than `pages`. 1: there is
 * room; 0: there is none, or the domain has half of it in lists that are kept. A list gives way with a
 * commit. */
int crawl_make_place(struct crawl *crawl, unsigned places, uint32_t pages, uint32_t domain);

/* Finds out where a site that begins in the slot has its list. 1: its list was kept, and the site goes on
 * with it, for a second pass; 0: in a place that is free; STATUS_FULL: no place is. */
int crawl_find_list(struct crawl *crawl, struct crawl_site *site, uint32_t id);

/* ---- turns.c: who gets a slot ---- */

bool crawl_has_queued_site(const struct crawl *crawl);

/* Is the host in a slot, or does it rest? */
bool crawl_is_under_way(struct crawl *crawl, uint32_t id);

/* The hash of the registered domain of a slot's site. */
uint32_t crawl_domain_of_slot(struct crawl *crawl, unsigned slot);

/* Has that domain its share of slots? */
bool crawl_is_domain_full(struct crawl *crawl, uint32_t domain);

/* Gives a slot to whoever is next, or takes one from whoever does not use it. 1: it has done something. */
int crawl_give_slots(struct crawl *crawl);

/* ---- links.c: what becomes of links ---- */

/* A host name as keys have it, without www before it and a dot behind it. Hosts with the same bare name are
 * one site. */
const char *crawl_bare_host(const char *host, size_t *length);

/* Does the URL belong to the site of that name? */
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

/* Forgets what is in RAM of the site that had the slot. */
void crawl_empty_slot(struct crawl *crawl, unsigned slot);

/* Does what is next for a site that may be asked now: fetches robots.txt or a page, or ends the site. */
int crawl_site_serve(struct crawl *crawl, struct crawl_site *site);

/* Fills in what all requests have in common, for the URL and the slot under way. */
void crawl_fill_request(struct crawl *crawl);

/* Makes a text of the slot file under way the URL under way: so many bytes, or fewer if the text has its
 * kind (enum embed) behind it, which goes into the request. Returns its length; STATUS_DAMAGED: it is no
 * URL. Whether it is a page's or something that a page needs, the caller knows and must check: one that is
 * taken for the other is never settled. */
int crawl_read_url(struct crawl *crawl, uint32_t offset, size_t most);

/* Writes the letters of the way from the entry page into the request, of a long way only its end.
 * `crawl->run` and the letter are its last step. */
int crawl_write_path(struct crawl *crawl, struct crawl_site *site, uint8_t how);

/* What the request asks for will not be fetched: the port logs and commits that. */
int crawl_leave_out(struct crawl *crawl, int fetch_status);

/* Ends the site for that reason, since robots.txt could not be fetched for its entry page: the port logs the
 * page and commits. */
int crawl_end_without_rules(struct crawl *crawl, struct crawl_site *site, enum crawl_site_stop stop);

/* Why a site of which no page could be read ends, if this fetch status was the last that came of it;
 * `answered`: if that was one of HTTP. */
enum crawl_site_stop crawl_stop_of(int fetch_status, enum crawl_site_stop answered);

/* Ends the site for that reason, without a commit. */
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

/* Are so many of the site's pages targets that the site counts as one in the language (or about the
 * topic)? */
bool crawl_is_target_site(const struct crawl *crawl, const struct crawl_site *site);

/* ---- segments.c: what is different if sites are segments ---- */

/* Chooses the slot for a segment whose turn has come. 1: the segment may be visited in *slot, which then has
 * the count of the host's pages. 0: it may not; either another segment of its host is active now, or the
 * host's share of pages is used up. */
int crawl_segment_begin(struct crawl *crawl, struct crawl_site **slot, uint32_t id);

/* Notes in the host's record how much of its share of pages was used. */
int crawl_segment_end(struct crawl *crawl, const struct crawl_site *site);

/* The hash by which the server of a host is known, whatever segment of it the host is. */
int crawl_server_of(struct crawl *crawl, uint32_t id, uint32_t *server);
uint32_t crawl_server_of_url(const struct crawl *crawl, const struct url *url);

/* 1: another slot has asked the site's server lately, and this one waits for that, too. 0: the server may
 * be asked now, and the caller will ask it. */
int crawl_site_waits(struct crawl *crawl, struct crawl_site *site);

/* For how long the server is to be left alone, since it said so or another slot has asked it; 0: the caller
 * will ask it. */
uint32_t crawl_server_waits_ms(struct crawl *crawl, uint32_t server);

/* Offers a page that somebody links to as entry page of its segment. `page` is what stands behind the
 * segment's name. This comes before the flags of the link are noted in the host's record. */
int crawl_segment_offer(struct crawl *crawl, uint32_t id, const char *page, size_t length);

/* What a site that has ended says about a segment that it links to; `edge` is the entry that is being
 * listed. Returns 1 if the network was asked on the way. */
int crawl_segment_weigh(struct crawl *crawl, const struct crawl_site *site, uint32_t target,
                        const struct frontier_entry *edge, uint8_t *weight);

/* ---- cookies.c: what servers have set, while their sites are active ---- */

/* Returns the cookies of the server of the URL under way, "" if it has set none, NULL if nobody wants any. */
const char *crawl_cookie(struct crawl *crawl);

/* Keeps the cookies of that server, and forgets those of any other server of the slot's site. */
void crawl_put_cookie(struct crawl *crawl, unsigned slot, const char *text);

/* Does the page under way, a redirect, lead back to itself or to a page that redirected to it, and has the
 * server set a cookie? `text_key` is the key of the URL's spelling. */
bool crawl_leads_back(struct crawl *crawl, const struct crawl_site *site, const struct url *url,
                      uint64_t text_key);

/* ---- sitemaps.c: what a site lists of itself ---- */

/* Are sitemaps read at all? */
bool crawl_has_sitemaps(const struct crawl *crawl);

/* robots.txt was read: ends the run of the sitemaps that it named, or of the usual one. */
int crawl_list_sitemaps(struct crawl *crawl, struct crawl_site *site);

/* Makes the next sitemap the current entry. STATUS_NOT_FOUND: none is left, or none is worth it. */
int crawl_take_sitemap(struct crawl *crawl, struct crawl_site *site);

/* A sitemap, or why there is none, has come: its links join the site's list. Several in a row that list
 * nothing new end the site. */
int crawl_account_sitemap(struct crawl *crawl, struct crawl_site *site, struct crawl_run *links);

/* ---- embeds.c: what pages need, and documents ---- */

/* Does the operator want any of it? */
bool crawl_has_embeds(const struct crawl *crawl);

/* Is there something in the queue that a kept page needs? */
bool crawl_needs_more(const struct crawl_needs *needs);

/* The first sector behind the site's list in its slot file: rules of other servers, and then the queue. */
uint32_t crawl_needs_at(const struct crawl *crawl);

/* Puts what the page or stylesheet under way needs into the queue. */
void crawl_takes_embed(struct crawl *crawl, const struct visit_link *link);

/* A page was read that has that number in the site's list: its queue counts if it is kept. */
void crawl_keep_needs(struct crawl *crawl, const struct visit_answer *answer, uint32_t page);

/* What was asked for has come, so many KB of it, or why it has not. */
int crawl_settle_embed(struct crawl *crawl, const struct visit_answer *answer, uint32_t kb);

/* An answer, also one with rules for robots, counts in the shares of the page that needs it and of its site.
 */
void crawl_charge_embed(struct crawl *crawl, const struct visit_answer *answer);

/* Asks for what is next in the queue of the slot under way. */
int crawl_serve_embed(struct crawl *crawl, struct crawl_site *site);

/* ---- explore.c: hosts that promise little, and sites that were left early ---- */

/* Is exploring switched on, and can the strategy do it? */
bool crawl_explores(const struct crawl *crawl);

/* Does the box learn from the sites that it visits? */
bool crawl_learns(const struct crawl *crawl);

/* How many of 4,096 hosts are drawn by chance, and visited whatever they are worth. */
void crawl_explore_draw(struct crawl *crawl);
bool crawl_is_drawn(const struct crawl *crawl, const struct host *host);

/* The site, whose host has its label now, has ended: the box learns from it if it was drawn by chance. */
void crawl_learn(struct crawl *crawl, const struct crawl_site *site, const struct host *host);

/* May a site that was crawled have a second pass? And what is that pass worth? */
bool crawl_may_return(const struct crawl *crawl, const struct host *host);
uint8_t crawl_second_worth(const struct host *host);

/* What the host is worth in this round: 0 if it waits until no better host is left. */
uint8_t crawl_explore_filter(struct crawl *crawl, const struct host *host, uint8_t worth);

/* The queue of the round is empty. Returns true if all hosts are to be scored again, with a lower limit that
 * lets in the best of those that wait. */
bool crawl_explore_deeper(struct crawl *crawl);

/* How many sites of the sorted queue are crawled in this round. */
uint32_t crawl_explore_round(const struct crawl *crawl, uint32_t queued);

/* How the engine visits a host whose turn has come: enum crawl_pass. */
uint8_t crawl_explore_pass(const struct crawl *crawl, const struct host *host);

/* A page of the site was read. Returns SITE_STOP_PROBE if that ends a probe, else SITE_STOP_NONE. */
enum crawl_site_stop crawl_explore_page(struct crawl *crawl, struct crawl_site *site, bool is_target);

/* How much of an ending site is left: unvisited links for each page that was fetched, in eighths. */
uint8_t crawl_explore_left(const struct crawl_site *site);

/* The site has ended: counts what its visit tells about exploring. */
void crawl_explore_end(struct crawl *crawl, const struct crawl_site *site, bool is_target);

/* ---- rules.c: robots.txt of an active site ---- */

enum crawl_rule {
    RULE_ALLOWED,
    RULE_DENIED,
    RULE_UNREACHABLE, /* robots.txt could not be fetched */
    RULE_UNKNOWN,     /* robots.txt is to be fetched first */
};

/* What robots.txt says of the URL under way: enum crawl_rule, or a negative status of the card. */
int crawl_rules_ask(struct crawl *crawl, struct crawl_site *site);

/* Fetches robots.txt. Returns 0, also if the site has to wait or ends because of it, or a negative status of
 * the card. */
int crawl_rules_fetch(struct crawl *crawl, struct crawl_site *site);

/* ---- polite.c: when a site may be asked again ---- */

/* The longest usual pause between two fetches from a site. */
uint32_t polite_longest_pause_ms(const struct settings *settings);
/* After an answer: decides how long the site is left alone. */
void polite_after(struct crawl *crawl, struct crawl_site *site, const struct visit_answer *answer);
/* The site is not asked before `wait_ms` have passed, and `asked_s`. */
void polite_wait(struct crawl *crawl, struct crawl_site *site, uint32_t wait_ms, uint32_t asked_s);
/* Ends the site under way if it has cost the box as much time as a visit may, or as many requests. */
void polite_end_if_costly(struct crawl *crawl, struct crawl_site *site);
/* How long a fetch of the site may take, so that it does not cost the box more than a visit may. */
uint32_t polite_most_ms(const struct crawl *crawl, const struct crawl_site *site);
/* After a failure that may pass: the page will be tried once more, later with each try. */
void polite_back_off(struct crawl *crawl, struct crawl_site *site, const struct visit_answer *answer);
/* After a fetch: the box leaves the network alone for as long as the setting `bandwidth` demands. */
void polite_to_network(struct crawl *crawl, uint32_t kb, uint32_t duration_ms);
/* The slot's site was not under way for a while: the wait that it had goes on. */
void polite_go_on(struct crawl *crawl, unsigned slot);
/* After a boot, as soon as the date is as well known as it will be: waits that were under way go on. */
void polite_restart(struct crawl *crawl);

/* ---- ahead.c: what is done for the site whose turn is next ---- */

/* Says in the request whom to connect to while its answer comes. */
void crawl_ahead_of_fetch(struct crawl *crawl);
/* There is nothing to do for so long: connects if it is time. How long there is nothing to do then. */
int32_t crawl_ahead_of_wait(const struct crawl *crawl, int32_t wait_ms);

/* ---- rounds.c: which sites are next ---- */

/* Scores a few more hosts for the next round. */
int crawl_score_step(struct crawl *crawl);
/* Notes that the site has ended: its targets will be scored again. */
void crawl_note_late(struct crawl *crawl, const struct crawl_site *site);
/* Has the time come to visit a site again that was crawled? */
bool crawl_is_due_again(struct crawl *crawl, const struct host *host);
/* Asks for the address of a host that has none yet, and notes it and its country. Returns 1 if the network
 * was asked. */
int crawl_locate(struct crawl *crawl, uint32_t id);
/* Sorts a part of the queue; when the queue is in order, the round begins. */
int crawl_sort_step(struct crawl *crawl);

#endif
