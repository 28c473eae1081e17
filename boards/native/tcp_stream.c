/* Implements port/tcp_stream.h on a socket. */
#include "port/tcp_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/status.h"
#include "port/clock.h"
#include "port/net.h"
#include "tcp_window.h"
#include "wait.h"

/* What tcp_stream.connection points to. */
struct connection {
    int socket;
};

static int status_of_errno(int error)
{
    switch (error) {
    case ECONNREFUSED: return STATUS_REFUSED;
    case ETIMEDOUT: return STATUS_TIMEOUT;
    case ECANCELED: return STATUS_CALLED_OFF;
    case ENETUNREACH:
    case EHOSTUNREACH:
    case EACCES: return STATUS_IO;
    case EMFILE:
    case ENFILE:
    case ENOBUFS:
    case ENOMEM: return STATUS_FULL;
    default: return STATUS_CLOSED;
    }
}

static int stream_fail(struct tcp_stream *stream, int error)
{
    stream->error = status_of_errno(error);
    return stream->error;
}

static int stream_descriptor(const struct tcp_stream *stream)
{
    const struct connection *connection = stream->connection;
    return connection->socket;
}

/* How much a server may send before it is read: asked for before a connection begins. The kernel doubles what
 * it is told, for what it needs beside the bytes. */
static int window_bytes = TCP_WINDOW_KB * 1024;

static bool set_window(int socket)
{
    int given = 0;
    socklen_t size = sizeof given;
    return setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &window_bytes, sizeof window_bytes) == 0 &&
           getsockopt(socket, SOL_SOCKET, SO_RCVBUF, &given, &size) == 0 && given / 2 >= window_bytes;
}

bool tcp_window_use(unsigned kb)
{
    window_bytes = (int)kb * 1024;
    int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool is_given = probe >= 0 && set_window(probe);
    if (probe >= 0)
        close(probe);
    return is_given;
}

static struct connection *make_connection(void)
{
    struct connection *connection = malloc(sizeof *connection);
    if (connection == NULL)
        return NULL;
    connection->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (connection->socket >= 0) {
        (void)set_window(connection->socket); /* a smaller one serves, too */
        return connection;
    }
    free(connection);
    return NULL;
}

/* The one that was opened ahead, and where it leads. */
static struct {
    struct connection *connection; /* NULL: none */
    uint32_t address;
    uint16_t port;
    uint64_t began_ms;
} ahead;

/* Begins to connect. Returns 0, or the errno of the failure. */
static int dial(int socket, uint32_t address, uint16_t port)
{
    struct sockaddr_in server = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(address)};
    const int yes = 1;
    /* A request is one write, and then comes the answer: nothing to collect small packets for. */
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(socket, (struct sockaddr *)&server, sizeof server) < 0 && errno != EINPROGRESS)
        return errno;
    return 0;
}

static void drop_connection(struct connection *connection)
{
    if (connection == NULL)
        return;
    close(connection->socket);
    free(connection);
}

/* Whether what was opened ahead leads there and stands: nothing came of it, neither an end nor bytes that
 * nobody has asked for. */
static bool is_ahead(uint32_t address, uint16_t port)
{
    char byte;
    return ahead.connection != NULL && ahead.address == address && ahead.port == port &&
           clock_ms() - ahead.began_ms <= TCP_STREAM_AHEAD_S * 1000 &&
           recv(ahead.connection->socket, &byte, 1, MSG_PEEK) < 0 && (errno == EAGAIN || errno == ENOTCONN);
}

void tcp_stream_ahead(uint32_t address, uint16_t port)
{
    if (is_ahead(address, port))
        return;
    drop_connection(ahead.connection);
    ahead.connection = make_connection();
    ahead.address = address;
    ahead.port = port;
    ahead.began_ms = clock_ms();
    if (ahead.connection == NULL || dial(ahead.connection->socket, address, port) == 0)
        return;
    drop_connection(ahead.connection);
    ahead.connection = NULL;
}

static struct connection *take_ahead(void)
{
    struct connection *connection = ahead.connection;
    ahead.connection = NULL;
    return connection;
}

/* Waits until it is connected. Returns 0, or the errno of the failure. */
static int finish_connecting(int socket, uint32_t timeout_ms)
{
    int error = 0;
    socklen_t error_size = sizeof error;
    int status = wait_for(socket, WAIT_WRITE, clock_ms() + timeout_ms);
    if (status != STATUS_OK)
        return status == STATUS_TIMEOUT ? ETIMEDOUT : ECANCELED;
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &error_size) == 0 ? error : errno;
}

int tcp_stream_open(struct tcp_stream *stream, uint32_t address, uint16_t port, uint32_t timeout_ms)
{
    bool is_dialled = is_ahead(address, port);
    *stream = (struct tcp_stream){.connection = is_dialled ? take_ahead() : make_connection()};
    if (stream->connection == NULL)
        return stream_fail(stream, errno);
    int error = is_dialled ? 0 : dial(stream_descriptor(stream), address, port);
    if (error == 0)
        error = finish_connecting(stream_descriptor(stream), timeout_ms);
    if (error != 0) {
        tcp_stream_close(stream);
        return stream_fail(stream, error);
    }
    stream->connected = true;
    return STATUS_OK;
}

int tcp_stream_read(struct tcp_stream *stream, void *to, size_t size, uint32_t timeout_ms)
{
    if (stream->connection == NULL)
        return STATUS_CLOSED;
    if (!net_goes_on()) /* also while there is always something to read */
        return STATUS_CALLED_OFF;
    for (uint64_t end_ms = 0;;) { /* looks at the clock only if it has to wait */
        ssize_t count = recv(stream_descriptor(stream), to, size, 0);
        if (count >= 0) {
            stream->ended = count == 0;
            return (int)count;
        }
        if (errno != EAGAIN && errno != EINTR)
            return stream_fail(stream, errno);
        if (end_ms == 0)
            end_ms = clock_ms() + timeout_ms;
        int status = wait_for(stream_descriptor(stream), WAIT_READ, end_ms);
        if (status != STATUS_OK)
            return status;
    }
}

int tcp_stream_write(struct tcp_stream *stream, const void *from, size_t count, uint32_t timeout_ms)
{
    const char *bytes = from;
    uint64_t end_ms = clock_ms() + timeout_ms;
    int status = stream->connection == NULL ? STATUS_CLOSED : STATUS_OK;
    while (count > 0 && status == STATUS_OK) {
        ssize_t sent = send(stream_descriptor(stream), bytes, count, MSG_NOSIGNAL);
        if (sent >= 0) {
            bytes += sent;
            count -= (size_t)sent;
        } else if (errno != EAGAIN && errno != EINTR) {
            return stream_fail(stream, errno);
        } else {
            status = wait_for(stream_descriptor(stream), WAIT_WRITE, end_ms);
        }
    }
    return status;
}

/* The kernel has buffers enough. */
void tcp_stream_lend(struct tcp_stream *stream, void *memory, size_t bytes)
{
    (void)stream;
    (void)memory;
    (void)bytes;
}

void tcp_stream_close(struct tcp_stream *stream)
{
    if (stream->connection == NULL)
        return;
    drop_connection(stream->connection);
    stream->connection = NULL;
    stream->connected = false;
}
