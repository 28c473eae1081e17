#include "base/format.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/packed.h"
#include "base/status.h"

enum {
    DIGITS_MAX = 20, /* 2^64 - 1 in decimal */
    PADDING_PIECE = 8,
};

struct output {
    format_sink sink;
    void *context;
};

struct conversion {
    bool left;
    bool zeros;
    bool has_precision;
    size_t width;
    size_t precision;
    char size; /* 0, 'l', 'L' for ll, 'z' */
    char type;
};

/* A function that is not inlined has its frame on the stack only while it runs, which makes the stack of
 * tasks that log smaller (tests/budget_calls.txt). */
#define OWN_FRAME __attribute__((noinline))

static OWN_FRAME void put_bytes(const struct output *out, const char *text, size_t length)
{
    if (length > 0)
        out->sink(out->context, text, length);
}

static void put_padding(const struct output *out, char fill, size_t count)
{
    char piece[PADDING_PIECE];
    memset(piece, fill, sizeof piece);
    for (; count > sizeof piece; count -= sizeof piece)
        put_bytes(out, piece, sizeof piece);
    put_bytes(out, piece, count);
}

/* Writes the first characters of a text, packed or not. */
static OWN_FRAME void put_text(const struct output *out, const char *text, size_t length)
{
    if (!packed_is(text)) {
        put_bytes(out, text, length);
        return;
    }
    struct packed_reader reader;
    packed_open(&reader, text);
    for (; length > 0; length--) {
        char c = packed_next(&reader);
        put_bytes(out, &c, 1);
    }
}

/* Writes the text between its padding. The sign, which may be empty, goes before leading zeros but after
 * leading blanks. */
static void put_field(const struct output *out, const struct conversion *c, const char *sign,
                      const char *text, size_t length)
{
    size_t sign_length = strlen(sign);
    size_t missing = c->width > length + sign_length ? c->width - length - sign_length : 0;
    if (!c->left && !c->zeros)
        put_padding(out, ' ', missing);
    put_bytes(out, sign, sign_length);
    if (!c->left && c->zeros)
        put_padding(out, '0', missing);
    put_text(out, text, length);
    if (c->left)
        put_padding(out, ' ', missing);
}

static void put_number(const struct output *out, const struct conversion *c, const char *sign, uint64_t value,
                       unsigned base)
{
    const char *symbols = c->type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    char digits[DIGITS_MAX];
    size_t at = sizeof digits;
    while (value > UINT32_MAX) { /* only numbers that need it pay for 64-bit division */
        digits[--at] = symbols[value % base];
        value /= base;
    }
    uint32_t rest = (uint32_t)value;
    do {
        digits[--at] = symbols[rest % base];
        rest /= base;
    } while (rest != 0);
    put_field(out, c, sign, digits + at, sizeof digits - at);
}

static void put_string(const struct output *out, struct conversion *c, const char *text)
{
    c->zeros = false;
    if (text == NULL)
        text = "(none)";
    put_field(out, c, "", text, packed_length(text, c->has_precision ? c->precision : SIZE_MAX));
}

/* What is still to be written. (va_list is an array on some machines: inside a struct it is passed by
 * reference everywhere.) */
struct source {
    struct packed_reader rest;
    char now; /* the character before it */
    va_list arguments;
};

static void next_character(struct source *source)
{
    source->now = packed_next(&source->rest);
}

/* Reads a number of the format itself. It cannot overflow, since widths are small constants of ours. */
static size_t read_number(struct source *source)
{
    size_t value = 0;
    for (; ascii_is_digit(source->now); next_character(source))
        value = value * 10 + (size_t)(source->now - '0');
    return value;
}

static size_t read_count(struct source *source)
{
    if (source->now != '*')
        return read_number(source);
    next_character(source);
    int value = va_arg(source->arguments, int);
    return value < 0 ? 0 : (size_t)value;
}

static struct conversion read_conversion(struct source *source)
{
    struct conversion c = {0};
    for (; source->now == '-' || source->now == '0'; next_character(source)) {
        c.left |= source->now == '-';
        c.zeros |= source->now == '0';
    }
    c.width = read_count(source);
    if (source->now == '.') {
        next_character(source);
        c.has_precision = true;
        c.precision = read_count(source);
    }
    if (source->now == 'l' || source->now == 'z') {
        c.size = source->now;
        next_character(source);
        if (c.size == 'l' && source->now == 'l') {
            next_character(source);
            c.size = 'L';
        }
    }
    c.type = source->now;
    return c;
}

static int64_t take_signed(const struct conversion *c, struct source *source)
{
    switch (c->size) {
    case 'l': return va_arg(source->arguments, long);
    case 'L': return va_arg(source->arguments, long long);
    case 'z': return va_arg(source->arguments, ptrdiff_t);
    default: return va_arg(source->arguments, int);
    }
}

static uint64_t take_unsigned(const struct conversion *c, struct source *source)
{
    switch (c->size) {
    case 'l': return va_arg(source->arguments, unsigned long);
    case 'L': return va_arg(source->arguments, unsigned long long);
    case 'z': return va_arg(source->arguments, size_t);
    default: return va_arg(source->arguments, unsigned);
    }
}

/* Writes one argument. Returns false if the conversion is unknown. */
static bool put_argument(const struct output *out, struct conversion *c, struct source *source)
{
    switch (c->type) {
    case '%': put_bytes(out, "%", 1); return true;
    case 'c': {
        char letter = (char)va_arg(source->arguments, int);
        c->zeros = false;
        put_field(out, c, "", &letter, 1);
        return true;
    }
    case 's': put_string(out, c, va_arg(source->arguments, const char *)); return true;
    case 'd':
    case 'i': {
        int64_t value = take_signed(c, source);
        uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
        put_number(out, c, value < 0 ? "-" : "", magnitude, 10);
        return true;
    }
    case 'u': put_number(out, c, "", take_unsigned(c, source), 10); return true;
    case 'x':
    case 'X': put_number(out, c, "", take_unsigned(c, source), 16); return true;
    case 'p': put_number(out, c, "0x", (uintptr_t)va_arg(source->arguments, void *), 16); return true;
    default: return false;
    }
}

void format_write(format_sink sink, void *context, const char *format, va_list arguments)
{
    struct output out = {sink, context};
    struct source source;
    packed_open(&source.rest, format);
    va_copy(source.arguments, arguments);
    for (next_character(&source); source.now != '\0'; next_character(&source)) {
        if (source.now != '%') {
            put_bytes(&out, &source.now, 1);
            continue;
        }
        next_character(&source);
        struct conversion c = read_conversion(&source);
        if (put_argument(&out, &c, &source))
            continue;
        put_bytes(&out, "%", 1);
        if (c.type == '\0')
            break;
        put_bytes(&out, &c.type, 1);
    }
    va_end(source.arguments);
}

struct bounded {
    char *buffer;
    size_t size;
    size_t length; /* of the whole text, also of what did not fit */
};

static void put_bounded(void *context, const char *text, size_t length)
{
    struct bounded *to = context;
    if (to->length + 1 < to->size) {
        size_t room = to->size - 1 - to->length;
        memcpy(to->buffer + to->length, text, length < room ? length : room);
    }
    to->length += length;
}

int format_text_list(char *buffer, size_t size, const char *format, va_list arguments)
{
    struct bounded to = {buffer, size, 0};
    format_write(put_bounded, &to, format, arguments);
    buffer[to.length < size ? to.length : size - 1] = '\0';
    return to.length < size ? (int)to.length : STATUS_TOO_LONG;
}

int format_text(char *buffer, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = format_text_list(buffer, size, format, arguments);
    va_end(arguments);
    return length;
}
