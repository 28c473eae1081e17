/*
 * Text that grows as it is written: the HTML of a page, or a robots.txt.
 *
 *     struct page_text text = {0};
 *     text_put(&text, "<p>");
 *     text_print(&text, "%u pages", count);
 *     if (!text.full)
 *         fwrite(text.bytes, 1, text.size, stdout);
 *     free(text.bytes);
 */
#ifndef CRAWLBOX_WORLD_TEXT_H
#define CRAWLBOX_WORLD_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct page_text {
    char *bytes; /* from malloc() */
    size_t size, room;
    bool full; /* memory ran out */
};

/* All three put something behind what is there. A line that is printed has at most 511 bytes. */
void text_append(struct page_text *text, const char *bytes, size_t size);
void text_put(struct page_text *text, const char *words);
void text_print(struct page_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
