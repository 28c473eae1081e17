#include "port/clock.h"

#include "FreeRTOS.h"
#include "task.h"

#include "base/ticks.h"
#include "lm3s6965/cortex_m3.h"

enum { US_PER_TICK = 1000000 / configTICK_RATE_HZ, CYCLES_PER_US = BOARD_CLOCK_HZ / 1000000 };

/* xTaskGetTickCount() is one load on this port, so that it may also be called where its FromISR twin may not:
 * in the watchdog's interrupt, which is above the kernel. */
_Static_assert(configTICK_RATE_HZ == 1000, "clock_ms() takes a tick for a millisecond");

uint64_t clock_ms(void)
{
    static volatile uint32_t half;
    uint32_t seen = half;
    return ticks_extend(&half, seen, xTaskGetTickCount());
}

uint32_t clock_ms_short(void)
{
    return xTaskGetTickCount();
}

uint32_t clock_us(void)
{
    /* The counter may start again between the readings, and its interrupt may have to wait: a tick that is
     * pending but not counted yet is added. Read until nothing changed in between. */
    uint32_t ticks, counter, pending;
    do {
        ticks = xTaskGetTickCount();
        pending = CORTEX_ICSR & CORTEX_ICSR_PENDSTSET;
        counter = CORTEX_SYST_CVR;
    } while (ticks != xTaskGetTickCount() || pending != (CORTEX_ICSR & CORTEX_ICSR_PENDSTSET));
    /* It counts down from its reload value; at 0 the tick is pending already, and the next one has just
     * begun. */
    uint32_t cycles = counter == 0 ? 0 : CORTEX_SYST_RVR + 1 - counter;
    return (ticks + (pending != 0)) * US_PER_TICK + cycles / CYCLES_PER_US;
}
