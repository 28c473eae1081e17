#include "internet/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli.h"
#include "internet/connection.h"

enum { HTTP_PORT = 80, HTTPS_PORT = 443, BACKLOG = 512 };

static void accept_one(struct server *server, const struct loop_watch *listener, bool https)
{
    int socket = accept4(listener->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket >= 0)
        connection_open(server, socket, https);
}

static void accept_http(void *context, uint32_t events)
{
    struct server *server = context;
    (void)events;
    accept_one(server, &server->http, false);
}

static void accept_https(void *context, uint32_t events)
{
    struct server *server = context;
    (void)events;
    accept_one(server, &server->https, true);
}

static bool listen_on(struct server *server, struct loop_watch *listener, uint16_t port)
{
    struct sockaddr_in everywhere = {.sin_family = AF_INET, .sin_port = htons(port)};
    int yes = 1;
    listener->context = server;
    listener->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener->fd >= 0 && setsockopt(listener->fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        bind(listener->fd, (struct sockaddr *)&everywhere, sizeof everywhere) == 0 &&
        listen(listener->fd, BACKLOG) == 0 && loop_watch(server->loop, listener, EPOLLIN) == 0)
        return true;
    cli_error("cannot listen on port %u: %s", port, strerror(errno));
    return false;
}

bool server_begin(struct server *server)
{
    server->http = (struct loop_watch){.ready = accept_http, .fd = -1};
    server->https = (struct loop_watch){.ready = accept_https, .fd = -1};
    return listen_on(server, &server->http, HTTP_PORT) && listen_on(server, &server->https, HTTPS_PORT);
}

void server_end(struct server *server)
{
    while (server->connections)
        connection_close(server->connections);
    loop_unwatch(server->loop, &server->http);
    loop_unwatch(server->loop, &server->https);
    close(server->http.fd);
    close(server->https.fd);
}
