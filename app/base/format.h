/*
 * Makes text from numbers: the small part of printf that the box needs, without heap, floats and locales.
 *
 *     char text[24];
 *     format_text(text, sizeof text, "%u of %s", count, name);       into a buffer, always terminated
 *     format_write(send, &port, "free: %6lu bytes\n", arguments);    piece by piece into a function of yours
 *
 * Conversions: %c %s %d %i %u %x %X %p %%, with l, ll or z before them; a width (a number or *), '-' for
 * left, '0' for leading zeros; for %s a precision (".8" or ".*"). Of anything else the sign and the letter
 * are written, so that a mistake shows.
 *
 * The format and texts for %s may be packed (base/packed.h). Costs no RAM but about 150 bytes of stack.
 */
#ifndef CRAWLBOX_BASE_FORMAT_H
#define CRAWLBOX_BASE_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* Takes the next piece of text, which is not terminated and is gone when the function returns. */
typedef void (*format_sink)(void *context, const char *text, size_t length);

void format_write(format_sink sink, void *context, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

/* Writes text and a terminator into the buffer, whose size is not 0. Returns the length without the
 * terminator, or STATUS_TOO_LONG if only the beginning fits. */
int format_text(char *buffer, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

int format_text_list(char *buffer, size_t size, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

/* Is never called. It lets the compiler check arguments against a format that is packed (base/packed.h) where
 * it is used.
 *
 *     #define say(format, ...) \
 *         (FORMAT_CHECK(format, ##__VA_ARGS__), say_packed(PACKED(format), ##__VA_ARGS__))
 */
int format_check(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define FORMAT_CHECK(...) ((void)sizeof(format_check(__VA_ARGS__)))

/* Marks a function that is given such a format: where texts are plain, the compiler checks its calls. */
#ifdef CRAWLBOX_PACKED_TEXTS
#define FORMAT_PACKED(which, first)
#else
#define FORMAT_PACKED(which, first) __attribute__((format(printf, which, first)))
#endif

#endif
