#include "console.h"

#include <stdarg.h>
#include <string.h>

#include "FreeRTOS.h"
#include "task.h"

#include "base/status.h"
#include "board.h"
#include "box_settings.h"
#include "clock.h"
#include "console/command.h"
#include "crash.h"
#include "crawlbox_version.h"
#include "log.h"
#include "ram.h"
#include "settings/settings.h"
#include "tasks.h"

enum {
    NAME_COLUMN = 18,      /* where the values of facts start */
    WAKE_MS = 1000,        /* often enough for the supervisor */
    FULL_RING_WAIT_MS = 4, /* half of the sending ring at 115,200 baud */
};

struct command {
    const char *name;
    int (*run)(int count, char **words);
};

static const struct command commands[] = {
#define COMMAND(name, usage, help) {#name, command_##name},
#include "commands.def"
#undef COMMAND
};

static const char usages[] PACKED_PLACE =
#define COMMAND(name, usage, help) usage "\0"
#include "commands.def"
#undef COMMAND
    ;

static const char helps[] PACKED_PLACE =
#define COMMAND(name, usage, help) help "\0"
#include "commands.def"
#undef COMMAND
    ;

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static bool for_scripts;
static uint32_t log_cursor;

static const char *name_of(const void *table, unsigned index)
{
    return index < COMMAND_COUNT ? ((const struct command *)table)[index].name : NULL;
}

/* Output */

static void send(const char *bytes, size_t count)
{
    for (;;) {
        size_t taken = uart_write(bytes, count);
        bytes += taken;
        count -= taken;
        if (count == 0)
            return;
        console_pause(FULL_RING_WAIT_MS);
    }
}

static void echo(void *context, const char *text, size_t length)
{
    (void)context;
    send(text, length);
}

/* Text with "\n" as a serial terminal wants it. */
static void print(void *context, const char *text, size_t length)
{
    (void)context;
    while (length > 0) {
        const char *newline = memchr(text, '\n', length);
        size_t plain = newline != NULL ? (size_t)(newline - text) : length;
        send(text, plain);
        if (newline == NULL)
            return;
        send("\r\n", 2);
        text += plain + 1;
        length -= plain + 1;
    }
}

void console_write(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    format_write(print, NULL, format, arguments);
    va_end(arguments);
}

static void fact_name(const char *name)
{
    if (!for_scripts) {
        console_print("%-*s", NAME_COLUMN, name);
        return;
    }
    for (; *name != '\0'; name++)
        send(*name == ' ' ? "_" : name, 1);
    send("=", 1);
}

void console_fact(const char *name, const char *format, ...)
{
    fact_name(name);
    va_list arguments;
    va_start(arguments, format);
    format_write(print, NULL, format, arguments);
    va_end(arguments);
    console_print("\n");
}

void console_fact_time(const char *name, uint64_t ms)
{
    uint32_t seconds = (uint32_t)(ms / 1000);
    if (for_scripts) {
        console_fact(name, "%lu", (unsigned long)seconds);
        return;
    }
    fact_name(name);
    if (seconds >= 86400)
        console_print("%lu d ", (unsigned long)(seconds / 86400));
    console_print("%02u:%02u:%02u\n", (unsigned)(seconds / 3600 % 24), (unsigned)(seconds / 60 % 60),
                  (unsigned)(seconds % 60));
}

bool console_for_scripts(void)
{
    return for_scripts;
}

void console_pause(uint32_t ms)
{
    task_check_in(TASK_console);
    vTaskDelay(pdMS_TO_TICKS(ms));
}

void console_wake(void)
{
    xTaskNotifyGive(task_handle(TASK_console));
}

/* Commands */

static int no_such_command(const char *name)
{
    int nearest = command_nearest(name, name_of, commands);
    console_print("There is no command '%s'. ", name);
    if (nearest >= 0)
        console_print("Did you mean '%s'?\n", commands[nearest].name);
    else
        console_print("'help' lists those there are.\n");
    return STATUS_OK;
}

/* What a locked console still does: it looks, and it ejects, since the button does that, too, and whoever cannot would pull the card. */
static const char open_commands[] =
    "help* version* status* mem* tasks* log net sites* site* show* pin* card card:list card:check seed:list "
    "model crash panel* eject*";

static void run_line(char *text)
{
    char *words[COMMAND_WORDS_MAX];
    int count = command_split(text, words, COMMAND_WORDS_MAX);
    if (count == 0)
        return;
    if (count < 0) {
        console_print("That line has %s.\n",
                      count == STATUS_FULL ? "too many words" : PACKED("a quote without its closing quote"));
        return;
    }
    for_scripts = command_take_flag(&count, words, "-k");
    int which = command_find(words[0], name_of, commands);
    if (which >= 0 && !command_is_listed(count, words, open_commands) && !console_may_change())
        return;
    int status = which < 0 ? no_such_command(words[0]) : commands[which].run(count, words);
    if (status == STATUS_INVALID)
        console_print("Usage: %s\n", packed_nth(usages, (unsigned)which));
    else if (status < 0)
        console_print("%s: %s\n", words[0], status_text(status));
}

static int help_setting(const char *key)
{
    int which = settings_find(key, strlen(key));
    if (which < 0)
        return no_such_command(key);
    console_print("%s: %s\n  %s", key, settings_help(which), settings_range(which));
    if (*settings_default(which) != '\0')
        console_print("; unless set: %s\n", settings_default(which));
    else
        console_print("; not set at first\n");
    return STATUS_OK;
}

int command_help(int count, char **words)
{
    if (count > 2)
        return STATUS_INVALID;
    if (count == 2) {
        int which = command_find(words[1], name_of, commands);
        if (which < 0)
            return help_setting(words[1]);
        console_print("%s\n  %s\n", packed_nth(usages, (unsigned)which), packed_nth(helps, (unsigned)which));
        return STATUS_OK;
    }
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        console_print("  %-10s%s\n", commands[i].name, packed_nth(helps, i));
    console_print("Add -k to a command for key=value lines. 'help COMMAND' says how one is used.\n");
    return STATUS_OK;
}

/* The task */

static void wake_from_interrupt(void)
{
    BaseType_t switch_now = pdFALSE;
    vTaskNotifyGiveFromISR(task_handle(TASK_console), &switch_now);
    portYIELD_FROM_ISR(switch_now);
}

static void print_log_line(const struct log_line *line)
{
    uint32_t seconds = (uint32_t)(line->uptime_ms / 1000);
    console_print("[%6lu.%03u] %s: %s\n", (unsigned long)seconds, (unsigned)(line->uptime_ms % 1000),
                  log_level_name(line->level), line->text);
}

/* New events appear above the line that is being typed. */
static void show_new_log_lines(void)
{
    struct log_line entry;
    if (!log_read(&log_cursor, &entry))
        return;
    line_hide(&ram_line);
    do
        print_log_line(&entry);
    while (log_read(&log_cursor, &entry));
    line_show(&ram_line);
}

int command_log(int count, char **words)
{
    if (count > 2)
        return STATUS_INVALID;
    if (count == 2) {
        for (unsigned level = 0; level < LOG_LEVELS; level++) {
            if (strcmp(words[1], log_level_name(level)) != 0)
                continue;
            log_set_level(level);
            console_fact("log level", "%s", words[1]);
            return STATUS_OK;
        }
        return STATUS_INVALID;
    }
    struct log_line entry;
    for (uint32_t cursor = 0; log_read(&cursor, &entry);)
        print_log_line(&entry);
    console_fact("log level", "%s", log_level_name(log_get_level()));
    return STATUS_OK;
}

static void greet(void)
{
    console_print("\n\ncrawlbox %s on %s\n", CRAWLBOX_VERSION, BOARD_NAME);
    const struct crash *crash = crash_last();
    if (crash != NULL)
        console_print("It had to restart after a %s in task %s; 'crash' says more.\n",
                      crash_cause_text(crash->cause), crash_culprit(crash));
    log_info("start %lu since power came", (unsigned long)boot_count());
    console_print("Type 'help' for the commands.\n");
}

void task_console(void)
{
    uart_init(&ram_serial, BOARD_CONSOLE_BAUD, BOARD_CLOCK_HZ, wake_from_interrupt);
    line_init(&ram_line, "crawlbox> ", echo, NULL);
    greet();
    line_prompt(&ram_line);
    for (;;) {
        task_check_in(TASK_console);
        char byte;
        while (uart_read(&byte)) {
            if (!line_feed(&ram_line, byte))
                continue;
            run_line(line_text(&ram_line));
            task_check_in(TASK_console);
            line_prompt(&ram_line);
        }
        show_new_log_lines();
        ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(WAKE_MS));
    }
}
