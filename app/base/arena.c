#include "base/arena.h"

#include <string.h>

#include "base/status.h"

enum { NO_GAP = 0xffff, USED = 0x8000 };

/* Stands before every block, used or not. The block below is found by its size, so that gaps join in both
 * directions. */
struct header {
    uint16_t units; /* of this block with its header; USED set if it is a piece */
    uint16_t below; /* units of the block below; 0 at the bottom */
};

/* A gap keeps its place in the list where a piece would keep its content. */
struct gap {
    struct header header;
    uint16_t next, previous; /* gaps above and below, in units from base */
};

_Static_assert(sizeof(struct header) == ARENA_HEADER, "arena.h states the cost of a piece");
_Static_assert(sizeof(struct gap) == ARENA_UNIT, "the smallest block must hold a gap");

static struct gap *block_at(const struct arena *arena, unsigned place)
{
    return (struct gap *)(void *)(arena->base + place * ARENA_UNIT);
}

static unsigned units_of(const struct gap *block)
{
    return block->header.units & ~(unsigned)USED;
}

/* Links a gap at `place` between its neighbours in the list. */
static void link_gap(struct arena *arena, unsigned place, unsigned previous, unsigned next)
{
    struct gap *gap = block_at(arena, place);
    gap->previous = (uint16_t)previous;
    gap->next = (uint16_t)next;
    if (previous != NO_GAP)
        block_at(arena, previous)->next = (uint16_t)place;
    else
        arena->first_gap = (uint16_t)place;
    if (next != NO_GAP)
        block_at(arena, next)->previous = (uint16_t)place;
}

static void unlink_gap(struct arena *arena, const struct gap *gap)
{
    if (gap->previous != NO_GAP)
        block_at(arena, gap->previous)->next = gap->next;
    else
        arena->first_gap = gap->next;
    if (gap->next != NO_GAP)
        block_at(arena, gap->next)->previous = gap->previous;
}

/* Tells the block above that the size of this one has changed. */
static void tell_block_above(struct arena *arena, unsigned place)
{
    unsigned units = units_of(block_at(arena, place));
    if (place + units < arena->units)
        block_at(arena, place + units)->header.below = (uint16_t)units;
}

void arena_begin(struct arena *arena, void *storage, size_t bytes)
{
    if (bytes > ARENA_MAX)
        bytes = ARENA_MAX;
    *arena = (struct arena){.base = storage, .units = (uint16_t)(bytes / ARENA_UNIT), .first_gap = NO_GAP};
    if (arena->units == 0)
        return;
    struct gap *all = block_at(arena, 0);
    all->header = (struct header){arena->units, 0};
    link_gap(arena, 0, NO_GAP, NO_GAP);
}

static unsigned find_gap(const struct arena *arena, unsigned units)
{
    unsigned place = arena->first_gap;
    while (place != NO_GAP && units_of(block_at(arena, place)) < units)
        place = block_at(arena, place)->next;
    return place;
}

/* Makes a piece of the lower part of a gap; what is left stays a gap in the same place of the list. */
static void *carve_piece(struct arena *arena, unsigned place, unsigned units)
{
    struct gap *block = block_at(arena, place);
    unsigned left = units_of(block) - units;
    if (left > 0) {
        struct gap *rest = block_at(arena, place + units);
        rest->header = (struct header){(uint16_t)left, (uint16_t)units};
        link_gap(arena, place + units, block->previous, block->next);
        tell_block_above(arena, place + units);
    } else {
        unlink_gap(arena, block);
    }
    block->header.units = (uint16_t)(units | USED);
    arena->used_units = (uint16_t)(arena->used_units + units);
    if (arena->used_units > arena->peak_units)
        arena->peak_units = arena->used_units;
    return (uint8_t *)block + sizeof(struct header);
}

void *arena_take(struct arena *arena, size_t bytes)
{
    unsigned place = NO_GAP;
    size_t units = 0;
    if (!arena->damaged && bytes <= ARENA_MAX) {
        units = (bytes + sizeof(struct header) + ARENA_UNIT - 1) / ARENA_UNIT;
        place = find_gap(arena, (unsigned)units);
    }
    if (place == NO_GAP) {
        arena->refusals++;
        return NULL;
    }
    void *piece = carve_piece(arena, place, (unsigned)units);
    memset(piece, 0, units * ARENA_UNIT - sizeof(struct header));
    return piece;
}

/* Checks that a piece lies where one can, has the size that its neighbours say, and is in use. */
static bool piece_is_sound(const struct arena *arena, size_t offset)
{
    if (offset % ARENA_UNIT != 0 || offset / ARENA_UNIT >= arena->units)
        return false;
    unsigned place = (unsigned)(offset / ARENA_UNIT);
    const struct gap *block = block_at(arena, place);
    unsigned units = units_of(block), below = block->header.below;
    if (!(block->header.units & USED) || units == 0 || units > arena->units - place || below > place)
        return false;
    if (place > 0 && (below == 0 || units_of(block_at(arena, place - below)) != below))
        return false;
    return place + units == arena->units || block_at(arena, place + units)->header.below == units;
}

/* Returns the last gap below `place`. */
static unsigned gap_below(const struct arena *arena, unsigned place)
{
    unsigned previous = NO_GAP;
    for (unsigned gap = arena->first_gap; gap != NO_GAP && gap < place; gap = block_at(arena, gap)->next)
        previous = gap;
    return previous;
}

/* Joins the gap at `place` with the block above it, if that is a gap too. */
static void join_above(struct arena *arena, unsigned place)
{
    struct gap *gap = block_at(arena, place);
    unsigned above = place + units_of(gap);
    if (above >= arena->units || (block_at(arena, above)->header.units & USED))
        return;
    unlink_gap(arena, block_at(arena, above));
    gap->header.units = (uint16_t)(gap->header.units + units_of(block_at(arena, above)));
    tell_block_above(arena, place);
}

int arena_give(struct arena *arena, void *piece)
{
    if (piece == NULL)
        return STATUS_OK;
    size_t offset = (size_t)((uint8_t *)piece - sizeof(struct header) - arena->base);
    if (arena->damaged || !piece_is_sound(arena, offset)) {
        arena->damaged = true;
        return STATUS_DAMAGED;
    }
    unsigned place = (unsigned)(offset / ARENA_UNIT);
    struct gap *block = block_at(arena, place);
    unsigned previous = gap_below(arena, place);
    unsigned next = previous != NO_GAP ? block_at(arena, previous)->next : arena->first_gap;
    block->header.units = (uint16_t)units_of(block);
    arena->used_units = (uint16_t)(arena->used_units - units_of(block));
    link_gap(arena, place, previous, next);
    join_above(arena, place);
    if (previous != NO_GAP && previous + units_of(block_at(arena, previous)) == place)
        join_above(arena, previous);
    return STATUS_OK;
}

bool arena_is_empty(const struct arena *arena)
{
    return !arena->damaged && arena->used_units == 0;
}

size_t arena_used(const struct arena *arena)
{
    return (size_t)arena->used_units * ARENA_UNIT;
}

size_t arena_peak(const struct arena *arena)
{
    return (size_t)arena->peak_units * ARENA_UNIT;
}

size_t arena_largest(const struct arena *arena)
{
    unsigned largest = 0;
    for (unsigned gap = arena->first_gap; gap != NO_GAP; gap = block_at(arena, gap)->next)
        if (units_of(block_at(arena, gap)) > largest)
            largest = units_of(block_at(arena, gap));
    return largest == 0 ? 0 : (size_t)largest * ARENA_UNIT - sizeof(struct header);
}
