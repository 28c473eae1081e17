/*
 * Sitemaps of an active site: those that robots.txt names, or /sitemap.xml, and those that these list. They
 * stand in the site's list in runs of a class that no cursor comes to, and have their turn, one after
 * another, when nothing else is left: so what they list comes behind what links led to, and costs nothing
 * where the site's share is used up before.
 */
#include "crawl/internal.h"
#include "crawl/strategy.h"

enum { USELESS_MAX = 5 }; /* sitemaps without a new address, and no more are asked for */

bool crawl_has_sitemaps(const struct crawl *crawl)
{
    return crawl->settings->sitemaps == SITEMAPS_YES && crawl->port->sitemap != NULL &&
           !crawl_has_segments(crawl);
}

int crawl_list_sitemaps(struct crawl *crawl, struct crawl_site *site)
{
    static const char usual[] = "/sitemap.xml";
    struct crawl_run run = {.class = CRAWL_CLASS_SITEMAPS,
                            .hops = (uint8_t)(crawl->run.hops + 1),
                            .distance = site->distance,
                            .parent = site->current,
                            .parent_run = crawl->run_head};
    if (!crawl_has_sitemaps(crawl))
        return 0;
    if (site->entries == crawl->entries_before &&
        url_parse(&crawl->url, crawl->url_text, sizeof crawl->url_text, usual, sizeof usual - 1,
                  &crawl->url) >= 0)
        crawl_takes_link(crawl, &(struct visit_link){.url = &crawl->url, .how = 'M'});
    return crawl->status < 0 ? crawl->status : frontier_run_end(crawl, site, &run);
}

int crawl_take_sitemap(struct crawl *crawl, struct crawl_site *site)
{
    struct frontier_entry entry;
    uint32_t at = 0;
    bool is_foreign = site->streak > 0 && site->target_pages == 0;
    if (!crawl_has_sitemaps(crawl) || site->pages == 0 || is_foreign)
        return STATUS_NOT_FOUND;
    for (unsigned taken = 0;; taken++, at++) {
        int status = frontier_find(crawl, site, CRAWL_CLASS_SITEMAPS, &at, &entry);
        if (status < 0)
            return status;
        if (taken == site->site_pages)
            break;
    }
    site->site_pages++;
    site->current = at;
    site->tries = 0;
    return 0;
}

int crawl_account_sitemap(struct crawl *crawl, struct crawl_site *site, struct crawl_run *links)
{
    bool is_useless = site->entries == crawl->entries_before;
    links->class = crawl->lists_sitemaps ? CRAWL_CLASS_SITEMAPS : CRAWL_CLASSES - 1;
    int status = frontier_run_end(crawl, site, links);
    if (status == 0 && ((is_useless && ++site->failures >= USELESS_MAX) ||
                        site->site_pages + site->pages >= crawl->settings->page_cap))
        crawl_site_stop(crawl, site, SITE_STOP_COMPLETE);
    return status;
}
