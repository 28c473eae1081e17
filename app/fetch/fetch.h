/*
 * Fetches one URL after another, one connection at a time, over whatever network the caller has. The
 * connection is kept for the next URL of the same server. Private addresses are refused after resolution.
 * Redirects are not followed: the target is in the exchange, and where to go is the crawler's decision.
 *
 *     struct fetch fetch;
 *     fetch_init(&fetch, &port, &options);
 *     do {
 *         status = fetch_open(&fetch, &url);                            connected, TLS included
 *         if (status == FETCH_UNATTEMPTED)
 *             status = fetch_get(&fetch, &url, NULL, &sink, &exchange);  of HTTP, or of fetch_status.def
 *     } while (status == FETCH_UNATTEMPTED);                     once more if a kept connection had grown old
 *     say("%d %s", status, fetch_status_text(status));
 *     ...
 *     fetch_close(&fetch);
 *
 * There are two steps so that the exchange's memory may be what TLS has given back after its handshake.
 *
 * The answer comes out through the sink as it arrives, twice: as received, for the archive, and as payload,
 * for reading.
 *
 * A connection is known by the whole name of its host. A checksum of it would let whoever invents names
 * answer for others: a name with the sum of somebody else's is found at once.
 *
 * RAM: struct fetch, 136 bytes, always; struct fetch_exchange, about 3,000 bytes, from the connection to the
 * end of the answer.
 */
#ifndef CRAWLBOX_FETCH_FETCH_H
#define CRAWLBOX_FETCH_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fetch/guard.h"
#include "fetch/http/deadline.h"
#include "fetch/http/fetch_status.h"
#include "fetch/http/http.h"
#include "read/url/url.h"

enum {
    FETCH_HOST_MAX = 256, /* the longest host name, its port and a zero byte */
    FETCH_KEPT_NAME = 64, /* a connection to a host with a longer name is not kept */
    FETCH_BUFFER_BYTES =
        1536, /* the longest path, the host and the operator's names make a request of this size */
};

/*
 * The network as fetching needs it. Waiting calls take at most timeout_ms and return STATUS_OK or a status:
 * STATUS_TIMEOUT, STATUS_NOT_FOUND (no such host), STATUS_REFUSED (nobody listens), STATUS_CLOSED, STATUS_IO,
 * STATUS_CALLED_OFF (somebody of ours wants the fetch to end). That limit is absolute, whatever comes
 * meanwhile.
 */
struct fetch_port {
    void *context;
    int (*resolve)(void *context, const char *host, uint32_t *address, uint32_t timeout_ms);
    int (*connect)(void *context, uint32_t address, uint16_t port, uint32_t timeout_ms);
    /* TLS: 0, or an enum fetch_status. `flaw` is set to what is wrong with a certificate that is taken
     * nevertheless. */
    int (*secure)(void *context, const char *host, uint32_t timeout_ms, const char **flaw);
    int (*write)(void *context, const void *bytes, size_t count, uint32_t timeout_ms);
    int (*read)(void *context, void *to, size_t size,
                uint32_t timeout_ms); /* at least 1 byte; 0: ended; or a status */
    void (*close)(void *context);     /* harmless if there is no connection */
    uint32_t (*now_ms)(void *context);
    bool (*is_own)(void *context, uint32_t address); /* of the network that we are in; NULL: nobody knows */
    /* A request is about to leave. Memory that the page does not need may hold its answer as it arrives, if
     * so many bytes stay free; and the answer is over: that memory is not needed any more. Both or neither
     * are NULL. */
    void (*lend)(void *context, size_t stay_free);
    void (*reclaim)(void *context);
};

/* Where an answer goes; spans die when the call returns. A function that returns false ends the fetch
 * there. */
struct fetch_sink {
    void *context;
    bool (*header)(void *context, const struct http_response *response); /* it is complete */
    bool (*message)(void *context, const char *bytes,
                    size_t count); /* as received, header included; 0: what came so far is no part of it */
    bool (*body)(void *context, const char *bytes, size_t count); /* payload without transfer coding */
};

struct fetch_options {
    const char *user_agent; /* with a contact URL */
    const char *from;       /* the operator's mail address */
    const char *language;   /* code of the one that is looked for, for Accept-Language; NULL: any */
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
    /* about the last fetch */
    uint32_t address;
    uint32_t started_ms, duration_ms;
    const char *refused_address; /* after FETCH_PRIVATE_ADDRESS: what kind of address it is */
    const char *tls_flaw;        /* what is wrong with the certificate; NULL: nothing, or no TLS */
    uint32_t request_sum;        /* CRC-32 of the request as it was sent */
    uint8_t truncated;           /* enum fetch_truncated: the answer has less than the server had */
    uint32_t most_ms;            /* set by whoever has less time than the limits' total_ms; 0: nobody */
    uint16_t sink_bytes;         /* of the page's memory that the sink will take yet; set by its owner */
    bool strict;                 /* set by whoever got a compressed answer: see http.h */
    bool unlimited;              /* set by whoever's sink ends the answer itself: body_max does not count */
    struct http_deadline deadline;
    /* the connection */
    bool connected;
    bool used; /* for an answer before this one */
    bool secure;
    uint16_t connected_port;
    uint8_t name_length;                  /* of its host; 0: longer than what is kept */
    char connected_name[FETCH_KEPT_NAME]; /* without a zero byte */
};

/* What an answer needs of memory while it is received. */
struct fetch_exchange {
    struct http_response response;
    char location[URL_BUFFER_SIZE];  /* target of a redirect, as the server wrote it */
    char buffer[FETCH_BUFFER_BYTES]; /* holds the request, then each piece of the answer */
};

void fetch_init(struct fetch *fetch, const struct fetch_port *port, const struct fetch_options *options);

/* How long all of a fetch may take. */
uint32_t fetch_most_ms(const struct fetch *fetch);

/* Connects to the URL's server, unless the kept connection leads there. FETCH_UNATTEMPTED: ready for
 * fetch_get(). Any other status is why there is no connection. */
int fetch_open(struct fetch *fetch, const struct url *url);

/* Asks for the URL. `validators` may be NULL. Returns the HTTP status, or a negative fetch status; the
 * exchange has the rest. FETCH_UNATTEMPTED: the server had closed the kept connection, open it again. */
int fetch_get(struct fetch *fetch, const struct url *url, const struct fetch_validators *validators,
              const struct fetch_sink *sink, struct fetch_exchange *exchange);

/* Writes the request of the last fetch_get() once more, byte for byte, for the archive: its length.
 * FETCH_INTERNAL: what is known now would make another request than the one that was sent. */
int fetch_write_sent(const struct fetch *fetch, const struct url *url,
                     const struct fetch_validators *validators, char buffer[FETCH_BUFFER_BYTES]);

/* As guard_refuses(), with what the port knows of its own network. */
const char *fetch_refuses(const struct fetch_port *port, uint32_t address, const struct guard_range *allowed,
                          uint8_t allowed_count);

/* Ends a kept connection. */
void fetch_close(struct fetch *fetch);

#endif
