/*
 * The time since start-up.
 *
 *     uint64_t started = clock_ms();
 *     ...
 *     log_info("it took %lu ms", (unsigned long)(clock_ms() - started));
 *
 * It never wraps while the box lives: the kernel's tick count of 32 bits is extended to 64. Any task or
 * interrupt may ask. The extension takes 4 bytes of RAM.
 */
#ifndef CRAWLBOX_PORT_CLOCK_H
#define CRAWLBOX_PORT_CLOCK_H

#include <stdint.h>

/* Somebody must call this at least once in 24 days; the supervisor does it all the time. */
uint64_t clock_ms(void);

/* Returns the low 32 bits, for differences of less than 49 days. */
uint32_t clock_ms_short(void);

/* Returns microseconds, for differences; the count wraps after 71 minutes. */
uint32_t clock_us(void);

/* The same without the time that the processor slept: for what something cost. */
uint32_t clock_work_us(void);

#endif
