/*
 * A line of LOG/progress.tsv: how the crawl stands, once in a while. Tab-separated, with a head line that names the
 * columns, so that a spreadsheet opens it:
 *
 *     progress_emit_head(&sink);
 *     progress_emit(&sink, &progress);
 */
#ifndef CRAWLBOX_LOGS_PROGRESS_H
#define CRAWLBOX_LOGS_PROGRESS_H

#include <stdint.h>

#include "base/sink.h"

struct progress {
    uint32_t seconds;          /* now, since 1970 */
    uint32_t pages;            /* fetched since the crawl began */
    uint32_t relevant;         /* of these in the language that is looked for */
    uint32_t kilobytes;        /* received */
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
