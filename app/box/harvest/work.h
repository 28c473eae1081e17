/* The memory that a page needs from its connection to its end, for the files of app/box/harvest. */
#ifndef CRAWLBOX_BOX_HARVEST_WORK_H
#define CRAWLBOX_BOX_HARVEST_WORK_H

#include "box/harvest/harvest.h"
#include "read/sitemap/sitemap.h"

/* Rules of robots.txt while it is read. */
struct harvest_rules {
    struct robots_parser parser;
    uint8_t store[ROBOTS_STORE_BYTES];
};

struct harvest_work {
    char head[12]; /* the first bytes of what a page needs that are no blanks, and how many have come */
    uint8_t head_size;
    struct page_config config;
    struct fetch_exchange exchange;
    struct valid valid; /* what the request said of an earlier capture; no text: there was none */
    union {             /* an answer that is read as a page leads nowhere else */
        struct page page;
        struct {
            union { /* only one of these is needed at a time */
                struct harvest_rules rules;
                struct sitemap_reader sitemap;
                char target[URL_BUFFER_SIZE]; /* the target of a redirect, resolved */
                char via[URL_BUFFER_SIZE];    /* the URL of the page before, when all else is over */
            };
            char location[URL_BUFFER_SIZE]; /* the target of a redirect, as the server wrote it */
        };
    };
};

/* Starts a fetch: notes the time, clears the answer. */
void harvest_begin(struct harvest *harvest, const struct visit_request *request, struct visit_answer *answer);

/* Connects, borrows the work memory and fills in the answer. The caller gives the memory back. Returns false
 * if somebody else holds the memory. */
bool harvest_fetch(struct harvest *harvest, struct url *url, const struct fetch_sink *sink);
void harvest_give_back(struct harvest *harvest);

/* Tells the observer of a link, and the reader, too, if the observer wants to know its words. */
void harvest_tell_link(const struct harvest *harvest, const struct visit_link *link);

bool harvest_is_html(const char *type);

/* Begins to read a page or, if that was asked for, a stylesheet. */
void harvest_begin_reading(struct harvest *harvest, const struct http_response *response);

/* The answer to a request for what a page needs: its header, a piece of its body, its end. The first two
 * return whether more of it is wanted. */
bool harvest_embed_header(struct harvest *harvest, const struct http_response *response);
bool harvest_embed_body(struct harvest *harvest, const char *bytes, size_t count);
void harvest_embed_end(struct harvest *harvest);

/* Ends a page. Returns 0, or the status of a card that failed. */
int harvest_finish(struct harvest *harvest);

/* Writes the target of the redirect in the exchange to work->target. Returns false if the box cannot go
 * there. */
bool harvest_target(struct harvest *harvest, const struct url *from, struct url *target);

/* How the request asks whether the page has changed. */
struct fetch_validators harvest_validators(const struct harvest *harvest);

/* The line for crawl.log. */
struct crawl_log_line harvest_line(const struct harvest *harvest, const char *annotations);

/* Tells the observer of an address that a sitemap or robots.txt lists; `harvest` is a struct harvest. */
void harvest_tell_listed(void *harvest, const char *address, size_t length, bool is_sitemap);

#endif
