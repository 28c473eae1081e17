/*
 * Makes a line of LOG/progress.tsv, which says once in a while how the crawl stands. The fields are separated
 * by tabs, and a head line names the columns, so that a spreadsheet opens it:
 *
 *     progress_emit_head(&sink);
 *     progress_emit(&sink, &progress);
 */
#ifndef CRAWLBOX_STORE_PROGRESS_H
#define CRAWLBOX_STORE_PROGRESS_H

#include <stdint.h>

#include "base/sink.h"

struct progress {
    uint32_t seconds;          /* the time now, in seconds since 1970 */
    uint32_t pages;            /* pages fetched since the crawl began */
    uint32_t relevant;         /* those of them in the language that is looked for */
    uint32_t kilobytes;        /* kilobytes received */
    uint32_t queued;           /* URLs waiting */
    uint32_t sites_queued;     /* sites waiting */
    uint32_t failed;           /* fetches without an answer */
    uint32_t pages_per_hour;   /* in the last hour */
    uint32_t bytes_per_second; /* in the last minute */
    uint32_t ram_free_bytes;
};

void progress_emit_head(struct sink *sink);
void progress_emit(struct sink *sink, const struct progress *progress);

#endif
