#include "harvester.h"

#include <string.h>

#include "base/packed.h"
#include "base/status.h"
#include "card.h"
#include "clock.h"
#include "countries.h"
#include "fatfs_file.h"
#include "fetcher.h"
#include "log.h"
#include "net.h"
#include "network.h"
#include "page_arena.h"
#include "panel/panel.h"
#include "predictor.h"
#include "ram.h"
#include "seeds/seeds.h"
#include "topics.h"

enum {
    TURN_MS = 1000,           /* how long a tick may go on deciding; the card is looked at in between */
    DUE_MOST_MS = 60 * 1000,  /* the longest wait that crawl_step() asks for */
    IDLE_MS = 1000,           /* between two looks at what keeps the crawl from going on */
    TIME_PATIENCE_MS = 30000, /* how long the crawl waits for a time server to answer */
    PROGRESS_MS = 60000,
    SILENCE_MS = 1000, /* without a frame, then the network is doubted */
    ROUTER_MS = 1000,  /* that a router has to answer */
    SEEDS_CHUNK_BYTES = 64,
    MS_PER_HOUR = 3600 * 1000,
};

static struct harvester *const self = &ram_harvester;

/* ---- What the box's crawl stands on ---- */

static uint32_t now_ms(void *context)
{
    (void)context;
    return clock_ms_short();
}

/* A cable and an address do not make a network: where nothing was heard for a while the router is asked, and then servers. */
static bool is_online(void *context)
{
    struct net_status status;
    uint32_t now = clock_ms_short();
    (void)context;
    net_status(&status);
    bool heard = status.frames_received != self->frames;
    if (status.state != NET_READY)
        return false;
    if (!heard && now - self->heard_ms > SILENCE_MS)
        heard = net_answers(ROUTER_MS);
    self->frames = status.frames_received;
    if (heard)
        self->heard_ms = now;
    return (heard || now - self->heard_ms <= SILENCE_MS) && network_reaches_out();
}

static void tell_event(void *context, unsigned event, const char *host, uint32_t number)
{
    (void)context;
    switch (event) {
    case CRAWL_EVENT_QUEUED:
        self->carry_is_old = true;
        log_info("Round %lu: %lu sites", (unsigned long)self->box.crawl.state.round, (unsigned long)number);
        break;
    case CRAWL_EVENT_SITE_BEGINS:
        strncpy(self->site, host, sizeof self->site - 1);
        log_info("%s begins", host);
        break;
    case CRAWL_EVENT_SITE_ENDS:
        self->carry_is_old = true;
        log_info("%s: %s", host, crawl_site_stop_sentence(number));
        break;
    case CRAWL_EVENT_ROBOTS_DENIED:
        log_warning("%s: no robots.txt (%d), so nothing of it is fetched", host, (int)number);
        break;
    default: break;
    }
}

static const struct box_parts parts = {
    .harvest = &ram_fetcher.harvest,
    .store = &ram_card.store,
    .now_ms = now_ms,
    .utc_ms = fetcher_utc_ms,
    .take = fetcher_take,
    .give = fetcher_give,
    .is_online = is_online,
    .country = countries_find,
    .predict = predictor_ask,
    .event = tell_event,
    .topic = topics_pack,
    .lines = ram_harvester.lines,
    .line_count = HARVESTER_LINES,
};

/* ---- Seeds ---- */

static void take_seed(void *context, const struct url *url, unsigned line)
{
    unsigned *taken = context;
    int status = crawl_seed(&self->box.crawl, url);
    if (status == 0)
        ++*taken;
    else if (status != STATUS_REFUSED)
        log_warning("SEEDS.TXT, line %u: %s", line, status_text(status));
}

static void tell_wrong(void *context, const char *why, struct text_span text, unsigned line)
{
    (void)context;
    (void)text;
    log_warning("SEEDS.TXT, line %u: %s", line, why);
}

/* Returns how many there are. */
static unsigned read_seeds(void)
{
    unsigned taken = 0;
    struct fatfs_file file;
    struct seeds seeds;
    char chunk[SEEDS_CHUNK_BYTES];
    if (fatfs_file_open(&file, "SEEDS.TXT") < 0)
        return 0;
    fetcher_close(); /* a kept connection has most of the arena */
    char *url = page_arena_take(SEEDS_URL_BYTES);
    if (url == NULL)
        return 0;
    seeds_begin(&seeds, url, SEEDS_URL_BYTES, take_seed, tell_wrong, &taken);
    for (int count; (count = fatfs_file_read(&file, chunk, sizeof chunk)) > 0;)
        text_lines_feed(&seeds.lines, chunk, (size_t)count);
    text_lines_end(&seeds.lines);
    page_arena_give(url);
    return taken;
}

/* ---- A card comes and goes ---- */

static int begin_anew(void)
{
    int status = box_begin(&self->box);
    if (status < 0)
        return status;
    unsigned seeds = read_seeds();
    int carried = hosts_carry_put(&self->box.hosts, self->carry, sizeof self->carry);
    if (carried > 0)
        log_info("%d waiting sites go on here.", carried);
    return seeds > 0 || carried > 0 ? crawl_start(&self->box.crawl) : 0;
}

/* A card may be pulled at any time, so this is done beforehand: sites under way first, then those at the head of the queue.
 * Not while the queue is being made: what was carried here must survive until it has its place in it. */
static void renew_carry(void)
{
    const struct crawl_state *state = &self->box.crawl.state;
    if (state->phase < CRAWL_PHASE_SITES)
        return;
    self->carry_is_old = false;
    hosts_carry_begin(self->carry, sizeof self->carry);
    for (unsigned slot = 0; slot < STATE_SITES; slot++)
        if (state->site[slot].stage == CRAWL_SITE_FETCHES)
            hosts_carry_add(&self->box.hosts, state->site[slot].host, self->carry, sizeof self->carry);
    hosts_carry_take(&self->box.hosts, state->queue_position, self->carry, sizeof self->carry);
}

static void open_card(void)
{
    fetcher_use(NULL); /* so that it is initialised */
    if (!self->ready)
        box_init(&self->box, &parts, &ram_settings.values);
    self->ready = true;
    int status = box_open(&self->box);
    bool found = status == 0;
    if (found)
        read_seeds();
    else if (status == STATUS_NOT_FOUND)
        status = begin_anew();
    self->opened = status == 0;
    self->failed = status < 0;
    self->open_status = (int8_t)status;
    self->stop = 0;
    self->waits = false;
    self->carry_is_old = true;
    self->progress_ms = clock_ms_short();
    self->progress_pages = self->box.crawl.state.totals.pages;
    self->progress_kb = self->box.crawl.state.totals.bytes_kb;
    if (self->opened && found)
        log_info("The crawl goes on: round %lu, %lu pages so far", (unsigned long)self->box.crawl.state.round,
                 (unsigned long)self->progress_pages);
    else
        log_info("%s", harvester_sentence());
}

void harvester_close(void)
{
    fetcher_close();
    self->opened = false;
    self->failed = false;
}

/* ---- Whether it can crawl ---- */

/* Nothing to do until something changes: says so, once. */
static void stopped(int reason)
{
    if (self->stop == reason)
        return;
    self->stop = (int16_t)reason;
    log_info("%s", crawl_stop_sentence(reason));
    if (reason == CRAWL_STOP_CARD)
        self->opened = false; /* what is in RAM may be ahead of the card: it is opened anew */
    else
        store_log_event(&ram_card.store, crawl_stop_sentence(reason));
    fetcher_close();
}

/* Pages carry dates, and certificates need them; but a network without a time server must not stop the box. */
static bool time_is_settled(void)
{
    return net_utc_ms() != 0 || clock_ms_short() - self->ready_ms > TIME_PATIENCE_MS;
}

static bool network_is_ready(void)
{
    if (!is_online(NULL)) {
        if (self->has_network)
            stopped(CRAWL_STOP_NETWORK);
        self->has_network = false;
        return false;
    }
    if (!self->has_network)
        self->ready_ms = clock_ms_short();
    self->has_network = true;
    return time_is_settled();
}

const char *harvester_sentence(void)
{
    if (card_state() != STORE_READY)
        return store_sentence(card_state());
    if (!self->is_set_up)
        return PACKED(
            "Not set up: operator, contact and email must be set ('set' and 'save', or CRAWLBOX.INI on "
            "the card).");
    if (self->failed)
        return self->open_status == STATUS_FULL
                   ? PACKED("No room on the card for the crawl's own files.")
                   : PACKED("The crawl on the card cannot be used: type 'new' to begin again.");
    if (!self->opened)
        return PACKED("Looking at the card.");
    if (!self->has_network)
        return PACKED("Waiting for the network.");
    if (!time_is_settled())
        return PACKED("Waiting for the time.");
    return self->stop < 0 ? crawl_stop_sentence(self->stop) : PACKED("Crawling.");
}

bool harvester_crawls(void)
{
    return self->opened && self->has_network && self->stop == 0 && card_state() == STORE_READY;
}

/* ---- Working ---- */

static void log_progress(void)
{
    const struct crawl_totals *totals = &self->box.crawl.state.totals;
    uint32_t now = clock_ms_short(), passed_ms = now - self->progress_ms;
    if (passed_ms < PROGRESS_MS || totals->pages == self->progress_pages)
        return;
    uint64_t pages = totals->pages - self->progress_pages;
    uint64_t bytes = (uint64_t)(totals->bytes_kb - self->progress_kb) * 1024;
    const struct progress line = {
        .seconds = (uint32_t)(net_date_ms() / 1000),
        .pages = totals->pages,
        .relevant = totals->target_pages,
        .kilobytes = totals->bytes_kb,
        .sites_queued = self->box.hosts.mark.queued - self->box.crawl.state.queue_position,
        .failed = totals->failures,
        .pages_per_hour = (uint32_t)(pages * MS_PER_HOUR / passed_ms),
        .bytes_per_second = (uint32_t)(bytes * 1000 / passed_ms),
        .ram_free_bytes = (uint32_t)(ram_total() - ram_claimed()),
    };
    store_log_progress(&ram_card.store, &line);
    self->progress_ms = now;
    self->progress_pages = totals->pages;
    self->progress_kb = totals->bytes_kb;
}

static uint32_t work(void)
{
    uint32_t began = clock_ms_short();
    int32_t wait = 0;
    /* After weeks without a network due_ms may seem to lie ahead: no wait is that long. */
    if (self->waits && self->due_ms - began <= DUE_MOST_MS)
        return self->due_ms - began;
    fetcher_use(&self->box.harvest_port);
    while (wait == 0 && clock_ms_short() - began < TURN_MS) {
        wait = box_step(&self->box);
        if (wait >= 0 && self->stop == CRAWL_STOP_NETWORK)
            log_info("The network is back.");
        if (wait >= 0)
            self->stop = 0;
    }
    self->waits = wait > 0;
    self->due_ms = clock_ms_short() + (uint32_t)wait;
    if (wait < 0) {
        stopped(wait);
        return IDLE_MS;
    }
    if (self->carry_is_old)
        renew_carry();
    log_progress();
    return (uint32_t)wait;
}

uint32_t harvester_tick(void)
{
    self->is_set_up = settings_missing(&ram_settings.values, 0) < 0;
    if (card_state() != STORE_READY || !self->is_set_up || self->failed)
        return IDLE_MS;
    if (!self->opened)
        open_card();
    if (self->opened && network_is_ready())
        return work();
    if (self->opened)
        crawl_keep_time(&self->box.crawl);
    return IDLE_MS;
}

/* ---- Jobs ---- */

static int told(int (*what)(struct crawl *crawl))
{
    self->waits = false;
    return self->opened ? what(&self->box.crawl) : STATUS_CLOSED;
}

int harvester_job_start(void *unused)
{
    (void)unused;
    return told(crawl_start);
}

int harvester_job_stop(void *unused)
{
    (void)unused;
    return told(crawl_halt);
}

int harvester_job_pause(void *unused)
{
    (void)unused;
    return told(crawl_pause);
}

int harvester_job_resume(void *unused)
{
    (void)unused;
    return told(crawl_resume);
}

int harvester_job_new(void *unused)
{
    (void)unused;
    if (card_state() != STORE_READY || !self->ready)
        return STATUS_CLOSED;
    hosts_carry_begin(self->carry, sizeof self->carry);
    int status = begin_anew();
    self->opened = status == 0;
    self->failed = status < 0;
    self->waits = false;
    return status;
}

int harvester_job_skip(void *host)
{
    return self->opened ? crawl_skip(&self->box.crawl, host, strlen(host)) : STATUS_CLOSED;
}

int harvester_job_seed(void *text)
{
    struct url url;
    if (!self->opened)
        return STATUS_CLOSED;
    fetcher_close();
    char *buffer = page_arena_take(SEEDS_URL_BYTES);
    if (buffer == NULL)
        return STATUS_FULL;
    int status = seeds_parse(&url, buffer, SEEDS_URL_BYTES, text, strlen(text));
    if (status == 0)
        status = crawl_seed(&self->box.crawl, &url);
    page_arena_give(buffer);
    self->waits = false;
    return status;
}
