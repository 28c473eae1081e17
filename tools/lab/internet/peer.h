/*
 * The bytes of a connection, with or without TLS, never waiting for any.
 *
 *     long got = peer_take(&peer, buffer, sizeof buffer);      (peer_give() likewise)
 *     if (got == 0)
 *         return;                                              (later: the loop will call peer.watch.ready)
 *     if (got < 0)
 *         peer_end(&peer);                                     (the connection is over)
 */
#ifndef CRAWLBOX_INTERNET_PEER_H
#define CRAWLBOX_INTERNET_PEER_H

#include <openssl/ssl.h>
#include <stddef.h>

#include "internet/loop.h"

enum peer_tls { PEER_TLS_DONE, PEER_TLS_LATER, PEER_TLS_HELD, PEER_TLS_FAILED };

struct peer {
    struct loop *loop;
    struct loop_watch watch; /* of its socket */
    SSL *ssl;                /* NULL: no TLS */
};

/* How many bytes came or went; 0: later; -1: the connection is over. */
long peer_take(struct peer *peer, void *buffer, size_t size);
long peer_give(struct peer *peer, const void *bytes, size_t size);

/* Goes on with the TLS handshake. HELD: the callback that chooses the host does not want to go on. */
enum peer_tls peer_shake_hands(struct peer *peer);

/* Waits for nothing but the client's leaving. */
void peer_wait_for_end(struct peer *peer);

/* Says that nothing more will be sent; with a TLS goodbye or without. */
void peer_say_goodbye(struct peer *peer, bool with_tls);

/* The next peer_end() resets the connection instead of closing it. */
void peer_will_reset(struct peer *peer);

/* Bytes that were sent, but not yet received. */
int peer_unsent(const struct peer *peer);

/* Closes the connection and frees everything. */
void peer_end(struct peer *peer);

#endif
