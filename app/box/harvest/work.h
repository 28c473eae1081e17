/* What a page needs of memory from its connection to its end, for the files of app/box/harvest. */
#ifndef CRAWLBOX_BOX_HARVEST_WORK_H
#define CRAWLBOX_BOX_HARVEST_WORK_H

#include "box/harvest/harvest.h"

/* Rules of robots.txt while it is read. */
struct harvest_rules {
    struct robots_parser parser;
    uint8_t store[ROBOTS_STORE_BYTES];
};

struct harvest_work {
    struct fetch_exchange exchange;
    struct page_config config;
    struct valid valid; /* of an earlier capture, as it was asked with; no text: nothing is known */
    union {             /* an answer is one of these */
        struct page page;
        struct harvest_rules rules;
        char target[URL_BUFFER_SIZE]; /* of a redirect, resolved */
        char via[URL_BUFFER_SIZE];    /* when all else is over */
    };
};

/* Starts a fetch: notes the time, clears the answer. */
void harvest_begin(struct harvest *harvest, const struct visit_request *request, struct visit_answer *answer);

/* Connects, borrows the work memory and gets the answer, or why there is none. The caller gives the memory
 * back. false: somebody else holds it. */
bool harvest_fetch(struct harvest *harvest, struct url *url, const struct fetch_sink *sink);
void harvest_give_back(struct harvest *harvest);

/* Tells the observer of a link, and the reader of it if its words are wanted. */
void harvest_tell_link(const struct harvest *harvest, const struct visit_link *link);

/* The end of a page: 0, or the status of a card that failed. */
int harvest_finish(struct harvest *harvest);

/* The target of the redirect in the exchange, in work->target; false: it is none that we could go to. */
bool harvest_target(struct harvest *harvest, const struct url *from, struct url *target);

/* How the request asks whether the page has changed. */
struct fetch_validators harvest_validators(const struct harvest *harvest);

/* The line for crawl.log. */
struct crawl_log_line harvest_line(const struct harvest *harvest, const char *annotations);

#endif
