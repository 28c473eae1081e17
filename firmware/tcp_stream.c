#include "tcp_stream.h"

#include <string.h>

#include "lwip/priv/tcp_priv.h"
#include "lwip/tcp.h"

#include "base/status.h"
#include "clock.h"

enum { FIRST_PORT = 0x8000 }; /* of those for connections of ours, as far as the last one that there is */

static int status_of(err_t error)
{
    switch (error) {
    case ERR_OK: return STATUS_OK;
    case ERR_MEM:
    case ERR_BUF: return STATUS_FULL;
    case ERR_RTE:
    case ERR_IF: return STATUS_IO;
    case ERR_ABRT: return STATUS_TIMEOUT; /* lwIP gave up after its retransmissions */
    default: return STATUS_CLOSED;
    }
}

/* lwIP has freed the control block already. */
static void on_error(void *context, err_t error)
{
    struct tcp_stream *stream = context;
    stream->connection = NULL;
    stream->error = error == ERR_RST && !stream->connected ? STATUS_REFUSED : status_of(error);
    net_wake(&stream->waiter);
}

static err_t on_connected(void *context, struct tcp_pcb *connection, err_t error)
{
    struct tcp_stream *stream = context;
    (void)connection;
    (void)error; /* always ERR_OK */
    stream->connected = true;
    net_wake(&stream->waiter);
    return ERR_OK;
}

static err_t on_received(void *context, struct tcp_pcb *connection, struct pbuf *arrived, err_t error)
{
    struct tcp_stream *stream = context;
    (void)connection;
    (void)error;
    if (arrived == NULL)
        stream->ended = true;
    else if (stream->arrived == NULL)
        stream->arrived = arrived;
    else
        pbuf_cat(stream->arrived, arrived);
    net_wake(&stream->waiter);
    return ERR_OK;
}

static err_t on_sent(void *context, struct tcp_pcb *connection, uint16_t count)
{
    struct tcp_stream *stream = context;
    (void)connection;
    (void)count;
    net_wake(&stream->waiter);
    return ERR_OK;
}

/* With the lock held, and held again on return: STATUS_OK, STATUS_TIMEOUT when the time since started_ms is over, or
 * STATUS_CALLED_OFF. */
static int wait_for_event(uint32_t started_ms, uint32_t timeout_ms)
{
    uint32_t passed_ms = clock_ms_short() - started_ms;
    if (passed_ms >= timeout_ms)
        return STATUS_TIMEOUT;
    net_unlock();
    net_wait(timeout_ms - passed_ms);
    bool goes_on = net_goes_on();
    net_lock();
    return goes_on ? STATUS_OK : STATUS_CALLED_OFF;
}

/* A control block. If all are taken by connections that we have closed while the other side has not, the oldest of
 * those is given up: a server that never says goodbye must not keep us from the next one. */
static struct tcp_pcb *new_connection(void)
{
    struct tcp_pcb *connection = tcp_new(), *oldest = NULL;
    if (connection != NULL)
        return connection;
    for (struct tcp_pcb *each = tcp_active_pcbs; each != NULL; each = each->next)
        if (each->callback_arg == NULL && (oldest == NULL || (int32_t)(each->tmr - oldest->tmr) < 0))
            oldest = each;
    if (oldest != NULL)
        tcp_abort(oldest);
    return tcp_new();
}

/* From a port that nobody can guess. One that is taken still, by a connection that says goodbye, is hit once in 10,000 times. */
static err_t take_port(struct tcp_pcb *connection)
{
    err_t error;
    do
        error = tcp_bind(connection, IP_ADDR_ANY, (uint16_t)(FIRST_PORT | net_random()));
    while (error == ERR_USE);
    return error;
}

static int connect_locked(struct tcp_stream *stream, uint32_t address, uint16_t port)
{
    struct tcp_pcb *connection = new_connection();
    if (connection == NULL)
        return STATUS_FULL;
    ip_addr_t target;
    ip4_addr_set_u32(ip_2_ip4(&target), lwip_htonl(address));
    stream->connection = connection;
    tcp_arg(connection, stream);
    tcp_err(connection, on_error);
    tcp_recv(connection, on_received);
    tcp_sent(connection, on_sent);
    tcp_nagle_disable(
        connection); /* TLS ends a handshake with several small writes: the first would wait for its
                                      acknowledgement, which the other side delays by 40 ms */
    err_t error = take_port(connection);
    return status_of(error == ERR_OK ? tcp_connect(connection, &target, port, on_connected) : error);
}

int tcp_stream_open(struct tcp_stream *stream, uint32_t address, uint16_t port, uint32_t timeout_ms)
{
    uint32_t started_ms = clock_ms_short();
    *stream = (struct tcp_stream){0};
    net_wait_as(&stream->waiter);
    net_lock();
    int status = connect_locked(stream, address, port);
    while (status == STATUS_OK && !stream->connected && stream->error == 0)
        status = wait_for_event(started_ms, timeout_ms);
    if (status == STATUS_OK)
        status = stream->error;
    net_unlock();
    if (status != STATUS_OK)
        tcp_stream_close(stream);
    return status;
}

/* The first buffer has been read: the rest of the chain becomes ours, not its. */
static void drop_first(struct tcp_stream *stream)
{
    struct pbuf *first = stream->arrived;
    stream->arrived = first->next;
    stream->read = 0;
    if (first->next != NULL)
        pbuf_ref(first->next);
    pbuf_free(first);
}

/* Hands out what has arrived, buffer by buffer, and opens the window by as much. */
static int take_arrived(struct tcp_stream *stream, uint8_t *to, size_t size)
{
    size_t taken = 0;
    while (stream->arrived != NULL && taken < size) {
        struct pbuf *first = stream->arrived;
        size_t count = (size_t)first->len - stream->read;
        if (count > size - taken)
            count = size - taken;
        memcpy(to + taken, (const uint8_t *)first->payload + stream->read, count);
        taken += count;
        stream->read = (uint16_t)(stream->read + count);
        if (stream->read == first->len)
            drop_first(stream);
    }
    if (stream->connection != NULL)
        tcp_recved(stream->connection, (uint16_t)taken);
    return (int)taken;
}

int tcp_stream_read(struct tcp_stream *stream, void *to, size_t size, uint32_t timeout_ms)
{
    uint32_t started_ms = clock_ms_short();
    if (!net_goes_on()) /* also while there is always something to read */
        return STATUS_CALLED_OFF;
    net_lock();
    int status = STATUS_OK;
    while (status == STATUS_OK && stream->arrived == NULL && !stream->ended && stream->error == 0)
        status = wait_for_event(started_ms, timeout_ms);
    if (stream->arrived != NULL) /* also what came before a reset */
        status = take_arrived(stream, to, size < TCP_WND ? size : TCP_WND);
    else if (status == STATUS_OK)
        status = stream->ended ? 0 : stream->error;
    net_unlock();
    return status;
}

/* The number of bytes that lwIP took: less than asked for while its buffers are full. */
static int write_some(struct tcp_stream *stream, const uint8_t *from, size_t count)
{
    uint16_t room = tcp_sndbuf((struct tcp_pcb *)stream->connection);
    uint16_t part = (uint16_t)(count < room ? count : room);
    err_t error = ERR_MEM;
    while (part > 0 && (error = tcp_write(stream->connection, from, part, TCP_WRITE_FLAG_COPY)) == ERR_MEM)
        part /= 2; /* memory for less may be there */
    if (part == 0 || error == ERR_MEM)
        return 0;
    if (error == ERR_OK)
        error = tcp_output(stream->connection);
    return error == ERR_OK ? part : status_of(error);
}

int tcp_stream_write(struct tcp_stream *stream, const void *from, size_t count, uint32_t timeout_ms)
{
    const uint8_t *bytes = from;
    uint32_t started_ms = clock_ms_short();
    net_lock();
    int status = stream->error;
    while (status == STATUS_OK && count > 0) {
        int written = write_some(stream, bytes, count);
        if (written < 0) {
            status = written;
        } else if (written == 0) {
            status = wait_for_event(started_ms, timeout_ms);
            if (status == STATUS_OK)
                status = stream->error;
        } else {
            bytes += written;
            count -= (size_t)written;
        }
    }
    net_unlock();
    return status;
}

void tcp_stream_close(struct tcp_stream *stream)
{
    net_lock();
    struct tcp_pcb *connection = stream->connection;
    bool unread = stream->arrived != NULL;
    if (unread)
        pbuf_free(stream->arrived);
    if (connection != NULL) {
        tcp_arg(connection, NULL);
        tcp_err(connection, NULL);
        tcp_recv(connection, NULL);
        tcp_sent(connection, NULL);
        if (unread || tcp_close(connection) != ERR_OK)
            tcp_abort(connection); /* unread bytes: a reset says honestly that we do not want them */
    }
    stream->arrived = NULL;
    stream->connection = NULL;
    net_unlock();
}
