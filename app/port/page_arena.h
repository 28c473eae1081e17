/*
 * The page arena: the large piece of RAM that the fetch of one page borrows after the other (base/arena.h).
 * TLS takes all its memory here. The memory for reading the page is needed only after the handshake, and is
 * taken from what TLS has given back by then.
 *
 *     page_arena_begin();               a connection begins; asserts that the last one gave everything back
 *     ... handshake ...
 *     struct page *page = page_arena_take(sizeof *page);     NULL if there is no such piece
 *     ...
 *     page_arena_give(page);
 *     page_arena_end();                      asserts that it is empty
 *
 * Memory may be borrowed without a connection, too, as long as all is given back before the next connection
 * begins. Only one task at a time may use the arena. Costs PAGE_ARENA_BYTES, in ram.def.
 */
#ifndef CRAWLBOX_PORT_PAGE_ARENA_H
#define CRAWLBOX_PORT_PAGE_ARENA_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* A handshake with three certificates of 4096 bits takes 23.2 KB at its peak. A page of segment mode beside a
 * connection with TLS takes nearly all. */
enum { PAGE_ARENA_BYTES = 32248 };

struct page_arena_storage {
    uint64_t words[PAGE_ARENA_BYTES / sizeof(uint64_t)]; /* words, so that it is aligned */
};

void page_arena_begin(void);
void page_arena_end(void);

void *page_arena_take(size_t bytes);
void page_arena_give(void *piece);

/* Returns the largest piece that can be taken now. */
size_t page_arena_largest(void);

/* Return the most bytes in use at one time since page_arena_begin(), and how often no such piece was left. */
size_t page_arena_peak(void);
unsigned page_arena_refusals(void);

#endif
