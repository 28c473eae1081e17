/*
 * Starts the tasks of ram.def, each for the role of its name, and measures what they use.
 *
 *     void task_panel(void)                    ram.def: TASK(panel, 512, 1, "...")
 *     {
 *         for (;;) {
 *             platform_check_in();
 *             ...                              never longer than roles.def allows
 *         }
 *     }
 *
 * Costs for each task a control block of about 100 bytes and 12 bytes of book-keeping.
 */
#ifndef CRAWLBOX_FIRMWARE_KERNEL_TASKS_H
#define CRAWLBOX_FIRMWARE_KERNEL_TASKS_H

#include <stdbool.h>
#include <stdint.h>

#include "FreeRTOS.h"
#include "task.h"

#include "appliance/watch.h"

/* The functions themselves. */
#define TASK(name, stack_bytes, priority, what) void task_##name(void);
#define STACK(name, stack_bytes, what)
#define OBJECT(name, type, what)
#include "ram.def"
#undef TASK
#undef STACK
#undef OBJECT

/* Makes every task; they run when the scheduler starts. */
void tasks_create(void);

extern struct watch tasks_watch;

TaskHandle_t task_handle(enum role task);
unsigned task_priority(enum role task);

/* Checks in for the task that calls, in the middle of long work, and now and then lets less urgent tasks
 * run, which would starve otherwise. */
void task_breathe(void);

/* Shares of time over the last window (WATCH_WINDOW_MS), in tenths of a percent. */
struct task_load {
    uint16_t task[ROLE_COUNT];
    uint16_t idle;   /* there was nothing to do */
    uint16_t asleep; /* the core slept, which is a part of `idle` */
    uint16_t asleep_since_start;
};

/* Returns how long a task has run since power-up, in microseconds; the count wraps. */
uint32_t task_worked_us(enum role task);

void tasks_measure(void); /* ends the window and begins the next; the supervisor calls it */
const struct task_load *tasks_load(void);

#endif
