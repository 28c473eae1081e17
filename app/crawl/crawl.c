#include "crawl/crawl.h"

#include <string.h>

#include "base/numbers.h"
#include "crawl/frontier.h"
#include "crawl/internal.h"
#include "graph/predict/predict.h"

enum {
    WAIT_MOST_MS = 60 * 1000, /* the engine never asks its caller to sleep for longer */
    SLOW_LIMIT = 6,           /* the most doublings of a wait that a sound state block has */
};

_Static_assert(sizeof(struct crawl_state) <= STATE_BLOCK_BYTES,
               "fewer active sites, or a larger state block");

/* ---- The machine ---- */

uint32_t crawl_utc(const struct crawl *crawl)
{
    const struct machine *machine = crawl->port->machine;
    return (uint32_t)(machine->utc_ms(machine->context) / 1000);
}

bool crawl_is_online(const struct crawl *crawl)
{
    const struct machine *machine = crawl->port->machine;
    return !machine->is_online || machine->is_online(machine->context);
}

uint8_t crawl_country(const struct crawl *crawl, uint32_t address)
{
    const struct machine *machine = crawl->port->machine;
    return machine->country ? machine->country(machine->context, address) : COUNTRY_OTHER;
}

uint8_t crawl_ask_model(const struct crawl *crawl, const struct features *features)
{
    const struct machine *machine = crawl->port->machine;
    return machine->predict ? machine->predict(machine->context, features) : predict_rule(features);
}

uint8_t crawl_predict(const struct crawl *crawl, const struct features *features)
{
    uint8_t model_says = crawl_ask_model(crawl, features);
    return crawl_learns(crawl) ? learned_predict(&crawl->state.learned, features, model_says) : model_says;
}

void *crawl_lend(const struct crawl *crawl, size_t bytes)
{
    const struct machine *machine = crawl->port->machine;
    return machine->lend(machine->context, bytes);
}

void crawl_give_back(const struct crawl *crawl, void *memory)
{
    const struct machine *machine = crawl->port->machine;
    machine->give_back(machine->context, memory);
}

/* ---- Saving ---- */

int crawl_put(struct crawl *crawl)
{
    int status = state_flush(crawl->port->state);
    if (status < 0)
        return status;
    crawl->state.hosts = crawl->port->hosts->mark;
    return crawl_put_block(crawl);
}

int crawl_commit(struct crawl *crawl)
{
    const struct state_files *files = crawl->port->state->files;
    int status = crawl_put(crawl);
    return status < 0 ? status : files->commit(files->context);
}

void crawl_say(struct crawl *crawl, enum crawl_event event, uint32_t id, uint32_t number)
{
    const struct machine *machine = crawl->port->machine;
    const struct host *host;
    if (!machine->event)
        return;
    bool has_name = id != CRAWL_NONE && hosts_read(crawl->port->hosts, id, &host) == 0;
    machine->event(machine->context, event, has_name ? host->name : "", number);
}

/* ---- Beginning ---- */

/* How many units the slot files have. They are equally long; if they are not, the shortest one counts. */
static uint32_t units_of_slot_files(const uint32_t *sectors)
{
    uint32_t least = frontier_units(sectors[STATE_SITE0]);
    for (unsigned i = 1; i < STATE_SITES && sectors[STATE_SITE0 + i] > 0; i++) {
        least = smaller_of(least, frontier_units(sectors[STATE_SITE0 + i]));
    }
    return least;
}

/* As the card's settings say; if they allow all that a box has, a larger machine may have more. */
static unsigned wanted_slots(const struct crawl *crawl)
{
    unsigned sites = crawl->settings->active_sites;
#if CRAWLBOX_MORE_SITES > 0
    const struct state_files *files = crawl->port->state->files;
    if (sites == STATE_SITES && files->put_more != NULL)
        sites = larger_of(sites, files->sites);
#endif
    return sites;
}

unsigned crawl_slots(const struct crawl *crawl)
{
    const uint32_t *sectors = crawl->port->state->files->sectors;
    unsigned count = 0;
    while (count < wanted_slots(crawl) && count < STATE_SLOTS && sectors[state_site_file(count)] > 0)
        count++;
    return count;
}

unsigned crawl_shard(const char *host, size_t length, unsigned count)
{
    return count > 1 ? 1 + hosts_hash(host, segment_host_length(host, length)) % count : 1;
}

void crawl_init(struct crawl *crawl, const struct crawl_port *port, const struct settings *settings)
{
    memset(crawl, 0, sizeof *crawl);
    crawl->port = port;
    crawl->settings = settings;
    crawl->ending = CRAWL_NO_SLOT;
}

/* Opens the host table for the state block in RAM, and forgets everything else that the engine has in RAM. */
static int open_host_table(struct crawl *crawl)
{
    crawl->status = 0;
    crawl->ending = CRAWL_NO_SLOT;
    crawl->seen_ready = crawl->attempted = 0;
    memset(crawl->cookies, 0, sizeof crawl->cookies);
    memset(crawl->needs, 0, sizeof crawl->needs);
    memset(crawl->domain, 0, sizeof crawl->domain);
    crawl->ahead = 0;
    crawl->look_ms = crawl_now_ms(crawl);
    crawl->looked_ms = crawl->look_ms - CRAWL_LOOK_AGAIN_MS - 1;
    crawl->scored = 0;
    crawl->score_all = true;
    crawl->floor = 0;
    crawl->free_ms = crawl_now_ms(crawl);
    crawl_forget_recent(crawl);
    crawl->units = units_of_slot_files(crawl->port->state->files->sectors);
    if (crawl->units == 0)
        return STATUS_FULL;
    int status = hosts_open(crawl->port->hosts, crawl->port->state, &crawl->state.hosts);
    crawl->port->hosts->has_segments = crawl_has_segments(crawl);
    crawl->opened = status == 0;
    return status;
}

/* The magic number of state blocks of the mode that is set. */
static uint32_t magic_of_mode(const struct crawl *crawl)
{
    return crawl_has_segments(crawl) ? CRAWL_MAGIC_SEGMENTS : CRAWL_MAGIC;
}

bool crawl_is_sound_site(const struct crawl_site *site)
{
    return site->stage <= CRAWL_SITE_APPLIES && site->slow <= SLOW_LIMIT && site->stop < SITE_STOPS &&
           site->fate < SITE_STOPS && site->seen_bits <= 16;
}

/* Looks at everything in the state block that the engine later uses as an index or a shift without checking
 * it. */
static bool is_state_sound(const struct crawl *crawl)
{
    const struct crawl_state *state = &crawl->state;
    if (state->magic != magic_of_mode(crawl) || state->phase > CRAWL_PHASE_DONE ||
        state->hosts.language != crawl->settings->language)
        return false;
    for (unsigned i = 0; i < STATE_SITES; i++)
        if (!crawl_is_sound_site(&state->site[i]) || state->tenure[i].place > STATE_PLACES)
            return false;
    return true;
}

/* The status that says why the crawl cannot go on with the state block. */
static int status_of_refusal(const struct crawl *crawl)
{
    const struct crawl_state *state = &crawl->state;
    if (state->magic == magic_of_mode(crawl) && state->hosts.language != crawl->settings->language)
        return STATUS_UNSUPPORTED;
    return state_is_other_version(state->magic, magic_of_mode(crawl)) ? STATUS_VERSION : STATUS_DAMAGED;
}

/* An earlier version of the engine may have written the state block. A longer block has two more sites, which
 * were never used and are zeros, in the place of `explored` and what follows; a shorter block ends before
 * `explored` or before `learned`. */
int crawl_open(struct crawl *crawl)
{
    const struct state_files *files = crawl->port->state->files;
    int least = (int)offsetof(struct crawl_state, explored);
    crawl->opened = false;
    int status = files->get(files->context, &crawl->state, sizeof crawl->state);
    if (status >= 0 && (size_t)status < sizeof crawl->state)
        memset((uint8_t *)&crawl->state + status, 0, sizeof crawl->state - (size_t)status);
    uint32_t magic = crawl->state.magic;
    crawl->state.magic = crawl_magic_now(magic);
    if (status >= 0)
        status = status >= least && is_state_sound(crawl) ? open_host_table(crawl) : status_of_refusal(crawl);
    if (status < 0)
        return status;
    crawl_more_open(crawl, magic);
    crawl->learned_status = (int8_t)learned_open(&crawl->state.learned, crawl->settings->language);
    if (crawl->state.phase == CRAWL_PHASE_SORT)
        crawl->state.phase = CRAWL_PHASE_SCORE;
    crawl->is_back = true;
    return 0;
}

/* What was learned of the web is true of the next crawl, too, be it on a fresh card. */
int crawl_begin(struct crawl *crawl)
{
    memset(&crawl->state, 0, offsetof(struct crawl_state, learned));
    memset(crawl->state.tenure, 0, sizeof crawl->state - offsetof(struct crawl_state, tenure));
    crawl_more_forget(crawl);
    crawl->learned_status = (int8_t)learned_open(&crawl->state.learned, crawl->settings->language);
    crawl->state.magic = magic_of_mode(crawl);
    crawl->state.phase = CRAWL_PHASE_SCORE;
    crawl->state.hosts.language = crawl->settings->language;
    if (crawl->port->random)
        crawl->port->random(crawl->port->context, crawl->state.hosts.secret,
                            sizeof crawl->state.hosts.secret);
    crawl_keep_told(crawl);
    int status = open_host_table(crawl);
    return status < 0 ? status : crawl_commit(crawl);
}

/* ---- One decision ---- */

int crawl_prepare_index(struct crawl *crawl)
{
    struct hosts *hosts = crawl->port->hosts;
    bool is_begun = hosts->mark.index_ready || hosts->mark.prepared > 0;
    int status = is_begun ? 0 : crawl_commit(crawl);
    return status < 0 ? status : hosts_prepare(hosts);
}

/* The site whose ending goes on next: the one whose targets are being listed, or whose application is under
 * way (another site may end meanwhile, if the operator skips it), or else the one whose ending is furthest.
 * NULL if no site is ending. */
static struct crawl_site *find_ending_site(struct crawl *crawl)
{
    const struct hosts_mark *mark = &crawl->port->hosts->mark;
    struct crawl_site *found = NULL;
    if (crawl->ending != CRAWL_NO_SLOT)
        return crawl_site_at(crawl, crawl->ending);
    for (unsigned i = 0; i < crawl_all_slots(crawl); i++) {
        struct crawl_site *site = crawl_site_at(crawl, i);
        if (site->stage <= CRAWL_SITE_FETCHES)
            continue;
        if (mark->direction != HOSTS_IDLE && mark->source == site->host)
            return site;
        if (!found || site->stage > found->stage)
            found = site;
    }
    return found;
}

/* The site that may be asked now; of several, the one that was served longest ago. If there is none, NULL,
 * and *wait_ms says how long the first of them still waits. */
static struct crawl_site *find_ready_site(struct crawl *crawl, int32_t *wait_ms)
{
    uint32_t now = crawl_now_ms(crawl);
    struct crawl_site *found = NULL;
    uint32_t least_ms = INT32_MAX;
    for (unsigned i = 1; i <= crawl_all_slots(crawl); i++) {
        unsigned slot = (crawl->slot + i) % crawl_all_slots(crawl);
        struct crawl_site *site = crawl_site_at(crawl, slot);
        uint32_t left_ms = crawl_left_ms(crawl->ready_ms[slot], now);
        if (site->stage != CRAWL_SITE_FETCHES || left_ms >= least_ms)
            continue;
        found = site;
        least_ms = left_ms;
    }
    *wait_ms = (int32_t)least_ms;
    return least_ms == 0 ? found : NULL;
}

static int begin_scoring(struct crawl *crawl)
{
    crawl->state.phase = CRAWL_PHASE_SCORE;
    crawl->scored = 0;
    return crawl_commit(crawl);
}

/* Nothing can be fetched for *wait_ms. This does what else there is to do: a step of scoring or sorting, or
 * the beginning of a new round. If there is nothing, *wait_ms says how long to sleep, or why the crawl
 * stops. */
static int work_without_fetching(struct crawl *crawl, bool has_sites, int32_t *wait_ms)
{
    struct crawl_state *state = &crawl->state;
    bool is_continuous = crawl->settings->mode != MODE_ROUNDS;
    *wait_ms = *wait_ms < WAIT_MOST_MS ? *wait_ms : WAIT_MOST_MS;
    if (state->phase == CRAWL_PHASE_SCORE || state->phase == CRAWL_PHASE_SORT) {
        *wait_ms = 0;
        return state->phase == CRAWL_PHASE_SCORE ? crawl_score_step(crawl) : crawl_sort_step(crawl);
    }
    bool is_time = crawl_now_ms(crawl) - crawl->looked_ms > CRAWL_LOOK_AGAIN_MS;
    bool may_find = crawl->settings->recrawl_days > 0 || crawl->put_off || crawl->state.hosts_rest;
    bool is_due = state->phase == CRAWL_PHASE_DONE && is_time && may_find;
    bool is_over = !crawl_has_queued_site(crawl) && (!has_sites || is_due || (is_continuous && state->news));
    if (is_time && state->hosts_rest) /* others may keep the round from its end for days */
        is_over = crawl->score_all = true;
    if (is_over && (state->phase == CRAWL_PHASE_SITES || state->news || is_due)) {
        *wait_ms = 0;
        return begin_scoring(crawl);
    }
    if (has_sites)
        *wait_ms = crawl_ahead_of_wait(crawl, *wait_ms);
    else if (crawl_count_resting(crawl) > 0 && !crawl->rests_long)
        *wait_ms = (int32_t)smaller_of(crawl_left_ms(crawl->look_ms, crawl_now_ms(crawl)) + 1, WAIT_MOST_MS);
    else if (crawl->state.hosts_rest || crawl_count_resting(crawl) > 0)
        *wait_ms = CRAWL_STOP_REST;
    else
        *wait_ms = crawl->port->hosts->mark.hosts > 0 ? CRAWL_STOP_NOTHING_LEFT : CRAWL_STOP_NO_SEEDS;
    return 0;
}

/* How long the network must be left alone: 0 if it may be used now, CRAWL_STOP_NETWORK if there is none. */
static int32_t network_wait_ms(const struct crawl *crawl)
{
    if (!crawl_is_online(crawl))
        return CRAWL_STOP_NETWORK;
    if (crawl->settings->bandwidth == 0)
        return 0;
    uint32_t left_ms = crawl_left_ms(crawl->free_ms, crawl_now_ms(crawl));
    return (int32_t)smaller_of(left_ms, WAIT_MOST_MS);
}

static int do_next_thing(struct crawl *crawl, int32_t *wait_ms)
{
    struct crawl_site *site;
    *wait_ms = 0;
    if (!crawl->port->hosts->mark.index_ready) {
        int status = crawl_prepare_index(crawl);
        return status < 0 ? status : 0;
    }
    if ((site = find_ending_site(crawl)) != NULL)
        return crawl_ending_step(crawl, site);
    int status = crawl_give_slots(crawl);
    if (status != 0)
        return status;
    *wait_ms = network_wait_ms(crawl);
    if (*wait_ms != 0)
        return 0;
    if ((site = find_ready_site(crawl, wait_ms)) != NULL)
        return *wait_ms = 0, crawl_site_serve(crawl, site);
    return work_without_fetching(crawl, *wait_ms != INT32_MAX, wait_ms);
}

void crawl_keep_time(struct crawl *crawl)
{
    uint32_t now = crawl_now_ms(crawl);
    crawl->free_ms = now + crawl_left_ms(crawl->free_ms, now);
    crawl->look_ms = now + crawl_left_ms(crawl->look_ms, now);
    for (unsigned slot = 0; slot < crawl_all_slots(crawl); slot++)
        crawl->ready_ms[slot] = now + crawl_left_ms(crawl->ready_ms[slot], now);
}

int32_t crawl_step(struct crawl *crawl)
{
    int32_t wait_ms;
    if (crawl->opened && !crawl->is_back) /* also while the crawl is paused */
        crawl_keep_time(crawl);
    if (!crawl->opened)
        return CRAWL_STOP_CARD;
    if (!crawl->state.running)
        return CRAWL_STOP_NOT_STARTED;
    if (crawl->state.paused)
        return CRAWL_STOP_PAUSED;
    if (crawl->is_back)
        polite_restart(crawl);
    int status = do_next_thing(crawl, &wait_ms);
    if (status == STATUS_DAMAGED && !crawl->port->hosts->mark.index_ready) {
        crawl->ending = CRAWL_NO_SLOT; /* the host table's index is made again, and then this step, too */
        return 0;
    }
    if (status >= 0)
        return wait_ms;
    crawl->opened = false;
    crawl->status = status;
    return CRAWL_STOP_CARD;
}
