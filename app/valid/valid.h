/*
 * What servers said about pages that were stored, so that the next visit can ask whether they have changed: an ETag or a date,
 * in a table on the card (STATE_VALID) that is looked up by the address.
 *
 *     struct valid valid;
 *     if (valid_find(&state, keyed_hash_of(secret, url.text, url.fragment), &valid))
 *         ... ask with valid.text as If-None-Match (or If-Modified-Since); 304: the page of valid.seconds still holds ...
 *     valid_put(&state, hash, &valid);            when the page is stored, and its commit is behind us
 *
 * An answer of 304 brings no links. So this is only for leaves: pages that led to no URL and no host that the site did not have
 * already (crawl.h, leads_on). All others are fetched again as a whole, and the crawl loses nothing that hangs on them.
 *
 * A sector is a bucket of 6 pages; the one stored longest ago gives way. All of it is a help and no more: a sector that was torn
 * when power failed counts as empty, and its pages are fetched again. An entry is written after the commit of its page, never
 * before, so that none can name a capture that is not there.
 *
 * RAM: none of its own; a sector of the cache.
 */
#ifndef CRAWLBOX_VALID_VALID_H
#define CRAWLBOX_VALID_VALID_H

#include <stdbool.h>

#include "base/sha1.h"
#include "state/state.h"

enum { VALID_TEXT_SIZE = 51 }; /* ETags are up to 34 characters as a rule, dates are 29 */

enum valid_flag {
    VALID_ETAG = 1,   /* the text is an ETag; else a Last-Modified */
    VALID_TARGET = 2, /* the page is in the language that is looked for */
};

/* As it lies on the card, behind the hash of its address. */
struct valid {
    uint32_t seconds;            /* WARC-Date of the capture, since 1970 */
    uint8_t payload[SHA1_BYTES]; /* its digest */
    uint8_t flags;
    char text[VALID_TEXT_SIZE]; /* as the server wrote it; "" is an entry that is free */
};

/* false: nothing is known, or nothing that could be sent. */
bool valid_find(struct state *state, uint64_t hash, struct valid *valid);

/* Takes the place of what is known of the address. 0, also if there is no table, or the status of a card that failed. */
int valid_put(struct state *state, uint64_t hash, const struct valid *valid);

#endif
