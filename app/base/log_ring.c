#include "base/log_ring.h"

#include <string.h>

#include "base/format.h"

/* What stands before the text of each line. */
struct header {
    uint32_t uptime_ms_low;
    uint16_t uptime_ms_high; /* enough for 8,900 years */
    uint8_t level;
    uint8_t length;
};

_Static_assert(sizeof(struct header) == 8, "a log line's header is 8 bytes");
_Static_assert(LOG_LINE_MAX <= UINT8_MAX, "a log line's length is a byte");
_Static_assert((LOG_RING_BYTES & (LOG_RING_BYTES - 1)) == 0, "the log ring must be a power of two");
_Static_assert(sizeof(struct header) + LOG_LINE_MAX <= LOG_RING_BYTES,
               "the log ring must hold its longest line");

/* Returns how many of `count` bytes fit before the ring's storage starts again. */
static size_t before_wrap(uint32_t at, size_t count)
{
    size_t left = LOG_RING_BYTES - at % LOG_RING_BYTES;
    return count < left ? count : left;
}

static void put_bytes(struct log_ring *ring, uint32_t at, const void *from, size_t count)
{
    size_t first = before_wrap(at, count);
    memcpy(ring->bytes + at % LOG_RING_BYTES, from, first);
    memcpy(ring->bytes, (const uint8_t *)from + first, count - first);
}

static void get_bytes(const struct log_ring *ring, uint32_t at, void *to, size_t count)
{
    size_t first = before_wrap(at, count);
    memcpy(to, ring->bytes + at % LOG_RING_BYTES, first);
    memcpy((uint8_t *)to + first, ring->bytes, count - first);
}

/* Makes room for `size` more bytes by dropping the oldest lines. */
static void make_room(struct log_ring *ring, uint32_t size)
{
    while (ring->end + size - ring->start > LOG_RING_BYTES) {
        struct header oldest;
        get_bytes(ring, ring->start, &oldest, sizeof oldest);
        ring->start += sizeof oldest + oldest.length;
    }
}

/* A line that is being written into the ring. */
struct writer {
    struct log_ring *ring;
    uint32_t length;
};

static void append_to_line(void *context, const char *text, size_t length)
{
    struct writer *writer = context;
    size_t room = LOG_LINE_MAX - writer->length;
    if (length > room)
        length = room;
    put_bytes(writer->ring, writer->ring->end + (uint32_t)sizeof(struct header) + writer->length, text,
              length);
    writer->length += (uint32_t)length;
}

void log_ring_write(struct log_ring *ring, uint64_t uptime_ms, uint8_t level, const char *format,
                    va_list arguments)
{
    /* This makes room for the longest line there is, since making room while text comes would take more
     * stack of every task that logs. */
    make_room(ring, sizeof(struct header) + LOG_LINE_MAX);
    struct writer writer = {ring, 0};
    format_write(append_to_line, &writer, format, arguments);
    struct header header = {(uint32_t)uptime_ms, (uint16_t)(uptime_ms >> 32), level, (uint8_t)writer.length};
    put_bytes(ring, ring->end, &header, sizeof header);
    ring->end += (uint32_t)sizeof header + writer.length;
}

bool log_ring_read(const struct log_ring *ring, uint32_t *cursor, struct log_line *line)
{
    uint32_t at = *cursor;
    if (at - ring->start > ring->end - ring->start) /* outside of what the ring holds */
        at = ring->start;
    bool there = at != ring->end;
    if (there) {
        struct header header;
        get_bytes(ring, at, &header, sizeof header);
        line->uptime_ms = (uint64_t)header.uptime_ms_high << 32 | header.uptime_ms_low;
        line->level = header.level;
        get_bytes(ring, at + (uint32_t)sizeof header, line->text, header.length);
        line->text[header.length] = '\0';
        at += (uint32_t)sizeof header + header.length;
    }
    *cursor = at;
    return there;
}

size_t log_ring_used(const struct log_ring *ring)
{
    return ring->end - ring->start;
}
