#include "box/harvest/harvest.h"

#include <string.h>

#include "base/format.h"
#include "base/numbers.h"
#include "base/status.h"
#include "box/harvest/work.h"
#include "read/html/element.h"
#include "read/url/scope.h"

enum { HEADER_BYTES = 16384 }; /* room for the header of an answer whose body has a limit */

void harvest_init(struct harvest *harvest, const struct harvest_port *port, const struct fetch_port *network,
                  const struct harvest_options *options)
{
    *harvest = (struct harvest){.port = port, .options = options};
    fetch_init(&harvest->fetch, network, &options->fetch);
}

void harvest_close(struct harvest *harvest)
{
    fetch_close(&harvest->fetch);
}

/* ---- A fetch, whatever it is for ---- */

void harvest_begin(struct harvest *harvest, const struct visit_request *request, struct visit_answer *answer)
{
    *answer = (struct visit_answer){0};
    harvest->request = request;
    harvest->answer = answer;
    harvest->started_ms = harvest->port->machine->utc_ms(harvest->port->machine->context);
    harvest->store_status = 0;
    harvest->fetch.most_ms = request->most_ms;
    harvest->fetch.strict = request->strict;
    harvest->storing = harvest->reading = harvest->read_along = harvest->has_header = harvest->conditional =
        false;
}

void harvest_give_back(struct harvest *harvest)
{
    const struct machine *machine = harvest->port->machine;
    if (harvest->work != NULL)
        machine->give_back(machine->context, harvest->work);
    harvest->work = NULL;
}

struct fetch_validators harvest_validators(const struct harvest *harvest)
{
    const struct valid *valid = &harvest->work->valid;
    bool is_etag = valid->flags & VALID_ETAG;
    return (struct fetch_validators){.etag = is_etag ? valid->text : NULL,
                                     .last_modified = is_etag ? NULL : valid->text};
}

static bool take_work(struct harvest *harvest)
{
    const struct machine *machine = harvest->port->machine;
    struct harvest_work *work = machine->lend(machine->context, sizeof *work);
    harvest->work = work;
    if (work == NULL)
        return false;
    work->valid.flags = 0;
    work->valid.text[0] = '\0';
    harvest->fetch.cookies = harvest->request->cookie != NULL;
    if (harvest->fetch.cookies)
        memcpy(work->exchange.cookie, harvest->request->cookie, strlen(harvest->request->cookie) + 1);
    work->exchange.location = work->location;
    http_response_begin(&work->exchange.response, work->location, sizeof work->location, false);
    return true;
}

static int take_work_and_get(struct harvest *harvest, const struct url *url, const struct fetch_sink *sink)
{
    const struct visit_request *request = harvest->request;
    if (!take_work(harvest))
        return FETCH_MEMORY;
    struct valid *valid = &harvest->work->valid;
    if (harvest->conditional && !request->observer->known(request->context, url, valid))
        valid->text[0] = '\0';
    struct fetch_validators validators = harvest_validators(harvest);
    const struct harvest_reader *reader = harvest->port->reader;
    harvest->fetch.sink_bytes = reader != NULL ? reader->bytes : 0;
    return fetch_get(&harvest->fetch, url, &validators, sink, &harvest->work->exchange);
}

static int open_and_get(struct harvest *harvest, struct url *url, const struct fetch_sink *sink)
{
    struct fetch *fetch = &harvest->fetch;
    const struct visit_request *request = harvest->request;
    int status;
    do {
        harvest_give_back(harvest); /* a second handshake needs the memory again */
        status = fetch_open(fetch, url);
        fetch_ahead(fetch, request->next_address, request->next_port);
        if (status == FETCH_UNATTEMPTED)
            status = take_work_and_get(harvest, url, sink);
    } while (status == FETCH_UNATTEMPTED);
    if (harvest->work == NULL) {
        fetch_close(fetch);
        take_work(harvest); /* the log line needs it */
    }
    return status;
}

/* How long the server wants to be left alone. It may have named a date: then its own clock, or else the
 * box's, says how far away that is. */
static uint32_t retry_after_s(const struct harvest *harvest, const struct http_response *response)
{
    uint32_t now_s = response->date_s != 0 ? response->date_s : (uint32_t)(harvest->started_ms / 1000);
    if (response->retry_at_s <= now_s)
        return response->retry_after_s;
    return smaller_of(response->retry_at_s - now_s, HTTP_RETRY_AFTER_MAX);
}

bool harvest_fetch(struct harvest *harvest, struct url *url, const struct fetch_sink *sink)
{
    struct visit_answer *answer = harvest->answer;
    int status = open_and_get(harvest, url, sink);
    if (harvest->work == NULL)
        return false;
    const struct http_response *response = &harvest->work->exchange.response;
    uint64_t bytes = response->body_bytes;
    answer->status = status;
    answer->retry_after_s = retry_after_s(harvest, response);
    answer->address = harvest->fetch.address;
    answer->duration_ms = harvest->fetch.duration_ms;
    answer->tls_flaw = harvest->fetch.tls_flaw;
    answer->cookie =
        harvest->fetch.cookies && http_status_is_redirect(status) ? harvest->work->exchange.cookie : NULL;
    answer->bytes = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
    return true;
}

bool harvest_target(struct harvest *harvest, const struct url *from, struct url *target)
{
    struct harvest_work *work = harvest->work;
    const struct http_response *response = &work->exchange.response;
    if (!response->has_location || url_parse(target, work->target, sizeof work->target, response->location,
                                             response->location_length, from) < 0)
        return false;
    target->length = target->fragment;
    target->text[target->length] = '\0';
    return true;
}

struct crawl_log_line harvest_line(const struct harvest *harvest, const char *annotations)
{
    const struct visit_request *request = harvest->request;
    const struct visit_answer *answer = harvest->answer;
    const char *mime = harvest->work->exchange.response.content_type;
    return (struct crawl_log_line){
        .start_seconds = (uint32_t)(harvest->started_ms / 1000),
        .start_ms = (uint16_t)(harvest->started_ms % 1000),
        .duration_ms = answer->duration_ms,
        .status = answer->status,
        .bytes = answer->bytes,
        .uri = request->url->text,
        .path = request->path,
        .mime = mime[0] != '\0' ? mime : NULL,
        .worker = request->worker,
        .source = request->source,
        .annotations = annotations[0] != '\0' ? annotations : NULL,
    };
}

/* ---- The answer as it arrives ---- */

static bool leads_to_a_page(const struct page_link *link)
{
    static const uint8_t pages = HTML_REL_CANONICAL | HTML_REL_NEXT | HTML_REL_PREVIOUS | HTML_REL_ALTERNATE;
    switch (link->element) {
    case HTML_BASE:
    case HTML_FORM: return false;
    case HTML_LINK: return (link->rel & pages) != 0 && (link->rel & HTML_REL_STYLESHEET) == 0;
    default: return true;
    }
}

/* Does the link itself, or the page for all of its links, forbid to follow it? */
static bool is_forbidden_link(const struct page *page, const struct page_link *link)
{
    return (link->rel & HTML_REL_NOFOLLOW) != 0 || (page->html.robots & HTML_ROBOTS_NOFOLLOW) != 0;
}

void harvest_tell_link(const struct harvest *harvest, const struct visit_link *link)
{
    const struct visit_request *request = harvest->request;
    const struct harvest_port *port = harvest->port;
    if (request->observer->link == NULL)
        return;
    uint32_t place = request->observer->link(request->context, link);
    if (place != 0 && harvest->read_along)
        port->reader->link(port->context, link, place);
}

static void on_link(void *context, const struct page_link *link)
{
    const struct harvest *harvest = context;
    const struct harvest_options *options = harvest->options;
    bool is_frame = link->element == HTML_FRAME || link->element == HTML_IFRAME;
    struct visit_link found = {.url = link->url, .how = 'E', .embed = link->embed};
    if (options->embeds & EMBED_BIT(link->embed))
        harvest_tell_link(harvest, &found);
    if (link->number == 0 || !leads_to_a_page(link) || is_forbidden_link(&harvest->work->page, link))
        return;
    if (options->documents > 0 && url_ending(link->url) < options->documents) {
        found.embed = EMBED_DOCUMENT;
        harvest_tell_link(harvest, &found);
    }
    found.embed = EMBED_NONE;
    found.number = link->number;
    found.is_alternate = link->is_in_language && (link->rel & HTML_REL_ALTERNATE) != 0;
    if (!is_frame)
        found.how = link->element == HTML_META ? 'R' : 'L';
    harvest_tell_link(harvest, &found);
}

static void on_text(void *context, const char *text, size_t size, unsigned flags)
{
    const struct harvest_port *port = ((struct harvest *)context)->port;
    port->reader->text(port->context, text, size, flags);
}

static void on_gap(void *context, enum html_gap gap)
{
    const struct harvest_port *port = ((struct harvest *)context)->port;
    (void)gap;
    port->reader->gap(port->context);
}

static void on_anchor(void *context, const struct html_anchor *anchor)
{
    const struct harvest_port *port = ((struct harvest *)context)->port;
    port->reader->anchor(port->context, anchor);
}

void harvest_begin_reading(struct harvest *harvest, const struct http_response *response)
{
    static const struct page_sink alone = {.link = on_link};
    static const struct page_sink along = {
        .link = on_link, .text = on_text, .gap = on_gap, .anchor = on_anchor};
    const struct harvest_options *options = harvest->options;
    const struct harvest_port *port = harvest->port;
    struct harvest_work *work = harvest->work;
    bool is_style = harvest->request->embed != EMBED_NONE;
    work->config = (struct page_config){
        .address = harvest->request->url,
        .http_charset = response->charset[0] != '\0' ? response->charset : NULL,
        .pack = is_style ? NULL : options->pack,
        .dict = options->dict,
        .sink = &alone,
        .context = harvest,
        .embeds = options->embeds != 0,
        .is_style = is_style,
    };
    if (port->reader != NULL && !is_style) {
        harvest->read_along = port->reader->begin(port->context, harvest->request, &work->config.anchors);
        harvest->answer->is_unjudged = !harvest->read_along;
    }
    if (harvest->read_along)
        work->config.sink = &along;
    page_begin(&work->page, &work->config);
    harvest->reading = true;
}

static void write_address(char text[16], uint32_t address)
{
    format_text(text, 16, "%u.%u.%u.%u", (unsigned)(address >> 24), (unsigned)(address >> 16 & 255),
                (unsigned)(address >> 8 & 255), (unsigned)(address & 255));
}

/* The longest message with what a page needs: as a page, it takes at most half of a WARC file. */
static uint32_t longest_embed(const struct harvest *harvest)
{
    return smaller_of(harvest->request->most_bytes + HEADER_BYTES, harvest->store->settings->file_bytes / 2);
}

static int begin_storing(struct harvest *harvest)
{
    write_address(harvest->ip, harvest->fetch.address);
    harvest->record = (struct store_page){
        .uri = harvest->request->url->text,
        .ip = harvest->ip,
        .seconds = (uint32_t)(harvest->started_ms / 1000),
        .bytes = harvest->request->embed != EMBED_NONE ? longest_embed(harvest) : 0,
    };
    harvest->storing = true;
    return store_page_begin(harvest->store, &harvest->record);
}

static bool on_message(void *context, const char *bytes, size_t count)
{
    struct harvest *harvest = context;
    const struct harvest_port *port = harvest->port;
    if (port->header != NULL && !harvest->has_header)
        port->header(port->context, bytes, count);
    if (harvest->store == NULL)
        return true;
    if (count == 0) {
        store_rollback(harvest->store);
        harvest->storing = false;
        return true;
    }
    int status = harvest->storing ? 0 : begin_storing(harvest);
    if (status == 0)
        status = store_page_write(harvest->store, bytes, count);
    if (status == STATUS_FULL && harvest->store->page != NULL) { /* the page is too long, not the card full */
        harvest->answer->truncated = WARC_TRUNCATED_LENGTH;
        return false;
    }
    harvest->store_status = status;
    return status == 0;
}

bool harvest_is_html(const char *type)
{
    return strcmp(type, "text/html") == 0 || strcmp(type, "application/xhtml+xml") == 0;
}

/* The header is complete. It decides whether the rest is wanted at all. */
static bool on_header(void *context, const struct http_response *response)
{
    struct harvest *harvest = context;
    struct visit_answer *answer = harvest->answer;
    bool is_unchanged = response->status == 304 && harvest->work->valid.text[0] != '\0';
    harvest->has_header = true;
    if (harvest->storing)
        store_page_body(harvest->store);
    if (harvest->request->embed != EMBED_NONE)
        return harvest_embed_header(harvest, response);
    answer->is_page = is_unchanged || (response->status == 200 && harvest_is_html(response->content_type));
    if (answer->is_page && !is_unchanged) {
        answer->is_unjudged = answer->is_encoded = response->encoded;
        if (!response->encoded)
            harvest_begin_reading(harvest, response);
    }
    return answer->is_page || harvest->options->keep == HARVEST_KEEP_ALL;
}

static bool on_body(void *context, const char *bytes, size_t count)
{
    struct harvest *harvest = context;
    if (harvest->storing)
        store_page_payload(harvest->store, bytes, count);
    if (harvest->request->embed != EMBED_NONE)
        return harvest_embed_body(harvest, bytes, count);
    if (harvest->reading)
        page_feed(&harvest->work->page, bytes, count);
    return true;
}

int harvest_page(struct harvest *harvest, const struct visit_request *request, struct visit_answer *answer)
{
    const struct fetch_sink sink = {harvest, on_header, on_message, on_body};
    harvest_begin(harvest, request, answer);
    harvest->fetch.unlimited = request->embed != EMBED_NONE; /* which has a limit of its own */
    harvest->conditional = request->observer->known != NULL && !harvest->fetch.unlimited;
    int status = harvest_fetch(harvest, request->url, &sink) ? harvest_finish(harvest) : STATUS_BUSY;
    harvest->fetch.unlimited = false;
    harvest_give_back(harvest);
    return status;
}
