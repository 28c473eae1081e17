#include "kernel/ram.h"

#include <string.h>

#include "board.h"
#include "port/page_arena.h"

enum {
    PAINT = 0xa5,         /* the kernel paints its stacks with this byte */
    PAINT_CLEARANCE = 64, /* so many bytes of the main stack are left to the function that paints it */
};

extern uint8_t main_stack_bottom[], main_stack_top[], ram_claimed_end[]; /* from the linker script */

static uint16_t object_peak[RAM_COUNT];

void ram_use(enum ram_entry_id entry, size_t bytes)
{
    if (bytes > object_peak[entry])
        object_peak[entry] = (uint16_t)bytes;
}

/* Returns how many bytes from there on nobody has touched; with step -1 it counts downwards. */
static size_t ram_count_painted(const uint8_t *from, size_t bytes, int step)
{
    size_t count = 0;
    while (count < bytes && from[(ptrdiff_t)count * step] == PAINT)
        count++;
    return count;
}

size_t ram_peak(enum ram_entry_id entry)
{
    const struct ram_entry *e = &ram_table[entry];
    const uint8_t *start = e->start;
    if (e->kind == RAM_IS_STACK)
        return e->bytes - ram_count_painted(start, e->bytes, 1);
    if (entry == RAM_page_arena) /* it is filled from the bottom */
        return e->bytes - ram_count_painted(start + e->bytes - 1, e->bytes, -1);
    return object_peak[entry];
}

size_t ram_main_stack_bytes(void)
{
    return (size_t)(main_stack_top - main_stack_bottom) - MPU_GUARD_BYTES;
}

size_t ram_main_stack_peak(void)
{
    size_t bytes = ram_main_stack_bytes();
    return bytes - ram_count_painted(main_stack_bottom + MPU_GUARD_BYTES, bytes, 1);
}

void ram_paint(void)
{
    memset(&ram_page_arena, PAINT, sizeof ram_page_arena);
    const uint8_t *here = __builtin_frame_address(0);
    for (uint8_t *byte = main_stack_bottom; byte < here - PAINT_CLEARANCE; byte++)
        *(volatile uint8_t *)byte = PAINT;
}

size_t ram_claimed(void)
{
    return (size_t)((uint32_t)ram_claimed_end - BOARD_RAM_START);
}

size_t ram_total(void)
{
    return BOARD_RAM_BYTES;
}
