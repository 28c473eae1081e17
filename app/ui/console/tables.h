/*
 * What the commands of machine_commands.def print, whose figures only the program knows: the tables of `mem`
 * and `tasks`, shares and addresses.
 *
 *     console_memory_head();
 *     console_memory_row("log", peak, bytes, "recent log lines");          peak 0: it does not tell
 *     console_task_head();
 *     console_task_row(&(struct console_task){.name = "net", .tenths = 12, .limit_ms = 4000});
 *
 * For scripts they are NAME=PEAK/BYTES and NAME=PERCENT.
 */
#ifndef CRAWLBOX_UI_CONSOLE_TABLES_H
#define CRAWLBOX_UI_CONSOLE_TABLES_H

#include <stddef.h>
#include <stdint.h>

void console_memory_head(void);
void console_memory_row(const char *name, size_t peak, size_t bytes, const char *what);

struct console_task {
    const char *name;
    unsigned priority;
    unsigned tenths; /* its share of the processor's time, in tenths of a percent */
    uint32_t silent_ms,
        limit_ms; /* since when it has not checked in, and how long it may; 0: nobody watches */
};

void console_task_head(void);
void console_task_row(const struct console_task *task);

/* An IPv4 address as a fact, "192.0.2.1". */
void console_fact_address(const char *name, uint32_t address);

/* A share of time as a fact, "12.3 %". */
void console_fact_share(const char *name, unsigned tenths);

#endif
