/*
 * Time since start-up.
 *
 *     uint64_t started = clock_ms();
 *     ...
 *     log_info("it took %lu ms", (unsigned long)(clock_ms() - started));
 *
 * Never wraps while the box lives: the kernel's 32-bit tick count is carried on. 4 bytes of RAM.
 */
#ifndef CRAWLBOX_CLOCK_H
#define CRAWLBOX_CLOCK_H

#include <stdint.h>

/* From anywhere; somebody must ask at least once in 24 days (the supervisor does it all the time). */
uint64_t clock_ms(void);

/* The low 32 bits, from anywhere: for differences of less than 49 days. */
uint32_t clock_ms_short(void);

/* Microseconds, wrapping after 71 minutes: for differences. From anywhere. */
uint32_t clock_us(void);

#endif
