/*
 * The watchdog timer of the LM3S6965. If nobody feeds it for one period, it raises an interrupt, which is the
 * last chance to write down what happened; after a second period it resets the chip, whatever the software
 * does.
 *
 *     watchdog_start(2000, 50000000, 0);          the clock that it counts, the priority of its interrupt
 *     watchdog_feed();
 *
 * The interrupt is `void watchdog_handler(void)`, which firmware/kernel/crash.c defines. The watchdog cannot
 * be stopped.
 */
#ifndef CRAWLBOX_DRIVERS_LM3S6965_WATCHDOG_H
#define CRAWLBOX_DRIVERS_LM3S6965_WATCHDOG_H

#include <stdint.h>

enum { WATCHDOG_IRQ = 18 };

void watchdog_start(uint32_t period_ms, uint32_t clock_hz, unsigned priority);
void watchdog_feed(void);

#endif
