/*
 * Lists of sites that were left early. When nothing better is left the engine goes back to such sites
 * (explore.c). A site whose list is kept goes on then where it stopped, with its queue and all that it has
 * met, so that no page of it is fetched twice; any other begins anew.
 *
 * A list stays in its place (places.c), and its site's record lies where those of sites that rest do. Such
 * lists have what others leave: a site that rests takes the place of one, and the one of which the fewest
 * pages would be fetched again gives way. Those of a registered domain have half of the places at most. Each
 * slot of the state block finds a place without that.
 */
#include "crawl/internal.h"
#include "crawl/rest.h"

int crawl_make_place(struct crawl *crawl, unsigned places, uint32_t pages, uint32_t domain)
{
    struct rest_look kept;
    int status = rest_look(crawl, crawl->state.kept, domain, &kept);
    if (status < 0 || kept.of_domain >= (places + 1) / 2)
        return status;
    if (crawl_count_resting(crawl) + kept.count < places)
        return 1;
    if (kept.last_cost <= ~pages)
        return 0;
    /* Whoever has the place next writes there at once, so the state block must say first that it is free. */
    crawl_put_place(crawl->state.kept, kept.last, false);
    status = crawl_commit(crawl);
    return status < 0 ? status : 1;
}

int crawl_keep_list(struct crawl *crawl, const struct crawl_site *site)
{
    unsigned slot = crawl_slot(crawl, site), place;
    uint32_t domain = crawl_domain_of_slot(crawl, slot);
    const struct host *host;
    int status = hosts_read(crawl->port->hosts, site->host, &host);
    if (status == 0 && crawl_may_return(crawl, host))
        status = crawl_make_place(crawl, rest_places(crawl, slot), site->pages, domain);
    if (status <= 0)
        return status;
    status = rest_write(crawl, site, &place);
    if (status == 0)
        crawl_put_place(crawl->state.kept, place, true);
    return status;
}

/* The site goes on for a second pass: what was left of it is not abandoned after all. */
static void go_on(struct crawl *crawl, struct crawl_site *site)
{
    crawl->state.totals.rejected[REJECT_ABANDONED] -= site->pending;
    site->pending -= site->stop == SITE_STOP_DISTANCE; /* the page that was too far away is the current one */
    site->stage = CRAWL_SITE_FETCHES;
    site->stop = SITE_STOP_NONE;
    site->pass = CRAWL_SECOND;
    polite_go_on(crawl, crawl_slot(crawl, site));
}

int crawl_find_list(struct crawl *crawl, struct crawl_site *site, uint32_t id)
{
    const struct host *host;
    unsigned place;
    int status = hosts_read(crawl->port->hosts, id, &host);
    if (status < 0)
        return status;
    /* Whoever was crawled has his turn again for one of two reasons. */
    bool is_second = !crawl_is_due_again(crawl, host);
    int found =
        host->crawled_at != 0 ? crawl_find_record(crawl, crawl->state.kept, id, &place) : STATUS_NOT_FOUND;
    if (found < 0 && found != STATUS_NOT_FOUND)
        return found;
    bool goes_on = found == 0 && is_second;
    if (goes_on)
        status = rest_take(crawl, site, place);
    else /* not where its old list is, which the state block still has */
        status = crawl_take_place(crawl, crawl_slot(crawl, site)) ? 0 : STATUS_FULL;
    if (found == 0)
        crawl_put_place(crawl->state.kept, place, false);
    if (status < 0 || !goes_on)
        return status;
    go_on(crawl, site);
    return 1;
}
