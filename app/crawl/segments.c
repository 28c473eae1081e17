/* What is different if sites are segments, which are directories of a host. Politeness and the share of pages
 * still belong to the host. */
#include <string.h>

#include "base/numbers.h"
#include "crawl/evidence.h"
#include "crawl/internal.h"

static uint32_t hash_of_server(const struct crawl *crawl, const char *name, size_t length)
{
    const char *bare = crawl_bare_host(name, &length);
    return (uint32_t)crawl_hash(crawl, bare, length);
}

uint32_t crawl_server_of_url(const struct crawl *crawl, const struct url *url)
{
    return hash_of_server(crawl, url->text + url->host, url_host_length(url));
}

int crawl_server_of(struct crawl *crawl, uint32_t id, uint32_t *server)
{
    const struct host *host;
    int status = hosts_read(crawl->port->hosts, id, &host);
    if (status == 0)
        *server = hash_of_server(crawl, host->name, segment_host_length(host->name, strlen(host->name)));
    return status;
}

/* The id of a segment's host. The record of the host keeps how many pages were fetched from all of its
 * segments. */
static int32_t find_whole_host(struct crawl *crawl, uint32_t id)
{
    const struct host *host;
    int status = hosts_read(crawl->port->hosts, id, &host);
    if (status < 0)
        return status;
    size_t length = segment_host_length(host->name, strlen(host->name));
    memcpy(crawl->url_text, host->name, length); /* no URL is under way */
    return hosts_add(crawl->port->hosts, crawl->url_text, length, NULL);
}

/* Prefers the slot that the host had last, which still has its robots.txt. Returns 0 if another segment of
 * the host is active. */
static int choose_slot(struct crawl *crawl, struct crawl_site **slot, uint32_t server)
{
    unsigned slots = crawl_slots(crawl);
    uint32_t other = 0;
    for (unsigned i = 0; i < crawl_all_slots(crawl); i++) {
        struct crawl_site *site = crawl_site_at(crawl, i);
        bool is_free = site->stage == CRAWL_SITE_FREE;
        int status = is_free ? 0 : crawl_server_of(crawl, site->host, &other);
        if (status < 0)
            return status;
        if (!is_free && other == server)
            return 0;
        if (is_free && i < slots && crawl->server[i] == server)
            *slot = site;
    }
    if (crawl->server[crawl_slot(crawl, *slot)] != server)
        memset(*slot, 0, sizeof **slot);
    return 1;
}

/* Nothing of the segment will be fetched, since the host's share of pages is used up. */
static int deny_segment(struct crawl *crawl, uint32_t id)
{
    struct host *host;
    int status = hosts_change(crawl->port->hosts, id, &host);
    if (status < 0)
        return status;
    host->state = HOST_DENIED;
    host->stop = SITE_STOP_PAGES;
    return 0;
}

int crawl_segment_begin(struct crawl *crawl, struct crawl_site **slot, uint32_t id)
{
    struct hosts *hosts = crawl->port->hosts;
    const struct host *host;
    uint32_t server;
    int status = crawl_server_of(crawl, id, &server);
    if (status == 0)
        status = choose_slot(crawl, slot, server);
    if (status <= 0)
        return status;
    int32_t whole = find_whole_host(crawl, id);
    if (whole == STATUS_FULL) /* the host table has no room to count the pages of this host */
        return 1;
    status = whole < 0 ? whole : hosts_read(hosts, (uint32_t)whole, &host);
    if (status < 0)
        return status;
    (*slot)->site_pages = host->segment.site_pages;
    return host->segment.site_pages < crawl->settings->page_cap ? 1 : deny_segment(crawl, id);
}

int crawl_segment_end(struct crawl *crawl, const struct crawl_site *site)
{
    struct host *host;
    uint32_t pages = site->site_pages + site->pages; /* no other segment of the host was active meanwhile */
    int32_t whole = find_whole_host(crawl, site->host);
    if (whole == STATUS_FULL)
        return 0;
    int status = whole < 0 ? whole : hosts_change(crawl->port->hosts, (uint32_t)whole, &host);
    if (status == 0)
        host->segment.site_pages = pages < UINT16_MAX ? (uint16_t)pages : UINT16_MAX;
    return status;
}

/*
 * A slot remembers the host that it asked last, and asks another host only when the first one's wait is over.
 * So the slots know all usual waits that are not over; longer ones are on the card.
 */
uint32_t crawl_server_waits_ms(struct crawl *crawl, uint32_t server)
{
    uint32_t wait_ms = crawl_count_ms(crawl_server_rests_s(crawl, server)), now = crawl_now_ms(crawl);
    for (unsigned i = 0; i < crawl_all_slots(crawl); i++)
        if (i != crawl->slot && crawl->server[i] == server)
            wait_ms = larger_of(wait_ms, crawl_left_ms(crawl->ready_ms[i], now));
    if (wait_ms == 0)
        crawl->server[crawl->slot] = server;
    return wait_ms;
}

int crawl_site_waits(struct crawl *crawl, struct crawl_site *site)
{
    uint32_t server = 0;
    int status = crawl_server_of(crawl, site->host, &server);
    if (status < 0)
        return status;
    uint32_t wait_ms = crawl_server_waits_ms(crawl, server);
    if (wait_ms > 0)
        polite_wait(crawl, site, wait_ms, 0);
    return wait_ms > 0;
}

int crawl_segment_offer(struct crawl *crawl, uint32_t id, const char *page, size_t length)
{
    const struct host *host;
    struct host *change;
    int status = hosts_read(crawl->port->hosts, id, &host);
    if (status < 0)
        return status;
    struct segment offered = host->segment;
    segment_offer(&offered, page, length,
                  !(host->flags & (HOST_LINKED_HTTP | HOST_LINKED_HTTPS | HOST_SEED)));
    if (memcmp(&offered, &host->segment, sizeof offered) == 0)
        return 0;
    status = hosts_change(crawl->port->hosts, id, &change);
    if (status == 0)
        change->segment = offered;
    return status;
}

int crawl_segment_weigh(struct crawl *crawl, const struct crawl_site *site, uint32_t target,
                        const struct frontier_entry *edge, uint8_t *weight)
{
    const struct crawl_port *port = crawl->port;
    const struct host *host;
    struct crawl_segment_link link = {
        .degree = (uint8_t)(site->pages ? site->target_pages * 255 / site->pages : 0)};
    int asked = crawl_locate(crawl, target);
    int status = asked < 0 ? asked : evidence_of_edge(crawl, site, crawl->listed, edge->key, &link.evidence);
    if (status < 0)
        return status;
    status = hosts_read(port->hosts, target, &host);
    if (status < 0)
        return status;
    link.target_country = host->country;
    link.target_tld = host->tld;
    status = hosts_read(port->hosts, site->host, &host);
    if (status < 0)
        return status;
    link.source_country = site->address ? crawl_country(crawl, site->address) : host->country;
    link.source_tld = host->tld;
    *weight = segment_weight(site->relevance, site->pages, port->chance(port->context, &link));
    return asked;
}
