/* What becomes of the links of a page: these are the scope rules. */
#include <string.h>

#include "crawl/evidence.h"
#include "crawl/frontier.h"
#include "crawl/internal.h"
#include "crawl/seen.h"
#include "crawl/twins.h"
#include "graph/segment.h"
#include "read/url/scope.h"

enum { KEY_SHIFT = 64 - FRONTIER_KEY_BITS };

const char *crawl_bare_host(const char *host, size_t *length)
{
    size_t www = url_key_host(host, *length);
    *length -= www;
    if (*length > 1 && host[www + *length - 1] == '.')
        --*length;
    return host + www;
}

bool crawl_is_of_site(const struct crawl *crawl, const struct url *url, const char *name, size_t length)
{
    const char *text = url->text + url->host;
    size_t host_length = segment_host_length(name, length), other_length = url_host_length(url);
    if (crawl_has_segments(crawl) && !segment_has(name, length, text, (size_t)(url->fragment - url->host)))
        return false;
    const char *bare = crawl_bare_host(name, &host_length);
    const char *other = crawl_bare_host(text, &other_length);
    return host_length == other_length && memcmp(bare, other, host_length) == 0;
}

void crawl_forget_recent(struct crawl *crawl)
{
    memset(crawl->recent, 0, sizeof crawl->recent);
}

/* Has a link with this key been met lately in the site under way? From now on it has. */
static bool was_met_lately(struct crawl *crawl, uint64_t key)
{
    uint32_t mark = ((uint32_t)key << 1 ^ crawl_look_at(crawl, crawl->slot)->host * 2654435762u) | 1;
    uint32_t *place = &crawl->recent[(key >> 32) % CRAWL_RECENT];
    if (*place == mark)
        return true;
    *place = mark;
    return false;
}

/* The site's queue has no room for a link whose key was just added to the seen-set: takes the key out
 * again. */
static void reject_for_full_queue(struct crawl *crawl, struct crawl_site *site, uint64_t key)
{
    crawl_reject(crawl, REJECT_QUEUE_FULL);
    crawl_forget_recent(crawl);
    int status = seen_remove(crawl, site, key);
    if (status < 0)
        crawl->status = status;
}

/* Appends the entry to the site's list, and returns true, unless the list has its key, but for `ignored`
 * bits; then counts `known`. */
static bool add_entry_once(struct crawl *crawl, struct crawl_site *site, struct frontier_entry *entry,
                           unsigned ignored, const char *text, enum crawl_reject known)
{
    int status = seen_add(crawl, site, entry->key, ignored);
    if (status == 1) {
        crawl_reject(crawl, known);
        return false;
    }
    crawl->leads_on = true;
    if (status == 0)
        status = frontier_add(crawl, site, entry, text);
    if (status == STATUS_FULL)
        reject_for_full_queue(crawl, site, entry->key);
    else if (status < 0)
        crawl->status = status;
    return status == 0;
}

/*
 * A page that redirects to another spelling of itself (without its session id, ...) has the same key as its
 * target. Then it is the spelling that must not come twice: this adds a key of the page's spelling, and
 * returns one of the target's.
 */
static uint64_t key_of_spelling(struct crawl *crawl, struct crawl_site *site, const struct url *url)
{
    struct frontier_entry asked = {
        .kind = FRONTIER_KEY, .key = crawl_hash(crawl, crawl->url.text, crawl->url.fragment) >> KEY_SHIFT};
    add_entry_once(crawl, site, &asked, 0, "", REJECT_SEEN);
    return crawl_hash(crawl, url->text, url->fragment) >> KEY_SHIFT;
}

/*
 * Chooses the key of a redirect's target. If the redirect leads back and the server has set a cookie, the
 * target is another page than before: it is fetched at once, and not a third time, whatever cookie is set by
 * then.
 */
static void choose_key_of_target(struct crawl *crawl, struct crawl_site *site, const struct url *url,
                                 struct frontier_entry *entry)
{
    uint64_t text_key = crawl_hash(crawl, url->text, url->fragment) >> KEY_SHIFT;
    if (crawl_leads_back(crawl, site, url, text_key)) {
        entry->kind = FRONTIER_KEY;
        entry->key = ~text_key & ((UINT64_C(1) << FRONTIER_KEY_BITS) - 1);
    } else if (entry->key == crawl->key) {
        entry->key = key_of_spelling(crawl, site, url);
    }
}

/* Takes a link to a page of the same site into its queue, or counts why not. */
static void take_link_inside(struct crawl *crawl, struct crawl_site *site, const struct visit_link *link)
{
    const struct url *url = link->url;
    struct frontier_entry entry = {.kind = FRONTIER_PAGE,
                                   .how = (uint8_t)link->how,
                                   .length = url->fragment,
                                   .key = crawl_page_key(crawl, url)};
    if (crawl->run.hops >= crawl->settings->hops) {
        crawl->leads_on = true; /* at the next crawl a shorter way may lead there */
        crawl_reject(crawl, REJECT_HOPS);
        return;
    }
    unsigned ignored = crawl_ignored_twins(crawl, site);
    if (link->how == 'R' && (entry.key ^ crawl->key) <= URL_TWINS) { /* the very page that the server names */
        ignored = 0;
        if (crawl_leads_to_twin(crawl, url, entry.key))
            return;
    }
    if (link->how == 'R')
        choose_key_of_target(crawl, site, url, &entry);
    if (link->how == 'M' || (link->how == 'R' && crawl->request.is_sitemap)) {
        entry.how = 'M';
        crawl->lists_sitemaps = true;
    }
    if (link->is_alternate && crawl->next == CRAWL_NONE && !crawl->was_next)
        entry.kind = FRONTIER_KEY; /* its first alternate is fetched next, but no chain of them */
    if (ignored != 0 && was_met_lately(crawl, entry.key))
        crawl_reject(crawl, REJECT_SEEN);
    else if (entry.how != 'M' && url_has_rejected_ending(url))
        crawl_reject(crawl, REJECT_ENDING);
    else if (url_depth(url) > crawl->settings->path_depth)
        crawl_reject(crawl, REJECT_DEPTH);
    else if (url_is_trap(url))
        crawl_reject(crawl, REJECT_TRAP);
    else if (add_entry_once(crawl, site, &entry, ignored, url->text, REJECT_SEEN) &&
             entry.kind == FRONTIER_KEY)
        crawl->next = site->entries - 1;
}

/* Takes a link to another host or segment: each spelling of a name becomes an edge of the site once; the edge
 * of a segment also says which page the link leads to. Returns the number of the entry for what the words of
 * the link say, or 0. */
static uint32_t take_link_outside(struct crawl *crawl, struct crawl_site *site, const struct url *url,
                                  char how)
{
    bool has_segments = crawl_has_segments(crawl);
    size_t length = url_host_length(url), noted = length;
    if (has_segments) {
        noted = (size_t)(url->fragment - url->host);
        length = segment_length(url->text + url->host, noted);
        if (noted - length > SEGMENT_PAGE_SIZE)
            noted = length;
    }
    struct frontier_entry entry = {.kind = FRONTIER_EDGE,
                                   .how = url->secure ? FRONTIER_EDGE_HTTPS : 0,
                                   .length = (uint16_t)noted,
                                   .key = crawl_hash(crawl, url->text, url->host + length) >> KEY_SHIFT};
    if (how == 'R') {
        entry.how |= FRONTIER_EDGE_REDIRECT;
        entry.key = ~entry.key & ((UINT64_C(1) << FRONTIER_KEY_BITS) - 1);
    }
    bool is_new = false;
    if (length >= HOST_NAME_SIZE || (has_segments && url->host_end != url->path)) {
        crawl_reject(crawl, REJECT_BAD_HOST);
        return 0;
    }
    if (was_met_lately(crawl, entry.key))
        crawl_reject(crawl, REJECT_OTHER_SITE);
    else
        is_new = add_entry_once(crawl, site, &entry, 0, url->text + url->host, REJECT_OTHER_SITE);
    return has_segments ? evidence_place(crawl, site, entry.key, is_new) : 0;
}

void crawl_takes_evidence(void *context, uint32_t place, const struct visit_evidence *evidence)
{
    struct crawl *crawl = context;
    if (crawl->status == 0)
        crawl->status = frontier_write_facts(crawl, crawl_site_at(crawl, crawl->slot), place, evidence);
}

/* Does the URL that the site lists of itself belong to it? robots.txt may come from somewhere else. */
static bool is_of_listing_site(const struct crawl *crawl, const struct crawl_site *site,
                               const struct url *url)
{
    const struct host *host;
    return hosts_read(crawl->port->hosts, site->host, &host) == 0 &&
           crawl_is_of_site(crawl, url, host->name, strlen(host->name));
}

/* Does the URL belong to the site of the page under way? */
static bool is_of_current_site(const struct crawl *crawl, const struct url *url)
{
    const struct url *page = &crawl->url;
    const char *text = page->text + page->host;
    size_t length = url_host_length(page);
    if (crawl_has_segments(crawl))
        length = segment_length(text, (size_t)(page->fragment - page->host));
    return crawl_is_of_site(crawl, url, text, length);
}

uint32_t crawl_takes_link(void *context, const struct visit_link *link)
{
    struct crawl *crawl = context;
    struct crawl_site *site = crawl_site_at(crawl, crawl->slot);
    if (crawl->status < 0 ||
        (link->how == 'M' && (!crawl_has_sitemaps(crawl) || crawl->request.embed != EMBED_NONE)))
        return 0;
    if (link->embed != EMBED_NONE || crawl->request.embed != EMBED_NONE)
        return crawl_takes_embed(crawl, link), 0;
    if (link->how != 'R' && crawl->links++ >= crawl->settings->links_per_page)
        crawl_reject(crawl, REJECT_LINKS);
    else if (link->how != 'R' && link->how != 'M' && crawl->settings->follow == FOLLOW_HOME &&
             !home_has_address(crawl->port->hosts->home, link->url))
        crawl_reject(crawl, REJECT_STRATEGY);
    else if (link->how == 'M' ? is_of_listing_site(crawl, site, link->url)
                              : is_of_current_site(crawl, link->url))
        take_link_inside(crawl, site, link);
    else if (link->how == 'M' || crawl->request.is_sitemap)
        crawl_reject(crawl, REJECT_OTHER_SITE);
    else
        return take_link_outside(crawl, site, link->url, link->how);
    return 0;
}
