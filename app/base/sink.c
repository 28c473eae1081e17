#include "base/sink.h"

#include <string.h>

#include "base/packed.h"
#include "base/status.h"

enum { DIGITS_MAX = 10 };

struct sink sink_counter(void)
{
    return (struct sink){0};
}

static int put_into_memory(void *context, const void *bytes, size_t size)
{
    struct sink_span *span = context;
    if (size > span->room)
        return STATUS_TOO_LONG;
    memcpy(span->at, bytes, size);
    span->at += size;
    span->room -= size;
    return 0;
}

struct sink sink_memory(struct sink_span *span)
{
    return (struct sink){.put = put_into_memory, .context = span};
}

void sink_bytes(struct sink *sink, const void *bytes, size_t size)
{
    if (sink->status < 0 || size == 0)
        return;
    if (sink->put)
        sink->status = sink->put(sink->context, bytes, size);
    if (sink->status >= 0)
        sink->count += (uint32_t)size;
}

void sink_text(struct sink *sink, const char *text)
{
    if (!packed_is(text)) {
        sink_bytes(sink, text, strlen(text));
        return;
    }
    struct packed_reader reader;
    packed_open(&reader, text);
    for (char c; (c = packed_next(&reader)) != '\0';)
        sink_bytes(sink, &c, 1);
}

static void sink_repeat(struct sink *sink, const char sixteen[16], size_t count)
{
    while (count > 0) {
        size_t part = count < 16 ? count : 16;
        sink_bytes(sink, sixteen, part);
        count -= part;
    }
}

void sink_blanks(struct sink *sink, size_t count)
{
    sink_repeat(sink, "                ", count);
}

static size_t digits_of(uint32_t number, char digits[DIGITS_MAX])
{
    size_t at = DIGITS_MAX;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return at;
}

static void sink_digits(struct sink *sink, uint32_t number, size_t width, const char *fill)
{
    char digits[DIGITS_MAX];
    size_t at = digits_of(number, digits);
    size_t size = DIGITS_MAX - at;
    if (width > size)
        sink_repeat(sink, fill, width - size);
    sink_bytes(sink, digits + at, size);
}

void sink_number(struct sink *sink, uint32_t number)
{
    sink_digits(sink, number, 0, "");
}

void sink_number_blank(struct sink *sink, uint32_t number, size_t width)
{
    sink_digits(sink, number, width, "                ");
}

void sink_number_zero(struct sink *sink, uint32_t number, size_t width)
{
    sink_digits(sink, number, width, "0000000000000000");
}
