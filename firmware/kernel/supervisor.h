/*
 * The supervisor: the most urgent task, awake for a moment four times a second. It feeds the watchdog as long
 * as every task of ram.def has checked in within its limit. When one has not, it logs that once and lets the
 * watchdog bite: the crash record then names the task that fell silent and the one that was running.
 *
 * The longest time from a hang to the restart is the task's limit + WATCHDOG_PERIOD_MS +
 * SUPERVISOR_PERIOD_MS.
 */
#ifndef CRAWLBOX_FIRMWARE_KERNEL_SUPERVISOR_H
#define CRAWLBOX_FIRMWARE_KERNEL_SUPERVISOR_H

enum {
    SUPERVISOR_PERIOD_MS = 250,
    WATCHDOG_PERIOD_MS = 3000,
    LOAD_WINDOW_MS = 2000, /* the time over which CPU load is measured */
};

#endif
