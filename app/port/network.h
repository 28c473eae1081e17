/*
 * The network as app/fetch needs it, with https: one connection at a time. drivers/tls implements it over
 * port/tcp_stream.h and mbedTLS.
 *
 *     network_trust(&roots);
 *     network_use_tls(NETWORK_TLS_VERIFY, false);
 *     fetch_init(&fetch, &network, &options);
 *
 * A connection begins with an empty page arena: whoever borrowed from it must have given back (page_arena.h).
 */
#ifndef CRAWLBOX_PORT_NETWORK_H
#define CRAWLBOX_PORT_NETWORK_H

#include <stdbool.h>

struct fetch_port; /* fetch/fetch.h */
struct roots;      /* fetch/roots.h */
struct store_port; /* store/port.h */

extern const struct fetch_port network;

enum network_tls {
    NETWORK_TLS_VERIFY,      /* a server whose certificate does not hold is refused */
    NETWORK_TLS_RECORD_ONLY, /* it is noted, and the page is fetched */
    NETWORK_TLS_OFF,         /* no https at all */
};

/* `without_time`: https also while the time is unknown, so that the dates of certificates cannot be looked
 * at. */
void network_use_tls(enum network_tls mode, bool without_time);

/* The authorities to trust from now on, which must stay; NULL: none, every certificate is from an unknown
 * issuer. */
void network_trust(const struct roots *roots);

/* Sessions of TLS that a server lets us resume are kept on this card, which must stay; NULL: they are not
 * kept. */
void network_keep_sessions(const struct store_port *card);

/*
 * Whether the line behind the router is up (fetch/reach.h). While that is in doubt it may take 20 s, in which
 * servers are asked that answered before; not while a connection is open.
 */
bool network_reaches_out(void);

#endif
