/* Knows the names of charsets, and the characters of those with one byte for each character. */
#ifndef CRAWLBOX_READ_TEXT_CHARSET_H
#define CRAWLBOX_READ_TEXT_CHARSET_H

#include <stddef.h>
#include <stdint.h>

enum text_charset {
    TEXT_CHARSET_UNKNOWN, /* nothing was declared, or a label that nobody knows */
    TEXT_UTF_8,
    TEXT_UTF_16LE,
    TEXT_UTF_16BE,
    TEXT_WINDOWS_874,  /* and TIS-620, ISO-8859-11 */
    TEXT_WINDOWS_1252, /* and ISO-8859-1, ASCII: the web's fallback */
    TEXT_WINDOWS_1256, /* Arabic and Persian */
    TEXT_UNSUPPORTED,  /* a real charset that is not decoded here */
};

/* Returns "utf-8", "windows-874" and so on, "unsupported" or "unknown". */
const char *text_charset_name(enum text_charset charset);

/* Returns the charset that a label names. Case and blanks around the label do not matter, as in the WHATWG
 * Encoding standard. */
enum text_charset text_charset_of_label(const char *label, size_t size);

/*
 * Returns the charset in a Content-Type such as `text/html; charset="tis-620"`, be it of an HTTP header or of
 * META, or TEXT_CHARSET_UNKNOWN if it names none.
 */
enum text_charset text_charset_of_content_type(const char *value, size_t size);

/* Returns the character that a byte from 0x80 on stands for in a single-byte charset, or U+FFFD if it
 * stands for none. */
uint16_t text_charset_character(enum text_charset charset, uint8_t byte);

#endif
