/*
 * One page from the network to the card. The harvest fetches it, stores it as it arrives, reads it meanwhile,
 * judges it at its end, and then keeps it or takes it back. The crawl, the console's `fetch` and the native
 * program all go through here.
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
 * A page is stored, logged and settled (visit.h) with one write of the card's journal, so that all of this
 * counts or nothing. A page that is not stored is logged all the same.
 *
 * RAM: struct harvest, about 220 bytes. The harvest borrows all else, struct harvest_work, about 5,400 bytes,
 * from the machine when the connection stands, and gives it back when the page ends: on the box it lies where
 * TLS made its handshake.
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

/* Which answers stay on the card. Each of these keeps what the one before it keeps, and more. */
enum harvest_keep {
    HARVEST_KEEP_TARGET, /* pages in the language that is looked for */
    HARVEST_KEEP_PAGES,  /* every HTML page with status 200 */
    HARVEST_KEEP_ALL,    /* whatever a server answers: redirects, errors, other types */
};

/* A reader that follows the text of a page and says what the page is about. The harvest calls all of its
 * functions with the port's context. */
struct harvest_reader {
    uint16_t bytes; /* how much memory begin() takes */
    /* A page begins. *anchors becomes memory for the words of links, until the page ends. false: the reader
     * cannot follow this page. */
    bool (*begin)(void *context, const struct visit_request *request, struct html_anchors **anchors);
    /* The request's observer has a place for what the words of this link say. */
    void (*link)(void *context, const struct visit_link *link, uint32_t place);
    void (*text)(void *context, const char *utf8, size_t size, unsigned flags); /* as in struct page_sink */
    void (*gap)(void *context);
    void (*anchor)(void *context, const struct html_anchor *anchor);
    uint8_t (*end)(void *context, bool in_language); /* the page ends: how relevant is it? */
};

struct harvest_port {
    const struct machine *machine;       /* its clock and its memory */
    void *context;                       /* the first argument of what follows */
    const struct harvest_reader *reader; /* decides whether a page is a target; NULL: the language does */
    /* Gets the answer's header as received, in pieces. May be NULL. */
    void (*header)(void *context, const char *bytes, size_t count);
};

struct harvest_options {
    enum harvest_keep keep;
    uint8_t embeds;    /* EMBED_BIT()s of what pages need that is told to observers */
    uint8_t documents; /* links to documents with so many of the endings of read/url/scope.h are told, too */
    const struct lang_pack *pack; /* the language that is looked for; NULL: none, no page is a target */
    const struct dict *dict;
    const char *agent;          /* the box's name in robots.txt: the product of the User-Agent */
    const char *model;          /* id of the predictor that chose the site, for the metadata; NULL: none */
    struct fetch_options fetch; /* who asks, deadlines, longest body, allowed addresses */
};

struct harvest_work;

struct harvest {
    const struct harvest_port *port;
    const struct harvest_options *options;
    struct store *store;
    /* the page under way */
    const struct visit_request *request;
    struct visit_answer *answer;
    struct harvest_work *work;
    uint64_t started_ms;                           /* UTC */
    int store_status;                              /* the card's first failure */
    bool storing, reading, read_along, has_header; /* read_along: the port's reader follows it */
    bool conditional;                              /* the server may be asked whether the page has changed */
    struct store_page record;
    char ip[16];
    struct fetch fetch;
};

/* `network` is how the harvest reaches servers. All of these must outlive it. */
void harvest_init(struct harvest *harvest, const struct harvest_port *port, const struct fetch_port *network,
                  const struct harvest_options *options);

/* Makes a visit (visit.h): fetches, reads, stores and logs a page. Returns 0, or the status of a card that
 * failed: then nothing of the visit counts. */
int harvest_page(struct harvest *harvest, const struct visit_request *request, struct visit_answer *answer);

/*
 * Fetches the robots.txt of the host of the request's URL, whose buffer it uses, and hands the sealed store
 * to the observer (rules). If the site asks to be left alone for now, there is no store and no such call.
 * The answer's status is that of the last server asked. Returns as harvest_page().
 */
int harvest_robots(struct harvest *harvest, const struct visit_request *request, struct visit_answer *answer);

/* Fetches a sitemap (visit.h) and tells the observer of the addresses that it lists. Returns as
 * harvest_page(). */
int harvest_sitemap(struct harvest *harvest, const struct visit_request *request,
                    struct visit_answer *answer);

/* Logs that the page is not visited, for the reason in `fetch_status` and in the request's note. Returns as
 * harvest_page(). */
int harvest_skip(struct harvest *harvest, const struct visit_request *request, int fetch_status);

/* Ends a kept connection. */
void harvest_close(struct harvest *harvest);

#endif
