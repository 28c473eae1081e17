/*
 * What the native programs have beyond port/clock.h: sleeping, and time that passes at once.
 *
 *     clock_pass_at_once();          for tests: months in seconds
 *     clock_sleep_ms(wait_ms);       adds to the clock then, and returns
 *
 * Time that somebody else takes, such as a server that answers, passes as it always does.
 */
#ifndef CRAWLBOX_BOARDS_NATIVE_CLOCK_H
#define CRAWLBOX_BOARDS_NATIVE_CLOCK_H

#include <stdint.h>

/* A signal ends it early. */
void clock_sleep_ms(uint32_t ms);

/* From now on what is slept is added to all clocks instead. */
void clock_pass_at_once(void);

#endif
