/* The supervisor (appliance/watch.h) as the most urgent task. When it no longer feeds the watchdog, the crash
 * record names the task that fell silent and the one that was running. */
#include "appliance/watch.h"
#include "kernel/tasks.h"
#include "lm3s6965/mpu.h"
#include "lm3s6965/watchdog.h"
#include "port/clock.h"

void task_supervisor(void)
{
    mpu_enable();
    TickType_t woke = xTaskGetTickCount();
    for (unsigned round = 0;; round++) {
        vTaskDelayUntil(&woke, pdMS_TO_TICKS(WATCH_PERIOD_MS));
        (void)clock_ms(); /* keeps the long count of time going */
        if (round % (WATCH_WINDOW_MS / WATCH_PERIOD_MS) == 0)
            tasks_measure();
        if (watch_turn(&tasks_watch))
            watchdog_feed();
    }
}
