#include "base/stream_ring.h"

#include <string.h>

#include "base/numbers.h"

void stream_ring_begin(struct stream_ring *ring, void *memory, size_t bytes)
{
    *ring = (struct stream_ring){.memory = memory, .size = (uint16_t)smaller_of(bytes, STREAM_RING_MAX)};
}

size_t stream_ring_room(const struct stream_ring *ring)
{
    return (size_t)ring->size - ring->ready;
}

/* How far a sequence number lies ahead; negative: it has passed. */
static int32_t stream_ring_ahead(const struct stream_ring *ring, uint32_t sequence)
{
    return (int32_t)(sequence - ring->next);
}

/* `offset` counts from the first byte that can be read, and is less than the ring's size. */
static size_t stream_ring_place(const struct stream_ring *ring, size_t offset)
{
    size_t place = ring->first + offset;
    return place < ring->size ? place : place - ring->size;
}

static void stream_ring_write(struct stream_ring *ring, size_t offset, const uint8_t *bytes, size_t count)
{
    size_t place = stream_ring_place(ring, offset), before_wrap = ring->size - place;
    size_t part = count < before_wrap ? count : before_wrap;
    memcpy(ring->memory + place, bytes, part);
    memcpy(ring->memory, bytes + part, count - part);
}

static void stream_ring_drop_island(struct stream_ring *ring, unsigned at)
{
    ring->islands--;
    memmove(&ring->island[at], &ring->island[at + 1], (ring->islands - at) * sizeof ring->island[0]);
}

/* Notes that [from, to) is there, one with all islands that it touches. false: the list is full. */
static bool stream_ring_note_island(struct stream_ring *ring, uint32_t from, uint32_t to)
{
    unsigned at = 0;
    while (at < ring->islands && (int32_t)(ring->island[at].to - from) < 0)
        at++;
    bool joins = at < ring->islands && (int32_t)(ring->island[at].from - to) <= 0;
    if (!joins && ring->islands == STREAM_RING_ISLANDS)
        return false;
    struct stream_ring_island *island = &ring->island[at];
    ring->newest = (uint8_t)at;
    if (!joins) {
        memmove(island + 1, island, (ring->islands - at) * sizeof *island);
        *island = (struct stream_ring_island){from, to};
        ring->islands++;
        return true;
    }
    if ((int32_t)(from - island->from) < 0)
        island->from = from;
    if ((int32_t)(to - island->to) > 0)
        island->to = to;
    while (at + 1 < ring->islands && (int32_t)(island[1].from - island->to) <= 0) {
        if ((int32_t)(island[1].to - island->to) > 0)
            island->to = island[1].to;
        stream_ring_drop_island(ring, at + 1);
    }
    return true;
}

/* More can be read, as far as `to`: and so can what lay behind it already. */
static void stream_ring_advance(struct stream_ring *ring, uint32_t to)
{
    while (ring->islands > 0 && (int32_t)(ring->island[0].from - to) <= 0) {
        if ((int32_t)(ring->island[0].to - to) > 0)
            to = ring->island[0].to;
        stream_ring_drop_island(ring, 0);
        if (ring->newest > 0)
            ring->newest--;
    }
    ring->ready = (uint16_t)(ring->ready + (to - ring->next));
    ring->next = to;
}

size_t stream_ring_put(struct stream_ring *ring, uint32_t sequence, const void *bytes, size_t count)
{
    const uint8_t *from = bytes;
    uint32_t before = ring->next;
    int32_t ahead = stream_ring_ahead(ring, sequence);
    if (ahead < 0) { /* its beginning came before */
        size_t known = 0u - (uint32_t)ahead;
        if (known >= count)
            return 0;
        from += known;
        count -= known;
        ahead = 0;
    }
    size_t room = stream_ring_room(ring);
    if ((size_t)ahead >= room)
        return 0;
    if (count > room - (size_t)ahead)
        count = room - (size_t)ahead;
    uint32_t begin = ring->next + (uint32_t)ahead, end = begin + (uint32_t)count;
    if (count == 0 || (ahead > 0 && !stream_ring_note_island(ring, begin, end)))
        return 0;
    stream_ring_write(ring, ring->ready + (size_t)ahead, from, count);
    if (ahead == 0)
        stream_ring_advance(ring, end);
    return ring->next - before;
}

size_t stream_ring_take(struct stream_ring *ring, void *to, size_t size)
{
    size_t count = size < ring->ready ? size : ring->ready, before_wrap = (size_t)ring->size - ring->first;
    size_t part = count < before_wrap ? count : before_wrap;
    if (count == 0)
        return 0;
    memcpy(to, ring->memory + ring->first, part);
    memcpy((uint8_t *)to + part, ring->memory, count - part);
    ring->first = (uint16_t)stream_ring_place(ring, count);
    ring->ready = (uint16_t)(ring->ready - count);
    return count;
}

bool stream_ring_move(struct stream_ring *ring, void *memory, size_t bytes)
{
    uint16_t ready = ring->ready;
    if (ready > bytes)
        return false;
    size_t span = ready;
    if (ring->islands > 0)
        span += ring->island[ring->islands - 1].to - ring->next;
    if (span > bytes) {
        ring->islands = 0;
        span = ready;
    }
    ring->ready = (uint16_t)span; /* the islands, and the holes between them, are copied as if they counted */
    stream_ring_take(ring, memory, span);
    ring->memory = memory;
    ring->size = (uint16_t)smaller_of(bytes, STREAM_RING_MAX);
    ring->first = 0;
    ring->ready = ready;
    return true;
}
