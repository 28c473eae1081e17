/*
 * The lab's web servers: every host on ports 80 and 443 of its own address, in one event loop.
 *
 *     struct server server = {.loop = &loop, .hosts = hosts, .handshakes = handshakes, .log = log};
 *     if (server_begin(&server))
 *         loop_run(&loop);
 *     server_end(&server);
 */
#ifndef CRAWLBOX_INTERNET_SERVER_H
#define CRAWLBOX_INTERNET_SERVER_H

#include <stdio.h>

#include "internet/handshake.h"
#include "internet/hosts.h"
#include "internet/loop.h"

struct connection;

struct server {
    struct loop *loop;
    struct lab_hosts *hosts;
    struct handshakes *handshakes;
    FILE *log; /* access_log.h; NULL: none */
    struct loop_watch http, https;
    unsigned long count; /* connections so far */
    struct connection *connections;
};

/* Listens on all addresses. False after saying why on stderr. */
bool server_begin(struct server *server);
void server_end(struct server *server);

#endif
