/*
 * The large piece of RAM that one page's fetch borrows after another (app/arena). TLS takes all its memory here; what a
 * page needs only after the handshake's peak, the reading path's state, is taken from what TLS has given back by then.
 *
 *     page_arena_begin();                    a connection begins: asserts that the one before gave everything back
 *     ... handshake ...
 *     struct page *page = page_arena_take(sizeof *page);          NULL if there is no such piece
 *     ...
 *     page_arena_give(page);
 *     page_arena_end();                      asserts that it is empty
 *
 * Without a connection it may be borrowed from, too, as long as all is given back before the next one begins.
 * One task at a time. Costs PAGE_ARENA_BYTES, in ram.def.
 */
#ifndef CRAWLBOX_PAGE_ARENA_H
#define CRAWLBOX_PAGE_ARENA_H

#include <stddef.h>
#include <stdint.h>

#include "arena/arena.h"

/* A chain of three certificates with keys of 4096 bits takes 26.7 KB at its peak. */
enum { PAGE_ARENA_BYTES = 33536 };

struct page_arena_storage {
    uint64_t words[PAGE_ARENA_BYTES / sizeof(uint64_t)]; /* for its alignment */
};

void page_arena_begin(void);
void page_arena_end(void);

void *page_arena_take(size_t bytes);
void page_arena_give(void *piece);

/* Since page_arena_begin(): the most in use at one time, and how often there was no piece left. */
size_t page_arena_peak(void);
unsigned page_arena_refusals(void);

#endif
