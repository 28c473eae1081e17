/*
 * The network as app/fetch needs it, over tcp_stream.h and tls_stream.h: one connection at a time.
 *
 *     network_use_tls(NETWORK_TLS_VERIFY);
 *     fetch_init(&fetch, &network, &options);
 *
 * A connection begins with an empty page arena: whoever borrowed from it must have given back (page_arena.h).
 */
#ifndef CRAWLBOX_NETWORK_H
#define CRAWLBOX_NETWORK_H

#include "fetch/fetch.h"
#include "tls_stream.h"

extern const struct fetch_port network;

enum network_tls {
    NETWORK_TLS_VERIFY,      /* a server whose certificate does not hold is refused */
    NETWORK_TLS_RECORD_ONLY, /* it is noted, and the page is fetched */
    NETWORK_TLS_OFF,         /* no https at all */
};

/* `without_time`: https also while the time is unknown, so that the dates of certificates cannot be looked at. */
void network_use_tls(enum network_tls mode, bool without_time);

/*
 * Whether the line behind the router is up (fetch/reach.h). While that is in doubt it may take 20 s, in which servers are
 * asked that answered before; not while a connection is open.
 */
bool network_reaches_out(void);

#endif
