/*
 * The core's sleep while no task has anything to do. The tick does not wake it: the kernel says when the next
 * task wants to run, the tick's counter is set so far ahead, and what was slept through is added to the
 * kernel's count. Any interrupt ends the sleep.
 *
 *     uint32_t before = asleep_us();
 *     ...
 *     if (asleep_us() == before)              there was not a moment for less urgent tasks
 *
 * Costs 8 bytes of RAM.
 */
#ifndef CRAWLBOX_FIRMWARE_KERNEL_SLEEP_H
#define CRAWLBOX_FIRMWARE_KERNEL_SLEEP_H

#include <stdint.h>

/* Returns how long the core has slept since power-up, in microseconds; the count wraps. */
uint32_t asleep_us(void);

#endif
