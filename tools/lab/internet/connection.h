/*
 * One connection of a client: handshake, request after request, answers at their pace, and an end as the
 * answer's fault wants it. Belongs to the server's list until it closes itself.
 */
#ifndef CRAWLBOX_INTERNET_CONNECTION_H
#define CRAWLBOX_INTERNET_CONNECTION_H

#include "internet/server.h"

/* Takes over the socket. */
void connection_open(struct server *server, int socket, bool https);

/* Ends it at once, whatever it is doing. */
void connection_close(struct connection *connection);

#endif
