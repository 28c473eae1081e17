#include "port/page_arena.h"

#include "base/status.h"
#include "kernel/ram.h"
#include "port/platform.h"

static struct arena arena;

void page_arena_begin(void)
{
    configASSERT(arena.base == NULL || arena_is_empty(&arena));
    arena_begin(&arena, ram_page_arena.words, sizeof ram_page_arena.words);
}

void page_arena_end(void)
{
    configASSERT(arena_is_empty(&arena));
}

void *page_arena_take(size_t bytes)
{
    if (arena.base == NULL)
        page_arena_begin();
    platform_check_in(); /* a handshake works for seconds and waits for nobody: this shows that it goes on */
    return arena_take(&arena, bytes);
}

void page_arena_give(void *piece)
{
    configASSERT(arena_give(&arena, piece) == STATUS_OK);
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
