/*
 * One TCP connection as a stream that blocks: what HTTP and TLS read and write.
 *
 *     int status = tcp_stream_open(&stream, address, 80, 20000);
 *     tcp_stream_write(&stream, request, length, 20000);
 *     while ((count = tcp_stream_read(&stream, buffer, sizeof buffer, 20000)) > 0)
 *         ...
 *     tcp_stream_close(&stream);
 *
 * From one task, not `net`. What has arrived waits in a ring until it is read, and the window opens as it is:
 * a slow reader slows the sender. Segments that come before their turn are kept in their place in the ring.
 * Who waits for much widens the window by the memory that he reads into: TLS, which waits for a record of
 * 16 KB, lends the place of that record.
 *
 * The ring has two segments of memory of its own, enough for a handshake. Who has more to spare for a while
 * lends it:
 *
 *     tcp_stream_lend(&stream, memory, bytes);      from here on the window is as large
 *     ... request and answer ...
 *     tcp_stream_lend(&stream, NULL, 0);            the memory is the lender's again
 *
 * One connection at a time can be read from; a second one, opened meanwhile, only shows whether somebody is
 * there. 80 bytes.
 */
#ifndef CRAWLBOX_PORT_TCP_STREAM_H
#define CRAWLBOX_PORT_TCP_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stream_ring.h"

struct tcp_stream {
    void *connection;        /* lwIP's control block; NULL once lwIP has dropped it */
    struct stream_ring ring; /* what has arrived and was not read */
    uint8_t *reader;         /* where the task that reads wants the next bytes */
    uint16_t wanted;         /* how many of them; 0: nobody reads */
    bool connected;
    bool ended;   /* the other side will send no more */
    int error;    /* why the connection is gone, a status; 0: it is not */
    void *waiter; /* the task that waits for it; NULL: nobody */
};

/* STATUS_OK, STATUS_TIMEOUT, STATUS_REFUSED (nobody listens there), STATUS_IO (unreachable), STATUS_FULL (no
 * memory), STATUS_CALLED_OFF (port/net.h). */
int tcp_stream_open(struct tcp_stream *stream, uint32_t address, uint16_t port, uint32_t timeout_ms);

/* Begins to open a connection for the tcp_stream_open() to that place that comes soon, and does not wait. One
 * at a time: another one takes its place. If it fails or the other side ends it, tcp_stream_open() begins
 * anew; so it does after TCP_STREAM_AHEAD_S. */
enum { TCP_STREAM_AHEAD_S = 5 };
void tcp_stream_ahead(uint32_t address, uint16_t port);

/* The number of bytes read, at least 1; 0: the other side has ended the stream; or STATUS_TIMEOUT,
 * STATUS_CLOSED (reset), STATUS_CALLED_OFF. */
int tcp_stream_read(struct tcp_stream *stream, void *to, size_t size, uint32_t timeout_ms);

/* All of it is on its way, or an error as above. */
int tcp_stream_write(struct tcp_stream *stream, const void *from, size_t count, uint32_t timeout_ms);

/* What arrives goes into that memory, until this is called again or the connection is closed; NULL: into the
 * stream's own. If bytes that have arrived do not fit there, the connection ends with STATUS_CLOSED. */
void tcp_stream_lend(struct tcp_stream *stream, void *memory, size_t bytes);

/* Ends the connection, what has not been read is dropped. Also after errors; twice is harmless. */
void tcp_stream_close(struct tcp_stream *stream);

#endif
