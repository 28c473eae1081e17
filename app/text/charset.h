/* Names of charsets, and the tables of those with one byte a character. */
#ifndef CRAWLBOX_TEXT_CHARSET_H
#define CRAWLBOX_TEXT_CHARSET_H

#include <stddef.h>
#include <stdint.h>

enum text_charset {
    TEXT_CHARSET_UNKNOWN, /* no such label: as if nothing had been declared */
    TEXT_UTF_8,
    TEXT_UTF_16LE,
    TEXT_UTF_16BE,
    TEXT_WINDOWS_874,  /* and TIS-620, ISO-8859-11 */
    TEXT_WINDOWS_1252, /* and ISO-8859-1, ASCII: the web's fallback */
    TEXT_WINDOWS_1256, /* Arabic and Persian */
    TEXT_UNSUPPORTED,  /* a real charset that is not decoded here */
};

/* "utf-8", "windows-874", ...; "unsupported"; "unknown". */
const char *text_charset_name(enum text_charset charset);

/* The charset that a label names, as the WHATWG Encoding standard reads labels: any case, blanks around it ignored. */
enum text_charset text_charset_of_label(const char *label, size_t size);

/*
 * The charset in a Content-Type such as `text/html; charset="tis-620"`, in an HTTP header or META alike;
 * TEXT_CHARSET_UNKNOWN if it names none.
 */
enum text_charset text_charset_of_content_type(const char *value, size_t size);

/* The character that a byte from 0x80 on stands for in a single-byte charset; U+FFFD where it stands for none. */
uint16_t text_charset_character(enum text_charset charset, uint8_t byte);

#endif
