/* What the operator can do with a crawl: seeds, start and stop, pause and resume, skip a site. */
#include "crawl/internal.h"

/* The id of a host that the operator names; with `is_added` the host becomes known if it was not. If the
 * index of the host table turns out to be damaged, this makes it again and looks once more. */
static int32_t find_named_host(struct crawl *crawl, const char *name, size_t length, bool is_added)
{
    struct hosts *hosts = crawl->port->hosts;
    int32_t id = STATUS_DAMAGED;
    for (unsigned i = 0; i < 2 && id == STATUS_DAMAGED; i++) {
        while ((id = crawl_prepare_index(crawl)) > 0)
            ;
        if (id == 0)
            id = is_added ? hosts_add(hosts, name, length, NULL) : hosts_find(hosts, name, length);
    }
    return id;
}

static bool had_no_address(const struct host *host)
{
    return host->stop == SITE_STOP_DNS || host->stop == SITE_STOP_NO_IPV4;
}

/* The box names all seeds again after each boot. Is there nothing to do for a host that was a seed before,
 * since it waits, is done or was skipped? */
static bool is_seed_settled(const struct host *host)
{
    return (host->crawled_at != 0 && !had_no_address(host)) || host->state == HOST_KNOWN ||
           host->state == HOST_QUEUED || host->state == HOST_ACTIVE || host->state == HOST_SKIPPED;
}

static int make_seed(struct crawl *crawl, uint32_t id, uint8_t flags)
{
    struct host *host;
    int status = hosts_change(crawl->port->hosts, id, &host);
    if (status < 0)
        return status;
    host->flags |= flags;
    host->hops = 0;
    host->distance = 0;
    if (had_no_address(host))
        host->crawled_at = 0; /* a name server may know one by now */
    if (host->crawled_at == 0 && host->state != HOST_QUEUED && host->state != HOST_ACTIVE)
        host->state = HOST_KNOWN;
    crawl->state.news = 1;
    crawl->score_all = true;
    return crawl_commit(crawl);
}

int crawl_seed(struct crawl *crawl, const struct url *url)
{
    struct hosts *hosts = crawl->port->hosts;
    const struct host *host;
    const char *name = url->text + url->host;
    size_t length = url_host_length(url);
    uint8_t flags = HOST_SEED | (url->secure ? HOST_LINKED_HTTPS : HOST_LINKED_HTTP);
    size_t noted = (size_t)(url->fragment - url->host);
    if (crawl_has_segments(crawl))
        length = segment_length(name, noted);
    if (crawl_has_segments(crawl) && url->host_end != url->path) /* a segment's name has no room for a port */
        return STATUS_UNSUPPORTED;
    if (crawl_shard(name, length, crawl->settings->shard.of) != crawl->settings->shard.mine)
        return STATUS_REFUSED;
    int32_t id = find_named_host(crawl, name, length, true);
    int status = id < 0 ? id : hosts_read(hosts, (uint32_t)id, &host);
    if (status != 0 || ((host->flags & flags) == flags && is_seed_settled(host)))
        return status;
    if (crawl_has_segments(crawl))
        status = crawl_segment_offer(crawl, (uint32_t)id, name + length, noted - length);
    return status < 0 ? status : make_seed(crawl, (uint32_t)id, flags);
}

int crawl_unseed(struct crawl *crawl, const char *name, size_t length)
{
    struct hosts *hosts = crawl->port->hosts;
    struct host *host;
    int32_t id = find_named_host(crawl, name, length, false);
    int status = id < 0 ? id : hosts_change(hosts, (uint32_t)id, &host);
    if (status < 0)
        return status;
    host->flags &= (uint8_t)~HOST_SEED;
    crawl->score_all = true;
    return crawl_commit(crawl);
}

int crawl_start(struct crawl *crawl)
{
    crawl->state.running = 1;
    crawl->state.paused = 0;
    if (crawl->state.phase == CRAWL_PHASE_DONE) {
        crawl->state.phase = CRAWL_PHASE_SCORE;
        crawl->scored = 0;
        crawl->score_all = true;
    }
    return crawl_commit(crawl);
}

int crawl_halt(struct crawl *crawl)
{
    crawl->state.running = 0;
    return crawl_commit(crawl);
}

int crawl_pause(struct crawl *crawl)
{
    crawl->state.paused = 1;
    return crawl_commit(crawl);
}

int crawl_resume(struct crawl *crawl)
{
    crawl->state.paused = 0;
    return crawl_commit(crawl);
}

int crawl_skip(struct crawl *crawl, const char *name, size_t length)
{
    struct hosts *hosts = crawl->port->hosts;
    struct host *host;
    int32_t id = find_named_host(crawl, name, length, false);
    if (id < 0)
        return id;
    for (unsigned i = 0; i < crawl_all_slots(crawl); i++) {
        struct crawl_site *site = crawl_site_at(crawl, i);
        if (site->stage == CRAWL_SITE_FETCHES && site->host == (uint32_t)id) {
            crawl_site_stop(crawl, site, SITE_STOP_SKIPPED);
            return crawl_commit(crawl);
        }
    }
    int status = crawl_skip_resting(crawl, (uint32_t)id);
    if (status == STATUS_NOT_FOUND)
        status = hosts_change(hosts, (uint32_t)id, &host);
    else if (status == 0)
        return 0;
    if (status < 0)
        return status;
    if (host->state != HOST_ACTIVE)
        host->state = HOST_SKIPPED;
    return crawl_commit(crawl);
}
