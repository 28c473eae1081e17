/*
 * The text of an HTML page as a browser would show it, roughly: each block on a line of its own, title first,
 * without scripts and styles, as UTF-8.
 *
 *     static struct page_text text;
 *     page_text_begin(&text, stdout, "tis-620");
 *     page_text_feed(&text, bytes, size);          (any number of times)
 *     page_text_end(&text);
 */
#ifndef CRAWLBOX_PAGE_TEXT_H
#define CRAWLBOX_PAGE_TEXT_H

#include <stdio.h>

#include "read/page.h"

struct page_text {
    /* private */
    FILE *out;
    enum html_gap due; /* 0: none */
    bool started;      /* something was printed already */
    struct page_config config;
    struct page page;
};

/* `charset` is what the server named, or NULL; it must live until the end. */
void page_text_begin(struct page_text *text, FILE *out, const char *charset);
void page_text_feed(struct page_text *text, const void *bytes, size_t size);
void page_text_end(struct page_text *text);

#endif
