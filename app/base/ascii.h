/*
 * Characters of US-ASCII, whatever the locale: what protocols are made of. Bytes above 127 are none of these.
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

/* The value of a hexadecimal digit, or -1. */
int ascii_hex_value(char c);

/* Whether `size` bytes of text say `word` (zero-terminated, in lower case), in any case. */
bool ascii_equals(const char *text, size_t size, const char *word);

#endif
