/* Whatever segments a sender invents: nothing is written outside of the ring, and what is read is what was
 * sent first in its place or, as far as it came early, sent last; numbers and room fit together at every
 * step. A model with one flag a byte says what must be there, and the sender is told of nothing else. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/selective_ack.h"
#include "base/stream_ring.h"

enum { STREAM_BYTES = 4096, WINDOW = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int ok)
{
    if (!ok)
        __builtin_trap();
}

/* The stream as the model sees it. */
static struct {
    uint8_t byte[STREAM_BYTES];
    uint8_t is_there[STREAM_BYTES];
    uint32_t next, read; /* offsets from the stream's start */
} model;

static void put(struct stream_ring *ring, uint32_t start, uint32_t at, size_t count, uint8_t value)
{
    uint8_t bytes[256];
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(value + i);
    unsigned islands = ring->islands;
    uint32_t before = ring->next;
    size_t more = stream_ring_put(ring, start + at, bytes, count);
    bool dropped = islands == STREAM_RING_ISLANDS && ring->islands == islands && at > model.next;
    check(ring->next - before == more);
    for (size_t i = 0; i < count; i++) {
        uint32_t place = at + (uint32_t)i;
        bool fits = place >= model.next && place < model.read + WINDOW && place < STREAM_BYTES;
        if (fits && !dropped) {
            model.byte[place] = bytes[i];
            model.is_there[place] = 1;
        } else if (fits && more > 0) {
            check(0);
        }
    }
    if (dropped) /* a full list may have had an island that it joined: then the ring says what is there */
        for (unsigned i = 0; i < ring->islands; i++)
            for (uint32_t place = ring->island[i].from - start; place < ring->island[i].to - start; place++)
                if (place >= at && place < at + count) {
                    model.is_there[place] = 1;
                    model.byte[place] = bytes[place - at];
                }
    while (model.next < STREAM_BYTES && model.is_there[model.next])
        model.next++;
    check(ring->next - start == model.next);
}

static uint32_t big_endian(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* What an acknowledgement would say of bytes that came early is true, and fits into a header. */
static void check_acknowledgement(const struct stream_ring *ring, uint32_t start)
{
    uint8_t options[36];
    size_t length = selective_ack_length(ring);
    check(length <= sizeof options && (length > 0) == (ring->islands > 0));
    if (length > 0)
        selective_ack_write(ring, options);
    for (size_t at = 4; at < length; at += 8) {
        uint32_t from = big_endian(options + at) - start, to = big_endian(options + at + 4) - start;
        check(from > model.next && from < to && to <= model.read + WINDOW && to <= STREAM_BYTES);
        for (uint32_t place = from; place < to; place++)
            check(model.is_there[place]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    selective_ack_is_permitted(data, size);
    struct stream_ring ring;
    uint8_t *memory = malloc(WINDOW),
            read[WINDOW]; /* of its own size, so that the sanitizer sees each byte too far */
    uint32_t start = size > 0 ? 0u - data[0] * 8u : 0; /* the numbers wrap around */
    check(memory != NULL);
    memset(&model, 0, sizeof model);
    stream_ring_begin(&ring, memory, WINDOW);
    ring.next = start;
    for (size_t i = 1; i + 3 < size && model.next + 2 * WINDOW < STREAM_BYTES; i += 3) {
        if (data[i] & 0x80) {
            size_t taken = stream_ring_take(&ring, read, data[i + 1] % (WINDOW + 1));
            check(memcmp(read, model.byte + model.read, taken) == 0);
            model.read += (uint32_t)taken;
        } else {
            int32_t at = (int32_t)model.next + data[i] - 32;
            put(&ring, start, at > 0 ? (uint32_t)at : 0, data[i + 1] % 100, data[i + 2]);
        }
        check(stream_ring_room(&ring) == WINDOW - (model.next - model.read));
        check(ring.islands <= STREAM_RING_ISLANDS);
        check_acknowledgement(&ring, start);
    }
    free(memory);
    return 0;
}
