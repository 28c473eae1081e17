/*
 * The tasks of ram.def: starting them, watching that they live, measuring what they use.
 *
 *     void task_panel(void)                    ram.def: TASK(panel, 512, 1, 4000, "...")
 *     {
 *         for (;;) {
 *             task_check_in(TASK_panel);
 *             ...                              never longer than check_in_ms without checking in
 *         }
 *     }
 *
 * Costs a control block of about 100 bytes and 12 bytes of book-keeping a task.
 */
#ifndef CRAWLBOX_TASKS_H
#define CRAWLBOX_TASKS_H

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
enum task_id task_self(void); /* the one that calls; TASK_COUNT: none of ram.def's */
const char *task_name(enum task_id task);
unsigned task_priority(enum task_id task);

/* "I am alive." */
void task_check_in(enum task_id task);

/* The same by whoever calls, in the middle of long work; and now and then a moment for less urgent tasks, which would starve. */
void task_breathe(void);

/* Milliseconds since a task last checked in, and how long it may take; 0: it is not watched. */
uint32_t task_silent_ms(enum task_id task);
uint32_t task_check_in_limit_ms(enum task_id task);

/* The task that has overstepped its limit, or TASK_COUNT if all is well. */
enum task_id task_overdue(void);

/* Shares of time over the last window (supervisor.h), in tenths of a percent. */
struct task_load {
    uint16_t task[TASK_COUNT];
    uint16_t idle;   /* nothing to do */
    uint16_t asleep; /* part of idle: the core slept */
};

/* How long the core has slept since power-up, in microseconds; wraps. What is left of a time span was work. */
uint32_t tasks_asleep_us(void);

/* How long a task has run since power-up, in microseconds; wraps. */
uint32_t task_worked_us(enum task_id task);

void tasks_measure(void); /* by the supervisor: closes the window and starts the next */
const struct task_load *tasks_load(void);

#endif
