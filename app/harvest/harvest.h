/*
 * One page from the network to the card: fetched, stored as it arrives, read meanwhile, judged at its end, and then kept or
 * taken back. The crawl, the console's `fetch` and the native program all go through here.
 *
 *     struct harvest harvest;
 *     harvest_init(&harvest, &port, &network, &options);
 *     harvest.store = &store;                                   NULL: nothing is stored or logged
 *     struct harvest_request request = {.url = &url, .path = "L"};
 *     struct harvest_answer answer;
 *     if (harvest_page(&harvest, &request, &answer) < 0)
 *         wait_for_a_card();                                    the page does not count: ask for it again
 *     else if (answer.is_target)
 *         ...
 *     harvest_close(&harvest);                                  ends a kept connection
 *
 * A page is stored, logged and settled (port.settle) with one write of the card's journal, so that all of it counts or
 * nothing. What is not stored is logged all the same.
 *
 * RAM: struct harvest, about 200 bytes. All else, struct harvest_work (about 7 KB), is borrowed through the port when the
 * connection stands, and given back when the page ends: on the box it lies where TLS made its handshake.
 */
#ifndef CRAWLBOX_HARVEST_HARVEST_H
#define CRAWLBOX_HARVEST_HARVEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fetch/fetch.h"
#include "page/page.h"
#include "robots/robots.h"
#include "store/store.h"
#include "url/url.h"
#include "valid/valid.h"

/* Which answers stay on the card; each of these keeps what the one before does. */
enum harvest_keep {
    HARVEST_KEEP_TARGET, /* pages in the language that is looked for */
    HARVEST_KEEP_PAGES,  /* every HTML page with status 200 */
    HARVEST_KEEP_ALL,    /* whatever a server answers: redirects, errors, other types */
};

/* What to fetch, and how we came to it. */
struct harvest_request {
    struct url *url;    /* its text loses the fragment */
    const char *path;   /* discovery path for crawl.log: letters R E X L P, one a hop; NULL: a seed */
    const char *source; /* tag for crawl.log; NULL: none */
    uint8_t hops;       /* from the seed */
    uint8_t worker;     /* for crawl.log: the number of the site's slot */
};

enum harvest_fate {
    HARVEST_NOT_KEPT, /* not what the operator wants, or there is no store */
    HARVEST_STORED,
    HARVEST_REVISIT, /* stored as a reference to the same bytes: under another address, or of an earlier visit */
};

struct harvest_answer {
    int status;             /* HTTP's, or an enum fetch_status */
    bool is_page;           /* HTML with status 200, or 304 for one: it counts in the site's share */
    bool is_target;         /* and it is in the language that is looked for; or about the topic */
    bool is_unjudged;       /* that is not known: compressed, or no memory to read it along */
    uint8_t relevance;      /* how sure that is: HARVEST_RELEVANT and more is */
    uint8_t fate;           /* enum harvest_fate; not known yet in port.settle */
    uint8_t truncated;      /* enum warc_truncation */
    uint32_t bytes;         /* of the body, as far as it came */
    uint32_t duration_ms;   /* connecting included */
    uint32_t retry_after_s; /* how long the server wants to be left alone; 0: it did not say */
    uint32_t address;       /* of the server */
    const char
        *tls_flaw; /* what is wrong with its certificate, if it was taken nevertheless; NULL: nothing */
    struct page_result page; /* if is_page */
};

/* A link, as the crawl sees it. */
struct harvest_link {
    const struct url *url; /* absolute, without fragment; gone when the call returns */
    uint32_t number;       /* the same as in the words of the link that a reader gets; 0: there are none */
    char how;              /* L: a link, E: a frame, R: a redirect */
};

enum { HARVEST_RELEVANT = 128 };

/* Somebody who reads along and says what pages are about; all is called with the context of the port. */
struct harvest_reader {
    /* A page begins. *anchors becomes memory for the words of links, until it ends. false: it is not read along. */
    bool (*begin)(void *context, struct html_anchors **anchors);
    void (*text)(void *context, const char *utf8, size_t size, unsigned flags); /* as in struct page_sink */
    void (*gap)(void *context);
    void (*anchor)(void *context, const struct html_anchor *anchor);
    uint8_t (*end)(void *context, bool in_language); /* how relevant it is */
};

struct harvest_port {
    void *context;
    /* Memory for a page, from a connection's start to its end at most: NULL if there is none. */
    void *(*take)(void *context, size_t bytes);
    void (*give)(void *context, void *piece);
    uint64_t (*utc_ms)(void *context); /* since 1970 */
    /* The rest may be NULL. */
    const struct harvest_reader *reader; /* then it decides, not the language alone */
    void (*header)(void *context, const char *bytes,
                   size_t count); /* the answer's header as received, in pieces */
    void (*link)(void *context, const struct harvest_link *link);
    /* Writes the URL of the page that led here into the buffer: its length, 0 if there is none, or a negative status. */
    int (*via)(void *context, char *buffer, size_t size);
    /* The page is over: last moment to change what is committed together with it. 0, or the status of a card that failed. */
    int (*settle)(void *context, const struct harvest_answer *answer);
    /* What is known of an earlier capture of this URL: the server is asked whether it has changed. false: nothing. */
    bool (*known)(void *context, const struct url *url, struct valid *valid);
    /* The page is stored, and the server said how to ask for it the next time. */
    void (*stored)(void *context, const struct url *url, const struct valid *valid);
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
    const struct harvest_request *request;
    struct harvest_answer *answer;
    struct harvest_work *work;
    uint64_t started_ms; /* UTC */
    int store_status;    /* the card's first failure */
    bool storing, reading, read_along, has_header;
    bool conditional; /* it may be known */
    struct store_page record;
    char ip[16];
};

/* `network` is how to reach servers; all of these must outlive the harvest. */
void harvest_init(struct harvest *harvest, const struct harvest_port *port, const struct fetch_port *network,
                  const struct harvest_options *options);

/* Fetches, reads, stores and logs a page. 0, or the status of a card that failed: then nothing of it counts. */
int harvest_page(struct harvest *harvest, const struct harvest_request *request,
                 struct harvest_answer *answer);

/*
 * Fetches the robots.txt of the host of `url`, whose buffer (URL_BUFFER_SIZE bytes) is used for it, and hands the sealed
 * store to `take` (its memory is gone afterwards). Without that call there is nothing to go by yet: the site asks to be left
 * alone. The answer's status is that of the last server asked. Returns as harvest_page().
 */
typedef void harvest_robots_fn(void *context, const void *store, size_t bytes);
int harvest_robots(struct harvest *harvest, struct url *url, uint8_t worker, harvest_robots_fn *take,
                   void *context, struct harvest_answer *answer);

/* Ends a kept connection. */
void harvest_close(struct harvest *harvest);

#endif
