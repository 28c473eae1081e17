#include "http/fetch_status.h"

#include <stddef.h>
#include <stdint.h>

static const char *http_status_text(int status)
{
    if (status >= 200 && status <= 299)
        return "the server gave the page";
    if (status == 304)
        return "the page has not changed since the last visit";
    if (status >= 300 && status <= 399)
        return "the page is elsewhere";
    if (status == 404 || status == 410)
        return "the server has no such page";
    if (status == 429)
        return "the server asks us to slow down";
    if (status >= 400 && status <= 499)
        return "the server refuses to give the page";
    if (status >= 500 && status <= 599)
        return "the server failed";
    return "the server gave a status that HTTP does not have";
}

static const struct failure {
    int16_t code;
    bool passing;
    const char *sentence;
} failures[] = {
#define FETCH_STATUS(code, id, passing, sentence) {code, passing, sentence},
#include "http/fetch_status.def"
#undef FETCH_STATUS
};

static const struct failure *find_failure(int status)
{
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++)
        if (failures[i].code == status)
            return &failures[i];
    return NULL;
}

const char *fetch_status_text(int status)
{
    if (status > 0)
        return http_status_text(status);
    const struct failure *failure = find_failure(status);
    return failure ? failure->sentence : "unknown failure";
}

bool fetch_status_is_passing(int status)
{
    const struct failure *failure = find_failure(status);
    if (failure)
        return failure->passing;
    return status == 408 || status == 425 || status == 429 || status == 500 ||
           (status >= 502 && status <= 504);
}

bool fetch_status_means_slow_down(int status)
{
    return status == 403 || status == 429 || status == 503;
}
