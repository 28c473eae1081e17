/* What a page needs, and documents: fetched and stored as pages are, but judged by their types and first
 * bytes, and read only if they are stylesheets. */
#include <string.h>

#include "base/ascii.h"
#include "box/harvest/work.h"
#include "read/url/scope.h"

enum { TYPE_AT = 10 }; /* where `<!DOCTYPE html` says what follows */

/* Does what came look like an HTML page? Servers answer so if they do not have the picture. What is not
 * there of the first bytes is zeros. */
static bool looks_like_a_page(const char *head)
{
    return head[0] == '<' && ascii_lower(head[head[1] == '!' ? TYPE_AT : 1]) == 'h';
}

static bool is_wanted(const struct harvest *harvest)
{
    const struct harvest_work *work = harvest->work;
    if (work->exchange.response.status != 200) /* a redirect */
        return true;
    if (harvest->request->embed == EMBED_DOCUMENT && harvest->options->documents <= URL_ENDING_PDF + 1)
        return memcmp(work->head, "%PDF", 4) == 0;
    return !looks_like_a_page(work->head);
}

/* Is the body longer than anybody wants, as far as that is known? */
static bool is_too_long(struct harvest *harvest)
{
    const struct http_response *response = &harvest->work->exchange.response;
    uint64_t bytes = response->has_length ? response->content_length : response->body_bytes;
    if (bytes <= harvest->request->most_bytes)
        return false;
    harvest->answer->truncated = WARC_TRUNCATED_LENGTH;
    return true;
}

bool harvest_embed_header(struct harvest *harvest, const struct http_response *response)
{
    struct harvest_work *work = harvest->work;
    bool is_it = response->status == 200 && !harvest_is_html(response->content_type);
    memset(work->head, 0, sizeof work->head);
    work->head_size = 0;
    if (is_it && harvest->request->embed == EMBED_STYLE && !response->encoded)
        harvest_begin_reading(harvest, response);
    return (is_it || http_status_is_redirect(response->status)) && !is_too_long(harvest);
}

bool harvest_embed_body(struct harvest *harvest, const char *bytes, size_t count)
{
    struct harvest_work *work = harvest->work;
    for (size_t i = 0; i < count && work->head_size < sizeof work->head; i++)
        if (work->head_size > 0 || (unsigned char)bytes[i] > ' ')
            work->head[work->head_size++] = bytes[i];
    if ((work->head_size == sizeof work->head && !is_wanted(harvest)) || is_too_long(harvest))
        return false;
    if (harvest->reading)
        page_feed(&work->page, bytes, count);
    return true;
}

void harvest_embed_end(struct harvest *harvest)
{
    struct visit_answer *answer = harvest->answer;
    answer->is_embed = harvest->has_header && answer->status > 0 && harvest->fetch.truncated == FETCH_WHOLE &&
                       is_wanted(harvest);
    if (harvest->reading && answer->is_embed)
        page_end(&harvest->work->page, &answer->page);
    harvest->reading = false;
}
