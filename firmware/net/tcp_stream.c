#include "port/tcp_stream.h"

#include <string.h>

#include "FreeRTOS.h"
#include "task.h"

#include "lwip/priv/tcp_priv.h"
#include "lwip/tcp.h"

#include "base/numbers.h"
#include "base/selective_ack.h"
#include "base/status.h"
#include "net/net.h"
#include "port/clock.h"
#include "port/net.h"

enum {
    FIRST_PORT = 0x8000,       /* the box's own ports go from here to the last that there is */
    WINDOW_STEP = 4 * TCP_MSS, /* the sender is told of a window that opened by so much, or by a quarter */
    WINDOW_READ = 2 * TCP_MSS, /* a reader that waits for so much is about to read a record of TLS */
    GOODBYE_BYTES = 64,        /* TLS's goodbye is not longer */
    LEAST_WAIT_TICKS = 3,      /* of TCP_SLOW_INTERVAL, before something is sent again */

    /* Flags of a connection beside lwIP's. */
    FLAG_SELECTIVE = 0x1000, /* the other side understands selective acknowledgements */
    FLAG_OPENING = 0x2000,   /* lwIP is making the SYN */
    FLAG_WRITING = 0x4000,   /* lwIP is making segments with bytes in them */
};

uint16_t tcp_window = NET_ARRIVALS_BYTES;

static struct tcp_pcb *ahead; /* a connection that was opened ahead and has no stream yet; or NULL */
static const struct tcp_stream *arrivals_user; /* the stream whose ring lies in ram_arrivals; or NULL */

static int status_of_lwip(err_t error)
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

/* The connection has failed. lwIP has freed its control block already. */
static void on_error(void *context, err_t error)
{
    struct tcp_stream *stream = context;
    stream->connection = NULL;
    stream->error = error == ERR_RST && !stream->connected ? STATUS_REFUSED : status_of_lwip(error);
    net_wake(stream->waiter);
}

/* Takes the opening of a connection for the first measurement of its round trip, as RFC 6298 has it: lwIP
 * would wait for the first answer, and count the time in which the connection was not used. */
static void measure_opening(struct tcp_pcb *connection)
{
    if (connection->rttest == 0)
        return; /* it took more than one try, so it says nothing */
    uint32_t ticks = tcp_ticks - connection->rttest;
    connection->rttest = 0;
    connection->sa = (int16_t)(ticks << 3);
    connection->sv = (int16_t)larger_of(2 * ticks, LEAST_WAIT_TICKS);
    connection->rto = (int16_t)(ticks + (uint32_t)connection->sv);
}

static err_t on_connected(void *context, struct tcp_pcb *connection, err_t error)
{
    struct tcp_stream *stream = context;
    (void)error; /* always ERR_OK */
    measure_opening(connection);
    if (stream == NULL)
        return ERR_OK; /* opened ahead */
    stream->ring.next = connection->rcv_nxt;
    stream->connected = true;
    net_wake(stream->waiter);
    return ERR_OK;
}

/* Lets lwIP take as much as there is room for: in the ring, and in the memory of a reader that waits. */
static void set_window(const struct tcp_stream *stream, struct tcp_pcb *connection)
{
    connection->rcv_wnd = (tcpwnd_size_t)(stream_ring_room(&stream->ring) + stream->wanted);
}

/*
 * The window has opened: tells the sender if that is of use, else the next acknowledgement will. A window
 * that was promised is never taken back. While a segment is missing, no new window is promised: a sender
 * takes repeated acknowledgements for a loss only if nothing changes in them.
 */
static void open_window(const struct tcp_stream *stream)
{
    struct tcp_pcb *connection = stream->connection;
    if (connection == NULL)
        return;
    set_window(stream, connection);
    if (stream->ring.islands > 0)
        return;
    uint32_t opened = tcp_update_rcv_ann_wnd(connection);
    if (opened >= WINDOW_STEP || opened > stream->ring.size / 4u) {
        tcp_ack_now(connection);
        tcp_output(connection);
    }
}

static void put_segment(struct tcp_stream *stream, uint32_t sequence, const struct pbuf *segment)
{
    for (; segment != NULL; segment = segment->next) {
        stream_ring_put(&stream->ring, sequence, segment->payload, segment->len);
        sequence += segment->len;
    }
}

/* As RFC 5961 says: a segment that does not acknowledge something sent lately is not from the other side. */
static bool is_acknowledgement_possible(const struct tcp_pcb *connection, uint32_t acknowledged)
{
    return TCP_SEQ_BETWEEN(acknowledged, connection->lastack - TCP_SND_BUF, connection->snd_nxt);
}

/* lwIP calls this for each segment. It drops segments that come before their turn, and tells the sender
 * which one it waits for; the ring keeps what comes early. Options lie behind the header, in one piece. */
err_t tcp_stream_see_segment(struct tcp_pcb *connection, const struct tcp_hdr *header,
                             uint16_t options_length, const struct pbuf *data)
{
    struct tcp_stream *stream = connection->callback_arg;
    if (connection->state == SYN_SENT &&
        selective_ack_is_permitted((const uint8_t *)(header + 1), options_length))
        tcp_set_flags(connection, FLAG_SELECTIVE);
    if (stream == NULL || connection->state != ESTABLISHED || data->tot_len == 0)
        return ERR_OK;
    if (!is_acknowledgement_possible(connection, header->ackno))
        return ERR_VAL;
    if (TCP_SEQ_GT(header->seqno, connection->rcv_nxt))
        put_segment(stream, header->seqno, data);
    return ERR_OK;
}

/*
 * How many bytes of options lwIP is to leave room for in what it makes. An acknowledgement tells of the
 * ring's islands. Segments with bytes, and the probes of a window that is shut, do not: segments are sent
 * again later, when other islands are there, and lwIP puts the byte of a probe where options would be.
 */
uint8_t tcp_stream_options_length(const struct tcp_pcb *connection, uint8_t length)
{
    if (connection == NULL)
        return length;
    if (connection->flags & FLAG_OPENING)
        return (uint8_t)(length + sizeof(uint32_t));
    if ((connection->flags & (FLAG_SELECTIVE | FLAG_WRITING)) != FLAG_SELECTIVE ||
        connection->unsent != NULL || connection->callback_arg == NULL)
        return length;
    const struct tcp_stream *stream = connection->callback_arg;
    return (uint8_t)(length + selective_ack_length(&stream->ring));
}

/* Fills that room, and returns where it ends. */
uint32_t *tcp_stream_add_options(struct tcp_hdr *header, const struct tcp_pcb *connection, uint32_t *options)
{
    uint32_t *end = (uint32_t *)(void *)((uint8_t *)header + TCPH_HDRLEN_BYTES(header));
    if (options == end)
        return end;
    if (TCPH_FLAGS(header) & TCP_SYN)
        *options = PP_HTONL(SELECTIVE_ACK_PERMITTED);
    else
        selective_ack_write(&((const struct tcp_stream *)connection->callback_arg)->ring, (uint8_t *)options);
    return end;
}

/* Takes the next bytes in order, and counts what lies behind them already. */
static void take_arrived(struct tcp_stream *stream, struct tcp_pcb *connection, struct pbuf *arrived)
{
    struct stream_ring *ring = &stream->ring;
    uint32_t sequence = ring->next;
    if (connection->state != ESTABLISHED)
        ring->islands = 0; /* this was the last segment, so nothing can lie behind it */
    put_segment(stream, sequence, arrived);
    uint32_t early = ring->next - (sequence + arrived->tot_len);
    connection->rcv_nxt += early;
    if (early != 0 || ring->islands > 0) /* the sender repairs a loss, and must not wait for this */
        tcp_ack_now(connection);
    pbuf_free(arrived);
}

static err_t on_received(void *context, struct tcp_pcb *connection, struct pbuf *arrived, err_t error)
{
    struct tcp_stream *stream = context;
    (void)error;
    if (arrived == NULL) {
        stream->ended = true;
    } else {
        take_arrived(stream, connection, arrived);
        size_t taken = stream_ring_take(&stream->ring, stream->reader, stream->wanted);
        stream->reader += taken;
        stream->wanted = (uint16_t)(stream->wanted - taken);
        set_window(stream, connection);
        tcp_update_rcv_ann_wnd(connection); /* the edge stays where it is, though early bytes count now */
    }
    net_wake(stream->waiter);
    return ERR_OK;
}

static err_t on_sent(void *context, struct tcp_pcb *connection, uint16_t count)
{
    struct tcp_stream *stream = context;
    (void)connection;
    (void)count;
    net_wake(stream->waiter);
    return ERR_OK;
}

/* Waits for a callback. The caller holds the lock, also on return. Returns STATUS_OK, STATUS_TIMEOUT when
 * timeout_ms have passed since started_ms, or STATUS_CALLED_OFF. */
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

/* Takes a control block. If connections that the box has closed and the other side has not have all of
 * them, the oldest of those is given up: a server that never closes must not keep the box from the next
 * one. */
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

/* Whether a connection to that place was opened ahead, and so lately that it must still stand. */
static bool is_ahead(uint32_t address, uint16_t port)
{
    return ahead != NULL && ahead->remote_ip.addr == lwip_htonl(address) && ahead->remote_port == port &&
           tcp_ticks - ahead->tmr <= TCP_STREAM_AHEAD_S * 1000 / TCP_SLOW_INTERVAL;
}

/* Chooses a port that nobody can guess. Once in 10,000 times it hits one of a connection that is still
 * closing, and tries another. */
static err_t bind_random_port(struct tcp_pcb *connection)
{
    err_t error;
    do
        error = tcp_bind(connection, IP_ADDR_ANY, (uint16_t)(FIRST_PORT | net_random()));
    while (error == ERR_USE);
    return error;
}

/* Begins to connect: a control block, or NULL and why not. */
static struct tcp_pcb *dial(uint32_t address, uint16_t port, uint16_t window, err_t *error)
{
    struct tcp_pcb *connection = new_connection();
    *error = ERR_MEM;
    if (connection == NULL)
        return NULL;
    ip_addr_t target;
    ip4_addr_set_u32(ip_2_ip4(&target), lwip_htonl(address));
    tcp_window = window;
    /* TLS ends a handshake with several small writes. All but the first would wait for an acknowledgement,
     * which the other side delays by 40 ms. */
    tcp_nagle_disable(connection);
    *error = bind_random_port(connection);
    tcp_set_flags(connection, FLAG_OPENING);
    if (*error == ERR_OK)
        *error = tcp_connect(connection, &target, port, on_connected);
    tcp_clear_flags(connection, FLAG_OPENING);
    if (*error == ERR_OK)
        return connection;
    tcp_abort(connection);
    return NULL;
}

static int begin_connecting(struct tcp_stream *stream, uint32_t address, uint16_t port)
{
    err_t error = ERR_OK;
    struct tcp_pcb *connection = is_ahead(address, port) ? ahead : NULL;
    if (connection != NULL)
        ahead = NULL;
    else
        connection = dial(address, port, stream->ring.size, &error);
    if (connection == NULL)
        return status_of_lwip(error);
    stream->connection = connection;
    tcp_arg(connection, stream);
    tcp_err(connection, on_error);
    tcp_recv(connection, on_received);
    tcp_sent(connection, on_sent);
    return connection->state == ESTABLISHED ? on_connected(stream, connection, ERR_OK) : STATUS_OK;
}

static void on_ahead_lost(void *context, err_t error)
{
    (void)context;
    (void)error;
    ahead = NULL;
}

/* The server has ended the connection, or speaks before it is asked. Nobody has room for what it says. */
static err_t on_ahead_received(void *context, struct tcp_pcb *connection, struct pbuf *arrived, err_t error)
{
    (void)context;
    (void)error;
    if (arrived != NULL)
        pbuf_free(arrived);
    tcp_abort(connection);
    return ERR_ABRT;
}

void tcp_stream_ahead(uint32_t address, uint16_t port)
{
    err_t error;
    net_lock();
    if (!is_ahead(address, port)) {
        if (ahead != NULL)
            tcp_abort(ahead);
        ahead = dial(address, port, NET_ARRIVALS_BYTES, &error);
        if (ahead != NULL) {
            tcp_err(ahead, on_ahead_lost);
            tcp_recv(ahead, on_ahead_received);
        }
    }
    net_unlock();
}

int tcp_stream_open(struct tcp_stream *stream, uint32_t address, uint16_t port, uint32_t timeout_ms)
{
    uint32_t started_ms = clock_ms_short();
    *stream = (struct tcp_stream){0};
    stream->waiter = xTaskGetCurrentTaskHandle();
    net_lock();
    if (arrivals_user == NULL) { /* a second stream has no window, and nobody reads from it */
        arrivals_user = stream;
        stream_ring_begin(&stream->ring, ram_arrivals.bytes, sizeof ram_arrivals.bytes);
    }
    int status = begin_connecting(stream, address, port);
    while (status == STATUS_OK && !stream->connected && stream->error == 0)
        status = wait_for_event(started_ms, timeout_ms);
    if (status == STATUS_OK)
        status = stream->error;
    net_unlock();
    if (status != STATUS_OK)
        tcp_stream_close(stream);
    return status;
}

/*
 * Do arriving bytes go straight into the memory of a reader that waits, and is that memory part of the
 * window? They do for a reader that waits for much and comes back at once for the rest, as TLS does, and as
 * long as the window that was promised needs the memory. A reader that takes little has other work to do
 * before it comes back, so its memory is no room to promise.
 */
static bool is_reader_window(const struct tcp_stream *stream, size_t size)
{
    const struct tcp_pcb *connection = stream->connection;
    return size >= WINDOW_READ ||
           (connection != NULL &&
            connection->rcv_ann_right_edge - connection->rcv_nxt > stream_ring_room(&stream->ring));
}

static int wait_for_bytes(struct tcp_stream *stream, uint8_t *to, size_t size, uint32_t timeout_ms)
{
    uint32_t started_ms = clock_ms_short();
    size_t most = STREAM_RING_MAX - stream->ring.size;
    int status = STATUS_OK;
    stream->reader = to;
    if (is_reader_window(stream, size))
        stream->wanted = (uint16_t)(size < most ? size : most);
    open_window(stream);
    while (status == STATUS_OK && stream->reader == to && stream->ring.ready == 0 && !stream->ended &&
           stream->error == 0)
        status = wait_for_event(started_ms, timeout_ms);
    stream->wanted = 0;
    int count = (int)(stream->reader - to);
    if (count == 0)
        count = (int)stream_ring_take(&stream->ring, to, size);
    open_window(stream);
    if (count > 0 || status != STATUS_OK)
        return count > 0 ? count : status;
    return stream->ended ? 0 : stream->error;
}

int tcp_stream_read(struct tcp_stream *stream, void *to, size_t size, uint32_t timeout_ms)
{
    if (!net_goes_on()) /* asked here, too, since there may always be something to read */
        return STATUS_CALLED_OFF;
    net_lock();
    int count = (int)stream_ring_take(&stream->ring, to, size); /* what came before a reset counts, too */
    if (count == 0)
        count = wait_for_bytes(stream, to, size, timeout_ms);
    else
        open_window(stream);
    net_unlock();
    return count;
}

/* Hands bytes to lwIP, and returns how many it took: fewer than asked for while its buffers are full, and
 * none while it could not send all that it has. If the other side's window was shut and has opened a little
 * since, lwIP would add them to the last segment, however long that gets. */
static int write_some(struct tcp_stream *stream, const uint8_t *from, size_t count)
{
    struct tcp_pcb *connection = stream->connection;
    uint16_t room = connection->unsent == NULL ? tcp_sndbuf(connection) : 0;
    uint16_t part = (uint16_t)(count < room ? count : room);
    err_t error = ERR_MEM;
    tcp_set_flags(connection, FLAG_WRITING);
    while (part > 0 && (error = tcp_write(connection, from, part, TCP_WRITE_FLAG_COPY)) == ERR_MEM)
        part /= 2; /* there may be memory for less */
    tcp_clear_flags(connection, FLAG_WRITING);
    if (part == 0 || error == ERR_MEM)
        return 0;
    if (error == ERR_OK)
        error = tcp_output(connection);
    return error == ERR_OK ? part : status_of_lwip(error);
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

static void forget_connection(struct tcp_stream *stream, bool says_goodbye)
{
    struct tcp_pcb *connection = stream->connection;
    stream->connection = NULL;
    if (connection == NULL)
        return;
    tcp_arg(connection, NULL);
    tcp_err(connection, NULL);
    tcp_recv(connection, NULL);
    tcp_sent(connection, NULL);
    tcp_window = connection->rcv_wnd; /* with another value lwIP would think that bytes are unread */
    /* A server that has not taken the request gets no goodbye: all of it would wait for that server in memory
     * that the next one needs. */
    bool is_taken = tcp_sndbuf(connection) >= TCP_SND_BUF - GOODBYE_BYTES;
    if (!says_goodbye || !is_taken || tcp_close(connection) != ERR_OK)
        tcp_abort(connection);
}

void tcp_stream_lend(struct tcp_stream *stream, void *memory, size_t bytes)
{
    net_lock();
    if (memory == NULL) {
        memory = ram_arrivals.bytes;
        bytes = sizeof ram_arrivals.bytes;
    }
    if (!stream_ring_move(&stream->ring, memory, bytes)) {
        stream_ring_begin(&stream->ring, memory, bytes);
        forget_connection(stream, false);
        stream->error = STATUS_CLOSED;
    }
    if (stream->connection != NULL) {
        set_window(stream, stream->connection);
        tcp_update_rcv_ann_wnd(stream->connection); /* the next segment tells the sender */
    }
    net_unlock();
}

void tcp_stream_close(struct tcp_stream *stream)
{
    net_lock();
    /* If there are unread bytes, a reset says honestly that the box does not want them. */
    forget_connection(stream, stream->ring.ready == 0);
    stream_ring_begin(&stream->ring, NULL, 0);
    if (arrivals_user == stream)
        arrivals_user = NULL;
    net_unlock();
}
