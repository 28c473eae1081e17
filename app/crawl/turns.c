/*
 * Who gets a slot: sites of the round's queue, in its order, and sites that have rested. No registered
 * domain has more than half of the slots while others want them.
 */
#include <string.h>

#include "base/numbers.h"
#include "crawl/internal.h"
#include "read/url/domain.h"

enum {
    SEGMENTS_A_ROUND = 32, /* then all are scored again, since better ones may have been found */
    ENTRIES_A_STEP = 32,   /* of the queue that one step looks at */
    REST_LEAST_MS = 30000, /* shorter waits keep their slot, ... */
    MS_A_SECOND = 1000,
};

enum found { FOUND_NONE, FOUND_ONE, FOUND_NOT_YET };

/* ---- Domains ---- */

static uint32_t hash_of_domain(const struct crawl *crawl, const char *name)
{
    size_t length = segment_host_length(name, strlen(name)), start = domain_start(name, length);
    return (uint32_t)crawl_hash(crawl, name + start, length - start) | 1;
}

uint32_t crawl_domain_of_slot(struct crawl *crawl, unsigned slot)
{
    const struct host *host;
    uint32_t *domain = &crawl->domain[slot];
    if (*domain == 0 && hosts_read(crawl->port->hosts, crawl_look_at(crawl, slot)->host, &host) == 0)
        *domain = hash_of_domain(crawl, host->name);
    return *domain;
}

/* How many slots the domain has. */
static unsigned count_slots_of(struct crawl *crawl, uint32_t domain)
{
    unsigned count = 0;
    for (unsigned slot = 0; slot < crawl_all_slots(crawl); slot++)
        count += crawl_look_at(crawl, slot)->stage != CRAWL_SITE_FREE &&
                 crawl_domain_of_slot(crawl, slot) == domain;
    return count;
}

static unsigned share_of_domain(const struct crawl *crawl)
{
    return larger_of(crawl_slots(crawl) / 2, 1);
}

bool crawl_is_domain_full(struct crawl *crawl, uint32_t domain)
{
    return count_slots_of(crawl, domain) >= share_of_domain(crawl);
}

/* ---- The queue ---- */

bool crawl_has_queued_site(const struct crawl *crawl)
{
    uint32_t queued = crawl->port->hosts->mark.queued;
    if (crawl_has_segments(crawl) && queued > SEGMENTS_A_ROUND)
        queued = SEGMENTS_A_ROUND;
    return crawl->state.phase == CRAWL_PHASE_SITES && crawl->state.queue_position < queued;
}

static bool has_slot(const struct crawl *crawl, uint32_t id)
{
    for (unsigned slot = 0; slot < crawl_all_slots(crawl); slot++)
        if (crawl_look_at(crawl, slot)->stage != CRAWL_SITE_FREE && crawl_look_at(crawl, slot)->host == id)
            return true;
    return false;
}

bool crawl_host_rests(const struct crawl *crawl, uint32_t id, const struct host *host)
{
    return host->state == HOST_ACTIVE ? !has_slot(crawl, id) : crawl_host_rests_s(crawl, host) > 0;
}

bool crawl_is_under_way(struct crawl *crawl, uint32_t id)
{
    unsigned place;
    return has_slot(crawl, id) || crawl_find_resting(crawl, id, &place) == 0;
}

/* Does the host still wait for its turn? A host of the queue is active already if power failed between the
 * beginning of its crawl and the commit. */
static bool waits_for_turn(struct crawl *crawl, uint32_t id, const struct host *host)
{
    return host->state == HOST_QUEUED ? !crawl_has_in_more(crawl, id)
                                      : host->state == HOST_ACTIVE && !crawl_is_under_way(crawl, id);
}

/* Looks at the site at a position of the queue: FOUND_ONE if it still waits for its turn; *id and *domain
 * are its own then. */
static int look_at_entry(struct crawl *crawl, uint32_t position, uint32_t *id, uint32_t *domain)
{
    struct hosts *hosts = crawl->port->hosts;
    const struct host *host;
    int32_t queued = hosts_queue_id(hosts, position);
    int status = queued < 0 ? queued : hosts_read(hosts, (uint32_t)queued, &host);
    if (status < 0)
        return status == STATUS_DAMAGED ? FOUND_NONE : status; /* the next round scores this host again */
    *id = (uint32_t)queued;
    *domain = hash_of_domain(crawl, host->name);
    return waits_for_turn(crawl, *id, host) ? FOUND_ONE : FOUND_NONE;
}

/* Looks for the first site of the queue whose domain has not its share of slots yet, from crawl->ahead on,
 * which is its position then. */
static int look_ahead(struct crawl *crawl)
{
    uint32_t id, domain, queued = crawl->port->hosts->mark.queued;
    crawl->ahead = larger_of(crawl->ahead, crawl->state.queue_position);
    for (unsigned i = 0; i < ENTRIES_A_STEP && crawl->ahead < queued; i++, crawl->ahead++) {
        int found = look_at_entry(crawl, crawl->ahead, &id, &domain);
        bool is_free =
            found == FOUND_ONE && (crawl_has_segments(crawl) || !crawl_is_domain_full(crawl, domain));
        if (found < 0 || is_free)
            return found;
    }
    return crawl->ahead < queued ? FOUND_NOT_YET : FOUND_NONE;
}

/* Moves the site of the queue that look_ahead() finds into the slot, or the first of all if every site of
 * the queue is of a domain that has its share. Those before it keep their places in the queue. */
static int begin_next_site(struct crawl *crawl, struct crawl_site *site)
{
    uint32_t id, domain, *position = &crawl->state.queue_position;
    int found = look_at_entry(crawl, *position, &id, &domain);
    if (found != FOUND_ONE) {
        ++*position;
        return found;
    }
    found = look_ahead(crawl);
    if (found < 0 || found == FOUND_NOT_YET)
        return found;
    uint32_t chosen = found == FOUND_ONE ? crawl->ahead : *position;
    found = look_at_entry(crawl, chosen, &id, &domain);
    if (found < 0)
        return found;
    *position += chosen == *position;
    int status = crawl_site_begin(crawl, site, id);
    if (status < 0)
        return status;
    if (site->stage != CRAWL_SITE_FREE)
        crawl->domain[crawl_slot(crawl, site)] = domain;
    return crawl_commit(crawl);
}

/* No slot is going to be free soon, and nobody in the queue could have one: entries that are settled need
 * not wait for one. Behind the last of them, all hosts can be scored again. */
static int pass_settled(struct crawl *crawl)
{
    uint32_t id, domain;
    int found = crawl_has_queued_site(crawl) ? look_at_entry(crawl, crawl->state.queue_position, &id, &domain)
                                             : FOUND_ONE;
    crawl->state.queue_position += found == FOUND_NONE;
    return found < 0 ? found : found == FOUND_NONE;
}

/* ---- Slots ---- */

static struct crawl_site *find_free_slot(struct crawl *crawl)
{
    unsigned slots = crawl_slots(crawl);
    for (unsigned i = 0; i < slots; i++)
        if (crawl_look_at(crawl, i)->stage == CRAWL_SITE_FREE)
            return crawl_site_at(crawl, i);
    return NULL;
}

/* Which sites are asked to give up their slots. */
enum waiting {
    WAITING_ANY,
    WAITING_TOLD,     /* those whose servers said so; the others are tried again after a failure */
    WAITING_IN_CROWD, /* those whose domain has more than its share */
};

static bool is_asked(struct crawl *crawl, unsigned slot, enum waiting who)
{
    switch (who) {
    case WAITING_TOLD: return crawl_look_at(crawl, slot)->tries == 0;
    case WAITING_IN_CROWD:
        return count_slots_of(crawl, crawl_domain_of_slot(crawl, slot)) > share_of_domain(crawl);
    default: return true;
    }
}

/* The site that waits longest of these, if that is longer than `least_ms`. */
static struct crawl_site *find_waiting(struct crawl *crawl, uint32_t least_ms, enum waiting who)
{
    uint32_t now = crawl_now_ms(crawl);
    struct crawl_site *found = NULL;
    for (unsigned slot = 0; slot < crawl_all_slots(crawl); slot++) {
        uint32_t left_ms = crawl_left_ms(crawl->ready_ms[slot], now);
        if (crawl_look_at(crawl, slot)->stage != CRAWL_SITE_FETCHES || left_ms <= least_ms ||
            !is_asked(crawl, slot, who))
            continue;
        found = crawl_site_at(crawl, slot);
        least_ms = left_ms;
    }
    return found;
}

/* Longer waits than these are not usual: whoever has one gives up the slot if somebody else wants it. */
static uint32_t usual_wait_ms(const struct crawl *crawl)
{
    uint32_t usual_ms = larger_of(crawl->settings->delay_min_ms, crawl->settings->delay_max_ms);
    return larger_of(usual_ms, REST_LEAST_MS);
}

/* Without a free slot: finds one that may be had. Returns 1 if it has done something. */
static int make_room(struct crawl *crawl, bool is_queued)
{
    int found = is_queued ? look_ahead(crawl) : FOUND_NONE;
    if (found < 0 || found == FOUND_NOT_YET)
        return found < 0 ? found : 1;
    struct crawl_site *site = find_waiting(crawl, usual_wait_ms(crawl), WAITING_ANY);
    if (site && found == FOUND_NONE && !crawl_has_due(crawl))
        return pass_settled(crawl);
    if (!site && found == FOUND_ONE)
        site = find_waiting(crawl, 0, WAITING_IN_CROWD);
    return site ? crawl_rest(crawl, site) : 0;
}

/* The round may end only when its sites have ended; those that want to be left alone for long do not count.
 */
static bool ends_with_its_sites(const struct crawl *crawl)
{
    return crawl->settings->mode == MODE_ROUNDS && crawl->state.phase == CRAWL_PHASE_SITES;
}

int crawl_give_slots(struct crawl *crawl)
{
    bool can_rest = crawl_longest_rest_s(crawl) > CRAWL_WAIT_MAX_S, is_queued = crawl_has_queued_site(crawl);
    struct crawl_site *site =
        can_rest ? find_waiting(crawl, CRAWL_WAIT_MAX_S * MS_A_SECOND, WAITING_ANY) : NULL;
    bool is_due = crawl_has_due(crawl);
    if (!site && !is_queued && !is_due && can_rest && ends_with_its_sites(crawl))
        site = find_waiting(crawl, usual_wait_ms(crawl), WAITING_TOLD);
    int status = site ? crawl_rest(crawl, site) : 0;
    if (status != 0)
        return status;
    if (!is_queued && !is_due)
        return 0;
    site = find_free_slot(crawl);
    if (!site)
        return can_rest ? make_room(crawl, is_queued) : 0;
    if (is_due && !(is_queued && crawl->has_returned)) {
        status = crawl_return(crawl, site, is_queued);
        crawl->has_returned = status > 0; /* then a site of the queue has the next slot */
        if (status != 0 || !is_queued)
            return status;
    }
    crawl->has_returned = false;
    status = begin_next_site(crawl, site);
    return status < 0 ? status : 1;
}
