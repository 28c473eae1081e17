#include "box/session.h"

#include <string.h>

#include "base/packed.h"
#include "base/status.h"
#include "box/parts.h"
#include "box/session_machine.h"
#include "port/clock.h"
#include "port/log.h"
#include "port/net.h"
#include "port/network.h"

enum {
    TURN_MS = 1000,           /* how long a tick may go on deciding; between ticks the card is looked at */
    DUE_MOST_MS = 60 * 1000,  /* the longest wait that crawl_step() asks for */
    IDLE_MS = 1000,           /* between two looks at what keeps the crawl from going on */
    TIME_PATIENCE_MS = 30000, /* how long the crawl waits for a time server to answer */
    PROGRESS_MS = 60000,
    NO_ROOM_MS = 60000, /* between two looks whether somebody has made room */
    MS_PER_HOUR = 3600 * 1000,
    MS_PER_S = 1000,
};

static enum store_state card_state(const struct session *session)
{
    return session->parts->store->state;
}

/* ---- Start-up ---- */

static void apply_settings(struct session *session)
{
    const struct session_parts *parts = session->parts;
    struct box_settings *settings = &session->settings;
    session->is_set_up = settings_missing(&settings->values, 0) < 0;
    settings_user_agent(&settings->values, parts->version, settings->user_agent);
    settings_for_store(&settings->values, settings->user_agent, parts->store_settings);
    crawl_score_all(&session->box.crawl);
    if (parts->settings_changed != NULL)
        parts->settings_changed(&settings->values);
}

int session_set(struct session *session, int which, const char *value)
{
    int status = box_settings_set(&session->settings, which, value);
    if (status == STATUS_OK)
        apply_settings(session);
    return status;
}

void session_init(struct session *session, const struct session_parts *parts)
{
    memset(session, 0, sizeof *session);
    session->parts = parts;
    session->box_parts = (struct box_parts){
        .harvest = &session->harvest,
        .store = parts->store,
        .lines = session->lines,
        .line_count = SESSION_LINES,
        .machine = session_machine(session),
        .topic = session_topic,
    };
    session->harvest_options.agent = "crawlbox";
    box_settings_init(&session->settings);
    apply_settings(session);
    harvest_init(&session->harvest, NULL, &network, &session->harvest_options);
    box_init(&session->box, &session->box_parts, &session->settings.values);
}

/* ---- Pages ---- */

/* The code of the language that is looked for. Servers are asked for pages in it, and its pack judges
 * them. */
static const char *wanted_language(const struct session *session)
{
    const struct settings *settings = &session->settings.values;
    bool has_topic = settings->mode == MODE_SEGMENT && topics_pack(&session->topics) != NULL;
    return has_topic ? "en" : home_of(settings->language)->language;
}

/* Opens the dictionary, not before somebody fetches a page: checking it takes 1 KB of stack, and start-up has
 * less. */
static void open_dictionary(struct session *session)
{
    session->has_looked_at_dict = true;
    if (dict_open(&session->dict, dict_builtin, dict_builtin_size) == 0)
        session->harvest_options.dict = &session->dict;
    else
        log_error("The dictionary in the image is damaged: no page will count as Thai.");
}

struct harvest *session_harvest(struct session *session, const struct harvest_port *port)
{
    const struct settings *settings = &session->settings.values;
    struct harvest_options *options = &session->harvest_options;
    if (!session->has_looked_at_dict)
        open_dictionary(session);
    const char *language = wanted_language(session);
    options->pack = session->parts->language(language);
    options->fetch.language = language;
    options->keep = (enum harvest_keep)settings->keep;
    settings_for_embeds(settings, options);
    settings_for_fetch(settings, session->settings.user_agent, &options->fetch);
    network_use_tls((enum network_tls)settings->tls, settings->no_time == NO_TIME_IGNORE_DATES);
    session->harvest.port = port;
    session->harvest.store = card_state(session) == STORE_READY ? session->parts->store : NULL;
    return &session->harvest;
}

void session_end_connection(struct session *session)
{
    harvest_close(&session->harvest);
}

/* ---- A card comes and goes ---- */

void session_card_mounted(struct session *session)
{
    struct store *store = session->parts->store;
    box_settings_mounted(&session->settings, store);
    if (session->parts->amend_settings != NULL)
        session->parts->amend_settings(&session->settings.values);
    apply_settings(session);
    box_settings_log_missing(&session->settings);
    card_seeds_mounted(&session->seeds, store);
    host_model_mounted(&session->model, store);
}

void session_card_ready(struct session *session)
{
    struct store *store = session->parts->store;
    trust_load(&session->trust);
    countries_load(&session->countries, store->scratch);
    topics_load(&session->topics, store->scratch);
    network_keep_sessions(store->port);
}

void session_card_gone(struct session *session)
{
    session_end_connection(session);
    session->opened = false;
    session->failed = false;
    session->open_status = 0;
    trust_forget();
    countries_forget(&session->countries);
    topics_forget(&session->topics);
    network_keep_sessions(NULL);
}

static int take_seed(void *context, const struct url *url)
{
    struct session *session = context;
    int status = crawl_seed(&session->box.crawl, url);
    session->has_foreign_seeds |= status == STATUS_REFUSED;
    return status;
}

/* Hands the seeds of the card to the crawl. */
static void read_seeds(struct session *session)
{
    session_end_connection(session);
    session->has_foreign_seeds = false;
    (void)card_seeds_read(take_seed, session); /* if the card fails, the next page says so */
}

int session_begin_crawl(struct session *session)
{
    int status = box_begin(&session->box);
    if (status < 0)
        return status;
    read_seeds(session);
    if (session->carried_language != session->settings.values.language)
        hosts_carry_begin(session->carry, sizeof session->carry); /* sites that another crawl waited for */
    int carried = hosts_carry_put(&session->box.hosts, session->carry, sizeof session->carry);
    if (carried > 0)
        log_info("%d waiting sites go on here.", carried);
    return crawl_start(&session->box.crawl); /* without seeds, too: it says so, and waits for them */
}

/* Makes `carry` anew: sites under way first, then those at the head of the queue. This is done beforehand,
 * since a card may be pulled at any time; but not while the queue is being made, since sites that were
 * carried here must stay in `carry` until they have their place in the queue. */
static void renew_carry(struct session *session)
{
    const struct crawl_state *state = &session->box.crawl.state;
    if (state->phase < CRAWL_PHASE_SITES)
        return;
    session->carry_is_old = false;
    session->carried_language = session->settings.values.language;
    hosts_carry_begin(session->carry, sizeof session->carry);
    for (unsigned slot = 0; slot < crawl_all_slots(&session->box.crawl); slot++) {
        const struct crawl_site *site = crawl_look_at(&session->box.crawl, slot);
        if (site->stage == CRAWL_SITE_FETCHES)
            hosts_carry_add(&session->box.hosts, site->host, session->carry, sizeof session->carry);
    }
    hosts_carry_take(&session->box.hosts, state->queue_position, session->carry, sizeof session->carry);
}

/* The next line of progress.tsv counts from here. */
static void begin_progress(struct session *session)
{
    const struct crawl_totals *totals = &session->box.crawl.state.totals;
    session->progress_ms = clock_ms_short();
    session->progress_pages = totals->pages;
    session->progress_kb = totals->bytes_kb;
}

void session_open(struct session *session)
{
    int status = box_open(&session->box);
    bool found = status == 0, had_no_room = session->open_status == STATUS_FULL;
    if (found)
        read_seeds(session);
    else if (status == STATUS_NOT_FOUND)
        status = session_begin_crawl(session);
    session->opened = status == 0;
    session->failed = status < 0;
    session->open_status = (int8_t)status;
    session->stop = 0;
    session->waits = false;
    session->due_ms = clock_ms_short() + NO_ROOM_MS;
    session->carry_is_old = true;
    begin_progress(session);
    if (session->opened && session->box.crawl.learned_status != STATUS_OK)
        log_warning("What the box has learned of the web is not used: %s",
                    learned_problem(session->box.crawl.learned_status));
    if (session->opened && found)
        log_info("The crawl goes on: round %lu, %lu pages so far",
                 (unsigned long)session->box.crawl.state.round, (unsigned long)session->progress_pages);
    else if (status != STATUS_FULL || !had_no_room) /* that is told once */
        log_info("%s", session_sentence(session));
}

/* ---- What is written down ---- */

static void write_progress(struct session *session)
{
    const struct crawl_totals *totals = &session->box.crawl.state.totals;
    uint32_t passed_ms = clock_ms_short() - session->progress_ms;
    uint64_t pages = totals->pages - session->progress_pages;
    uint64_t bytes = (uint64_t)(totals->bytes_kb - session->progress_kb) * 1024;
    const struct progress line = {
        .seconds = (uint32_t)(net_date_ms() / MS_PER_S),
        .pages = totals->pages,
        .relevant = totals->target_pages,
        .kilobytes = totals->bytes_kb,
        .sites_queued = session->box.hosts.mark.queued - session->box.crawl.state.queue_position,
        .failed = totals->failures,
        .pages_per_hour = (uint32_t)(pages * MS_PER_HOUR / (passed_ms + 1)),
        .bytes_per_second = (uint32_t)(bytes * MS_PER_S / (passed_ms + 1)),
        .ram_free_bytes = session->parts->ram_free_bytes != NULL ? session->parts->ram_free_bytes() : 0,
    };
    store_log_progress(session->parts->store, &line);
    begin_progress(session);
}

static bool has_progress(const struct session *session)
{
    return session->box.crawl.state.totals.pages != session->progress_pages;
}

/* The crawl has nothing to do until something changes: says so, once. */
static void log_stop(struct session *session, int reason)
{
    if (session->stop == reason)
        return;
    session->stop = (int16_t)reason;
    session_end_connection(session);
    if (reason == CRAWL_STOP_REST && !has_progress(session)) /* hosts are looked through each hour */
        return;
    bool is_card_lost = reason == CRAWL_STOP_CARD && card_state(session) != STORE_READY;
    log_info("%s", is_card_lost ? store_sentence(card_state(session)) : crawl_stop_sentence(reason));
    if (reason == CRAWL_STOP_CARD) {
        session->opened = false; /* RAM may be ahead of the card, so the crawl is opened anew */
    } else {
        if (has_progress(session)) /* so that the file ends with the final counts */
            write_progress(session);
        store_log_event(session->parts->store, crawl_stop_sentence(reason));
    }
}

/* ---- What the crawl waits for ---- */

/* Pages carry dates, and certificates need them. But a network without a time server must not stop the
 * box. */
static bool time_is_settled(const struct session *session)
{
    return net_utc_ms() != 0 || clock_ms_short() - session->ready_ms > TIME_PATIENCE_MS;
}

static bool network_is_ready(struct session *session)
{
    if (!session_is_online(session)) {
        if (session->has_network)
            log_stop(session, CRAWL_STOP_NETWORK);
        session->has_network = false;
        return false;
    }
    if (!session->has_network)
        session->ready_ms = clock_ms_short();
    session->has_network = true;
    return time_is_settled(session);
}

static const char *session_failure_sentence(int status)
{
    switch (status) {
    case STATUS_FULL: return PACKED("No room on the card for the crawl's own files.");
    case STATUS_UNSUPPORTED:
        return PACKED("The crawl on the card is of another language: set 'language' back, or type 'new' to "
                      "begin again.");
    default: return PACKED("The crawl on the card cannot be used: type 'new' to begin again.");
    }
}

const char *session_sentence(const struct session *session)
{
    if (card_state(session) != STORE_READY)
        return store_sentence(card_state(session));
    if (!session->is_set_up)
        return PACKED(
            "Not set up: operator, contact and email must be set ('set' and 'save', or CRAWLBOX.INI on "
            "the card).");
    if (session->failed)
        return session_failure_sentence(session->open_status);
    if (!session->opened)
        return PACKED("Looking at the card.");
    if (!session->has_network)
        return PACKED("Waiting for the network.");
    if (!time_is_settled(session))
        return PACKED("Waiting for the time.");
    if (session->stop == 0 && session_lacks_time(session))
        return PACKED("Crawling; https waits for the time.");
    return session->stop < 0 ? crawl_stop_sentence(session->stop) : PACKED("Crawling.");
}

bool session_crawls(const struct session *session)
{
    return session->opened && session->has_network && session->stop == 0 &&
           card_state(session) == STORE_READY;
}

bool session_lacks_time(const struct session *session)
{
    return session->has_network && net_utc_ms() == 0 && time_is_settled(session) &&
           session->settings.values.no_time == NO_TIME_WAIT;
}

uint32_t session_sites_waiting(const struct session *session)
{
    uint32_t queued = session->box.hosts.mark.queued, position = session->box.crawl.state.queue_position;
    return queued > position ? queued - position : 0;
}

/* ---- Working ---- */

/* Makes decisions until the crawl has to wait, or until others may want to look at the card. Returns as
 * crawl_step(). */
static int32_t work_a_turn(struct session *session)
{
    uint32_t began = clock_ms_short();
    int32_t wait = 0;
    session_harvest(session, &session->box.harvest_port);
    while (wait == 0 && clock_ms_short() - began < TURN_MS) {
        wait = box_step(&session->box);
        if (wait >= 0 && session->stop == CRAWL_STOP_NETWORK)
            log_info("The network is back.");
        if (wait >= 0)
            session->stop = 0;
    }
    return wait;
}

static uint32_t crawl_if_due(struct session *session)
{
    uint32_t left_ms = session->due_ms - clock_ms_short();
    /* After weeks without a network due_ms may seem to lie far ahead. No wait is that long. */
    if (session->waits && left_ms > 0 && left_ms <= DUE_MOST_MS)
        return left_ms;
    int32_t wait = work_a_turn(session);
    if (wait == CRAWL_STOP_NO_SEEDS && session->has_foreign_seeds)
        wait = CRAWL_STOP_FOREIGN_SEEDS;
    session->waits = wait > 0;
    session->due_ms = clock_ms_short() + (uint32_t)wait;
    if (wait < 0) {
        log_stop(session, wait);
        return IDLE_MS;
    }
    if (session->carry_is_old)
        renew_carry(session);
    if (has_progress(session) && clock_ms_short() - session->progress_ms >= PROGRESS_MS)
        write_progress(session);
    return (uint32_t)wait;
}

/* A crawl is of one language. If another is set while it goes on, the card is looked at anew, and the crawl
 * waits until it is set back or a new one is begun. */
static void look_at_language(struct session *session)
{
    bool is_own = session->box.crawl.state.hosts.language == session->settings.values.language;
    if (session->opened && !is_own)
        session->opened = false;
    if (session->failed && session->open_status == STATUS_UNSUPPORTED && is_own)
        session->failed = false;
}

/* A card without room for the crawl's own files may get it: somebody removes files, or the disk under it has
 * room again. */
static void look_for_room(struct session *session)
{
    bool is_due = clock_ms_short() - session->due_ms <= INT32_MAX;
    if (session->failed && session->open_status == STATUS_FULL && is_due)
        session->failed = false;
}

uint32_t session_tick(struct session *session)
{
    look_at_language(session);
    look_for_room(session);
    if (card_state(session) != STORE_READY || !session->is_set_up || session->failed)
        return IDLE_MS;
    if (!session->opened)
        session_open(session);
    if (session->opened && network_is_ready(session))
        return crawl_if_due(session);
    if (session->opened)
        crawl_keep_time(&session->box.crawl);
    return IDLE_MS;
}
