#include "ui/console/tables.h"

#include "ui/console/console.h"

static unsigned whole_percent(unsigned tenths)
{
    return tenths / 10;
}

static unsigned tenth_of_percent(unsigned tenths)
{
    return tenths % 10;
}

void console_fact_share(const char *name, unsigned tenths)
{
    console_value(name, "%u.%u%s", whole_percent(tenths), tenth_of_percent(tenths),
                  console_for_scripts() ? "" : " %");
}

void console_fact_address(const char *name, uint32_t address)
{
    console_value(name, "%u.%u.%u.%u", (unsigned)(address >> 24), (unsigned)(address >> 16 & 255),
                  (unsigned)(address >> 8 & 255), (unsigned)(address & 255));
}

void console_memory_head(void)
{
    if (!console_for_scripts())
        console_print("%-14s%6s%8s  %s\n", "name", "peak", "bytes", "for");
}

void console_memory_row(const char *name, size_t peak, size_t bytes, const char *what)
{
    if (console_for_scripts())
        console_print("%s=%u/%u\n", name, (unsigned)peak, (unsigned)bytes);
    else if (peak == 0) /* nobody counts its use */
        console_print("%-14s%6s%8u  %s\n", name, "", (unsigned)bytes, what);
    else
        console_print("%-14s%6u%8u  %s\n", name, (unsigned)peak, (unsigned)bytes, what);
}

void console_task_head(void)
{
    if (!console_for_scripts())
        console_print("%-14s%8s%9s  %s\n", "task", "priority", "cpu", "checked in");
}

void console_task_row(const struct console_task *task)
{
    if (console_for_scripts()) {
        console_print("%s=%u.%u\n", task->name, whole_percent(task->tenths), tenth_of_percent(task->tenths));
        return;
    }
    console_print("%-14s%8u%5u.%u %%", task->name, task->priority, whole_percent(task->tenths),
                  tenth_of_percent(task->tenths));
    if (task->limit_ms == 0)
        console_print("  not watched\n");
    else
        console_print("  %lu ms ago, at most %lu\n", (unsigned long)task->silent_ms,
                      (unsigned long)task->limit_ms);
}
