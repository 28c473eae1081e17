/*
 * HTTP/1.1, the client's side, without a network: it writes a request into a buffer, and takes the bytes of
 * an answer as they arrive, out of which it makes a few facts and the bytes of the body.
 *
 *     char location[URL_BUFFER_SIZE];
 *     struct http_response response;
 *     http_response_begin(&response, location, sizeof location, false);
 *     while ((count = port->read(stream, buffer, sizeof buffer)) > 0 && !http_response_ended(&response)) {
 *         const char *at = buffer;
 *         while (count > 0 && !http_response_ended(&response)) {
 *             struct http_span body;
 *             size_t used = http_response_push(&response, at, count, &body);
 *             archive(at, used);                       // the message as it was received
 *             page_feed(&page, body.data, body.size);  // the payload, without chunking
 *             at += used, count -= used;
 *         }
 *     }
 *     if (!http_response_ended(&response))
 *         http_response_close(&response);        // the connection was closed: was that the end or a failure?
 *     status = response.failure ? response.failure : response.status;
 *
 * Bytes that are left over when the answer has ended belong to nothing that was asked for: close the
 * connection then.
 *
 * RAM: struct http_response, about 424 bytes, and the caller's buffers for the target of a redirect and for
 * cookies.
 */
#ifndef CRAWLBOX_FETCH_HTTP_HTTP_H
#define CRAWLBOX_FETCH_HTTP_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HTTP_HEADER_MAX = 16 * 1024,   /* bytes of all headers of an answer, and of each line between chunks */
    HTTP_RETRY_AFTER_MAX = 604800, /* a Retry-After of more seconds is taken for a week */
    HTTP_COOKIE_BYTES = 128,       /* all cookies of a server and a zero byte */
};

/* ---- Request ---- */

struct http_request {
    const char *host;          /* with :port unless it is the scheme's own */
    const char *target;        /* path and query */
    const char *user_agent;    /* with a contact URL */
    const char *from;          /* the operator's mail address */
    const char *language;      /* code of the language that is looked for, such as th; NULL: any will do */
    const char *etag;          /* of the copy we have: If-None-Match; NULL: none */
    const char *last_modified; /* of the copy we have: If-Modified-Since; NULL: none */
    const char *cookie;        /* what the server has set before; NULL or "": nothing */
    bool keep_alive;           /* the connection will be used again */
    bool strict;               /* tell the server in so many words to send nothing compressed */
};

/*
 * Writes a GET request. Returns its length; STATUS_TOO_LONG if the buffer is too small, STATUS_INVALID if a
 * value is missing or holds a blank or control character where it would break out of its line.
 */
int http_request_write(char *buffer, size_t size, const struct http_request *request);

/* ---- Response ---- */

struct http_span {
    const char *data;
    size_t size;
};

struct http_response {
    int16_t status;  /* of HTTP, as soon as its line was read; 0 before */
    int16_t failure; /* 0, or why the answer is broken: enum fetch_status */

    bool has_length, chunked; /* what tells the end of the body; if neither, it ends with the connection */
    bool keep_alive;          /* the connection may be used again once the answer has ended */
    bool encoded;             /* the body is compressed although the request asked for it as it is */
    bool has_location;        /* the caller's buffer holds a target, as the server wrote it */
    bool location_too_long;   /* the target did not fit, and has_location is false */
    uint64_t content_length;  /* if has_length */
    uint64_t body_bytes;      /* of the payload so far */
    uint64_t message_bytes;   /* received so far: header, chunking and all */
    bool starts_over;         /* what came so far was an interim answer or empty lines, and is forgotten */
    uint32_t date_s;          /* the server's own date, seconds since 1970; 0: it did not say */
    uint32_t retry_after_s;   /* for how many seconds to stay away; 0: the server did not say */
    uint32_t retry_at_s;      /* or until when, seconds since 1970; 0: the server did not say */

    /* The caller sets this after http_response_begin(): HTTP_COOKIE_BYTES with the cookies that were sent, in
     * the form "; a=1; b=2". What a redirect sets joins them. NULL: nobody wants cookies. */
    char *cookie;

    /* This is the parser's own, up to `value`. */
    char *location;
    size_t location_size, location_length;
    uint32_t header_bytes;
    uint64_t left; /* of the body or chunk */
    uint8_t state;
    uint8_t header;        /* to which one the value belongs: enum http_header */
    uint8_t name_length;   /* of `name`; a name that fills it is longer than any that matters */
    uint16_t value_length; /* of `value` */
    bool value_cut;        /* the value was longer */
    bool head;             /* the request was HEAD */
    bool header_is_complete;
    bool old_version;      /* HTTP/1.0 */
    bool length_is_beaten; /* the transfer coding tells where the body ends, whatever the length says */
    char name[18];
    char value[HTTP_COOKIE_BYTES]; /* the longest that matters is a cookie */

    /* What the header said, behind what is used more often: the code is shorter so. */
    char content_type[48]; /* such as text/html, in lower case; "" if there is none */
    char charset[24];      /* its parameter, in lower case; "" if there is none */
    char etag[72];         /* for the next visit; "" if there is none, or a longer one */
    char last_modified[32];
};

/* Starts an answer. `location` gets the target of a redirect, zero-terminated. `head`: the request was
 * HEAD. */
void http_response_begin(struct http_response *response, char *location, size_t location_size, bool head);

/*
 * Takes bytes as they arrive and returns how many belong to the answer; at least one until it has ended.
 * `body` is the part of them that is payload (size 0 if none): call again with the rest.
 */
size_t http_response_push(struct http_response *response, const char *bytes, size_t count,
                          struct http_span *body);

/* The server has closed the connection. Sets `failure` to FETCH_BROKEN unless that is how the answer was to
 * end. */
void http_response_close(struct http_response *response);

/* Is the answer complete, or has it failed? Then it takes no more bytes. */
bool http_response_ended(const struct http_response *response);

/* Is the header complete? Then status and all fields above are final, except failure and the byte counts. */
bool http_response_has_header(const struct http_response *response);

/*
 * Had the connection simply grown old? It had if it was used before and the server closed it before any byte
 * of an answer. Then the request may be sent once more, on a new connection.
 */
bool http_response_is_stale(const struct http_response *response, bool connection_was_used_before);

/* Does the status send the client to `location`? 301, 302, 303, 307 and 308 do. */
bool http_status_is_redirect(int status);

#endif
