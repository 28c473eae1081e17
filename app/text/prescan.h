/* Looks for the charset that a page's META (or XML declaration) names, in the first bytes of it. */
#ifndef CRAWLBOX_TEXT_PRESCAN_H
#define CRAWLBOX_TEXT_PRESCAN_H

#include "text/charset.h"

/*
 * The WHATWG "prescan a byte stream to determine its encoding" over the bytes given, then an XML declaration's
 * encoding; TEXT_CHARSET_UNKNOWN if there is neither. UTF-16 found this way means UTF-8: the bytes could not have been
 * read otherwise.
 */
enum text_charset text_prescan(const void *bytes, size_t size);

#endif
