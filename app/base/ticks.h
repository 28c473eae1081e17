/*
 * Makes 64 bits of a tick count of 32 bits, whose milliseconds are over after 49 days; a box runs longer.
 *
 *     static volatile uint32_t half;
 *     uint32_t seen = half;                                       first this,
 *     uint64_t now = ticks_extend(&half, seen, tick_count());     then the tick count
 *
 * It needs no lock: any number of tasks and interrupts may ask at once. One of them must ask at least once in
 * each half of the count's range (24 days of milliseconds). Costs the caller's uint32_t.
 */
#ifndef CRAWLBOX_BASE_TICKS_H
#define CRAWLBOX_BASE_TICKS_H

#include <stdint.h>

/*
 * *half counts half-ranges: it is odd while the tick count's top bit is set. If the two disagree, a half has
 * just ended. `seen` is *half as read BEFORE the tick count `now`, so that it can be behind but never ahead
 * of it. Whoever finds it behind writes the next number, and all who do so at once write the same.
 */
static inline uint64_t ticks_extend(volatile uint32_t *half, uint32_t seen, uint32_t now)
{
    if ((now >> 31) != (seen & 1))
        *half = ++seen;
    return (uint64_t)(seen >> 1) << 32 | now;
}

#endif
