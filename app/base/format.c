#include "base/format.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

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

static void put(const struct output *out, const char *text, size_t length)
{
    if (length > 0)
        out->sink(out->context, text, length);
}

static void pad(const struct output *out, char fill, size_t count)
{
    char piece[PADDING_PIECE];
    memset(piece, fill, sizeof piece);
    for (; count > sizeof piece; count -= sizeof piece)
        put(out, piece, sizeof piece);
    put(out, piece, count);
}

/* text between its padding; sign (may be empty) goes before leading zeros but after leading blanks. */
static void put_field(const struct output *out, const struct conversion *c, const char *sign,
                      const char *text, size_t length)
{
    size_t sign_length = strlen(sign);
    size_t missing = c->width > length + sign_length ? c->width - length - sign_length : 0;
    if (!c->left && !c->zeros)
        pad(out, ' ', missing);
    put(out, sign, sign_length);
    if (!c->left && c->zeros)
        pad(out, '0', missing);
    put(out, text, length);
    if (c->left)
        pad(out, ' ', missing);
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
    size_t length = 0;
    while ((!c->has_precision || length < c->precision) && text[length] != '\0')
        length++;
    put_field(out, c, "", text, length);
}

/* A number of the format text itself. Widths are ours, small and constant: no overflow to fear. */
static size_t read_number(const char **format)
{
    size_t value = 0;
    while (**format >= '0' && **format <= '9')
        value = value * 10 + (size_t)(*(*format)++ - '0');
    return value;
}

/* va_list is an array on some machines: a struct of its own passes it by reference everywhere. */
struct arguments {
    va_list list;
};

static size_t read_count(const char **format, struct arguments *arguments)
{
    if (**format != '*')
        return read_number(format);
    (*format)++;
    int value = va_arg(arguments->list, int);
    return value < 0 ? 0 : (size_t)value;
}

static struct conversion read_conversion(const char **format, struct arguments *arguments)
{
    struct conversion c = {0};
    for (; **format == '-' || **format == '0'; (*format)++) {
        c.left |= **format == '-';
        c.zeros |= **format == '0';
    }
    c.width = read_count(format, arguments);
    if (**format == '.') {
        (*format)++;
        c.has_precision = true;
        c.precision = read_count(format, arguments);
    }
    if (**format == 'l' || **format == 'z') {
        c.size = *(*format)++;
        if (c.size == 'l' && **format == 'l') {
            (*format)++;
            c.size = 'L';
        }
    }
    c.type = **format;
    return c;
}

static int64_t take_signed(const struct conversion *c, struct arguments *arguments)
{
    switch (c->size) {
    case 'l': return va_arg(arguments->list, long);
    case 'L': return va_arg(arguments->list, long long);
    case 'z': return va_arg(arguments->list, ptrdiff_t);
    default: return va_arg(arguments->list, int);
    }
}

static uint64_t take_unsigned(const struct conversion *c, struct arguments *arguments)
{
    switch (c->size) {
    case 'l': return va_arg(arguments->list, unsigned long);
    case 'L': return va_arg(arguments->list, unsigned long long);
    case 'z': return va_arg(arguments->list, size_t);
    default: return va_arg(arguments->list, unsigned);
    }
}

/* false: not one of ours. */
static bool convert(const struct output *out, struct conversion *c, struct arguments *arguments)
{
    switch (c->type) {
    case '%': put(out, "%", 1); return true;
    case 'c': {
        char letter = (char)va_arg(arguments->list, int);
        c->zeros = false;
        put_field(out, c, "", &letter, 1);
        return true;
    }
    case 's': put_string(out, c, va_arg(arguments->list, const char *)); return true;
    case 'd':
    case 'i': {
        int64_t value = take_signed(c, arguments);
        uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
        put_number(out, c, value < 0 ? "-" : "", magnitude, 10);
        return true;
    }
    case 'u': put_number(out, c, "", take_unsigned(c, arguments), 10); return true;
    case 'x':
    case 'X': put_number(out, c, "", take_unsigned(c, arguments), 16); return true;
    case 'p': put_number(out, c, "0x", (uintptr_t)va_arg(arguments->list, void *), 16); return true;
    default: return false;
    }
}

void format_write(format_sink sink, void *context, const char *format, va_list list)
{
    struct output out = {sink, context};
    struct arguments arguments;
    va_copy(arguments.list, list);
    while (*format != '\0') {
        size_t plain = strcspn(format, "%");
        put(&out, format, plain);
        format += plain;
        if (*format == '\0')
            break;
        const char *start = format++;
        struct conversion c = read_conversion(&format, &arguments);
        if (c.type == '\0' || !convert(&out, &c, &arguments))
            put(&out, start, (size_t)(format - start) + (c.type != '\0'));
        if (c.type != '\0')
            format++;
    }
    va_end(arguments.list);
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
