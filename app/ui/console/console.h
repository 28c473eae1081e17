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
 * Commands run one at a time in the task that calls console_take(). What concerns the session or the card
 * they have done by a job (port/crawler.h); while it runs, the job may write in their place. A command that
 * takes long calls console_pause() between its steps.
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
    uint32_t log_cursor; /* of the log's lines that were shown */
    bool for_scripts;    /* the present command was asked for -k */
    bool is_unlocked;    /* the PIN was given since start-up */
    uint8_t wrong_pins;  /* in a row */
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

/* Text as it is; "\n" becomes a new line. Waits while the line is busy. */
#define console_print(format, ...)                                                                           \
    (FORMAT_CHECK(format, ##__VA_ARGS__), console_write(PACKED(format), ##__VA_ARGS__))
void console_write(const char *format, ...) FORMAT_PACKED(1, 2);

/* One fact: a name of small letters, digits and blanks, and its value. For people "name    value", for
 * scripts name=value with the blanks as underscores. */
void console_fact(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A time span: "3 d 04:05:06" for people, whole seconds for scripts. */
void console_fact_time(const char *name, uint64_t ms);

/* The present command was asked for -k. */
bool console_for_scripts(void);

/* true, or false after saying that the console is locked. */
bool console_may_change(void);

/* The session that commands are about. They look at its counters, flags and texts; the rest is for jobs. */
static inline struct session *console_session(void)
{
    return console_program.session;
}

#endif
