/*
 * Makes a line of LOG/crawl.log, in the form of Heritrix, so that the log tools of web archives read it:
 *
 *     2026-11-16T01:32:16.123Z   200      30720 https://www.example.go.th/ L https://www.example.go.th/a
 *     text/html #001 20261116013214876+1247 sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ - -              (one line)
 *
 * Twelve fields: end of the fetch, status, bytes of the body, URI, discovery path, URI of the page that led
 * here, media type, worker, start of the fetch + milliseconds it took, digest of the payload, source tag,
 * annotations. A field that is not known is "-".
 *
 *     crawl_log_emit(&sink, &line);
 */
#ifndef CRAWLBOX_STORE_CRAWL_LOG_H
#define CRAWLBOX_STORE_CRAWL_LOG_H

#include <stdint.h>

#include "base/sink.h"

struct crawl_log_line {
    uint32_t start_seconds; /* since 1970 */
    uint16_t start_ms;
    uint32_t duration_ms;
    int32_t status; /* the status of HTTP, or one of fetch/http/fetch_status.def */
    uint32_t bytes; /* length of the body */
    const char *uri;
    const char *path; /* discovery path: one of the letters R E X L P for each hop */
    const char *via;
    const char *mime;
    uint8_t worker;
    const char *digest; /* in Base32, without "sha1:" */
    const char *source; /* source tag */
    const char *annotations;
};

void crawl_log_emit(struct sink *sink, const struct crawl_log_line *line);

#endif
