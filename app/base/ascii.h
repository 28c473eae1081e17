/*
 * Knows the characters of US-ASCII, of which protocols are made, whatever the locale is. A byte above 127 is
 * neither digit nor letter.
 */
#ifndef CRAWLBOX_BASE_ASCII_H
#define CRAWLBOX_BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>

static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool ascii_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline char ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* Says whether a URL holds the character as it is; RFC 3986 calls it unreserved. */
bool ascii_is_unreserved(char c);

/* Returns the value of a hexadecimal digit, or -1. */
int ascii_hex_value(char c);

/* Says whether `size` bytes of text are `word`, which is zero-terminated and in lower case; the text may
 * be in any case. */
bool ascii_equals(const char *text, size_t size, const char *word);

#endif
