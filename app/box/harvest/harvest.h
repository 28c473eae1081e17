/*
 * One page from the network to the card: fetched, stored as it arrives, read meanwhile, judged at its end,
 * and then kept or taken back. The crawl, the console's `fetch` and the native program all go through here.
 *
 *     struct harvest harvest;
 *     harvest_init(&harvest, &port, &network, &options);
 *     harvest.store = &store;                                   NULL: nothing is stored or logged
 *     struct visit_request request = {.url = &url, .path = "L", .observer = &observer};
 *     struct visit_answer answer;
 *     if (harvest_page(&harvest, &request, &answer) < 0)
 *         wait_for_a_card();                                    the page does not count: ask for it again
 *     else if (answer.is_target)
 *         ...
 *     harvest_close(&harvest);                                  ends a kept connection
 *
 * A page is stored, logged and settled (visit.h) with one write of the card's journal, so that all of it
 * counts or nothing. What is not stored is logged all the same.
 *
 * RAM: struct harvest, about 200 bytes. All else, struct harvest_work, about 6,100 bytes, is borrowed from
 * the machine when the connection stands, and given back when the page ends: on the box it lies where TLS
 * made its handshake.
 */
#ifndef CRAWLBOX_BOX_HARVEST_HARVEST_H
#define CRAWLBOX_BOX_HARVEST_HARVEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "crawl/machine.h"
#include "crawl/visit.h"
#include "fetch/fetch.h"
#include "read/page.h"
#include "read/robots/robots.h"
#include "read/url/url.h"
#include "store/store.h"
#include "store/valid.h"

/* Which answers stay on the card; each of these keeps what the one before does. */
enum harvest_keep {
    HARVEST_KEEP_TARGET, /* pages in the language that is looked for */
    HARVEST_KEEP_PAGES,  /* every HTML page with status 200 */
    HARVEST_KEEP_ALL,    /* whatever a server answers: redirects, errors, other types */
};

/* Somebody who reads along and says what pages are about; all is called with the context of the port. */
struct harvest_reader {
    uint16_t bytes; /* of memory that begin() takes */
    /* A page begins. *anchors becomes memory for the words of links, until it ends. false: it is not read
     * along. */
    bool (*begin)(void *context, const struct visit_request *request, struct html_anchors **anchors);
    /* The request's observer has a place for what the words of this link say. */
    void (*link)(void *context, const struct visit_link *link, uint32_t place);
    void (*text)(void *context, const char *utf8, size_t size, unsigned flags); /* as in struct page_sink */
    void (*gap)(void *context);
    void (*anchor)(void *context, const struct html_anchor *anchor);
    uint8_t (*end)(void *context, bool in_language); /* how relevant it is */
};

struct harvest_port {
    const struct machine
        *machine;  /* its clock and its memory: a page needs some from a connection's start to its end */
    void *context; /* the first argument of what follows, which may be NULL */
    const struct harvest_reader *reader; /* then it decides, not the language alone */
    void (*header)(void *context, const char *bytes,
                   size_t count); /* the answer's header as received, in pieces */
};

struct harvest_options {
    struct fetch_options fetch; /* who we are, deadlines, body cap, allowed addresses */
    enum harvest_keep keep;
    const struct lang_pack *pack; /* the language that is looked for; NULL: none, no page is a target */
    const struct dict *dict;
    const char *agent; /* our name in robots.txt: the product of the User-Agent */
    const char *model; /* id of the predictor that chose the site, for the metadata; NULL: none */
};

struct harvest_work;

struct harvest {
    const struct harvest_port *port;
    const struct harvest_options *options;
    struct store *store;
    struct fetch fetch;
    /* The page in work. */
    const struct visit_request *request;
    struct visit_answer *answer;
    struct harvest_work *work;
    uint64_t started_ms; /* UTC */
    int store_status;    /* the card's first failure */
    bool storing, reading, read_along, has_header;
    bool conditional; /* the server may be asked whether the page has changed */
    struct store_page record;
    char ip[16];
};

/* `network` is how to reach servers; all of these must outlive the harvest. */
void harvest_init(struct harvest *harvest, const struct harvest_port *port, const struct fetch_port *network,
                  const struct harvest_options *options);

/* Makes a visit (visit.h): fetches, reads, stores and logs a page. 0, or the status of a card that failed:
 * then nothing of it counts. */
int harvest_page(struct harvest *harvest, const struct visit_request *request, struct visit_answer *answer);

/*
 * Fetches the robots.txt of the host of the request's URL, whose buffer is used for it, and hands the sealed
 * store to the observer (rules). Without that call there is nothing to go by yet: the site asks to be left
 * alone. The answer's status is that of the last server asked. Returns as harvest_page().
 */
int harvest_robots(struct harvest *harvest, const struct visit_request *request, struct visit_answer *answer);

/* Logs that the page is not visited, for the reason in `fetch_status` and in the request's note. Returns as
 * harvest_page(). */
int harvest_skip(struct harvest *harvest, const struct visit_request *request, int fetch_status);

/* Ends a kept connection. */
void harvest_close(struct harvest *harvest);

#endif
