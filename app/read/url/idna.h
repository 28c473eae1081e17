/*
 * Turns international host names into what browsers send to DNS, by UTS #46 (non-transitional) and Punycode
 * (RFC 3492).
 *
 *     ไทย.example  ->  xn--o3cw4h.example        EXAMPLE。ＣＯＭ  ->  example.com
 *
 * The rules are those of the standard; the tables are a part of Unicode's, chosen for 256 KB of flash
 * (unicode.h says what is in them). A character whose mapping they lack is refused, so that a name is never
 * turned into another one. Labels that are Punycode already are decoded, checked by the same rules and kept
 * as they are.
 *
 * Only the URL parser calls it. It works inside the URL's buffer and needs about 180 bytes of stack.
 */
#ifndef CRAWLBOX_READ_URL_IDNA_H
#define CRAWLBOX_READ_URL_IDNA_H

#include "read/url/internal.h"

/*
 * Reads a host name to the end of `in` (UTF-8, percent-encoded or not) and appends its ASCII form. Returns
 * URL_FINE, URL_BAD_HOST or URL_BAD_NAME; if the buffer is too small it sets out->overflow.
 */
enum url_problem idna_to_ascii(struct url_reader in, struct url_writer *out);

#endif
