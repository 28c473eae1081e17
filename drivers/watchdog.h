/*
 * The watchdog timer of the LM3S6965. Unfed for one period it raises an interrupt (the last chance to write down what
 * happened), unfed for a second one it resets the chip, whatever the software does.
 *
 *     watchdog_start(2000, BOARD_CLOCK_HZ);
 *     watchdog_feed();
 *
 * void watchdog_handler(void) is the interrupt; whoever starts the watchdog defines it. It cannot be stopped.
 */
#ifndef CRAWLBOX_DRIVERS_WATCHDOG_H
#define CRAWLBOX_DRIVERS_WATCHDOG_H

#include <stdint.h>

enum { WATCHDOG_IRQ = 18 };

void watchdog_start(uint32_t period_ms, uint32_t clock_hz);
void watchdog_feed(void);

#endif
