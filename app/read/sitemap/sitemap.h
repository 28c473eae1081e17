/*
 * Reads a sitemap (the XML of sitemaps.org) as it streams by, and hands on the addresses that it lists: those
 * of pages, or, if it is an index, those of other sitemaps.
 *
 *     static void take(void *context, const char *address, size_t length, bool is_sitemap) { ... }
 *
 *     struct sitemap_reader reader;
 *     sitemap_begin(&reader, take, &queue);
 *     while ((n = receive(chunk)) > 0)
 *         sitemap_feed(&reader, chunk, n);
 *
 * Bytes may come in pieces of any size; that changes nothing. An address is handed on when its <loc> ends, as
 * it stands there, with character references decoded. One that is longer than HTML_URL_BYTES is left out.
 * DESIGN.md says why the reader of HTML does the work.
 *
 * RAM: struct sitemap_reader, about 2,200 bytes.
 */
#ifndef CRAWLBOX_READ_SITEMAP_SITEMAP_H
#define CRAWLBOX_READ_SITEMAP_SITEMAP_H

#include "read/html/token.h"

typedef void sitemap_sink(void *context, const char *address, size_t length, bool is_sitemap);

struct sitemap_reader {
    sitemap_sink *sink;
    void *context;
    bool is_index;   /* its addresses are those of sitemaps */
    bool in_address; /* the text being read is that of a <loc> */
    uint16_t length; /* of the address so far; above HTML_URL_BYTES: it is too long */
    char address[HTML_URL_BYTES];
    struct html_tokenizer tokens;
};

/* Starts a sitemap. */
void sitemap_begin(struct sitemap_reader *reader, sitemap_sink *sink, void *context);

/* Reads the next bytes. What the end of a sitemap cuts off is not handed on. */
void sitemap_feed(struct sitemap_reader *reader, const char *bytes, size_t count);

#endif
