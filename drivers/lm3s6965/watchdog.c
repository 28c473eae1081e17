#include "lm3s6965/watchdog.h"

#include "lm3s6965/cortex_m3.h"
#include "lm3s6965/sysctl.h"

#define LOAD    REGISTER(0x40000000u, 0x000)
#define CONTROL REGISTER(0x40000000u, 0x008)
#define CLEAR   REGISTER(0x40000000u, 0x00c)
#define LOCK    REGISTER(0x40000000u, 0xc00)

enum { CONTROL_INTERRUPT = 1 << 0, CONTROL_RESET = 1 << 1 };

#define UNLOCK_KEY 0x1acce551u

void watchdog_start(uint32_t period_ms, uint32_t clock_hz, unsigned priority)
{
    sysctl_enable(SYSCTL_WATCHDOG);
    LOCK = UNLOCK_KEY;
    LOAD = clock_hz / 1000 * period_ms;
    CONTROL = CONTROL_RESET;
    CONTROL = CONTROL_RESET | CONTROL_INTERRUPT; /* starts it; from here on only a reset stops it */
    LOCK = 0;
    cortex_irq_enable(WATCHDOG_IRQ, priority);
}

void watchdog_feed(void)
{
    /* Any write to CLEAR reloads the counter. It is behind the lock so that stray writes do not feed it. */
    LOCK = UNLOCK_KEY;
    CLEAR = 0;
    LOCK = 0;
}
