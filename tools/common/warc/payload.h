/*
 * Takes an HTTP message of a WARC record apart as it streams by: status, type, and the payload, that is the
 * body after its transfer-encoding was removed.
 *
 *     struct warc_payload payload;
 *     warc_payload_begin(&payload, sink, context);
 *     warc_payload_add(&payload, block, size);          (any number of times)
 *     if (!warc_payload_is_whole(&payload))
 *         ...                                           (its head or its chunks end too early or are garbled)
 *
 * The sink gets the payload's bytes. A body that says it is chunked but is not (some servers and some
 * archives have those) is handed on as it stands, since that is what a browser would see.
 */
#ifndef CRAWLBOX_WARC_PAYLOAD_H
#define CRAWLBOX_WARC_PAYLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WARC_PAYLOAD_HEAD_MAX = 65536 };

typedef void warc_payload_sink(void *context, const uint8_t *bytes, size_t size);

struct warc_payload {
    warc_payload_sink *sink;
    void *context;
    int state;
    bool chunked, malformed;
    int status;            /* of a response, 0 if it has none */
    uint64_t chunk_left;   /* of the chunk in progress */
    unsigned chunk_digits; /* of its size line */
    size_t body_offset;    /* of the body in the message, once the head is complete */
    char mime[128];        /* Content-Type without parameters, lower case, "" if there is none */
    char charset[32];      /* its charset parameter, lower case */
    char encoding[32];     /* Content-Encoding */
    char location[2048];   /* of a redirect, "" if there is none or it is too long */
    size_t head_size;
    char head[WARC_PAYLOAD_HEAD_MAX];
};

/* `sink` may be NULL when only the head matters. */
void warc_payload_begin(struct warc_payload *payload, warc_payload_sink *sink, void *context);
void warc_payload_add(struct warc_payload *payload, const void *bytes, size_t size);

/* True if the head and, if chunked, all chunks were there. */
bool warc_payload_is_whole(const struct warc_payload *payload);

#endif
