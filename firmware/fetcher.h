/*
 * The box's harvest (app/harvest): pages over its network, read in the page arena, stored on its card. The crawl and the
 * console's `fetch` share it; only the crawler's task may use it.
 *
 *     struct harvest *harvest = fetcher_use(&port);          a port of your own; its memory is fetcher_take and _give
 *     harvest_page(harvest, &request, &answer);
 *
 * Costs what ram.def says under fetcher.
 */
#ifndef CRAWLBOX_FETCHER_H
#define CRAWLBOX_FETCHER_H

#include "dict/dict.h"
#include "harvest/harvest.h"

struct fetcher {
    struct harvest harvest;
    struct harvest_options options;
    struct dict dict;
    bool ready;
};

/* The harvest with this port from now on, and with the card if there is one. */
struct harvest *fetcher_use(const struct harvest_port *port);

/* Ends the connection that may have been kept: the page arena is empty afterwards. */
void fetcher_close(void);

/* For ports: memory out of the page arena, and the time. */
void *fetcher_take(void *context, size_t bytes);
void fetcher_give(void *context, void *piece);
uint64_t fetcher_utc_ms(void *context);

#endif
