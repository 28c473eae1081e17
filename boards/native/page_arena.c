/* Implements port/page_arena.h in a static block. */
#include "port/page_arena.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/status.h"

/* Where pointers are 8 bytes wide the same connection and page need more. */
enum {
    POINTER_BYTES_MORE = sizeof(void *) > 4 ? 4096 : 0,
    NATIVE_ARENA_BYTES = PAGE_ARENA_BYTES + POINTER_BYTES_MORE
};

static uint64_t storage[NATIVE_ARENA_BYTES / sizeof(uint64_t) + 1];
static struct arena arena;

/* Stops the program where it breaks a rule of the arena, as configASSERT() stops the box. */
static void abort_unless(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "crawlbox: page arena: %s\n", what);
    abort();
}

void page_arena_begin(void)
{
    abort_unless(arena.base == NULL || arena_is_empty(&arena), "somebody has not given everything back");
    /* Pieces begin ARENA_HEADER behind a multiple of 8 from the start: so all are aligned to 8, as 64-bit
     * code wants. */
    arena_begin(&arena, (uint8_t *)storage + ARENA_HEADER, sizeof storage - ARENA_HEADER);
}

void page_arena_end(void)
{
    abort_unless(arena_is_empty(&arena), "not everything was given back");
}

void *page_arena_take(size_t bytes)
{
    if (arena.base == NULL)
        page_arena_begin();
    return arena_take(&arena, bytes);
}

void page_arena_give(void *piece)
{
    abort_unless(arena_give(&arena, piece) == STATUS_OK,
                 "a piece is not from here, or something wrote past its end");
}

size_t page_arena_largest(void)
{
    return arena_largest(&arena);
}

size_t page_arena_peak(void)
{
    return arena_peak(&arena);
}

unsigned page_arena_refusals(void)
{
    return arena.refusals;
}
