#include "fetch/fetch.h"

#include <string.h>

#include "base/crc32.h"
#include "base/status.h"

void fetch_init(struct fetch *fetch, const struct fetch_port *port, const struct fetch_options *options)
{
    *fetch = (struct fetch){.port = port, .options = options};
}

void fetch_close(struct fetch *fetch)
{
    if (fetch->connected)
        fetch->port->close(fetch->port->context);
    fetch->connected = false;
}

static uint32_t now_ms(const struct fetch *fetch)
{
    return fetch->port->now_ms(fetch->port->context);
}

static uint32_t deadline_left_ms(const struct fetch *fetch)
{
    return http_deadline_left_ms(&fetch->deadline, now_ms(fetch));
}

static bool is_connected_to(const struct fetch *fetch, const struct url *url)
{
    size_t length = url_host_length(url);
    return fetch->connected && fetch->secure == url->secure && fetch->connected_port == url->port &&
           fetch->name_length == length && memcmp(fetch->connected_name, url->text + url->host, length) == 0;
}

static void note_connected(struct fetch *fetch, const struct url *url)
{
    size_t length = url_host_length(url);
    fetch->connected = true;
    fetch->used = false;
    fetch->secure = url->secure;
    fetch->connected_port = url->port;
    fetch->name_length = length <= FETCH_KEPT_NAME ? (uint8_t)length : 0;
    memcpy(fetch->connected_name, url->text + url->host, fetch->name_length);
}

/* The fetch status for a failure of the port; `otherwise` is the one of a failure that is no timeout. */
static int fetch_status_of(const struct fetch *fetch, int status, int otherwise)
{
    if (status != STATUS_TIMEOUT)
        return status == STATUS_CALLED_OFF ? FETCH_CALLED_OFF : otherwise;
    int late = http_deadline_check(&fetch->deadline, now_ms(fetch));
    return late != 0 ? late : FETCH_TIMEOUT;
}

const char *fetch_refuses(const struct fetch_port *port, uint32_t address, const struct guard_range *allowed,
                          uint8_t allowed_count)
{
    bool is_own = port->is_own != NULL && port->is_own(port->context, address);
    return guard_refuses(address, is_own, allowed, allowed_count);
}

/* Finds the host's address and asks the guard whether the box may go there. */
static int find_address(struct fetch *fetch, const char *host)
{
    const struct fetch_port *port = fetch->port;
    int status = port->resolve(port->context, host, &fetch->address, deadline_left_ms(fetch));
    if (status != STATUS_OK) /* also if the name server did not answer: no connection was tried */
        return status == STATUS_CALLED_OFF    ? FETCH_CALLED_OFF
               : status == STATUS_UNSUPPORTED ? FETCH_NO_IPV4
                                              : FETCH_DNS;
    fetch->refused_address =
        fetch_refuses(port, fetch->address, fetch->options->allowed, fetch->options->allowed_count);
    return fetch->refused_address == NULL ? 0 : FETCH_PRIVATE_ADDRESS;
}

static int connect_to_host(struct fetch *fetch, const struct url *url, const char *host)
{
    const struct fetch_port *port = fetch->port;
    fetch->address = 0;
    if (strlen(host) >= FETCH_HOST_MAX || guard_refuses_port(url->port))
        return FETCH_UNFETCHABLE; /* the name is too long, or the port is none of a web server */
    int status = find_address(fetch, host);
    if (status != 0)
        return status;
    status = port->connect(port->context, fetch->address, url->port, deadline_left_ms(fetch));
    if (status != STATUS_OK)
        return status == STATUS_TIMEOUT ? FETCH_CONNECT_TIMEOUT
                                        : fetch_status_of(fetch, status, FETCH_CONNECT);
    note_connected(fetch, url);
    return url->secure ? port->secure(port->context, host, deadline_left_ms(fetch), &fetch->tls_flaw) : 0;
}

uint32_t fetch_most_ms(const struct fetch *fetch)
{
    uint32_t total_ms = fetch->options->limits.total_ms;
    return fetch->most_ms > 0 && fetch->most_ms < total_ms ? fetch->most_ms : total_ms;
}

int fetch_open(struct fetch *fetch, const struct url *url)
{
    fetch->started_ms = now_ms(fetch);
    fetch->truncated = FETCH_WHOLE;
    http_deadline_begin(&fetch->deadline, &fetch->options->limits, fetch->started_ms);
    fetch->deadline.total_ms = fetch_most_ms(fetch);
    if (is_connected_to(fetch, url))
        return FETCH_UNATTEMPTED;
    fetch_close(fetch);
    fetch->tls_flaw = NULL;
    /* The host's name gets a zero byte behind it where it stands in the URL: at the peak of the handshake
     * there is no room for a copy. */
    char *end = url->text + url->host_end;
    end -= end[-1] == '.'; /* neither name servers nor certificates have a dot at the end */
    char behind = *end;
    *end = '\0';
    int failure = connect_to_host(fetch, url, url->text + url->host);
    *end = behind;
    if (failure != 0)
        fetch_close(fetch);
    fetch->duration_ms = now_ms(fetch) - fetch->started_ms;
    return failure;
}

void fetch_ahead(const struct fetch *fetch, uint32_t address, uint16_t port)
{
    const struct fetch_options *options = fetch->options;
    bool is_kept = fetch->connected && fetch->address == address && fetch->connected_port == port;
    if (port == 0 || is_kept || fetch->port->ahead == NULL ||
        fetch_refuses(fetch->port, address, options->allowed, options->allowed_count) != NULL)
        return;
    fetch->port->ahead(fetch->port->context, address, port);
}

static int write_request(const struct fetch *fetch, const struct url *url,
                         const struct fetch_validators *validators, const char *cookie,
                         char buffer[FETCH_BUFFER_BYTES])
{
    size_t host_length = (size_t)(url->path - url->host);
    if (host_length >= FETCH_HOST_MAX)
        return FETCH_UNFETCHABLE;
    size_t room = FETCH_BUFFER_BYTES - host_length - 1;
    char *host = buffer + room; /* with the port, if it is not the usual one */
    memcpy(host, url->text + url->host, host_length);
    host[host_length] = '\0';
    url->text[url->fragment] = '\0'; /* a fragment is never sent */
    struct http_request request = {
        .host = host,
        .target = url->text + url->path,
        .user_agent = fetch->options->user_agent,
        .from = fetch->options->from,
        .language = fetch->options->language,
        .etag = validators ? validators->etag : NULL,
        .last_modified = validators ? validators->last_modified : NULL,
        .cookie = cookie,
        .keep_alive = true,
        .strict = fetch->strict,
    };
    int length = http_request_write(buffer, room, &request);
    return length < 0 ? FETCH_UNFETCHABLE : length;
}

/* With the cookie, if there is room for it behind a long address. */
static int send_request(struct fetch *fetch, const struct url *url, const struct fetch_validators *validators,
                        struct fetch_exchange *exchange)
{
    const struct fetch_port *port = fetch->port;
    char *buffer = exchange->buffer;
    bool has_cookie = fetch->cookies && exchange->cookie[0] != '\0';
    int length = write_request(fetch, url, validators, has_cookie ? exchange->cookie + 2 : NULL, buffer);
    if (length < 0)
        length = write_request(fetch, url, validators, NULL, buffer);
    if (length < 0)
        return length;
    fetch->request_sum = crc32_update(CRC32_INIT, buffer, (size_t)length);
    int status = port->write(port->context, buffer, (size_t)length, deadline_left_ms(fetch));
    return status == STATUS_OK ? 0 : fetch_status_of(fetch, status, FETCH_BROKEN);
}

int fetch_write_sent(const struct fetch *fetch, const struct url *url,
                     const struct fetch_validators *validators, char buffer[FETCH_BUFFER_BYTES])
{
    int length = write_request(fetch, url, validators, NULL, buffer);
    bool is_same = length >= 0 && crc32_update(CRC32_INIT, buffer, (size_t)length) == fetch->request_sum;
    return is_same ? length : FETCH_INTERNAL;
}

/* Hands a piece of the answer on to the sink. Returns false if the fetch ends here; fetch->truncated says
 * why. */
static bool hand_piece_on(struct fetch *fetch, const char *bytes, size_t count, const struct fetch_sink *sink,
                          struct http_response *response)
{
    while (count > 0 && !http_response_ended(response)) {
        struct http_span body;
        bool had_header = http_response_has_header(response);
        size_t used = http_response_push(response, bytes, count, &body);
        bool wanted = sink->message(sink->context, bytes, response->starts_over ? 0 : used);
        if (wanted && !had_header && http_response_has_header(response))
            wanted = sink->header(sink->context, response);
        if (wanted && body.size > 0)
            wanted = sink->body(sink->context, body.data, body.size);
        if (!wanted)
            fetch->truncated = FETCH_CUT_UNWANTED;
        else if (!fetch->unlimited && response->body_bytes > fetch->options->body_max)
            fetch->truncated = FETCH_CUT_LENGTH;
        if (fetch->truncated != FETCH_WHOLE)
            return false;
        bytes += used;
        count -= used;
    }
    if (count > 0) /* bytes behind the answer would be taken for the beginning of the next one */
        response->keep_alive = false;
    return true;
}

/* Reads until the answer ends, is no longer wanted, or fails. Returns 0, or why it failed. */
static int receive_answer(struct fetch *fetch, const struct fetch_sink *sink, struct fetch_exchange *exchange)
{
    const struct fetch_port *port = fetch->port;
    struct http_response *response = &exchange->response;
    while (!http_response_ended(response)) {
        if (http_deadline_check(&fetch->deadline, now_ms(fetch)) == FETCH_TOO_SLOW)
            return FETCH_TOO_SLOW;
        /* Bytes that have come already count whatever the clock says: it may be the box that stood still. */
        int count =
            port->read(port->context, exchange->buffer, sizeof exchange->buffer, deadline_left_ms(fetch));
        if (count < 0)
            return fetch_status_of(fetch, count, FETCH_BROKEN);
        if (count == 0) {
            http_response_close(response);
            break;
        }
        if (!hand_piece_on(fetch, exchange->buffer, (size_t)count, sink, response))
            return 0;
        http_deadline_progress(&fetch->deadline, now_ms(fetch));
    }
    return response->failure;
}

/* Sends the request and receives the answer, with all memory that is left lent to what arrives. */
static int exchange_messages(struct fetch *fetch, const struct url *url,
                             const struct fetch_validators *validators, const struct fetch_sink *sink,
                             struct fetch_exchange *exchange)
{
    const struct fetch_port *port = fetch->port;
    if (port->lend != NULL)
        port->lend(port->context, fetch->sink_bytes);
    int failure = send_request(fetch, url, validators, exchange);
    if (failure == 0)
        failure = receive_answer(fetch, sink, exchange);
    if (port->reclaim != NULL)
        port->reclaim(port->context);
    return failure;
}

/* The status of the whole fetch. A body that broke off is still worth keeping: fetch->truncated says how it
 * was cut. */
static int status_of_fetch(struct fetch *fetch, const struct http_response *response, int failure)
{
    if (failure == 0)
        return response->status;
    if (!http_response_has_header(response) || response->body_bytes == 0)
        return failure;
    switch (failure) {
    case FETCH_BROKEN: fetch->truncated = FETCH_CUT_DISCONNECT; return response->status;
    case FETCH_IDLE:
    case FETCH_TOO_SLOW:
    case FETCH_TIMEOUT: fetch->truncated = FETCH_CUT_TIME; return response->status;
    default: return failure;
    }
}

int fetch_get(struct fetch *fetch, const struct url *url, const struct fetch_validators *validators,
              const struct fetch_sink *sink, struct fetch_exchange *exchange)
{
    struct http_response *response = &exchange->response;
    bool was_kept = fetch->used;
    fetch->used = true;
    http_response_begin(response, exchange->location, URL_BUFFER_SIZE, false);
    response->cookie = fetch->cookies ? exchange->cookie : NULL;
    http_deadline_connected(&fetch->deadline, now_ms(fetch));
    int failure = exchange_messages(fetch, url, validators, sink, exchange);
    if (failure != 0 || fetch->truncated != FETCH_WHOLE || !response->keep_alive)
        fetch_close(fetch);
    fetch->duration_ms = now_ms(fetch) - fetch->started_ms;
    if (failure == FETCH_BROKEN && http_response_is_stale(response, was_kept))
        return FETCH_UNATTEMPTED; /* this happens once: the new connection will not have been used before */
    return status_of_fetch(fetch, response, failure);
}
