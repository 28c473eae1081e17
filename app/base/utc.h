/*
 * Writes points in time as WARC and crawl logs have them. All of the box reckons in seconds since 1970, UTC.
 *
 *     sink_utc_iso(&out, now);       2026-11-16T01:32:16Z     (WARC-Date)
 *     sink_utc_digits(&out, now);    20261116013216           (file names, crawl.log)
 */
#ifndef CRAWLBOX_BASE_UTC_H
#define CRAWLBOX_BASE_UTC_H

#include <stdint.h>

#include "base/sink.h"

struct utc {
    uint16_t year;
    uint8_t month, day; /* from 1 */
    uint8_t hour, minute, second;
};

/* Returns a point in time between 1970 and 2106, as far as 32 bits of seconds reach. */
struct utc utc_from_seconds(uint32_t seconds);

void sink_utc_iso(struct sink *sink, uint32_t seconds);
void sink_utc_iso_ms(struct sink *sink, uint32_t seconds, uint16_t milliseconds);
void sink_utc_digits(struct sink *sink, uint32_t seconds);

#endif
