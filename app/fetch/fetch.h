/*
 * Fetches one URL after another, one connection at a time, over whatever network the caller has. The fetch
 * keeps the connection for the next URL of the same server, refuses private addresses after resolution, and
 * follows no redirects: their target is in the exchange, and where to go is the crawler's decision.
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
 * There are two steps so that the exchange can use the memory that TLS gives back after its handshake.
 *
 * The sink gets the answer as it arrives, twice: as received, for the archive, and as payload, for reading.
 *
 * A kept connection is known by the whole name of its host. If it were known by a checksum, somebody could
 * invent a name with the checksum of another host, and answer in its place.
 *
 * RAM: struct fetch, 140 bytes, always; struct fetch_exchange, about 2,100 bytes, from the connection to the
 * end of the answer; the target of a redirect, until the header is read.
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
        1536, /* a request with the longest path, the host and the operator's names has this size */
};

/*
 * The network as fetching needs it. Waiting calls take at most timeout_ms and return STATUS_OK or a status:
 * STATUS_TIMEOUT, STATUS_NOT_FOUND (no such host), STATUS_UNSUPPORTED (it has no IPv4 address),
 * STATUS_REFUSED (nobody listens), STATUS_CLOSED, STATUS_IO, STATUS_CALLED_OFF (the operator or the card
 * needs the box). The limit is absolute: bytes that come meanwhile do not extend it.
 */
struct fetch_port {
    void *context;
    int (*resolve)(void *context, const char *host, uint32_t *address, uint32_t timeout_ms);
    /* The same for a host that nobody will connect to soon, so that the answer need not be remembered. */
    int (*locate)(void *context, const char *host, uint32_t *address, uint32_t timeout_ms);
    int (*connect)(void *context, uint32_t address, uint16_t port, uint32_t timeout_ms);
    /* Makes the TLS handshake: 0, or an enum fetch_status. Sets `flaw` to what is wrong with a certificate
     * that the settings accept nevertheless. */
    int (*secure)(void *context, const char *host, uint32_t timeout_ms, const char **flaw);
    int (*write)(void *context, const void *bytes, size_t count, uint32_t timeout_ms);
    int (*read)(void *context, void *to, size_t size,
                uint32_t timeout_ms); /* at least 1 byte; 0: ended; or a status */
    void (*close)(void *context);     /* harmless if there is no connection */
    uint32_t (*now_ms)(void *context);
    bool (*is_own)(void *context, uint32_t address); /* is it in the box's own network? NULL: nobody knows */
    /* lend(): a request is about to leave, and memory that the page does not need may hold the answer as it
     * arrives, as long as `stay_free` bytes of it stay free. reclaim(): the answer is over, and the memory
     * goes back. Both or neither are NULL. */
    void (*lend)(void *context, size_t stay_free);
    void (*reclaim)(void *context);
    /* Begins to connect to where connect() will be asked to go next; does not wait. One at a time: another
     * one takes its place. NULL: nobody can. */
    void (*ahead)(void *context, uint32_t address, uint16_t port);
    /* Asks for a name that resolve() will be asked for soon; does not wait. NULL: nobody can. */
    void (*ask)(void *context, const char *host);
};

/* Where an answer goes. The bytes are gone when the call returns. A function that returns false ends the
 * fetch. */
struct fetch_sink {
    void *context;
    /* The header is complete. */
    bool (*header)(void *context, const struct http_response *response);
    /* Bytes as received, header included. `count` is 0 if what came so far is to be forgotten, since it does
     * not belong to the answer (an interim answer, empty lines). */
    bool (*message)(void *context, const char *bytes, size_t count);
    /* Bytes of the payload, without transfer coding. */
    bool (*body)(void *context, const char *bytes, size_t count);
};

struct fetch_options {
    const char *user_agent; /* with a contact URL */
    const char *from;       /* the operator's mail address */
    const char *language;   /* code of the language that is looked for, for Accept-Language; NULL: any */
    struct http_limits limits;
    uint64_t body_max; /* bytes of payload; a longer answer is cut, and `truncated` says so */
    const struct guard_range *allowed;
    uint8_t allowed_count;
};

/* What is known of an earlier copy, so that the server may answer 304. */
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
    /* set by the caller before the next fetch */
    uint32_t most_ms;    /* how long it may take, if that is less than the limits' total_ms; else 0 */
    uint16_t sink_bytes; /* of the page's memory that the sink will still take */
    bool strict;         /* the server has sent a compressed answer and is told not to: see http.h */
    bool unlimited;      /* the sink ends the answer itself: body_max does not count */
    bool cookies;        /* the exchange's cookies are filled in, and new ones are wanted */
    struct http_deadline deadline;
    /* the connection */
    bool connected;
    bool used; /* it has carried a request already */
    bool secure;
    uint16_t connected_port;
    uint8_t name_length;                  /* of its host; 0: the name is too long to keep the connection */
    char connected_name[FETCH_KEPT_NAME]; /* without a zero byte */
};

/* The memory that an answer needs while it is received. */
struct fetch_exchange {
    struct http_response response;
    char *location; /* the caller's URL_BUFFER_SIZE bytes: target of a redirect, as the server wrote it */
    char cookie[HTTP_COOKIE_BYTES];  /* "; a=1; b=2", which is sent; what a redirect sets joins it */
    char buffer[FETCH_BUFFER_BYTES]; /* holds the request, then each piece of the answer */
};

void fetch_init(struct fetch *fetch, const struct fetch_port *port, const struct fetch_options *options);

/* How long all of a fetch may take. */
uint32_t fetch_most_ms(const struct fetch *fetch);

/* Connects to the URL's server, unless the kept connection leads there. Returns FETCH_UNATTEMPTED if
 * fetch_get() may follow; any other status says why there is no connection. */
int fetch_open(struct fetch *fetch, const struct url *url);

/* Begins to connect to a server that a later fetch_open() will ask, at the address that was last known of
 * it. Does nothing if the guard refuses that address, if the kept connection leads there, or if the port is
 * 0. */
void fetch_ahead(const struct fetch *fetch, uint32_t address, uint16_t port);

/* Asks for the URL. `validators` may be NULL. Returns the HTTP status or a negative fetch status; the
 * exchange has the rest. FETCH_UNATTEMPTED: the server had closed the kept connection, and the caller has to
 * open a new one. */
int fetch_get(struct fetch *fetch, const struct url *url, const struct fetch_validators *validators,
              const struct fetch_sink *sink, struct fetch_exchange *exchange);

/* Writes the request of the last fetch_get() once more, byte for byte, for the archive, and returns its
 * length. FETCH_INTERNAL: the result would differ from the request that was sent, as it always does if that
 * had a cookie: cookies are never archived. */
int fetch_write_sent(const struct fetch *fetch, const struct url *url,
                     const struct fetch_validators *validators, char buffer[FETCH_BUFFER_BYTES]);

/* Asks guard_refuses(), with what the port knows of the box's own network. */
const char *fetch_refuses(const struct fetch_port *port, uint32_t address, const struct guard_range *allowed,
                          uint8_t allowed_count);

/* Ends a kept connection. */
void fetch_close(struct fetch *fetch);

#endif
