/*
 * TLS sessions that a server may let the box resume. The next connection to that server then takes a
 * hundredth of the work of a full handshake.
 *
 *     uint8_t *session = page_arena_take(TLS_SESSION_MAX);
 *     size_t bytes = tls_sessions_find("www.example.th", session);    0: none is known
 *     ...
 *     tls_sessions_keep("www.example.th", session, bytes);            after the handshake; 0 bytes: forget it
 *
 * Sessions lie in a file of the card, STATE/TLS.BIN, one in each sector, at the place that the host's name
 * hashes to. They are sealed with a key that the box makes anew at each start and that never leaves RAM: what
 * is on the card is of no use to anybody else, nor to the box after a restart. A session that is lost or
 * overwritten costs a full handshake, nothing more.
 *
 * Without a card no session is kept. RAM: 48 bytes.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_SESSIONS_H
#define CRAWLBOX_DRIVERS_TLS_TLS_SESSIONS_H

#include <stddef.h>
#include <stdint.h>

enum {
    TLS_SESSION_MAX = 512, /* memory for a session with its seal */
    TLS_SESSION_BYTES =
        482, /* the longest session that is kept: its ticket has about 330 bytes, most have 160 to 240 */
};

size_t tls_sessions_find(const char *host, uint8_t session[TLS_SESSION_MAX]);

/* Keeps the session, and overwrites `session`. */
void tls_sessions_keep(const char *host, uint8_t session[TLS_SESSION_MAX], size_t bytes);

/* A card was mounted (this makes the file if there is none), or is gone. `port` must stay valid until
 * then. */
struct store_port;
void tls_sessions_mounted(const struct store_port *port);
void tls_sessions_gone(void);

#endif
