/*
 * The console of a box: a person types a line, and a command answers, for people or, with -k, for scripts.
 * The commands that every box has are in commands.def, and a program adds its own (port/console.h). Whatever
 * a command needs of its surroundings comes through app/port, so that all programs serve the same console.
 *
 *     console_begin();                                 greets, and asks for the first line
 *     while ((byte = next_byte()) >= 0)
 *         console_take(byte);                          runs the command when its line is finished
 *     console_show_news();                             now and then: new lines of the log
 *
 * A command:
 *
 *     int command_lamp(int count, char **words)        COMMAND(lamp, "lamp on|off", "switch the light")
 *     {
 *         if (count != 2)
 *             return STATUS_INVALID;                   the console answers with the usage line
 *         console_fact("lamp", "%s", words[1]);        "lamp            on", or lamp=on with -k
 *         return STATUS_OK;
 *     }
 *
 * Commands run one at a time in the task that calls console_take(). A command that concerns the session or
 * the card gives a job to the task that has them (port/crawler.h); while it waits, the job may write in its
 * place. A command that takes long calls console_pause() between its steps.
 *
 * RAM: struct console, about 360 bytes, most of them the line and its history.
 */
#ifndef CRAWLBOX_UI_CONSOLE_CONSOLE_H
#define CRAWLBOX_UI_CONSOLE_CONSOLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/format.h"
#include "base/packed.h"
#include "box/session.h"
#include "port/console.h"
#include "ui/console/line.h"

struct console {
    struct line line;
    uint32_t log_cursor; /* how far the log was shown */
    bool for_scripts;    /* the present command was typed with -k */
    bool is_unlocked;    /* the PIN was typed since start-up */
    uint8_t wrong_pins;  /* how many were typed in a row */
};

#define COMMAND(name, usage, help) int command_##name(int count, char **words);
#include "ui/console/commands.def"
#undef COMMAND

#define STATUS(function) void function(void);
#include "ui/console/status.def"
#undef STATUS

void console_begin(void);
void console_take(char byte);
void console_show_news(void); /* new lines of the log appear above the line that is being typed */

/* Writes text; "\n" becomes the new line of a terminal. Waits while the line is busy. */
#define console_print(format, ...)                                                                           \
    (FORMAT_CHECK(format, ##__VA_ARGS__), console_write(PACKED(format), ##__VA_ARGS__))
void console_write(const char *format, ...) FORMAT_PACKED(1, 2);

/* Writes one fact: a name of small letters, digits and blanks, and its value. People see "name    value",
 * scripts name=value with underscores for blanks. console_value() takes a name that is no literal. */
#define console_fact(name, format, ...)                                                                      \
    (FORMAT_CHECK(format, ##__VA_ARGS__), console_write_fact(PACKED(name), PACKED(format), ##__VA_ARGS__))
#define console_value(name, format, ...)                                                                     \
    (FORMAT_CHECK(format, ##__VA_ARGS__), console_write_fact(name, PACKED(format), ##__VA_ARGS__))
void console_write_fact(const char *name, const char *format, ...) FORMAT_PACKED(2, 3);

/* Writes a number, for people with its unit. */
void console_number(const char *name, uint32_t number, const char *unit);

/* Writes a span of time: "3 d 04:05:06" for people, whole seconds for scripts. */
void console_fact_time(const char *name, uint64_t ms);

/* Was the present command typed with -k? */
bool console_for_scripts(void);

/* May the person change something? If not, this says that the console is locked. */
bool console_may_change(void);

/* Answers who names a site that the crawl has not heard of. */
void console_no_such_site(const char *name);

/* The session that the commands are about. Commands look at its counters, flags and texts; only jobs do
 * more. */
static inline struct session *console_session(void)
{
    return console_program.session;
}

#endif
