/*
 * Keeps the validators of stored pages, ETags and dates, with which the next visit asks the server whether a
 * page has changed. They lie in a table on the card (STATE_VALID), by the hash of the page's address. app/box
 * calls it.
 *
 *     struct valid valid;
 *     if (valid_find(&state, keyed_hash_of(secret, url.text, url.fragment), &valid))
 *         ... ask with valid.text as If-None-Match; after a 304 the page of valid.seconds still holds ...
 *     valid_put(&state, hash, &valid);            after the commit of a page
 *
 * An answer of 304 brings no links. So this is only for leaves: pages that led to no URL and no host that the
 * site did not have already (crawl.h, leads_on). All others are fetched again as a whole, and the crawl loses
 * nothing that hangs on them.
 *
 * A sector has 6 pages; the one stored longest ago gives way. The table only saves traffic: a sector that was
 * torn when power failed counts as empty, and its pages are fetched again. An entry is written after the
 * commit of its page, never before, so that none can name a capture that is not there.
 *
 * RAM: none of its own; a sector of the cache.
 */
#ifndef CRAWLBOX_STORE_VALID_H
#define CRAWLBOX_STORE_VALID_H

#include <stdbool.h>

#include "crypto/sha1.h"
#include "store/state.h"

enum { VALID_TEXT_SIZE = 51 }; /* ETags are up to 34 characters as a rule, dates are 29 */

enum valid_flag {
    VALID_ETAG = 1,   /* the text is an ETag; without this flag it is a Last-Modified */
    VALID_TARGET = 2, /* the page is in the language that is looked for */
};

/* An entry, as it lies on the card behind the hash of its address. */
struct valid {
    uint32_t seconds;            /* WARC-Date of the capture, in seconds since 1970 */
    uint8_t payload[SHA1_BYTES]; /* the digest of its payload */
    uint8_t flags;               /* enum valid_flag */
    char text[VALID_TEXT_SIZE];  /* as the server wrote it; "" marks a free entry */
};

/* Returns false if nothing is known of the address, or nothing that could be sent. */
bool valid_find(struct state *state, uint64_t hash, struct valid *valid);

/* Replaces what is known of the address. Returns 0, also if there is no table, or the status of a card
 * that failed. */
int valid_put(struct state *state, uint64_t hash, const struct valid *valid);

#endif
