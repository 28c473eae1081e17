/*
 * Punycode (RFC 3492): a label of any characters written with the letters, digits and hyphens that DNS has.
 * The `xn--` in front is not part of it.
 */
#ifndef CRAWLBOX_READ_URL_PUNYCODE_H
#define CRAWLBOX_READ_URL_PUNYCODE_H

#include "read/url/internal.h"

/* Appends the Punycode of a label given in (well-formed) UTF-8, which may lie in the same buffer. */
void punycode_encode(const char *label, size_t length, struct url_writer *out);

/* Appends the UTF-8 of a label given in Punycode. Returns false if it is not Punycode. */
bool punycode_decode(const char *label, size_t length, struct url_writer *out);

#endif
