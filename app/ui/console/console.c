#include "ui/console/console.h"

#include <stdarg.h>
#include <string.h>

#include "base/status.h"
#include "port/log.h"
#include "ui/console/command.h"

enum { NAME_COLUMN = 18 }; /* where the values of facts start */

static const struct command commands[] = {
#define COMMAND(name, usage, help) {#name, command_##name},
#include "ui/console/commands.def"
#undef COMMAND
};

static const char usages[] PACKED_PLACE =
#define COMMAND(name, usage, help) usage "\0"
#include "ui/console/commands.def"
#undef COMMAND
    ;

static const char helps[] PACKED_PLACE =
#define COMMAND(name, usage, help) help "\0"
#include "ui/console/commands.def"
#undef COMMAND
    ;

/* A locked console still runs commands that only look, and `eject`: the button does that, too, and people
 * who cannot eject would pull the card. */
static const struct command_table box_commands = {
    .commands = commands,
    .usages = usages,
    .helps = helps,
    .open =
        "help* version* status* log sites* site* show* pin* card card:list card:check seed:list model eject*",
    .count = sizeof commands / sizeof commands[0],
};

static struct console *console(void)
{
    return console_program.console;
}

/* Output */

static void send_echo(void *context, const char *text, size_t length)
{
    (void)context;
    console_send(text, length);
}

/* Sends text, with "\n" as a serial terminal wants it. */
static void send_with_newlines(void *context, const char *text, size_t length)
{
    (void)context;
    while (length > 0) {
        const char *newline = memchr(text, '\n', length);
        size_t plain = newline != NULL ? (size_t)(newline - text) : length;
        console_send(text, plain);
        if (newline == NULL)
            return;
        console_send("\r\n", 2);
        text += plain + 1;
        length -= plain + 1;
    }
}

void console_write(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    format_write(send_with_newlines, NULL, format, arguments);
    va_end(arguments);
}

static void write_fact_name(const char *name)
{
    struct packed_reader reader;
    if (!console()->for_scripts) {
        console_print("%-*s", NAME_COLUMN, name);
        return;
    }
    packed_open(&reader, name);
    for (char c; (c = packed_next(&reader)) != '\0';)
        console_print("%c", c == ' ' ? '_' : c);
    console_print("=");
}

void console_write_fact(const char *name, const char *format, ...)
{
    write_fact_name(name);
    va_list arguments;
    va_start(arguments, format);
    format_write(send_with_newlines, NULL, format, arguments);
    va_end(arguments);
    console_print("\n");
}

void console_number(const char *name, uint32_t number, const char *unit)
{
    bool for_scripts = console()->for_scripts;
    console_value(name, "%lu%s%s", (unsigned long)number, for_scripts ? "" : " ", for_scripts ? "" : unit);
}

void console_fact_time(const char *name, uint64_t ms)
{
    uint32_t seconds = (uint32_t)(ms / 1000);
    if (console()->for_scripts) {
        console_number(name, seconds, "");
        return;
    }
    write_fact_name(name);
    if (seconds >= 86400)
        console_print("%lu d ", (unsigned long)(seconds / 86400));
    console_print("%02u:%02u:%02u\n", (unsigned)(seconds / 3600 % 24), (unsigned)(seconds / 60 % 60),
                  (unsigned)(seconds % 60));
}

bool console_for_scripts(void)
{
    return console()->for_scripts;
}

/* Commands */

/* The table that has the command of this index, which becomes the one in that table. The box's commands
 * come first, then the program's. */
static const struct command_table *table_of_command(unsigned *index)
{
    if (*index < box_commands.count)
        return &box_commands;
    *index -= box_commands.count;
    return *index < console_program.commands.count ? &console_program.commands : NULL;
}

static const struct command *command_at(unsigned index)
{
    const struct command_table *table = table_of_command(&index);
    return table != NULL ? &table->commands[index] : NULL;
}

static const char *name_of_command(const void *unused, unsigned index)
{
    (void)unused;
    const struct command *command = command_at(index);
    return command != NULL ? command->name : NULL;
}

static const char *usage_of_command(unsigned index)
{
    const struct command_table *table = table_of_command(&index);
    return packed_nth(table->usages, index);
}

static const char *help_of_command(unsigned index)
{
    const struct command_table *table = table_of_command(&index);
    return packed_nth(table->helps, index);
}

static int say_no_such_command(const char *name)
{
    int nearest = command_nearest(name, name_of_command, NULL);
    console_print("There is no command '%s'. ", name);
    if (nearest >= 0)
        console_print("Did you mean '%s'?\n", name_of_command(NULL, (unsigned)nearest));
    else
        console_print("'help' lists those there are.\n");
    return STATUS_OK;
}

static bool may_run_command(int count, char **words)
{
    return command_is_listed(count, words, box_commands.open) ||
           command_is_listed(count, words, console_program.commands.open) || console_may_change();
}

static void run_line(char *text)
{
    char *words[COMMAND_WORDS_MAX];
    int count = command_split(text, words, COMMAND_WORDS_MAX);
    if (count == 0)
        return;
    if (count < 0) {
        console_print("That line has %s.\n", count == STATUS_FULL
                                                 ? PACKED("too many words")
                                                 : PACKED("a quote without its closing quote"));
        return;
    }
    console()->for_scripts = command_take_flag(&count, words, "-k");
    int which = command_find(words[0], name_of_command, NULL);
    if (which >= 0 && !may_run_command(count, words))
        return;
    int status = which < 0 ? say_no_such_command(words[0]) : command_at((unsigned)which)->run(count, words);
    if (status == STATUS_INVALID)
        console_print("Usage: %s\n", usage_of_command((unsigned)which));
    else if (status < 0)
        console_print("%s: %s\n", words[0], status_text(status));
}

static int help_setting(const char *key)
{
    int which = settings_find(key, strlen(key));
    if (which < 0)
        return say_no_such_command(key);
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
        int which = command_find(words[1], name_of_command, NULL);
        if (which < 0)
            return help_setting(words[1]);
        console_print("%s\n  %s\n", usage_of_command((unsigned)which), help_of_command((unsigned)which));
        return STATUS_OK;
    }
    const char *name;
    for (unsigned i = 0; (name = name_of_command(NULL, i)) != NULL; i++)
        console_print("  %-10s%s\n", name, help_of_command(i));
    console_print("Add -k to a command for key=value lines. 'help COMMAND' says how one is used.\n");
    return STATUS_OK;
}

/* The log */

static void print_log_line(const struct log_line *line)
{
    uint32_t seconds = (uint32_t)(line->uptime_ms / 1000);
    console_print("[%6lu.%03u] %s: %s\n", (unsigned long)seconds, (unsigned)(line->uptime_ms % 1000),
                  log_level_name(line->level), line->text);
}

void console_show_news(void)
{
    struct log_line entry;
    if (!log_read(&console()->log_cursor, &entry))
        return;
    line_hide(&console()->line);
    do
        print_log_line(&entry);
    while (log_read(&console()->log_cursor, &entry));
    line_show(&console()->line);
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

/* The line */

void console_begin(void)
{
    line_init(&console()->line, "crawlbox> ", send_echo, NULL);
    console_print("\n\ncrawlbox %s on %s\n", console_session()->parts->version, console_program.board);
    console_program_greeting();
    console_print("Type 'help' for the commands.\n");
    line_prompt(&console()->line);
}

void console_take(char byte)
{
    if (!line_feed(&console()->line, byte))
        return;
    run_line(line_text(&console()->line));
    line_prompt(&console()->line);
}
