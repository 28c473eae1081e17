/*
 * The lab's access log: one line for every request, tab-separated, as soon as its answer has ended.
 *
 *     time  connection  host  address  scheme  method  target  status  bytes  ms  tls  fault  end
 *
 * time     seconds since 1970 when the request was complete, with milliseconds
 * bytes    sent of the answer, head included
 * ms       from there to the end of the answer
 * tls      full or resumed handshake, failed (then there is no request), or - for http
 * end      kept, closed, reset, stalled, or gone: the client left before it had everything
 */
#ifndef CRAWLBOX_INTERNET_ACCESS_LOG_H
#define CRAWLBOX_INTERNET_ACCESS_LOG_H

#include <stdint.h>
#include <stdio.h>

struct access {
    uint64_t time_ms; /* since 1970 */
    unsigned long connection;
    const char *host, *scheme, *method, *target, *tls, *fault, *end;
    uint32_t address;
    int status;
    unsigned long long bytes;
    uint64_t took_ms;
};

/* Any `log` may be NULL: nothing is written then. */
void access_log_begin(FILE *log);
void access_log_write(FILE *log, const struct access *access);

#endif
