#include "kernel/sleep.h"

#include <stdbool.h>

#include "FreeRTOS.h"
#include "task.h"

#include "base/numbers.h"
#include "lm3s6965/cortex_m3.h"
#include "port/clock.h"

/* The kernel calls these by name; from V10 on its headers declare the first, too. */
void vApplicationIdleHook(void);
void vPortSuppressTicksAndSleep(TickType_t ticks);

enum {
    CYCLES_PER_TICK = BOARD_CLOCK_HZ / configTICK_RATE_HZ,
    TICKS_MAX = 300,    /* the counter has 24 bits, which are 335 ticks */
    CYCLES_TO_SET = 16, /* about what lies between reading the counter and its new start */
    CYCLES_MIN = 256,   /* the counter is not set anew when the next tick is closer than this */
};

static uint32_t slept_us;
static bool slept_through_ticks; /* when the idle task was last here */

uint32_t asleep_us(void)
{
    return slept_us;
}

uint32_t clock_work_us(void)
{
    return clock_us() - slept_us;
}

static bool tick_is_pending(void)
{
    return CORTEX_ICSR & CORTEX_ICSR_PENDSTSET;
}

/* Lets the next tick come after so many cycles, and each one after it a millisecond later. */
static void tick_in(uint32_t cycles)
{
    CORTEX_SYST_RVR = cycles - CYCLES_TO_SET;
    CORTEX_SYST_CVR = 0; /* it starts again with the next cycle */
    while (CORTEX_SYST_CVR == 0) {
    }
    CORTEX_SYST_RVR = CYCLES_PER_TICK - 1;
}

/* Sleeps for at most so many ticks, and returns how many of them passed without the kernel knowing. If the
 * last of them has come, it is pending, and will be counted as any tick. */
static TickType_t sleep_through_ticks(TickType_t ticks)
{
    tick_in(CORTEX_SYST_CVR + (ticks - 1) * CYCLES_PER_TICK);
    cortex_sleep();
    uint32_t left = CORTEX_SYST_CVR;
    uint32_t ticks_left = left / CYCLES_PER_TICK;
    if (tick_is_pending() || ticks_left == 0)
        return ticks - 1;
    tick_in(larger_of(left % CYCLES_PER_TICK, CYCLES_MIN));
    return ticks - 1 - ticks_left;
}

/* Called with the scheduler suspended. Interrupts are held off until the count is right again, so that no
 * handler sees a wrong time, and none counts as sleep. */
void vPortSuppressTicksAndSleep(TickType_t ticks)
{
    cortex_irq_disable_all();
    slept_through_ticks = true;
    if (eTaskConfirmSleepModeStatus() != eAbortSleep && CORTEX_SYST_CVR >= CYCLES_MIN && !tick_is_pending()) {
        uint32_t before = clock_us();
        vTaskStepTick(sleep_through_ticks(smaller_of(ticks, TICKS_MAX)));
        slept_us += clock_us() - before;
    }
    cortex_irq_enable_all();
}

/* Sleeps until the next tick, if the kernel did not find it worth the trouble to sleep longer. */
void vApplicationIdleHook(void)
{
    cortex_irq_disable_all();
    if (!slept_through_ticks) {
        uint32_t before = clock_us();
        cortex_sleep();
        slept_us += clock_us() - before;
    }
    slept_through_ticks = false;
    cortex_irq_enable_all();
}
