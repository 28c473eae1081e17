/*
 * A site that has ended: it gets its label_host, and counts as a source of the hosts that it links to. Power
 * may fail at any point here: the engine then begins the step again, from what was committed.
 */
#include <string.h>

#include "crawl/evidence.h"
#include "crawl/frontier.h"
#include "crawl/internal.h"
#include "crawl/twins.h"

enum {
    ENTRIES_A_STEP = 64, /* limits of a step, so that it does not take long */
    TARGETS_A_STEP = 32,
    DAMAGED_TRIES = 2, /* how often a site is crawled anew after its queue on the card was damaged */
};

/* ---- Whom it links to ---- */

bool crawl_is_target_site(const struct crawl *crawl, const struct crawl_site *site)
{
    return crawl_has_segments(crawl) ? segment_is_relevant(site->pages, site->target_pages)
                                     : (uint64_t)site->target_pages * 4 > site->pages;
}

/* What a link tells about its target, apart from counting as a source. */
struct target_facts {
    uint8_t hops, distance, flags;
};

/* What is known of the target with this link. A link may be told twice, and links in any order: the result is
 * the same. */
static struct target_facts merge_link_facts(const struct crawl *crawl, const struct crawl_site *site,
                                            const struct host *target, const struct frontier_entry *edge)
{
    bool is_moved = edge->how & FRONTIER_EDGE_REDIRECT && site->pages == 0;
    bool is_first = !(target->flags & (HOST_LINKED_HTTP | HOST_LINKED_HTTPS | HOST_SEED));
    uint8_t hops = (uint8_t)(site->hops + (site->hops < UINT8_MAX && !is_moved));
    uint8_t distance =
        crawl_is_target_site(crawl, site) ? 0 : (uint8_t)(site->distance + (site->distance < UINT8_MAX));
    uint8_t known_distance = target->distance;
    struct target_facts facts = {.hops = is_first || hops < target->hops ? hops : target->hops,
                                 .distance =
                                     is_first || distance < known_distance ? distance : known_distance,
                                 .flags = target->flags};
    facts.flags |= edge->how & FRONTIER_EDGE_HTTPS ? HOST_LINKED_HTTPS : HOST_LINKED_HTTP;
    if (is_moved)
        facts.flags |= HOST_MOVED;
    return facts;
}

/* Changes the record of the target only if the link tells something new, so that the card is not written in
 * vain. */
static int update_target(struct crawl *crawl, const struct crawl_site *site, uint32_t id,
                         const struct frontier_entry *edge)
{
    const struct host *host;
    struct host *change;
    int status = hosts_read(crawl->port->hosts, id, &host);
    if (status < 0)
        return status;
    struct target_facts facts = merge_link_facts(crawl, site, host, edge);
    if (facts.hops == host->hops && facts.flags == host->flags && facts.distance == host->distance)
        return 0;
    status = hosts_change(crawl->port->hosts, id, &change);
    if (status < 0)
        return status;
    change->hops = facts.hops;
    change->flags = facts.flags;
    change->distance = facts.distance;
    return 0;
}

/* The host belongs to another box of the fleet: the port writes it down for that box, once. The port's line
 * is on the card before the host's record says so. */
static int pass_to_other_box(struct crawl *crawl, uint32_t id, const struct frontier_entry *edge,
                             const char *name)
{
    const struct crawl_port *port = crawl->port;
    const struct host *known;
    struct host *host;
    int status = hosts_read(port->hosts, id, &known);
    if (status < 0 || known->state != HOST_KNOWN)
        return status;
    if (port->foreign)
        status = port->foreign(port->context, name, edge->how & FRONTIER_EDGE_HTTPS);
    if (status < 0)
        return status;
    status = hosts_change(port->hosts, id, &host);
    if (status < 0)
        return status;
    host->state = HOST_FOREIGN;
    host->stop = SITE_STOP_FOREIGN_SHARD;
    crawl_reject(crawl, REJECT_FOREIGN_SHARD);
    return 0;
}

/* The id of the host that an edge leads to; STATUS_NOT_FOUND if the host table does not take it. */
static int32_t find_target(struct crawl *crawl, const struct crawl_site *site, const char *name,
                           size_t length)
{
    const struct settings *settings = crawl->settings;
    struct hosts *hosts = crawl->port->hosts;
    bool is_far = settings->site_hops != SETTINGS_NO_LIMIT && site->hops >= settings->site_hops;
    int32_t id = is_far ? hosts_find(hosts, name, length)
                        : hosts_add_linked(hosts, name, length, crawl_is_target_site(crawl, site));
    if (id >= 0)
        return id;
    switch (id) {
    case STATUS_NOT_FOUND: crawl_reject(crawl, REJECT_HOST_HOPS); return STATUS_NOT_FOUND;
    case STATUS_TOO_LONG: crawl_reject(crawl, REJECT_BAD_HOST); return STATUS_NOT_FOUND;
    case STATUS_FULL: crawl_reject(crawl, REJECT_HOSTS_FULL); return STATUS_NOT_FOUND;
    case STATUS_REFUSED: crawl_reject(crawl, REJECT_DOMAIN); return STATUS_NOT_FOUND;
    default: return id;
    }
}

/* Enters the edge's host into the host table and the list of the site's targets. Returns 1 if the network was
 * asked on the way. */
static int list_edge(struct crawl *crawl, const struct crawl_site *site, const struct frontier_entry *edge)
{
    bool has_segments = crawl_has_segments(crawl);
    int asked = 0;
    uint8_t weight = 0;
    struct hosts *hosts = crawl->port->hosts;
    char *name = crawl->url_text; /* no URL is under way */
    int status = frontier_read_text(crawl, site, edge, name);
    if (status < 0)
        return status;
    size_t length = has_segments ? segment_length(name, edge->length) : edge->length;
    int32_t id = find_target(crawl, site, name, length);
    if (id < 0)
        return id == STATUS_NOT_FOUND ? 0 : id;
    if (has_segments)
        status = crawl_segment_offer(crawl, (uint32_t)id, name + length, edge->length - length);
    if (status == 0)
        status = update_target(crawl, site, (uint32_t)id, edge);
    if (status == 0 && crawl_shard(name, length, crawl->settings->shard.of) != crawl->settings->shard.mine)
        status = pass_to_other_box(crawl, (uint32_t)id, edge, name);
    if (status == 0 && has_segments)
        status = asked = crawl_segment_weigh(crawl, site, (uint32_t)id, edge, &weight);
    if (status >= 0)
        status = hosts_list_add(hosts, (uint32_t)id, weight);
    if (status ==
        STATUS_FULL) { /* the list is as long as it can be; a target that it lacks may have changed */
        crawl->score_all = true;
        return asked;
    }
    return status == 0 ? asked : status;
}

/* ---- Its label ---- */

static enum host_state state_after_stop(enum crawl_site_stop stop)
{
    switch (stop) {
    case SITE_STOP_DNS:
    case SITE_STOP_NO_IPV4:
    case SITE_STOP_NO_TERMS:
    case SITE_STOP_UNREACHABLE:
    case SITE_STOP_ROBOTS_UNREACHABLE:
    case SITE_STOP_FAILURES:
    case SITE_STOP_SLOW:
    case SITE_STOP_RESTARTS:
    case SITE_STOP_DAMAGED: return HOST_DEAD;
    case SITE_STOP_ROBOTS:
    case SITE_STOP_PRIVATE: return HOST_DENIED;
    case SITE_STOP_SKIPPED: return HOST_SKIPPED;
    default: return HOST_DONE;
    }
}

static int label_host(struct crawl *crawl, const struct crawl_site *site)
{
    const struct crawl_port *port = crawl->port;
    struct host *host;
    int status = hosts_change(port->hosts, site->host, &host);
    if (status < 0)
        return status;
    uint32_t utc = crawl_utc(crawl);
    host->left = site->left;
    host_label(host, site->pages, site->target_pages);
    host->label = crawl_is_target_site(crawl, site) ? HOST_THAI : HOST_OTHER;
    if (site->target_pages == 0 && site->streak == 0) /* it had no page, or only empty ones */
        host->label = HOST_UNLABELLED;
    enum host_state after = state_after_stop(site->stop);
    if (after == HOST_DEAD && site->pages > 0)
        after = HOST_DONE;
    if (site->stop == SITE_STOP_DAMAGED && host->tries++ < DAMAGED_TRIES)
        after = HOST_KNOWN;
    if (crawl_has_segments(crawl) && site->stop == SITE_STOP_EMPTY && host->segment.page[0]) {
        host->segment.page[0] = '\0'; /* a dead link led here: the next round tries the directory itself */
        after = HOST_KNOWN;
    }
    host->state = (uint8_t)after;
    host->stop = site->stop;
    host->twins = crawl_tenure_of(crawl, crawl_slot(crawl, site))->twins & (uint8_t)~TWINS_PLAIN;
    host->flags &= (uint8_t) ~(HOST_HTTPS | HOST_IN_VAIN);
    if (crawl_is_more(crawl_slot(crawl, site))) {
        host->held = false;
        host->flags |= site->pass == CRAWL_SECOND ? HOST_AGAIN : 0;
    }
    if (site->pass == CRAWL_PROBE)
        host->flags |= HOST_IN_VAIN;
    if (site->pages > 0 && !site->has_plain)
        host->flags |= HOST_HTTPS;
    host->crawled_at = after == HOST_KNOWN ? 0 : utc ? utc : 1; /* 0 means: never */
    if (site->address) {
        host->address = site->address;
        host->country = crawl_country(crawl, site->address);
    }
    crawl_learn(crawl, site, host);
    return 0;
}

/* ---- Steps ---- */

/* Takes back first what the links of the site counted as after its last crawl. */
static int unapply_last_crawl(struct crawl *crawl, struct crawl_site *site)
{
    struct hosts *hosts = crawl->port->hosts;
    const struct host *host;
    int status = hosts->mark.direction == HOSTS_IDLE ? hosts_read(hosts, site->host, &host) : 0;
    if (status < 0)
        return status;
    if (hosts->mark.direction == HOSTS_IDLE && host->applied_label != HOST_UNLABELLED) {
        crawl->score_all = true; /* targets of the old list need not be in the new one */
        status = hosts_apply(hosts, site->host, HOSTS_UNAPPLY);
        return status < 0 ? status : crawl_commit(crawl);
    }
    status = hosts_apply_step(hosts, TARGETS_A_STEP);
    if (status != 0)
        return status < 0 ? status : 0;
    site->stage = CRAWL_SITE_LISTS;
    return crawl_commit(crawl);
}

/* Adds up what several links to the same segment say, a few entries at a step. */
static int gather_evidence(struct crawl *crawl, struct crawl_site *site)
{
    int status = 0;
    for (unsigned i = 0; i < ENTRIES_A_STEP && status == 0; i++)
        status = evidence_gather(crawl, site, crawl->listed++);
    if (status != STATUS_NOT_FOUND && status != STATUS_DAMAGED) /* what is damaged ends the listing, too */
        return status;
    crawl->is_gathering = false;
    crawl->listed = 0;
    return 0;
}

/* Lists the hosts that the site links to, a few at a step, and then gives the site its label. */
static int list_targets(struct crawl *crawl, struct crawl_site *site)
{
    struct hosts *hosts = crawl->port->hosts;
    struct frontier_entry entry;
    int status = 0;
    if (crawl->ending == CRAWL_NO_SLOT) {
        crawl->ending = (uint8_t)crawl_slot(crawl, site);
        crawl->listed = 0;
        crawl->is_gathering = crawl_has_segments(crawl);
        crawl->has_sums = false;
        hosts_list_begin(hosts);
    }
    if (crawl->is_gathering)
        return gather_evidence(crawl, site);
    for (unsigned i = 0; i < ENTRIES_A_STEP && status == 0; i++) {
        status = frontier_read(crawl, site, crawl->listed, &entry);
        if (status == 0 && entry.kind == FRONTIER_EDGE)
            status = list_edge(crawl, site, &entry);
        crawl->listed++;
    }
    bool is_damaged = status == STATUS_DAMAGED && hosts->mark.index_ready;
    if (status != STATUS_NOT_FOUND && !is_damaged)
        return status;
    status = hosts_list_end(hosts, site->host);
    if (status == 0)
        status = label_host(crawl, site);
    if (status == 0 && crawl_has_segments(crawl))
        status = crawl_segment_end(crawl, site);
    if (status == 0)
        status = hosts_apply(hosts, site->host, HOSTS_APPLY);
    if (status < 0)
        return status;
    site->stage = CRAWL_SITE_APPLIES;
    return crawl_commit(crawl);
}

/* Counts the site as a source of each host on its list_targets, a few at a step, and then frees its slot. */
static int apply_to_targets(struct crawl *crawl, struct crawl_site *site)
{
    struct crawl_totals *totals = &crawl->state.totals;
    int status = hosts_apply_step(crawl->port->hosts, TARGETS_A_STEP);
    if (status == 0)
        status = crawl_keep_list(crawl, site);
    if (status != 0)
        return status < 0 ? status : 0;
    bool is_target = crawl_is_target_site(crawl, site);
    if (site->pass != CRAWL_SECOND) {
        totals->sites++;
        totals->target_sites += is_target;
    }
    crawl_explore_end(crawl, site, is_target);
    crawl->ending = CRAWL_NO_SLOT;
    crawl->state.news = 1;
    uint32_t host = site->host;
    crawl_note_late(crawl, site);
    enum crawl_site_stop stop = site->stop;
    if (crawl_has_segments(crawl)) /* the slot keeps robots.txt, which the host's next segment may need */
        site->stage = CRAWL_SITE_FREE;
    else
        memset(site, 0, sizeof *site);
    status = crawl_commit(crawl);
    if (status == 0)
        crawl_say(crawl, CRAWL_EVENT_SITE_ENDS, host, stop);
    return status;
}

int crawl_ending_step(struct crawl *crawl, struct crawl_site *site)
{
    switch (site->stage) {
    case CRAWL_SITE_ENDS: return unapply_last_crawl(crawl, site);
    case CRAWL_SITE_LISTS: return list_targets(crawl, site);
    default: return apply_to_targets(crawl, site);
    }
}
