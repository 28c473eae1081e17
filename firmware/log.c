#include "log.h"

#include <stdarg.h>
#include <string.h>

#include "FreeRTOS.h"
#include "task.h"

#include "base/format.h"
#include "clock.h"
#include "console.h"
#include "ram.h"

struct header {
    uint32_t uptime_ms_low;
    uint16_t uptime_ms_high; /* enough for 8,900 years */
    uint8_t level;
    uint8_t length;
};

_Static_assert(sizeof(struct header) == 8, "a log line's header is 8 bytes");
_Static_assert(LOG_LINE_MAX <= UINT8_MAX, "a log line's length is a byte");
_Static_assert((LOG_BYTES & (LOG_BYTES - 1)) == 0, "the log ring must be a power of two");
_Static_assert(sizeof(struct header) + LOG_LINE_MAX <= LOG_BYTES, "the log ring must hold its longest line");

static enum log_level threshold = LOG_INFO;

static const char *const level_names[LOG_LEVELS] = {"error", "warning", "info", "debug"};

/* How many of count bytes lie before the ring's storage starts again. */
static size_t before_wrap(uint32_t at, size_t count)
{
    size_t left = LOG_BYTES - at % LOG_BYTES;
    return count < left ? count : left;
}

static void put_bytes(uint32_t at, const void *from, size_t count)
{
    size_t first = before_wrap(at, count);
    memcpy(ram_log.bytes + at % LOG_BYTES, from, first);
    memcpy(ram_log.bytes, (const uint8_t *)from + first, count - first);
}

static void get_bytes(uint32_t at, void *to, size_t count)
{
    size_t first = before_wrap(at, count);
    memcpy(to, ram_log.bytes + at % LOG_BYTES, first);
    memcpy((uint8_t *)to + first, ram_log.bytes, count - first);
}

/* Room for `size` more bytes; the oldest lines go. */
static void make_room(uint32_t size)
{
    while (ram_log.end + size - ram_log.start > LOG_BYTES) {
        struct header oldest;
        get_bytes(ram_log.start, &oldest, sizeof oldest);
        ram_log.start += sizeof oldest + oldest.length;
    }
}

/* One line on its way into the ring. */
struct writer {
    uint32_t at;
    size_t length;
};

static void append(void *context, const char *text, size_t length)
{
    struct writer *writer = context;
    size_t room = LOG_LINE_MAX - writer->length;
    if (length > room)
        length = room; /* a long line is cut */
    put_bytes(writer->at + (uint32_t)writer->length, text, length);
    writer->length += length;
}

void log_write(enum log_level level, const char *format, ...)
{
    if (level > threshold)
        return;
    va_list arguments;
    va_start(arguments, format);
    /* Straight into the ring, so that no task needs stack for a whole line. Interrupts do not log: holding off the other
     * tasks is enough, and that for some microseconds. */
    vTaskSuspendAll();
    make_room(sizeof(struct header) + LOG_LINE_MAX);
    struct writer writer = {.at = ram_log.end + sizeof(struct header)};
    format_write(append, &writer, format, arguments);
    uint64_t now = clock_ms();
    struct header header = {(uint32_t)now, (uint16_t)(now >> 32), (uint8_t)level, (uint8_t)writer.length};
    put_bytes(ram_log.end, &header, sizeof header);
    ram_log.end = writer.at + (uint32_t)writer.length;
    ram_use(RAM_log, ram_log.end - ram_log.start);
    (void)xTaskResumeAll();
    va_end(arguments);
    console_wake();
}

void log_set_level(enum log_level level)
{
    threshold = level;
}

enum log_level log_get_level(void)
{
    return threshold;
}

const char *log_level_name(enum log_level level)
{
    return level_names[level];
}

bool log_read(uint32_t *cursor, struct log_line *line)
{
    vTaskSuspendAll();
    uint32_t at = *cursor;
    /* outside of what the ring holds: start at its oldest line */
    if (at - ram_log.start > ram_log.end - ram_log.start)
        at = ram_log.start;
    bool there = at != ram_log.end;
    if (there) {
        struct header header;
        get_bytes(at, &header, sizeof header);
        line->uptime_ms = (uint64_t)header.uptime_ms_high << 32 | header.uptime_ms_low;
        line->level = (enum log_level)header.level;
        get_bytes(at + sizeof header, line->text, header.length);
        line->text[header.length] = '\0';
        at += sizeof header + header.length;
    }
    *cursor = at;
    (void)xTaskResumeAll();
    return there;
}
