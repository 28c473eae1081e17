/*
 * One TCP connection as a stream that blocks: what HTTP and TLS read and write.
 *
 *     int status = tcp_stream_open(&stream, address, 80, 20000);
 *     tcp_stream_write(&stream, request, length, 20000);
 *     while ((count = tcp_stream_read(&stream, buffer, sizeof buffer, 20000)) > 0)
 *         ...
 *     tcp_stream_close(&stream);
 *
 * From one task, not `net`. What has arrived stays in lwIP's buffers until it is read, and the window opens as it is: a
 * slow reader slows the sender. 20 bytes; buffers are lwIP's.
 */
#ifndef CRAWLBOX_TCP_STREAM_H
#define CRAWLBOX_TCP_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net.h"

struct tcp_stream {
    void *connection; /* lwIP's control block; NULL once lwIP has dropped it */
    void *arrived;    /* chain of buffers not read yet */
    uint16_t read;    /* bytes of its first buffer that have been read */
    bool connected;
    bool ended; /* the other side will send no more */
    int error;  /* why the connection is gone, a status; 0: it is not */
    struct net_waiter waiter;
};

/* STATUS_OK, STATUS_TIMEOUT, STATUS_REFUSED (nobody listens there), STATUS_IO (unreachable), STATUS_FULL (no memory),
 * STATUS_CALLED_OFF (net.h). */
int tcp_stream_open(struct tcp_stream *stream, uint32_t address, uint16_t port, uint32_t timeout_ms);

/* The number of bytes read, at least 1; 0: the other side has ended the stream; or STATUS_TIMEOUT, STATUS_CLOSED (reset),
 * STATUS_CALLED_OFF. */
int tcp_stream_read(struct tcp_stream *stream, void *to, size_t size, uint32_t timeout_ms);

/* All of it is on its way, or an error as above. */
int tcp_stream_write(struct tcp_stream *stream, const void *from, size_t count, uint32_t timeout_ms);

/* Ends the connection, what has not been read is dropped. Also after errors; twice is harmless. */
void tcp_stream_close(struct tcp_stream *stream);

#endif
