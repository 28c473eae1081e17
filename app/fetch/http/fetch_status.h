/*
 * How fetching a URL ended: an HTTP status (100 to 599), or a negative number that says why there is none.
 *
 *     say("%d %s: %s", status, url, fetch_status_text(status));
 *
 * The table of all negative ones is fetch_status.def: code, name, whether another try is worthwhile, and the
 * sentence that people read.
 */
#ifndef CRAWLBOX_FETCH_HTTP_FETCH_STATUS_H
#define CRAWLBOX_FETCH_HTTP_FETCH_STATUS_H

#include <stdbool.h>

enum fetch_status {
#define FETCH_STATUS(code, id, passing, sentence) FETCH_##id = (code),
#include "fetch/http/fetch_status.def"
#undef FETCH_STATUS
};

/* The sentence for a status, HTTP statuses included: never NULL. */
const char *fetch_status_text(int status);

/* May another try later succeed? Of the HTTP statuses, 408, 425, 429, 500, 502, 503 and 504 say so. */
bool fetch_status_is_passing(int status);

/* Must the site be asked less often from now on? 403, 429 and 503 say so. */
bool fetch_status_means_slow_down(int status);

#endif
