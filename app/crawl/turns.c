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
    return host->state == HOST_ACTIVE ? !has_slot(crawl, id) : crawl_left_s(crawl, host->ready_utc) > 0;
}

bool crawl_is_under_way(struct crawl *crawl, uint32_t id)
{
    unsigned place;
    return has_slot(crawl, id) || crawl_find_record(crawl, crawl->state.resting, id, &place) == 0;
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

/* Looks whether the site at crawl->ahead in the queue may have a slot, whose domain has not its share yet:
 * FOUND_ONE. FOUND_NOT_YET: it looked at the next one; FOUND_NONE: there is none. Those that are settled need
 * not be looked at again. */
static int look_ahead(struct crawl *crawl)
{
    uint32_t id, domain, *position = &crawl->state.queue_position;
    crawl->ahead = larger_of(crawl->ahead, *position);
    if (crawl->ahead >= crawl->port->hosts->mark.queued)
        return FOUND_NONE;
    int found = look_at_entry(crawl, crawl->ahead, &id, &domain);
    if (found == FOUND_ONE && !crawl_has_segments(crawl) && crawl_is_domain_full(crawl, domain))
        found = FOUND_NOT_YET;
    else if (found == FOUND_NONE)
        *position += crawl->ahead == *position;
    if (found == FOUND_ONE || found < 0)
        return found;
    crawl->ahead++;
    return FOUND_NOT_YET;
}

/* Moves the site at that position of the queue into the slot. */
static int begin_queued_site(struct crawl *crawl, struct crawl_site *site, uint32_t position)
{
    uint32_t id, domain;
    int status = look_at_entry(crawl, position, &id, &domain);
    if (status < 0)
        return status;
    crawl->state.queue_position += position == crawl->state.queue_position;
    if (status == FOUND_ONE)
        status = crawl_site_begin(crawl, site, id);
    return status < 0 ? status : crawl_commit(crawl);
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

/* The site that waits longest, if that is longer than `least_ms`; or of those whose domain has more than its
 * share. */
static struct crawl_site *find_waiting(struct crawl *crawl, uint32_t least_ms, bool in_crowd)
{
    uint32_t now = crawl_now_ms(crawl);
    struct crawl_site *found = NULL;
    for (unsigned slot = 0; slot < crawl_all_slots(crawl); slot++) {
        uint32_t left_ms = crawl_left_ms(crawl->ready_ms[slot], now);
        if (crawl_look_at(crawl, slot)->stage != CRAWL_SITE_FETCHES || left_ms <= least_ms ||
            (in_crowd && count_slots_of(crawl, crawl_domain_of_slot(crawl, slot)) <= share_of_domain(crawl)))
            continue;
        found = crawl_site_at(crawl, slot);
        least_ms = left_ms;
    }
    return found;
}

/* Longer waits than these are not usual: whoever has one gives up the slot if somebody else wants it. */
static uint32_t usual_wait_ms(const struct crawl *crawl)
{
    return larger_of(polite_longest_pause_ms(crawl->settings), REST_LEAST_MS);
}

/* The site that gives its slot up though no other needs it: nobody keeps one for longer than an hour; and a
 * round ends when its sites have ended, but for those that want to be left alone. */
static struct crawl_site *find_patient(struct crawl *crawl, bool others_wait)
{
    bool ends_round =
        !others_wait && crawl->settings->mode == MODE_ROUNDS && crawl->state.phase == CRAWL_PHASE_SITES;
    return find_waiting(crawl, ends_round ? usual_wait_ms(crawl) : CRAWL_WAIT_MAX_S * MS_A_SECOND, false);
}

/* No slot is free. Whoever waits for longer than usual gives one up; for a site whose domain has not its
 * share yet anybody of a crowd does. */
static int make_room(struct crawl *crawl, enum crawl_rest_for who)
{
    struct crawl_site *site = find_waiting(crawl, usual_wait_ms(crawl), false);
    if (!site && who == REST_FOR_OTHERS)
        site = find_waiting(crawl, 0, true);
    if (!site || !crawl_can_rest(crawl))
        return 0;
    crawl->has_returned &= who != REST_FOR_PEER; /* its peer is next */
    return crawl_rest(crawl, site, who);
}

int crawl_give_slots(struct crawl *crawl)
{
    unsigned place;
    bool is_queued = crawl_has_queued_site(crawl), is_due = crawl_has_due(crawl), in_crowd = true;
    struct crawl_site *site = find_patient(crawl, is_queued || is_due);
    int status = site ? crawl_rest(crawl, site, REST_FOR_OTHERS) : 0;
    if (status != 0 || (!is_queued && !is_due))
        return status;
    int found = is_queued ? look_ahead(crawl) : FOUND_NONE;
    if (found < 0 || found == FOUND_NOT_YET)
        return found;
    status = is_due ? crawl_find_due(crawl, &place, &in_crowd) : STATUS_NOT_FOUND;
    if (status < 0 && status != STATUS_NOT_FOUND)
        return status;
    is_due = status == 0;
    site = find_free_slot(crawl);
    if (!site)
        return make_room(crawl, found == FOUND_ONE || !in_crowd ? REST_FOR_OTHERS
                                : is_due                        ? REST_FOR_PEER
                                                                : REST_FOR_NOBODY);
    bool queue_first = is_queued && (crawl->has_returned || (found == FOUND_ONE && in_crowd));
    crawl->has_returned = is_due && !queue_first; /* by turns */
    if (crawl->has_returned)
        status = crawl_take_up(crawl, site, place);
    else if (is_queued)
        status =
            begin_queued_site(crawl, site, found == FOUND_ONE ? crawl->ahead : crawl->state.queue_position);
    else
        return 0;
    return status < 0 ? status : 1;
}
