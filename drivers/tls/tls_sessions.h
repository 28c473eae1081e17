/*
 * TLS sessions that a server may let us resume: the next connection to it then takes a hundredth of a full
 * handshake's work.
 *
 *     uint8_t *session = page_arena_take(TLS_SESSION_MAX);
 *     size_t bytes = tls_sessions_find("www.example.th", session);    0: none is known
 *     ...
 *     tls_sessions_keep("www.example.th", session, bytes);            after the handshake; 0 bytes: forget it
 *
 * They lie in a file of the card, STATE/TLS.BIN, a sector each in the place that the host's name hashes to,
 * sealed with a key that is made anew at each start and never leaves RAM: what is on the card is of no use to
 * anybody else, nor to ourselves after a restart. A lost or overwritten one costs a full handshake, nothing
 * more.
 *
 * Without a card none is kept. RAM: 48 bytes.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_SESSIONS_H
#define CRAWLBOX_DRIVERS_TLS_TLS_SESSIONS_H

#include <stddef.h>
#include <stdint.h>

enum {
    TLS_SESSION_MAX = 512, /* memory for one, what seals it included */
    TLS_SESSION_BYTES =
        482, /* of it the longest that is kept: a ticket of about 330 bytes; most have 160 to 240 */
};

size_t tls_sessions_find(const char *host, uint8_t session[TLS_SESSION_MAX]);

/* `session` is written over. */
void tls_sessions_keep(const char *host, uint8_t session[TLS_SESSION_MAX], size_t bytes);

/* A card was mounted (makes the file if there is none), or is gone. `port` must stay. */
struct store_port;
void tls_sessions_mounted(const struct store_port *port);
void tls_sessions_gone(void);

#endif
