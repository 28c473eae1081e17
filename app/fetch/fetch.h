/*
 * Fetches one URL after another, one connection at a time, over whatever network the caller has. The connection is kept for
 * the next URL of the same server; a kept connection that has gone stale is opened again once. Private addresses are refused
 * after resolution. Redirects are not followed: the target is in the response, and where to go is the crawler's decision.
 *
 *     struct fetch fetch;
 *     fetch_init(&fetch, &port, &options, buffer, sizeof buffer);
 *     int status = fetch_get(&fetch, &url, NULL, &sink, &response);     an HTTP status, or one of fetch_status.def
 *     log_line("%d %s", status, fetch_status_text(status));
 *     ...
 *     fetch_close(&fetch);
 *
 * The answer comes out through the sink as it arrives, twice: as received, for the archive, and as payload, for reading.
 *
 * RAM: struct fetch 40 bytes, struct http_response 416, the buffer (FETCH_BUFFER_MIN at least: it holds the request,
 * then each piece of the answer).
 */
#ifndef CRAWLBOX_FETCH_FETCH_H
#define CRAWLBOX_FETCH_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "guard/guard.h"
#include "http/deadline.h"
#include "http/fetch_status.h"
#include "http/http.h"
#include "url/url.h"

enum {
    FETCH_HOST_MAX = 256, /* the longest host name, its port and a zero byte */
    FETCH_BUFFER_MIN =
        1536, /* the longest path, the host and the operator's names make a request of this size */
};

/*
 * The network as fetching needs it. Waiting calls take at most timeout_ms and return STATUS_OK or a status:
 * STATUS_TIMEOUT, STATUS_NOT_FOUND (no such host), STATUS_REFUSED (nobody listens), STATUS_CLOSED, STATUS_IO.
 */
struct fetch_port {
    void *context;
    int (*resolve)(void *context, const char *host, uint32_t *address, uint32_t timeout_ms);
    int (*connect)(void *context, uint32_t address, uint16_t port, uint32_t timeout_ms);
    int (*secure)(void *context, const char *host, uint32_t timeout_ms); /* TLS; 0, or an enum fetch_status */
    int (*write)(void *context, const void *bytes, size_t count, uint32_t timeout_ms);
    int (*read)(void *context, void *to, size_t size,
                uint32_t timeout_ms); /* at least 1 byte; 0: ended; or a status */
    void (*close)(void *context);     /* harmless if there is no connection */
    uint32_t (*now_ms)(void *context);
};

/* Where an answer goes; spans die when the call returns. A function that returns false ends the fetch there. */
struct fetch_sink {
    void *context;
    bool (*request)(void *context, const char *bytes,
                    size_t count); /* as sent; again if a kept connection was stale */
    bool (*header)(void *context, const struct http_response *response); /* it is complete */
    bool (*message)(void *context, const char *bytes, size_t count);     /* as received, header included */
    bool (*body)(void *context, const char *bytes, size_t count);        /* payload without transfer coding */
};

struct fetch_options {
    const char *user_agent; /* with a contact URL */
    const char *from;       /* the operator's mail address */
    struct http_limits limits;
    uint64_t body_max; /* bytes of payload; more ends the fetch with `truncated` */
    const struct guard_range *allowed;
    uint8_t allowed_count;
};

/* What we know of an earlier copy, so that the server may answer 304. */
struct fetch_validators {
    const char *etag;          /* NULL: none */
    const char *last_modified; /* NULL: none */
};

enum fetch_truncated {
    FETCH_WHOLE,
    FETCH_CUT_LENGTH,
    FETCH_CUT_TIME,
    FETCH_CUT_DISCONNECT,
    FETCH_CUT_UNWANTED
};

struct fetch {
    const struct fetch_port *port;
    const struct fetch_options *options;
    char *buffer;
    size_t buffer_size;
    /* about the last fetch */
    uint32_t address;
    uint32_t duration_ms;
    const char *refused_address; /* after FETCH_PRIVATE_ADDRESS: what kind of address it is */
    uint8_t truncated;           /* enum fetch_truncated: the answer has less than the server had */
    /* the connection */
    bool connected;
    bool used; /* for an answer before this one */
    bool secure;
    uint16_t connected_port;
    uint32_t connected_host; /* a checksum of its name */
};

void fetch_init(struct fetch *fetch, const struct fetch_port *port, const struct fetch_options *options,
                char *buffer, size_t buffer_size);

/* Fetches a URL. `validators` may be NULL. Returns the HTTP status, or a negative fetch status; `response` has the rest. */
int fetch_get(struct fetch *fetch, const struct url *url, const struct fetch_validators *validators,
              const struct fetch_sink *sink, struct http_response *response, char *location,
              size_t location_size);

/* Ends a kept connection. */
void fetch_close(struct fetch *fetch);

#endif
