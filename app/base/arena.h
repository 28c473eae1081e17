/*
 * An arena: one large block of RAM from which pieces are taken and to which they are given back in any order,
 * as TLS needs it during a handshake. It is the only heap of the box, and it is empty between two pages. The
 * page arena (app/port/page_arena.h) is one.
 *
 *     arena_begin(&arena, storage, sizeof storage);
 *     void *piece = arena_take(&arena, 200);       zeroed and aligned to 4; NULL if there is no such gap
 *     arena_give(&arena, piece);
 *     bool clean = arena_is_empty(&arena);         true if everything was given back
 *
 * A piece costs 4 bytes more than was asked for, rounded up to 8: big numbers of RSA and curves come in
 * hundreds, and 32 bytes of header each (as in mbedTLS's own allocator) would be 2 KB of nothing. Gaps are
 * kept in order of address and the first that is large enough is taken, which keeps what lives long at the
 * bottom. Neighbouring gaps are joined at once. Damage to the book-keeping (a write past a piece's end) is
 * noticed when the piece or its neighbour is given back.
 */
#ifndef CRAWLBOX_BASE_ARENA_H
#define CRAWLBOX_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ARENA_UNIT = 8,                 /* sizes and places are counted in units of so many bytes */
    ARENA_MAX = 32767 * ARENA_UNIT, /* the book-keeping can count no more */
    ARENA_HEADER = 4,               /* bytes of book-keeping before each piece */
};

struct arena {
    uint8_t *base; /* aligned to 4; pieces start 4 bytes behind a multiple of 8 from here */
    uint16_t units;
    uint16_t first_gap;  /* in units from base, or NO_GAP if the arena is full */
    uint16_t used_units; /* in use now, with headers */
    uint16_t peak_units; /* the most that were in use since arena_begin() */
    uint16_t refusals;   /* how often a piece could not be had since arena_begin() */
    bool damaged;        /* somebody wrote past the end of a piece; no piece is handed out any more */
};

/* Makes an empty arena. `bytes` is cut down to a multiple of ARENA_UNIT, at most ARENA_MAX. `storage` must be
 * aligned to 4. */
void arena_begin(struct arena *arena, void *storage, size_t bytes);

void *arena_take(struct arena *arena, size_t bytes);

/* Takes a piece back; NULL is harmless. Returns STATUS_DAMAGED if the piece is none of the arena's or if the
 * book-keeping beside it was overwritten. */
int arena_give(struct arena *arena, void *piece);

bool arena_is_empty(const struct arena *arena);

/* Return the bytes in use now, the most since arena_begin(), and the largest piece that could be taken
 * now. */
size_t arena_used(const struct arena *arena);
size_t arena_peak(const struct arena *arena);
size_t arena_largest(const struct arena *arena);

#endif
