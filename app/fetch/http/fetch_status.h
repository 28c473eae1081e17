/*
 * How fetching a URL ended: an HTTP status (100 to 599), or a negative number that says why there is none.
 *
 *     say("%d %s: %s", status, url, fetch_status_text(status));
 *
 * All of them are in fetch_status.def: code, name, whether it is worth another try, and the sentence that
 * people read.
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

/* Whether another try later may succeed; of HTTP's: 408, 425, 429, 500, 502, 503, 504. */
bool fetch_status_is_passing(int status);

/* Whether the site must be asked less often from now on: 403, 429, 503. */
bool fetch_status_means_slow_down(int status);

#endif
