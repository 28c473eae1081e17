#include "fetch/http/fetch_status.h"

#include <stdint.h>

#include "base/packed.h"

static const char *http_status_text(int status)
{
    if (status >= 200 && status <= 299)
        return PACKED("the server gave the page");
    if (status == 304)
        return PACKED("the page has not changed since the last visit");
    if (status >= 300 && status <= 399)
        return PACKED("the page is elsewhere");
    if (status == 404 || status == 410)
        return PACKED("the server has no such page");
    if (status == 429)
        return PACKED("the server asks us to slow down");
    if (status >= 400 && status <= 499)
        return PACKED("the server refuses to give the page");
    if (status >= 500 && status <= 599)
        return PACKED("the server failed");
    return PACKED("the server gave a status that HTTP does not have");
}

static const struct failure {
    int16_t code;
    bool passing;
} failures[] = {
#define FETCH_STATUS(code, id, passing, sentence) {code, passing},
#include "fetch/http/fetch_status.def"
#undef FETCH_STATUS
};

enum { FAILURES = sizeof failures / sizeof failures[0] };

static const char sentences[] PACKED_PLACE =
#define FETCH_STATUS(code, id, passing, sentence) sentence "\0"
#include "fetch/http/fetch_status.def"
#undef FETCH_STATUS
    "unknown failure";

/* The place of a status in the table; FAILURES if it has none. */
static unsigned find_failure(int status)
{
    unsigned place = 0;
    while (place < FAILURES && failures[place].code != status)
        place++;
    return place;
}

const char *fetch_status_text(int status)
{
    return status > 0 ? http_status_text(status) : packed_nth(sentences, find_failure(status));
}

bool fetch_status_is_passing(int status)
{
    unsigned place = find_failure(status);
    if (place < FAILURES)
        return failures[place].passing;
    return status == 408 || status == 425 || status == 429 || status == 500 ||
           (status >= 502 && status <= 504);
}

bool fetch_status_means_slow_down(int status)
{
    return status == 403 || status == 429 || status == 503;
}
