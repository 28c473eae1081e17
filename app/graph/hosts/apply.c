#include <string.h>

#include "base/status.h"
#include "graph/hosts/internal.h"

enum { THAI_SITE_PERCENT = 25, HALF_PERCENTS = FEATURE_DEGREE_MAX };

void host_label(struct host *host, uint32_t pages, uint32_t thai_pages)
{
    host->pages = pages;
    host->thai_pages = thai_pages;
    host->degree = pages > 0 ? (uint8_t)((uint64_t)thai_pages * HALF_PERCENTS / pages) : 0;
    host->label = (uint64_t)thai_pages * 100 > (uint64_t)pages * THAI_SITE_PERCENT ? HOST_THAI : HOST_OTHER;
}

void host_features(const struct host *host, struct features *features)
{
    features->country = host->country;
    features->tld = host->tld;
    memcpy(features->by_country, host->by_country, sizeof features->by_country);
    memcpy(features->by_tld, host->by_tld, sizeof features->by_tld);
    memcpy(features->degree, host->top, FEATURE_DEGREES);
}

int hosts_features(struct hosts *hosts, uint32_t id, struct features *features)
{
    const struct host *host;
    int status = hosts_read(hosts, id, &host);
    if (status == 0)
        host_features(host, features);
    return status;
}

static unsigned count_known_degrees(const struct host *host)
{
    unsigned count = 0;
    while (count < HOST_DEGREES && host->top[count] > 0)
        count++;
    return count;
}

/* Adds the degree of a source. One that is lower than all known degrees belongs behind them only if no other
 * was forgotten. */
static void add_degree(struct host *host, uint8_t degree)
{
    unsigned known = count_known_degrees(host), at = known;
    bool all_known = known == host->degrees;
    while (at > 0 && host->top[at - 1] < degree)
        at--;
    host->degrees++;
    if (at == HOST_DEGREES || (at == known && !all_known))
        return;
    memmove(host->top + at + 1, host->top + at, HOST_DEGREES - at - 1);
    host->top[at] = degree;
}

static void remove_degree(struct host *host, uint8_t degree)
{
    uint8_t *at = memchr(host->top, degree, HOST_DEGREES);
    host->degrees--;
    if (!at)
        return;
    uint8_t *last = host->top + HOST_DEGREES - 1;
    memmove(at, at + 1, (size_t)(last - at));
    *last = 0;
}

static void count_up_or_down(uint16_t *counter, enum hosts_direction direction)
{
    if (direction == HOSTS_APPLY && *counter < UINT16_MAX)
        ++*counter;
    if (direction == HOSTS_UNAPPLY && *counter > 0)
        --*counter;
}

static void count_source(struct host *target, const struct host_source *source,
                         enum hosts_direction direction)
{
    unsigned kind = source->label == HOST_THAI ? FEATURE_THAI : FEATURE_FOREIGN;
    count_up_or_down(&target->by_country[kind][source->country], direction);
    count_up_or_down(&target->by_tld[kind][source->tld], direction);
    if (source->degree == 0)
        return;
    if (direction == HOSTS_APPLY && target->degrees < UINT16_MAX)
        add_degree(target, source->degree);
    else if (direction == HOSTS_UNAPPLY && target->degrees > 0)
        remove_degree(target, source->degree);
}

void hosts_list_begin(struct hosts *hosts)
{
    hosts->list_at = hosts->mark.edges;
    hosts->replaced = 0;
}

int hosts_list_add(struct hosts *hosts, uint32_t target, uint8_t weight)
{
    uint32_t edge = target | (uint32_t)weight << EDGE_ID_BITS;
    uint32_t capacity = hosts->state->files->sectors[STATE_EDGES] * (STATE_PAYLOAD_BYTES / EDGE_BYTES);
    if (hosts->list_at >= capacity)
        return STATUS_FULL;
    int status = state_append(hosts->state, STATE_EDGES, hosts->list_at * EDGE_BYTES, &edge, sizeof edge);
    if (status == 0)
        hosts->list_at++;
    return status;
}

int hosts_list_end(struct hosts *hosts, uint32_t source)
{
    struct host *host;
    int status = hosts_change(hosts, source, &host);
    if (status < 0)
        return status;
    host->edges_at = hosts->mark.edges;
    host->edges = hosts->list_at - hosts->mark.edges;
    hosts->mark.edges = hosts->list_at;
    return 0;
}

static int32_t read_edge(struct hosts *hosts, uint32_t at, uint8_t *weight)
{
    uint32_t edge;
    int status = at >= hosts->mark.edges
                     ? STATUS_DAMAGED
                     : state_read(hosts->state, STATE_EDGES, at * EDGE_BYTES, &edge, sizeof edge);
    if (status < 0)
        return status;
    uint32_t target = edge & ((1u << EDGE_ID_BITS) - 1);
    *weight = (uint8_t)(edge >> EDGE_ID_BITS);
    return target < hosts->mark.hosts ? (int32_t)target : STATUS_DAMAGED;
}

int32_t hosts_edge_target(struct hosts *hosts, uint32_t at)
{
    uint8_t weight;
    return read_edge(hosts, at, &weight);
}

int32_t hosts_list_target(struct hosts *hosts, uint32_t source, uint32_t n)
{
    const struct host *host;
    int status = hosts_read(hosts, source, &host);
    if (status < 0)
        return status;
    return n < host->edges ? hosts_edge_target(hosts, host->edges_at + n) : STATUS_NOT_FOUND;
}

int hosts_apply(struct hosts *hosts, uint32_t source, enum hosts_direction direction)
{
    struct hosts_mark *mark = &hosts->mark;
    const struct host *host;
    if (mark->direction != HOSTS_IDLE)
        return STATUS_BUSY;
    int status = hosts_read(hosts, source, &host);
    if (status < 0)
        return status;
    if (direction == HOSTS_APPLY)
        mark->as = (struct host_source){host->label, host->country, host->tld, host->degree};
    else
        mark->as =
            (struct host_source){host->applied_label, host->applied_country, host->tld, host->applied_degree};
    mark->application++;
    mark->source = source;
    mark->at = 0;
    mark->direction = (uint8_t)direction;
    return 0;
}

/* Counts the source of the application in one of its targets. `listed` is from the source's record: a target
 * that took over its own record since then never counted this source. */
static int apply_to_target(struct hosts *hosts, uint32_t id, uint8_t weight, uint32_t listed)
{
    enum hosts_direction direction = (enum hosts_direction)hosts->mark.direction;
    struct host *target;
    int status = hosts_change(hosts, id, &target);
    if (status < 0 || target->applied == hosts->mark.application)
        return status;
    if (direction == HOSTS_UNAPPLY && target->born > listed)
        return 0;
    target->applied = hosts->mark.application;
    if (hosts->has_segments)
        segment_count(&target->segment, weight, direction == HOSTS_APPLY ? 1 : -1);
    else
        count_source(target, &hosts->mark.as, direction);
    return 0;
}

/* Ends an application: all targets are done. Only now the source's record says so, since a change of it may
 * reach the card before those of the targets. Until this is committed the mark is what counts. */
static int finish_application(struct hosts *hosts)
{
    struct hosts_mark *mark = &hosts->mark;
    struct host *host;
    int status = hosts_change(hosts, mark->source, &host);
    if (status < 0)
        return status;
    host->applied_label = mark->direction == HOSTS_APPLY ? mark->as.label : HOST_UNLABELLED;
    host->applied_country = mark->as.country;
    host->applied_degree = mark->as.degree;
    if (mark->direction == HOSTS_APPLY)
        host->listed = mark->application;
    mark->direction = HOSTS_IDLE;
    return 0;
}

int hosts_apply_step(struct hosts *hosts, uint32_t most)
{
    struct hosts_mark *mark = &hosts->mark;
    const struct host *host;
    if (mark->direction == HOSTS_IDLE)
        return 0;
    int status = hosts_read(hosts, mark->source, &host);
    if (status < 0)
        return status;
    uint32_t edges_at = host->edges_at, listed = host->listed,
             edges = mark->as.label == HOST_UNLABELLED ? 0 : host->edges;
    for (; mark->at < edges && most > 0; most--, mark->at++) {
        uint8_t weight;
        int32_t target = read_edge(hosts, edges_at + mark->at, &weight);
        if (target == STATUS_DAMAGED)
            continue; /* one link less; nothing hangs on it */
        status = target < 0 ? target : apply_to_target(hosts, (uint32_t)target, weight, listed);
        if (status < 0)
            return status;
    }
    return mark->at < edges ? 1 : finish_application(hosts);
}
