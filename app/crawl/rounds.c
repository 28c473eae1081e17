/* Rounds: the engine scores every host that was not visited, and those that promise something become the
 * queue of the next round. */
#include <string.h>

#include "crawl/internal.h"
#include "crawl/strategy.h"

enum {
    HOSTS_A_STEP = 32,
    SCORE_CHOSEN = 255, /* of seeds, and of hosts to which an entry page has moved */
    SECONDS_A_DAY = 86400,
    LOCATE_LOST_MS = 60 * 1000, /* the most time that a round spends on name servers that do not answer */
    LOCATE_TRIES = 5,           /* rounds in which a name was not found; then there is no such host */
};

static unsigned states_to_score(const struct crawl *crawl)
{
    unsigned states = 1u << HOST_KNOWN | 1u << HOST_QUEUED;
    if (crawl->settings->recrawl_days > 0)
        states |= 1u << HOST_DONE | 1u << HOST_DEAD | 1u << HOST_DENIED;
    if (crawl_explores(crawl))
        states |= 1u << HOST_DONE;
    if (crawl->has_orphans)
        states |= 1u << HOST_ACTIVE;
    return states;
}

/* A site that was crawled has its turn again after `recrawl_days`. */
bool crawl_is_due_again(struct crawl *crawl, const struct host *host)
{
    uint32_t utc = crawl_utc(crawl);
    uint32_t pause_s = (uint32_t)crawl->settings->recrawl_days * SECONDS_A_DAY;
    return pause_s > 0 && utc >= host->crawled_at && utc - host->crawled_at >= pause_s;
}

/* The score of a site that was crawled before: the more of it was in the language, the earlier its turn. */
static uint8_t score_again(struct crawl *crawl, const struct host *host)
{
    if (crawl_is_due_again(crawl, host))
        return (uint8_t)(1 + host->degree);
    return crawl_may_return(crawl, host) ? crawl_explore_filter(crawl, host, crawl_second_worth(host)) : 0;
}

static uint8_t score_new(struct crawl *crawl, const struct host *host)
{
    struct features features;
    struct strategy_host facts = {.hops = host->hops, .distance = host->distance};
    if (host->flags & (HOST_SEED | HOST_MOVED))
        return SCORE_CHOSEN;
    if (crawl_has_segments(crawl)) {
        facts.confidence = segment_score(&host->segment);
        return strategy_of(crawl->settings)->host(crawl->settings, &facts);
    }
    host_features(host, &features);
    uint32_t target_sources = features_sources(&features, FEATURE_THAI);
    if (target_sources + features_sources(&features, FEATURE_FOREIGN) == 0)
        return 0; /* it was a seed and is none any more, or nobody links to it any more */
    facts.confidence = crawl_predict(crawl, &features);
    facts.has_target_source = target_sources > 0;
    return crawl_explore_filter(crawl, host, strategy_of(crawl->settings)->host(crawl->settings, &facts));
}

/* Notes in the host's record what the name server answered. */
static void note_address(struct crawl *crawl, struct host *host, int answer, uint32_t address)
{
    if (answer == 0) {
        host->address = address;
        host->country = crawl_country(crawl, address);
        return;
    }
    bool is_private = answer == STATUS_REFUSED;
    host->state = is_private ? HOST_DENIED : HOST_DEAD;
    host->stop = is_private                     ? SITE_STOP_PRIVATE
                 : answer == STATUS_UNSUPPORTED ? SITE_STOP_NO_IPV4
                                                : SITE_STOP_DNS;
    if (is_private)
        crawl_reject(crawl, REJECT_PRIVATE);
}

/* Asks for the address of the host whose name is in crawl->url_text. */
static int resolve_and_count_time(struct crawl *crawl, uint32_t id, uint32_t *address)
{
    const struct crawl_port *port = crawl->port;
    uint32_t began_ms = crawl_now_ms(crawl);
    int answer = port->resolve(port->context, crawl->url_text, address);
    if (answer == 0)
        return 0;
    crawl->locate_lost_ms += crawl_now_ms(crawl) - began_ms;
    if (crawl->locate_lost_ms >= LOCATE_LOST_MS)
        crawl->locate_next = id + 1;
    return answer;
}

/*
 * Whoever has a domain can have a name server that never answers, and link to hosts of it: each would cost
 * seconds in each round. So a round asks for addresses until it has lost a minute, and the next one goes on
 * from there. A host without an address is scored without it.
 */
int crawl_locate(struct crawl *crawl, uint32_t id)
{
    const struct crawl_port *port = crawl->port;
    const struct host *host;
    struct host *change;
    uint32_t address = 0;
    int status = hosts_read(port->hosts, id, &host);
    if (status < 0 || host->address != 0 || crawl->locate_lost_ms >= LOCATE_LOST_MS)
        return status;
    memcpy(crawl->url_text, host->name, HOST_NAME_SIZE);
    crawl->url_text[segment_host_length(host->name, strlen(host->name))] = '\0';
    bool is_seed = host->flags & HOST_SEED;
    int answer = resolve_and_count_time(crawl, id, &address);
    bool is_elsewhere = answer == STATUS_UNSUPPORTED && !is_seed; /* a seed's visit says so in the log */
    if (answer < 0 && answer != STATUS_NOT_FOUND && answer != STATUS_REFUSED && !is_elsewhere)
        return 1; /* perhaps the next round finds it */
    status = hosts_change(port->hosts, id, &change);
    if (status < 0)
        return status;
    /* A name server whose own line is down says the same as one that knows: there is no such name. */
    bool is_put_off = answer == STATUS_NOT_FOUND && change->tries++ < LOCATE_TRIES;
    if (is_put_off)
        crawl->put_off = true;
    else
        note_address(crawl, change, answer, address);
    return 1;
}

/* Scores a host and puts it into the queue if it promises something. Returns 1 if the network was asked on
 * the way. */
static int score_host(struct crawl *crawl, uint32_t id)
{
    struct hosts *hosts = crawl->port->hosts;
    const struct host *host;
    struct host *change;
    if (crawl_has_in_more(crawl, id))
        return 0; /* it is under way */
    crawl->asked = id;
    int asked = id < crawl->locate_from ? 0 : crawl_locate(crawl, id);
    int status = asked < 0 ? asked : hosts_read(hosts, id, &host);
    if (status < 0)
        return status;
    if (host->state == HOST_ACTIVE && crawl_is_under_way(crawl, id))
        return asked;
    bool was_crawled = host->crawled_at != 0;
    bool rests = crawl_left_s(crawl, host->ready_utc) > 0;
    crawl->state.hosts_rest |= rests;
    if (rests)
        return asked; /* its time has not come */
    if (!was_crawled && host->state != HOST_ACTIVE && host->state != HOST_KNOWN && host->state != HOST_QUEUED)
        return asked; /* there is no such host, or it is not for this box */
    crawl->unresolved |= host->address == 0;
    if (host->address == 0 && host->tries > 0 && !(host->flags & HOST_SEED))
        return asked; /* perhaps its name is known in the next round; a seed is tried in any case */
    uint8_t score = was_crawled ? score_again(crawl, host) : score_new(crawl, host);
    uint8_t state = score > 0 ? HOST_QUEUED : was_crawled ? host->state : HOST_KNOWN;
    if (score == 0 && was_crawled && state == HOST_QUEUED)
        state = HOST_DONE; /* the last round had no place for it, and this one has no reason to visit it */
    bool is_sample = score > 0 && crawl_learns(crawl) && crawl_is_drawn(crawl, host);
    uint32_t hash = host->hash;
    if ((!was_crawled && host->score != score) || host->state != state) {
        status = hosts_change(hosts, id, &change);
        if (status < 0)
            return status;
        if (!was_crawled) /* the score of a crawled host stays what was predicted before its visit */
            change->score = score;
        change->state = state;
        if (is_sample)
            change->flags |= HOST_DRAWN;
    }
    status = score > 0 ? hosts_queue_add(hosts, id, hash, is_sample ? SCORE_CHOSEN : score) : 0;
    crawl->score_all |= status == STATUS_FULL; /* this host waits for the next round */
    return status == 0 || status == STATUS_FULL ? asked : status;
}

/* ---- What has changed ---- */

/*
 * Hosts are worth what their sources say. So after a round only hosts can be worth something else that sites
 * link to which have ended since: those of the queue behind us and, in `late`, those that were under way when
 * that queue was made. Nobody else waits in it, so whoever is worth something and is no target of these was
 * visited. All are scored after a start; if there is another reason than these sites (score_all); and now and
 * then if addresses of hosts are missing.
 */
static void begin_round(struct crawl *crawl)
{
    uint32_t now = crawl_now_ms(crawl);
    bool has_waited =
        (crawl->unresolved || crawl->state.hosts_rest) && now - crawl->all_ms >= CRAWL_LOOK_AGAIN_MS;
    if (crawl_learns(crawl) && learned_is_due(&crawl->state.learned)) {
        learned_apply(&crawl->state.learned);
        crawl->score_all = true;
    }
    crawl->is_partial =
        !crawl->score_all && !has_waited && crawl->settings->recrawl_days == 0 && !crawl_has_segments(crawl);
    crawl->locate_from = 0;
    crawl->locate_lost_ms = 0;
    crawl->score_all = false;
    crawl->scored = crawl->is_partial; /* then it is the number of a site, from 1 */
    crawl->edges = 0;
    crawl->older = 0;
    for (unsigned slot = 0; slot < crawl_all_slots(crawl); slot++)
        crawl->older |=
            (crawl_slot_bits)((crawl_slot_bits)(crawl_look_at(crawl, slot)->stage != CRAWL_SITE_FREE)
                              << slot);
    crawl_explore_draw(crawl);
    hosts_queue_begin(crawl->port->hosts);
    if (crawl->is_partial)
        return;
    crawl->all_ms = now;
    crawl->unresolved = crawl->put_off = false;
    crawl->state.hosts_rest = false;
    crawl->best_left = 0;
    crawl->locate_from = crawl->locate_next;
    crawl->locate_next = 0;
    memset(crawl->late, 0xff, sizeof crawl->late);
}

void crawl_note_late(struct crawl *crawl, const struct crawl_site *site)
{
    unsigned slot = crawl_slot(crawl, site);
    if (crawl->older >> slot & 1)
        crawl->late[slot] = site->host;
    crawl->older &= (crawl_slot_bits)~crawl_slot_bit(slot);
}

void crawl_score_all(struct crawl *crawl)
{
    crawl->score_all = true;
}

/* Takes the next site whose targets are to be scored: its id, or STATUS_NOT_FOUND behind the last. */
static int32_t take_ended_site(struct crawl *crawl)
{
    struct hosts *hosts = crawl->port->hosts;
    for (uint32_t n = crawl->scored - 1; n < hosts->old_queued + crawl_all_slots(crawl); n++) {
        crawl->scored = n + 2;
        if (n < hosts->old_queued)
            return hosts_queue_old_id(hosts, n);
        uint32_t id = crawl->late[n - hosts->old_queued];
        crawl->late[n - hosts->old_queued] = CRAWL_NONE;
        if (id != CRAWL_NONE)
            return (int32_t)id;
    }
    return STATUS_NOT_FOUND;
}

/* Takes the next host that may be worth something else now: a target of a site that has ended, or the next
 * such site itself, which may be tried again. */
static int32_t take_changed(struct crawl *crawl)
{
    struct hosts *hosts = crawl->port->hosts;
    const struct host *host;
    if (crawl->edges > 0) {
        crawl->edges--;
        return hosts_edge_target(hosts, crawl->edge++);
    }
    int32_t id = take_ended_site(crawl);
    int status = id < 0 ? id : hosts_read(hosts, (uint32_t)id, &host);
    if (status < 0)
        return status;
    crawl->edge = host->edges_at;
    crawl->edges = host->edges;
    return id;
}

/* Scores one of these. A host that is queued was met before. */
static int score_changed(struct crawl *crawl)
{
    const struct host *host;
    int32_t id = take_changed(crawl);
    if (id == STATUS_DAMAGED) {
        crawl->edges = 0;
        crawl->score_all = true;
        return 0;
    }
    int status = id < 0 ? id : hosts_read(crawl->port->hosts, (uint32_t)id, &host);
    return status < 0 || host->state != HOST_KNOWN ? status : score_host(crawl, (uint32_t)id);
}

static int score_next(struct crawl *crawl)
{
    const struct host *host;
    int status = hosts_next(crawl->port->hosts, &crawl->scored, states_to_score(crawl), &host);
    return status == 0 ? score_host(crawl, crawl->scored++) : status;
}

int crawl_score_step(struct crawl *crawl)
{
    int status = 0;
    if (crawl->scored == 0)
        begin_round(crawl);
    for (unsigned i = 0; i < HOSTS_A_STEP && status == 0; i++)
        status = crawl->is_partial ? score_changed(crawl) : score_next(crawl);
    if (status != STATUS_NOT_FOUND)
        return status;
    crawl->state.phase = CRAWL_PHASE_SORT;
    return 0;
}

/* Nothing was found for the next round: true if there may be something after all, once all are scored. */
static bool looks_further(struct crawl *crawl)
{
    bool is_partial = crawl->is_partial && (crawl->unresolved || crawl_explores(crawl));
    return is_partial || crawl_explore_deeper(crawl);
}

int crawl_sort_step(struct crawl *crawl)
{
    struct crawl_state *state = &crawl->state;
    uint32_t queued;
    int status = hosts_queue_sort(crawl->port->hosts);
    if (status != 0)
        return status < 0 ? status : 0;
    queued = crawl->port->hosts->mark.queued;
    if (queued == 0 && looks_further(crawl)) {
        state->phase = CRAWL_PHASE_SCORE;
        crawl->scored = 0;
        crawl->score_all = true;
        return 0;
    }
    crawl->score_all |= crawl->floor > 0; /* not all of the queue is for this round */
    queued = crawl->port->hosts->mark.queued = crawl_explore_round(crawl, queued);
    crawl->floor = 0;
    state->queue_position = crawl->ahead = 0;
    state->news = 0;
    crawl->looked_ms = crawl_now_ms(crawl);
    state->phase = queued > 0 ? CRAWL_PHASE_SITES : CRAWL_PHASE_DONE;
    if (queued > 0) {
        state->round++;
        state->totals.round_pages = 0;
        state->totals.round_target_pages = 0;
        crawl_say(crawl, CRAWL_EVENT_ROUND, CRAWL_NONE, state->round);
        crawl_say(crawl, CRAWL_EVENT_QUEUED, CRAWL_NONE, queued);
    }
    return crawl_commit(crawl);
}
