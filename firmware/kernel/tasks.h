/*
 * Starts the tasks of ram.def, watches that they live, and measures what they use.
 *
 *     void task_panel(void)                    ram.def: TASK(panel, 512, 1, 4000, "...")
 *     {
 *         for (;;) {
 *             task_check_in(TASK_panel);
 *             ...                              never longer than check_in_ms without checking in
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

enum task_id {
#define TASK(name, stack_bytes, priority, check_in_ms, what) TASK_##name,
#define STACK(name, stack_bytes, what)
#define OBJECT(name, type, what)
#include "ram.def"
#undef TASK
#undef STACK
#undef OBJECT
    TASK_COUNT
};

/* The functions themselves. */
#define TASK(name, stack_bytes, priority, check_in_ms, what) void task_##name(void);
#define STACK(name, stack_bytes, what)
#define OBJECT(name, type, what)
#include "ram.def"
#undef TASK
#undef STACK
#undef OBJECT

/* Makes every task; they run when the scheduler starts. */
void tasks_create(void);

TaskHandle_t task_handle(enum task_id task);
enum task_id task_self(void); /* the task that calls, or TASK_COUNT if it is none of ram.def */
const char *task_name(enum task_id task);
unsigned task_priority(enum task_id task);

/* Says that a task is alive. Each task calls it for itself within its limit. */
void task_check_in(enum task_id task);

/* Checks in for the task that calls, in the middle of long work, and now and then lets less urgent tasks
 * run, which would starve otherwise. */
void task_breathe(void);

/* Return how many milliseconds ago a task last checked in, and how many it may take, which is 0 if it is
 * not watched. */
uint32_t task_silent_ms(enum task_id task);
uint32_t task_check_in_limit_ms(enum task_id task);

/* Returns a task that has overstepped its limit, or TASK_COUNT if all is well. */
enum task_id task_overdue(void);

/* Shares of time over the last window (supervisor.h), in tenths of a percent. */
struct task_load {
    uint16_t task[TASK_COUNT];
    uint16_t idle;   /* there was nothing to do */
    uint16_t asleep; /* the core slept, which is a part of `idle` */
    uint16_t asleep_since_start;
};

/* Returns how long a task has run since power-up, in microseconds; the count wraps. */
uint32_t task_worked_us(enum task_id task);

void tasks_measure(void); /* ends the window and begins the next; the supervisor calls it */
const struct task_load *tasks_load(void);

#endif
