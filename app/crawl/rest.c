/*
 * Sites that want to be left alone for longer than the usual pauses (DESIGN.md, "Who may cost what"). They
 * give up their slots, for others to be visited, and come back when their time has come: with all that they
 * have, since they keep their place (places.c), or from their entry page if they have nothing yet or no
 * place was left. A record of each lies at the beginning of RESTING.BIN; which of them count says the state
 * block.
 */
#include <string.h>

#include "base/numbers.h"
#include "crawl/internal.h"
#include "crawl/rest.h"
#include "store/valid.h"

enum {
    MS_A_SECOND = 1000,
    LOOK_AGAIN_MS = 10 * MS_A_SECOND, /* no site that may not come back yet is looked at sooner */
    KNOWN_DATE = 1000000000,          /* a box that does not know the date counts from 0 */
    REST_MOST_S = 30 * 24 * 60 * 60,
    RESTS_MAX = 20, /* of a host of which nothing could be kept */
};

_Static_assert(sizeof(struct rest_record) <= STATE_PAYLOAD_BYTES, "a sector has room for a record");

/* ---- How long somebody wants to be left alone ---- */

bool crawl_can_rest(const struct crawl *crawl)
{
    return crawl_utc(crawl) >= KNOWN_DATE && !crawl_has_segments(crawl);
}

uint32_t crawl_left_s(const struct crawl *crawl, uint32_t ready_utc)
{
    uint32_t utc = crawl_utc(crawl);
    return ready_utc > utc ? ready_utc - utc : 0;
}

/* Servers stand in the same table as the validators of pages, under a hash that no page has. */
static uint64_t mark_of_server(uint32_t server)
{
    return (uint64_t)'W' << 32 | server; /* the lower half says where in the table it is */
}

/* The box itself remembers as well, for the case that somebody puts in a fresh card. Who comes back first
 * gives way. */
static void remember_wait(struct crawl *crawl, uint32_t server, uint32_t ready_utc)
{
    struct crawl_told *told = &crawl->told;
    unsigned first = 0;
    if (memcmp(told->secret, crawl->port->hosts->mark.secret, sizeof told->secret) != 0)
        memset(told, 0, sizeof *told);
    memcpy(told->secret, crawl->port->hosts->mark.secret, sizeof told->secret);
    for (unsigned i = 0; i < CRAWL_TOLD_MAX && told->wait[first].server != server; i++)
        if (told->wait[i].server == server || told->wait[i].ready_utc < told->wait[first].ready_utc)
            first = i;
    told->wait[first].server = server;
    told->wait[first].ready_utc = ready_utc;
}

static uint32_t remembered_utc(const struct crawl *crawl, uint32_t server)
{
    const struct crawl_told *told = &crawl->told;
    if (memcmp(told->secret, crawl->port->hosts->mark.secret, sizeof told->secret) != 0)
        return 0;
    for (unsigned i = 0; i < CRAWL_TOLD_MAX; i++)
        if (told->wait[i].server == server)
            return told->wait[i].ready_utc;
    return 0;
}

void crawl_keep_told(struct crawl *crawl)
{
    static const uint32_t nobodys[KEYED_HASH_WORDS];
    if (memcmp(crawl->told.secret, nobodys, sizeof nobodys) != 0)
        memcpy(crawl->state.hosts.secret, crawl->told.secret, sizeof nobodys);
}

void crawl_note_wait(struct crawl *crawl, uint32_t server, uint32_t wait_s)
{
    struct valid valid = {.seconds = crawl_utc(crawl) + wait_s, .text = "W"};
    remember_wait(crawl, server, valid.seconds);
    (void)valid_put(crawl->port->state, mark_of_server(server), &valid);
    state_let_go(crawl->port->state);
}

uint32_t crawl_server_rests_s(struct crawl *crawl, uint32_t server)
{
    struct valid valid;
    bool is_known = valid_find(crawl->port->state, mark_of_server(server), &valid);
    state_let_go(crawl->port->state);
    uint32_t ready_utc = larger_of(is_known ? valid.seconds : 0, remembered_utc(crawl, server));
    return crawl_utc(crawl) >= KNOWN_DATE ? crawl_left_s(crawl, ready_utc) : 0;
}

int crawl_put_host_off(struct crawl *crawl, uint32_t id, uint32_t wait_s)
{
    struct host *host;
    int status = hosts_change(crawl->port->hosts, id, &host);
    if (status < 0)
        return status;
    host->state = host->crawled_at != 0 ? HOST_DONE : HOST_KNOWN;
    host->ready_utc = crawl_utc(crawl) + wait_s;
    host->held = false;
    host->rests = (uint8_t)(host->rests + (host->rests < UINT8_MAX));
    crawl->state.hosts_rest = true;
    return 0;
}

/* ---- Records ---- */

static int record_at(struct crawl *crawl, unsigned place, enum state_use use, struct rest_record **record)
{
    return state_sector(crawl->port->state, STATE_RESTING, place, use, (uint8_t **)record);
}

int rest_next(struct crawl *crawl, uint32_t *places, unsigned *place, struct rest_record **record)
{
    for (unsigned all = crawl_places(crawl); *place < all; ++*place) {
        if (!crawl_has_place(places, *place))
            continue;
        int status = record_at(crawl, *place, STATE_READ, record);
        if (status == 0 && crawl_is_sound_site(&(*record)->site) &&
            (*record)->site.host < crawl->port->hosts->mark.hosts)
            return 0;
        if (status < 0 && status != STATUS_DAMAGED)
            return status;
        crawl_put_place(places, *place, false);
        crawl->score_all = crawl->has_orphans = true;
    }
    return STATUS_NOT_FOUND;
}

unsigned crawl_count_resting(const struct crawl *crawl)
{
    unsigned count = 0;
    for (unsigned place = 0; place < STATE_PLACES; place++)
        count += crawl_has_place(crawl->state.resting, place);
    return count;
}

int crawl_find_record(struct crawl *crawl, uint32_t *places, uint32_t host, unsigned *place)
{
    struct rest_record *record;
    int status;
    for (*place = 0; (status = rest_next(crawl, places, place, &record)) == 0; ++*place)
        if (record->site.host == host)
            return 0;
    return status;
}

/* ---- Who gives way ---- */

static bool has_something(const struct crawl_site *site)
{
    return site->pages > 0 || site->tries > 0;
}

/* Of sites without room for all of them, the one gives way that costs most: it has nothing yet, or else it
 * keeps its place for longest from one request to the next. */
static uint32_t cost_of(const struct crawl_site *site, const struct crawl_tenure *tenure)
{
    return has_something(site) ? smaller_of(tenure->wait_s, INT32_MAX) : UINT32_MAX;
}

int rest_look(struct crawl *crawl, uint32_t *places, uint32_t domain, struct rest_look *look)
{
    struct rest_record *record;
    int status;
    *look = (struct rest_look){0};
    for (unsigned place = 0; (status = rest_next(crawl, places, &place, &record)) == 0; place++) {
        bool is_kept = places == crawl->state.kept;
        uint32_t cost = is_kept ? ~record->site.pages : cost_of(&record->site, &record->tenure);
        look->count++;
        look->of_domain += record->domain == domain;
        if (cost >= look->last_cost) {
            look->last = place;
            look->last_cost = cost;
        }
    }
    return status == STATUS_NOT_FOUND ? 0 : status;
}

/* The site loses its place. It is visited again from its entry page, but not before its time has come. */
static int lose_place(struct crawl *crawl, unsigned place)
{
    struct rest_record *record;
    int status = record_at(crawl, place, STATE_READ, &record);
    if (status == 0)
        status = crawl_put_host_off(crawl, record->site.host, crawl_left_s(crawl, record->site.ready_utc));
    crawl_put_place(crawl->state.resting, place, false);
    return status == STATUS_DAMAGED ? 0 : status;
}

/* Each slot of the state block needs a place. Slots beyond these have one if their sites have brought it
 * along. */
unsigned rest_places(const struct crawl *crawl, unsigned slot)
{
    unsigned count = crawl_places(crawl) - STATE_SITES;
    for (unsigned other = STATE_SITES; other < crawl_all_slots(crawl); other++)
        count -= other != slot && crawl_look_at(crawl, other)->stage != CRAWL_SITE_FREE &&
                 crawl_place_of(crawl, other) != CRAWL_NO_PLACE;
    return count;
}

/* Finds room among so many places for the slot's site, whose domain has half of them at most. If all are
 * taken, the site that costs most gives way: 1, or 0 if that is this one. */
static int find_room(struct crawl *crawl, const struct crawl_site *site, unsigned places)
{
    unsigned slot = crawl_slot(crawl, site);
    struct rest_look resting;
    int status = rest_look(crawl, crawl->state.resting, crawl_domain_of_slot(crawl, slot), &resting);
    if (status < 0 || resting.of_domain >= (places + 1) / 2)
        return status;
    if (resting.count < places)
        return 1;
    if (cost_of(site, crawl_tenure_of(crawl, slot)) >= resting.last_cost)
        return 0;
    status = lose_place(crawl, resting.last);
    return status < 0 ? status : 1;
}

/* ---- A slot is given up, and taken again ---- */

static void free_slot(struct crawl *crawl, struct crawl_site *site)
{
    memset(site, 0, sizeof *site);
    crawl->ahead = crawl->state.queue_position;
}

/* The host of a slot that only larger machines have is queued for others; that of a site that rests is
 * active for all. */
static int show_to_all(struct crawl *crawl, uint32_t id, bool is_active)
{
    struct host *host;
    int status = hosts_change(crawl->port->hosts, id, &host);
    if (status < 0)
        return status;
    host->state = is_active ? HOST_ACTIVE : HOST_QUEUED;
    host->held = !is_active;
    return 0;
}

#if CRAWLBOX_MORE_SITES > 0
static int copy_sectors(struct crawl *crawl, unsigned slot, unsigned place, uint32_t first, uint32_t count)
{
    uint8_t copy[STATE_PAYLOAD_BYTES], *bytes;
    for (uint32_t sector = first; sector < first + count; sector++) {
        int status =
            state_sector(crawl->port->state, crawl_list_file(crawl, slot), sector, STATE_READ, &bytes);
        if (status == STATUS_DAMAGED)
            continue; /* nothing was ever written there, or it will be found damaged there, too */
        if (status == 0) {
            memcpy(copy, bytes, sizeof copy);
            status =
                state_sector(crawl->port->state, crawl_file_of_place(place), sector, STATE_FRESH, &bytes);
        }
        if (status < 0)
            return status;
        memcpy(bytes, copy, sizeof copy);
    }
    return 0;
}

/* A slot beyond those of the state block has a file of its own, which no other machine need know: what its
 * site has is copied. */
static int move_into_place(struct crawl *crawl, const struct crawl_site *site, unsigned *place)
{
    unsigned slot = crawl_slot(crawl, site);
    *place = crawl_find_free_place(crawl);
    crawl->needs[slot].page = CRAWL_NONE;
    int status = copy_sectors(crawl, slot, *place, 0, FRONTIER_SEEN_AT + (UINT32_C(1) << site->seen_bits));
    if (status == 0)
        status = copy_sectors(crawl, slot, *place, FRONTIER_ENTRIES_AT(crawl->units),
                              site->entries / FRONTIER_SECTOR_ENTRIES + 1);
    return status < 0 ? status
                      : copy_sectors(crawl, slot, *place, FRONTIER_TEXT_AT(crawl->units),
                                     site->text / STATE_PAYLOAD_BYTES + 1);
}
#else
static int move_into_place(struct crawl *crawl, const struct crawl_site *site, unsigned *place)
{
    (void)crawl, (void)site, (void)place;
    return 0;
}
#endif

int rest_write(struct crawl *crawl, const struct crawl_site *site, unsigned *place)
{
    unsigned slot = crawl_slot(crawl, site);
    uint32_t domain = crawl_domain_of_slot(crawl, slot);
    struct rest_record *record;
    *place = crawl_place_of(crawl, slot);
    int status = *place == CRAWL_NO_PLACE ? move_into_place(crawl, site, place) : 0;
    if (status == 0)
        status = record_at(crawl, *place, STATE_FRESH, &record);
    if (status < 0)
        return status;
    record->site = *site;
    record->tenure = *crawl_tenure_of(crawl, slot);
    record->kb = *crawl_site_kb(crawl, slot);
    record->domain = domain;
    record->seen_ready = crawl->seen_ready >> slot & 1;
    record->needs = crawl->needs[slot];
    return 0;
}

/* The site keeps its place, and its slot is free. */
static int rest_in_place(struct crawl *crawl, struct crawl_site *site)
{
    unsigned place;
    int status = rest_write(crawl, site, &place);
    if (status == 0 && crawl_is_more(crawl_slot(crawl, site)))
        status = show_to_all(crawl, site->host, true);
    if (status < 0)
        return status;
    crawl_put_place(crawl->state.resting, place, true);
    crawl->look_ms = crawl_now_ms(crawl);
    free_slot(crawl, site);
    return 0;
}

/* The site loses what it has, and is begun anew when its time has come; or it ends, if that was so too
 * often. */
static int rest_without_place(struct crawl *crawl, struct crawl_site *site, uint32_t wait_s)
{
    const struct host *host;
    int status = hosts_read(crawl->port->hosts, site->host, &host);
    if (status == 0 && host->rests >= RESTS_MAX) {
        crawl_site_stop(crawl, site, SITE_STOP_TOLD_TO_WAIT);
        return 0;
    }
    if (status == 0)
        status = crawl_put_host_off(crawl, site->host, wait_s);
    free_slot(crawl, site);
    return status;
}

int crawl_rest(struct crawl *crawl, struct crawl_site *site, enum crawl_rest_for who)
{
    unsigned slot = crawl_slot(crawl, site);
    uint32_t id = site->host, wait_s = crawl_tenure_of(crawl, slot)->wait_s;
    unsigned places = rest_places(crawl, slot);
    if (!crawl_can_rest(crawl) || wait_s > REST_MOST_S) {
        crawl_site_stop(crawl, site, SITE_STOP_TOLD_TO_WAIT);
        return 1;
    }
    int status = who == REST_FOR_PEER ? 1 : find_room(crawl, site, places);
    if (status == 0 && (places == 0 || who == REST_FOR_NOBODY) && has_something(site) &&
        wait_s <= CRAWL_WAIT_MAX_S)
        return 0;
    bool has_place = status > 0;
    if (has_place)
        status = crawl_make_place(crawl, places, UINT32_MAX, 0);
    if (status >= 0)
        status = has_place ? rest_in_place(crawl, site) : rest_without_place(crawl, site, wait_s);
    if (status < 0)
        return status;
    crawl_say(crawl, CRAWL_EVENT_SITE_RESTS, id, wait_s);
    status = crawl_commit(crawl);
    return status < 0 ? status : 1;
}

int rest_take(struct crawl *crawl, struct crawl_site *site, unsigned place)
{
    unsigned slot = crawl_slot(crawl, site);
    struct crawl_tenure *tenure = crawl_tenure_at(crawl, slot);
    struct rest_record *record;
    int status = record_at(crawl, place, STATE_READ, &record);
    if (status < 0)
        return status;
    crawl_empty_slot(crawl, slot);
    *site = record->site;
    *tenure = record->tenure;
    tenure->place = (uint8_t)(place + 1);
    *crawl_site_kb(crawl, slot) = record->kb;
    if (record->needs.page < site->entries)
        crawl->needs[slot] = record->needs;
    if (record->seen_ready)
        crawl->seen_ready |= (crawl_slot_bits)crawl_slot_bit(slot);
    crawl->ready_ms[slot] = crawl_now_ms(crawl);
    return 0;
}

int crawl_take_up(struct crawl *crawl, struct crawl_site *site, unsigned place)
{
    int status = rest_take(crawl, site, place);
    if (status < 0)
        return status;
    crawl_put_place(crawl->state.resting, place, false);
    if (crawl_is_more(crawl_slot(crawl, site)))
        status = show_to_all(crawl, site->host, false);
    return status < 0 ? status : crawl_commit(crawl);
}

bool crawl_has_due(const struct crawl *crawl)
{
    bool has_resting = (crawl->state.resting[0] | crawl->state.resting[1]) != 0;
    return has_resting && crawl_left_ms(crawl->look_ms, crawl_now_ms(crawl)) == 0;
}

int crawl_find_due(struct crawl *crawl, unsigned *found, bool *in_crowd)
{
    uint32_t first_utc = UINT32_MAX, least_s = CRAWL_WAIT_MAX_S;
    struct rest_record *record;
    int status;
    *found = CRAWL_NO_PLACE;
    *in_crowd = true;
    for (unsigned place = 0; (status = rest_next(crawl, crawl->state.resting, &place, &record)) == 0;
         place++) {
        uint32_t left_s = crawl_left_s(crawl, record->site.ready_utc);
        bool is_full = crawl_is_domain_full(crawl, record->domain);
        least_s = left_s > 0 ? smaller_of(least_s, left_s) : least_s;
        if (left_s > 0 || is_full > *in_crowd ||
            (is_full == *in_crowd && record->site.ready_utc >= first_utc))
            continue;
        *found = place;
        *in_crowd = is_full;
        first_utc = record->site.ready_utc;
    }
    if (status != STATUS_NOT_FOUND || *found != CRAWL_NO_PLACE)
        return status == STATUS_NOT_FOUND ? 0 : status;
    crawl->rests_long = least_s == CRAWL_WAIT_MAX_S;
    crawl->look_ms = crawl_now_ms(crawl) + larger_of(least_s * MS_A_SECOND, LOOK_AGAIN_MS);
    return STATUS_NOT_FOUND;
}

int crawl_skip_resting(struct crawl *crawl, uint32_t host)
{
    struct rest_record *record;
    unsigned place;
    int status = crawl_find_record(crawl, crawl->state.resting, host, &place);
    if (status == 0)
        status = record_at(crawl, place, STATE_CHANGE, &record);
    if (status < 0)
        return status;
    record->site.stop = SITE_STOP_SKIPPED;
    record->site.current = CRAWL_NONE;
    record->site.ready_utc = 0;
    record->needs.page = CRAWL_NONE;
    crawl->look_ms = crawl_now_ms(crawl);
    return crawl_commit(crawl);
}
