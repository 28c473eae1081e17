/*
 * The memory protection unit, which makes wild pointers fault at once. It has these regions, of which only
 * the last one moves:
 *
 *   0  flash, read and run only        3  the first 256 bytes of flash, where null pointers point: nothing
 *   1  SRAM, never run                 4  the last 32 bytes of the main stack: nothing
 *   2  devices                         7  the 32 bytes below the running task's stack: nothing
 *
 * Everything else (also past the end of RAM) faults. mpu_enable() is called when the scheduler runs, since
 * starting that still reads the vector table. Costs no RAM but the guards.
 */
#ifndef CRAWLBOX_DRIVERS_LM3S6965_MPU_H
#define CRAWLBOX_DRIVERS_LM3S6965_MPU_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MPU_GUARD_BYTES = 32, /* the smallest region there is; a guard must be aligned to it */
};

void mpu_enable(void);

/* Moves the guard below the stack of the task that runs next. It takes two instructions; the kernel calls
 * it at each switch. */
void mpu_guard_stack(const void *stack_bottom);

/* Says whether an address lies within one of the two guards. */
bool mpu_is_stack_guard(uint32_t address);

#endif
