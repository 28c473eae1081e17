/* A sitemap is fetched like a page, but it is not stored, and what remains of it are links. */
#include <string.h>

#include "base/status.h"
#include "box/harvest/work.h"

static bool ignore_message(void *context, const char *bytes, size_t count)
{
    (void)context, (void)bytes, (void)count;
    return true;
}

void harvest_tell_listed(void *context, const char *address, size_t length, bool is_sitemap)
{
    const struct harvest *harvest = context;
    char *text = harvest->work->location; /* an answer with a body leads nowhere else */
    struct url url;
    if (url_parse(&url, text, URL_BUFFER_SIZE, address, length, NULL) < 0)
        return; /* a relative one may be anything, such as the name of an entity */
    url.length = url.fragment;
    url.text[url.length] = '\0';
    struct visit_link link = {.url = &url, .how = is_sitemap ? 'M' : 'L'};
    harvest_tell_link(harvest, &link);
}

static bool on_header(void *context, const struct http_response *response)
{
    struct harvest *harvest = context;
    bool is_wanted = response->status == 200 && !response->encoded &&
                     strcmp(response->content_type, "text/html") != 0; /* which says that there is none */
    harvest->answer->is_encoded = response->encoded;
    sitemap_begin(&harvest->work->sitemap, harvest_tell_listed, harvest);
    return is_wanted;
}

static bool on_body(void *context, const char *bytes, size_t count)
{
    sitemap_feed(&((struct harvest *)context)->work->sitemap, bytes, count);
    return true;
}

int harvest_sitemap(struct harvest *harvest, const struct visit_request *request, struct visit_answer *answer)
{
    const struct fetch_sink sink = {harvest, on_header, ignore_message, on_body};
    harvest_begin(harvest, request, answer);
    int status = harvest_fetch(harvest, request->url, &sink) ? harvest_finish(harvest) : STATUS_BUSY;
    harvest_give_back(harvest);
    return status;
}
