/* Commands about what the image is made of: its tasks, its RAM, its crashes. */
#include <stddef.h>
#include <string.h>

#include "base/status.h"
#include "console/commands.h"
#include "kernel/crash.h"
#include "kernel/ram.h"
#include "kernel/tasks.h"
#include "ui/console/tables.h"

void status_image(void)
{
    console_fact("starts", "%lu", (unsigned long)boot_count());
    console_fact_share("cpu load", 1000u - tasks_load()->idle);
    console_fact_share("asleep", tasks_load()->asleep);
    console_fact_share("asleep since start", tasks_load()->asleep_since_start);
    console_number(PACKED("ram claimed"), ram_claimed(), "bytes");
    console_number(PACKED("ram free"), ram_total() - ram_claimed(), "bytes");
}

void status_crash(void)
{
    const struct crash *crash = crash_last();
    if (crash == NULL)
        console_fact("last crash", "none");
    else
        console_fact("last crash", "%s in task %s", crash_cause_text(crash->cause), crash_culprit(crash));
}

void console_program_status(void)
{
#define STATUS(function) function();
#include "console/status.def"
#undef STATUS
}

int command_mem(int count, char **words)
{
    (void)words;
    if (count != 1)
        return STATUS_INVALID;
    console_memory_head();
    console_memory_row("interrupts", ram_main_stack_peak(), ram_main_stack_bytes(),
                       PACKED("main stack: start-up, then interrupts"));
    for (unsigned i = 0; i < RAM_COUNT; i++)
        console_memory_row(ram_table[i].name, ram_peak(i), ram_table[i].bytes, ram_purpose(i));
    console_memory_row("claimed", ram_claimed(), ram_total(), PACKED("all of the RAM that the image claims"));
    return STATUS_OK;
}

static void print_idle(const char *name, unsigned tenths)
{
    console_task_row(&(struct console_task){.name = name, .tenths = tenths});
}

int command_tasks(int count, char **words)
{
    (void)words;
    if (count != 1)
        return STATUS_INVALID;
    console_task_head();
    const struct task_load *load = tasks_load();
    for (unsigned i = 0; i < ROLE_COUNT; i++) {
        console_task_row(&(struct console_task){.name = watch_name(i),
                                                .priority = task_priority(i),
                                                .tenths = load->task[i],
                                                .silent_ms = watch_silent_ms(&tasks_watch, i),
                                                .limit_ms = watch_limit_ms(i)});
        if (console_for_scripts())
            console_print("%s_us=%lu\n", watch_name(i), (unsigned long)task_worked_us(i));
    }
    print_idle("idle", load->idle);
    print_idle("asleep", load->asleep);
    return STATUS_OK;
}

static void print_crash(const struct crash *crash)
{
    console_fact("cause", "%s", crash_cause_text(crash->cause));
    console_fact("task", "%s", crash->task);
    if (crash->blame[0] != '\0')
        console_fact("silent task", "%s", crash->blame);
    if (crash->line != 0)
        console_fact("line", "%u", crash->line);
    console_fact_time("after", (uint64_t)crash->uptime_ms[1] << 32 | crash->uptime_ms[0]);
    console_fact("crashes", "%lu", (unsigned long)crash_count());
    console_fact("pc", "0x%08lx", (unsigned long)crash->pc);
    console_fact("lr", "0x%08lx", (unsigned long)crash->lr);
    console_fact("sp", "0x%08lx", (unsigned long)crash->sp);
    console_fact("psr", "0x%08lx", (unsigned long)crash->psr);
    console_fact("basepri", "0x%02x", crash->kernel_busy);
    console_fact("cfsr", "0x%08lx", (unsigned long)crash->fault_status);
    console_fact("hfsr", "0x%08lx", (unsigned long)crash->hard_status);
    console_fact("address", "0x%08lx", (unsigned long)crash->fault_address);
    for (unsigned i = 0; i < sizeof crash->r / sizeof crash->r[0]; i++) {
        char name[] = {'r', '0', '\0', '\0'};
        name[1] = (char)('0' + (i < 10 ? i : 1));
        name[2] = (char)(i < 10 ? '\0' : '0' + i - 10);
        console_value(name, "0x%08lx", (unsigned long)crash->r[i]);
    }
}

int command_crash(int count, char **words)
{
    if (count == 2 && strcmp(words[1], "clear") == 0) {
        crash_clear();
        return STATUS_OK;
    }
    if (count != 1)
        return STATUS_INVALID;
    const struct crash *crash = crash_last();
    if (crash == NULL)
        console_fact("cause", "none");
    else
        print_crash(crash);
    return STATUS_OK;
}
