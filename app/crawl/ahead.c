/* What can be done for the site whose turn is next, while the box waits or is busy with another. */
#include "crawl/internal.h"

/* A connection is opened so long before it may be used. Its server waits as long, and a second is little for
 * a server, but enough for one lost frame. */
enum { AHEAD_MS = 1000 };

/* Whether a page of it will be asked for, and where is known. */
static bool has_plans(const struct crawl *crawl, unsigned slot)
{
    const struct crawl_site *site = crawl_look_at(crawl, slot);
    return site->stage == CRAWL_SITE_FETCHES && (site->pending > 0 || site->current != CRAWL_NONE) &&
           crawl->server_port[slot] != 0 && !crawl_needs_more(&crawl->needs[slot]);
}

/* The slot but `except` that may be asked first, and soon; -1: none. */
static int next_slot(const struct crawl *crawl, unsigned except)
{
    uint32_t now = crawl_now_ms(crawl), least_ms = AHEAD_MS + 1;
    int found = -1;
    for (unsigned slot = 0; slot < crawl_all_slots(crawl); slot++) {
        if (slot == except)
            continue;
        uint32_t left_ms = crawl_left_ms(crawl->ready_ms[slot], now);
        if (left_ms >= least_ms || !has_plans(crawl, slot))
            continue;
        found = (int)slot;
        least_ms = left_ms;
    }
    return found;
}

/* Asks for the names of the other sites that have just begun. */
static void ask_for_names(const struct crawl *crawl)
{
    const struct crawl_port *port = crawl->port;
    const struct host *host;
    for (unsigned slot = 0; slot < crawl_all_slots(crawl); slot++) {
        const struct crawl_site *site = crawl_look_at(crawl, slot);
        if (slot != crawl->slot && site->stage == CRAWL_SITE_FETCHES && crawl->server_port[slot] == 0 &&
            hosts_read(port->hosts, site->host, &host) == 0)
            port->ask(port->context, host->name);
    }
}

void crawl_ahead_of_fetch(struct crawl *crawl)
{
    int slot = next_slot(crawl, crawl->slot);
    if (crawl->port->ask != NULL && !crawl_has_segments(crawl))
        ask_for_names(crawl);
    crawl->request.next_port = 0;
    if (slot < 0)
        return;
    crawl->request.next_port = crawl->server_port[slot];
    crawl->request.next_address = crawl_look_at(crawl, (unsigned)slot)->address;
}

int32_t crawl_ahead_of_wait(const struct crawl *crawl, int32_t wait_ms)
{
    const struct crawl_port *port = crawl->port;
    if (port->ahead == NULL)
        return wait_ms;
    if (wait_ms > AHEAD_MS)
        return wait_ms - AHEAD_MS;
    int slot = next_slot(crawl, CRAWL_NO_SLOT);
    if (slot >= 0)
        port->ahead(port->context, crawl_look_at(crawl, (unsigned)slot)->address, crawl->server_port[slot]);
    return wait_ms;
}
