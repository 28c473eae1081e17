/*
 * Reads and writes UTF-8, one character at a time and in bulk. Every function is told where the text ends and
 * reads nothing beyond.
 *
 *     char out[UTF8_MAX_BYTES];
 *     size_t size = utf8_encode(0x0e01, out);       // 3
 *     size_t good = utf8_valid_prefix(text, size);  // equals size if all of the text is valid
 */
#ifndef CRAWLBOX_BASE_UTF8_H
#define CRAWLBOX_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

enum {
    UTF8_MAX_BYTES = 4,        /* bytes of the longest character */
    UTF8_REPLACEMENT = 0xfffd, /* stands for what could not be decoded */
};

/* Writes a character's bytes and returns how many; surrogates and what lies above U+10FFFF become U+FFFD. */
size_t utf8_encode(uint32_t character, char out[UTF8_MAX_BYTES]);

/*
 * Looks at the beginning of a text. Returns n > 0 if it is a valid sequence of n bytes, 0 if it is the
 * beginning of a valid sequence that the text's end cuts off (or if there is no text), or -n if n bytes
 * belong to no valid sequence and count as one U+FFFD (the "maximal subpart" that the WHATWG decoder
 * replaces).
 */
int utf8_sequence(const void *text, size_t size);

/* Returns the character of a sequence that utf8_sequence() found valid; `length` is what that returned. */
uint32_t utf8_decode(const void *text, int length);

/* Returns how many bytes from the beginning on are ASCII. */
size_t utf8_ascii_prefix(const void *text, size_t size);

/* Returns how many bytes from the beginning on are whole, valid characters. */
size_t utf8_valid_prefix(const void *text, size_t size);

#endif
