/*
 * What has arrived of a stream and was not read yet, in a ring of bytes: TCP's receive buffer, without a
 * pool. Bytes have sequence numbers as in TCP, which wrap around. What comes too early is written straight
 * into its place, and a short list of islands remembers where it lies; when the hole before it is filled it
 * counts at once.
 *
 *     stream_ring_begin(&ring, memory, sizeof memory);
 *     ring.next = first_sequence_number;
 *     size_t more = stream_ring_put(&ring, sequence, bytes, count);   so many more bytes can be read now
 *     size_t taken = stream_ring_take(&ring, buffer, sizeof buffer);
 *     advertise(stream_ring_room(&ring));
 *
 * All of the memory is window, however small the segments are, and what is next in order always has its
 * place: a hole never holds anything that its filling needs. Bytes that can be read never change, whoever
 * sends them again with another content. Bytes outside of the window are dropped, and so is what would be an
 * island too many: TCP sends it again.
 *
 * RAM: struct stream_ring, 48 bytes, and the memory that the owner gives.
 */
#ifndef CRAWLBOX_BASE_STREAM_RING_H
#define CRAWLBOX_BASE_STREAM_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STREAM_RING_ISLANDS = 4,
    STREAM_RING_MAX = 0xffff, /* bytes: TCP's largest window without scaling */
};

struct stream_ring {
    uint8_t *memory;
    uint16_t size;
    uint16_t first; /* where the first byte that can be read lies */
    uint16_t ready; /* bytes that can be read */
    uint8_t islands;
    uint8_t newest; /* the island that has the bytes that came early last */
    uint32_t next;  /* sequence number of the byte behind those */
    struct stream_ring_island {
        uint32_t from, to;         /* sequence numbers */
    } island[STREAM_RING_ISLANDS]; /* in order, with a hole before each */
};

/* An empty ring in `memory`; 0 bytes: it has no room for anything. */
void stream_ring_begin(struct stream_ring *ring, void *memory, size_t bytes);

/* Takes `bytes` that begin with that sequence number as far as they lie in the window. Returns by how much
 * more can be read; that is more than `count` if the bytes behind have come before. */
size_t stream_ring_put(struct stream_ring *ring, uint32_t sequence, const void *bytes, size_t count);

/* Reads the next bytes: how many there were, at most `size`. */
size_t stream_ring_take(struct stream_ring *ring, void *to, size_t size);

/* The window: how many bytes from `next` on have a place. */
size_t stream_ring_room(const struct stream_ring *ring);

/* Goes on in other memory, with the islands if they fit there. false: what can be read does not fit, and
 * nothing has changed. */
bool stream_ring_move(struct stream_ring *ring, void *memory, size_t bytes);

#endif
