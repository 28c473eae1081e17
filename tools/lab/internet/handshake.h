/*
 * TLS for all hosts through one door: who the client wants is read from its first message (SNI), then the
 * connection gets that host's certificate, versions, record size and kind of resumption.
 *
 *     struct handshakes *handshakes = handshakes_new(hosts, authority);
 *     SSL *ssl = handshake_begin(handshakes, socket, &host);      (host is set during SSL_accept())
 */
#ifndef CRAWLBOX_INTERNET_HANDSHAKE_H
#define CRAWLBOX_INTERNET_HANDSHAKE_H

#include <openssl/ssl.h>

#include "internet/authority.h"
#include "internet/hosts.h"

struct handshakes;

/* NULL after saying why on stderr. */
struct handshakes *handshakes_new(struct lab_hosts *hosts, struct authority *authority);
void handshakes_free(struct handshakes *handshakes);

/*
 * A server's side of TLS on a non-blocking socket; *host becomes whom the client asked for. SSL_accept() ends
 * with SSL_ERROR_WANT_CLIENT_HELLO_CB where the host is one that stalls or resets. NULL: no memory.
 */
SSL *handshake_begin(struct handshakes *handshakes, int socket, struct lab_host **host);

#endif
