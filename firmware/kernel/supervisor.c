#include "kernel/supervisor.h"

#include "kernel/tasks.h"
#include "lm3s6965/mpu.h"
#include "lm3s6965/watchdog.h"
#include "port/clock.h"
#include "port/log.h"

void task_supervisor(void)
{
    mpu_enable();
    enum task_id told = TASK_COUNT;
    TickType_t woke = xTaskGetTickCount();
    for (unsigned round = 0;; round++) {
        vTaskDelayUntil(&woke, pdMS_TO_TICKS(SUPERVISOR_PERIOD_MS));
        (void)clock_ms(); /* keeps the long count of time going */
        if (round % (LOAD_WINDOW_MS / SUPERVISOR_PERIOD_MS) == 0)
            tasks_measure();
        enum task_id overdue = task_overdue();
        /* The panel comes last of all: that it waits says that the others are busy, and a picture is no
         * reason to restart. */
        bool is_fatal = overdue != TASK_panel;
        if (overdue == TASK_COUNT || !is_fatal)
            watchdog_feed();
        if (overdue != TASK_COUNT && overdue != told)
            log_error("task %s has not answered for %lu ms%s", task_name(overdue),
                      (unsigned long)task_silent_ms(overdue), is_fatal ? ": restarting" : "");
        told = overdue;
    }
}
