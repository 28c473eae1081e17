/*
 * A line of LOG/crawl.log, in the form of Heritrix, so that the log tools of web archives read it:
 *
 *     2026-11-16T01:32:16.123Z   200      30720 https://www.example.go.th/ L https://www.example.go.th/a text/html
 *     #001 20261116013214876+1247 sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ - -                        (one line)
 *
 * Twelve fields: end of the fetch, status, bytes of the body, URI, discovery path, URI of the page that led here, media type,
 * worker, start of the fetch + milliseconds it took, digest of the payload, source tag, annotations. A field that
 * is not known is "-".
 *
 *     crawl_log_emit(&sink, &line);
 */
#ifndef CRAWLBOX_LOGS_CRAWL_LOG_H
#define CRAWLBOX_LOGS_CRAWL_LOG_H

#include <stdint.h>

#include "base/sink.h"

/* Instead of an HTTP status where there is none; Heritrix's numbers, and one of ours. */
enum crawl_log_status {
    CRAWL_LOG_DNS = -1,           /* the name could not be resolved */
    CRAWL_LOG_CONNECT = -2,       /* no connection */
    CRAWL_LOG_BROKEN = -3,        /* the connection broke */
    CRAWL_LOG_TIMEOUT = -4,       /* no answer in time */
    CRAWL_LOG_PREREQUISITE = -61, /* robots.txt could not be fetched */
    CRAWL_LOG_RETRIES = -8,       /* given up after several tries */
    CRAWL_LOG_TLS = -2000,        /* ours: the server's certificate or TLS is not acceptable */
    CRAWL_LOG_PRIVATE = -2001,    /* ours: an address inside a private network */
    CRAWL_LOG_CHAFF = -4000,      /* a trap */
    CRAWL_LOG_HOPS = -4001,       /* too many hops */
    CRAWL_LOG_QUOTA = -5003,      /* the site's budget is used up */
    CRAWL_LOG_ROBOTS = -9998,     /* robots.txt forbids it */
};

struct crawl_log_line {
    uint32_t start_seconds; /* since 1970 */
    uint16_t start_ms;
    uint32_t duration_ms;
    int32_t status; /* HTTP's, or one of the above */
    uint32_t bytes; /* of the body */
    const char *uri;
    const char *path; /* discovery path: letters R E X L P, one a hop */
    const char *via;
    const char *mime;
    uint8_t worker;
    const char *digest; /* Base32, without "sha1:" */
    const char *source; /* source tag */
    const char *annotations;
};

void crawl_log_emit(struct sink *sink, const struct crawl_log_line *line);

#endif
