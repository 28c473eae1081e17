/* Looks in the first bytes of a page for the charset that its META (or XML declaration) names; or in
 * those of a stylesheet for that of its @charset. */
#ifndef CRAWLBOX_READ_TEXT_PRESCAN_H
#define CRAWLBOX_READ_TEXT_PRESCAN_H

#include "read/text/charset.h"

/*
 * Does the WHATWG algorithm "prescan a byte stream to determine its encoding", and then looks for the
 * encoding of an XML declaration, or for @charset. Returns TEXT_CHARSET_UNKNOWN if there is none of them. A
 * label of UTF-16 that is found this way means UTF-8, since the label itself could not have been read
 * otherwise.
 */
enum text_charset text_prescan(const void *bytes, size_t size);

#endif
