/*
 * The bytes of an HTTP answer, faults and all: a site's response made into what goes over the connection, how
 * fast, and what becomes of the connection behind it.
 *
 *     struct reply reply;
 *     reply_make(&request, &response, true, &reply);
 *     send(socket, reply.bytes, reply.size, 0);      (then from `repeat_from` on, if that is less than size)
 *     reply_free(&reply);
 *
 * The response may be released as soon as reply_make() has returned.
 */
#ifndef CRAWLBOX_INTERNET_REPLY_H
#define CRAWLBOX_INTERNET_REPLY_H

#include "source/source.h"

enum reply_end {
    REPLY_KEEP,  /* the next request, please */
    REPLY_CLOSE, /* with a TLS goodbye, where there is TLS */
    REPLY_BREAK, /* closed without one */
    REPLY_RESET, /* RST */
    REPLY_STALL, /* silence until the client goes */
};

struct reply {
    char *bytes;
    size_t size;
    size_t repeat_from;   /* size: nothing is repeated */
    int status;           /* 0: there is no status line */
    uint32_t bytes_per_s; /* 0: no limit */
    enum reply_end end;
};

/* `keep_alive`: the client wants to use the connection again. False: no memory. */
bool reply_make(const struct site_request *request, const struct site_response *response, bool keep_alive,
                struct reply *reply);
void reply_free(struct reply *reply);

#endif
