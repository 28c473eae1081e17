/*
 * The crash record: what the box knew when it had to restart. It lies in RAM that a reset leaves alone, with
 * a checksum, so the next start can tell the operator, and an engineer can look the addresses up in the ELF
 * file.
 *
 *     crash_init();                                    at start-up: keeps the record, counts the start
 *     if (crash_last() != NULL) ...                    shown by the console until crash_clear()
 *     configASSERT(count <= LIMIT);                    ends here, as do faults and watchdog bites
 *
 * Costs 128 bytes of RAM.
 */
#ifndef CRAWLBOX_FIRMWARE_KERNEL_CRASH_H
#define CRAWLBOX_FIRMWARE_KERNEL_CRASH_H

#include <stdint.h>

enum crash_cause {
    CRASH_HARD_FAULT,
    CRASH_MEMORY_FAULT, /* null or wild pointer, write to flash, code in RAM: the MPU saw it */
    CRASH_BUS_FAULT,
    CRASH_USAGE_FAULT, /* undefined instruction, division by zero */
    CRASH_STACK_OVERFLOW,
    CRASH_ASSERT,
    CRASH_WATCHDOG,
    CRASH_CAUSES
};

enum { CRASH_NAME_MAX = 12 };

struct crash {
    uint8_t cause;
    uint8_t kernel_busy;        /* interrupts were masked to this priority, as in a critical section */
    uint16_t line;              /* the line of a failed assert */
    char task[CRASH_NAME_MAX];  /* the task that ran, or "interrupt" or "start-up" if none did */
    char blame[CRASH_NAME_MAX]; /* the task whose silence made the watchdog bite; may be empty */
    uint32_t uptime_ms[2];      /* low, high */
    uint32_t r[13];             /* r0 to r12 */
    uint32_t sp, lr, pc, psr;
    uint32_t fault_status;  /* CFSR */
    uint32_t hard_status;   /* HFSR */
    uint32_t fault_address; /* MMFAR or BFAR, if valid, else 0 */
};

/* Is called first of all: from then on faults lead here. */
void crash_init(void);

/* Returns the latest crash, or NULL. It stays until it is cleared or power goes. */
const struct crash *crash_last(void);
/* Returns the name of the task to look at first. */
const char *crash_culprit(const struct crash *crash);
const char *crash_cause_text(enum crash_cause cause);
void crash_clear(void);

uint32_t crash_count(void); /* crashes since the record was cleared */
uint32_t boot_count(void);  /* starts since power came */

/* Where configASSERT() ends. */
void crash_assert(int line) __attribute__((noreturn));

#endif
