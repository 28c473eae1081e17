/*
 * The text of pages, written when somebody asks for one: HTML in the page's language and charset, with the links of
 * world_links() in their order.
 *
 *     struct vocabulary vocabulary;
 *     vocabulary_open(&vocabulary);
 *     struct page_text text = {0};
 *     if (text_write(&text, &world, &vocabulary, 7, 0) == 0)
 *         fwrite(text.bytes, 1, text.size, stdout);
 *     free(text.bytes);
 */
#ifndef CRAWLBOX_WORLD_TEXT_H
#define CRAWLBOX_WORLD_TEXT_H

#include "world/words.h"
#include "world/world.h"

struct page_text {
    char *bytes; /* from malloc() */
    size_t size, room;
    bool full; /* memory ran out */
};

/* Puts bytes behind what is there. */
void text_append(struct page_text *text, const char *bytes, size_t size);

/* STATUS_FULL: no memory. */
int text_write(struct page_text *text, const struct world *world, const struct vocabulary *vocabulary,
               uint32_t host, uint32_t page);

/* "windows-874" or "utf-8". */
const char *text_charset_of(const struct world *world, uint32_t host, uint32_t page);

/* robots.txt of a host. */
int text_write_robots(struct page_text *text, const struct world *world, uint32_t host);

#endif
