/*
 * An arena: one large piece of RAM out of which pieces are taken and given back in any order, as TLS needs it during a
 * handshake. Nobody else has a heap, and this one is empty between two pages.
 *
 *     arena_begin(&arena, storage, sizeof storage);
 *     void *piece = arena_take(&arena, 200);       zeroed and aligned to 4; NULL if there is no such gap
 *     arena_give(&arena, piece);
 *     bool clean = arena_is_empty(&arena);         everything was given back
 *
 * A piece costs 4 bytes more than was asked for, rounded up to 8: big numbers of RSA and curves come in hundreds, and 32
 * bytes of header each (as in mbedTLS's own allocator) would be 2 KB of nothing. Gaps are kept in order of address and the
 * first that is large enough is taken, which keeps what lives long at the bottom. Neighbouring gaps are joined at once.
 * Damage to the book-keeping (a write past a piece's end) is noticed when the piece or its neighbour is given back.
 */
#ifndef CRAWLBOX_ARENA_ARENA_H
#define CRAWLBOX_ARENA_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ARENA_UNIT = 8,                 /* sizes and places are counted in these */
    ARENA_MAX = 32767 * ARENA_UNIT, /* the most that the book-keeping can count */
    ARENA_HEADER = 4,               /* before each piece */
};

struct arena {
    uint8_t *base; /* aligned to 4; pieces start 4 bytes behind a multiple of 8 from here */
    uint16_t units;
    uint16_t first_gap;  /* in units from base, NO_GAP if full */
    uint16_t used_units; /* headers included */
    uint16_t peak_units;
    uint16_t refusals; /* how often a piece could not be had since arena_begin() */
    bool damaged;      /* somebody wrote where nobody may: nothing is handed out any more */
};

/* `bytes` is cut down to a multiple of ARENA_UNIT, at most ARENA_MAX. `storage` must be aligned to 4. */
void arena_begin(struct arena *arena, void *storage, size_t bytes);

void *arena_take(struct arena *arena, size_t bytes);

/* NULL is harmless. STATUS_DAMAGED if the piece is none of the arena's or its surroundings were overwritten. */
int arena_give(struct arena *arena, void *piece);

bool arena_is_empty(const struct arena *arena);

/* Bytes in use now, the most since arena_begin(), and the largest piece that could be taken now. */
size_t arena_used(const struct arena *arena);
size_t arena_peak(const struct arena *arena);
size_t arena_largest(const struct arena *arena);

#endif
