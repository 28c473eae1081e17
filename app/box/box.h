/*
 * A box at work: the crawl (app/crawl) with all that it needs. Here the harvest, the store, the host graph
 * and the settings answer the engine's questions, in the same way in the image and in the native program;
 * these only differ in the parts that they give to the box.
 *
 *     box_init(&box, &parts, &settings);
 *     ... a card was mounted: store_mount() is STORE_READY ...
 *     if (box_open(&box) == STATUS_NOT_FOUND)              there is no crawl on it yet
 *         box_begin(&box);                                 then crawl_seed() for each seed, and crawl_start()
 *     int32_t wait_ms = box_step(&box);                    as crawl_step()
 *     ...
 *     box_close(&box);                                     before the card is ejected
 *
 * RAM: struct box, about 3,000 bytes, most of them the crawl's; and struct state_line, 524 bytes, for each
 * line of cache.
 */
#ifndef CRAWLBOX_BOX_BOX_H
#define CRAWLBOX_BOX_BOX_H

#include "box/harvest/harvest.h"
#include "box/reader.h"
#include "crawl/crawl.h"
#include "graph/hosts/hosts.h"
#include "settings/settings.h"
#include "store/state.h"
#include "store/state_files.h"
#include "store/store.h"

struct box_parts {
    struct harvest *harvest; /* initialised; the box sets its port and store */
    struct store *store;
    struct state_line *lines; /* cache of the crawl's state files: 3 are enough, more save reading */
    unsigned line_count;
    struct machine machine; /* on which the crawl and the harvest run */
    /* Gives the topic pack of the card, or NULL if it has none. The context is the machine's. May be NULL. */
    const struct topic *(*topic)(void *context);
};

struct box {
    const struct box_parts *parts;
    const struct settings *settings;
    struct crawl_port crawl_port;
    struct harvest_port harvest_port;
    struct hosts hosts;
    struct state state;
    struct store_state_files files;
    struct box_reader *reader; /* of the page under way, if there is a topic */
    struct crawl crawl;
};

/* All of these must outlive the box. */
void box_init(struct box *box, const struct box_parts *parts, const struct settings *settings);

/* Finds or makes the state files of a card that was just mounted, and goes on with the crawl on it.
 * STATUS_NOT_FOUND: there is none; STATUS_DAMAGED: it cannot be used; STATUS_FULL: no room for the files. */
int box_open(struct box *box);

/* Begins a crawl from scratch, on the card that box_open() was called for. */
int box_begin(struct box *box);

int32_t box_step(struct box *box);

/* Ends the connection, if one was kept. */
void box_close(struct box *box);

#endif
