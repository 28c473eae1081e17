/* The functions that the kernel's configuration calls. They are declared apart from the headers of our own
 * modules, since the kernel's sources include this file, too. */
#ifndef CRAWLBOX_FIRMWARE_KERNEL_KERNEL_PORT_H
#define CRAWLBOX_FIRMWARE_KERNEL_KERNEL_PORT_H

#include <stdint.h>

uint32_t clock_us(void);                               /* clock.h */
void crash_assert(int line) __attribute__((noreturn)); /* crash.h */
void mpu_guard_stack(const void *stack_bottom);        /* mpu.h */

#endif
