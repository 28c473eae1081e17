/*
 * The serial console: one table of commands (commands.def), output for people and, with -k, for scripts.
 *
 *     int command_lamp(int count, char **words)        commands.def: COMMAND(lamp, "lamp on|off", "switch the light")
 *     {
 *         if (count != 2)
 *             return STATUS_INVALID;                   the console answers with the usage line
 *         console_fact("lamp", "%s", words[1]);        "lamp            on", or lamp=on with -k
 *         return STATUS_OK;
 *     }
 *
 * Commands run in the console's task, one at a time. One that takes long calls console_pause() between its steps.
 * Costs what ram.def says under serial and line, and the console's stack.
 */
#ifndef CRAWLBOX_CONSOLE_H
#define CRAWLBOX_CONSOLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/format.h"
#include "base/packed.h"

#define COMMAND(name, usage, help) int command_##name(int count, char **words);
#include "commands.def"
#undef COMMAND

/* Text as it is; "\n" becomes a new line. Waits while the line is busy. */
#define console_print(format, ...)                                                                           \
    (FORMAT_CHECK(format, ##__VA_ARGS__), console_write(PACKED(format), ##__VA_ARGS__))
void console_write(const char *format, ...);

/* One fact: a name of small letters, digits and blanks, and its value. For people "name    value", for scripts
 * name=value with the blanks as underscores. */
void console_fact(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A time span: "3 d 04:05:06" for people, whole seconds for scripts. */
void console_fact_time(const char *name, uint64_t ms);

/* The present command was asked for -k. */
bool console_for_scripts(void);

/* Lets others run and tells the supervisor that the console lives. */
void console_pause(uint32_t ms);

/* For any task: there is something new to show (the log does it). */
void console_wake(void);

#endif
