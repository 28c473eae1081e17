/*
 * What the console (ui/console/console.h) asks of the program that it runs in: a line to a person, and what
 * only this program knows. The image puts in its serial line and the commands about tasks and memory; a
 * program for Linux puts in its own.
 *
 *     static struct console console;
 *     const struct console_program console_program = {
 *         .session = &session, .console = &console, .board = "native", .kernel = "Linux", .commands = {...}};
 */
#ifndef CRAWLBOX_PORT_CONSOLE_H
#define CRAWLBOX_PORT_CONSOLE_H

#include <stddef.h>
#include <stdint.h>

struct console;
struct session;
struct xmodem;

struct command {
    const char *name;
    int (*run)(int count, char **words);
};

/* Commands with their texts. A table is made of a .def file of lines COMMAND(name, usage, help). */
struct command_table {
    const struct command *commands;
    const char *usages, *helps; /* in the same order, for packed_nth() (base/packed.h) */
    const char *open;           /* what a locked console still does, for command_is_listed() */
    unsigned count;
};

/* All of it must stay. */
struct console_program {
    struct session *session;
    struct console *console;
    const char *board;             /* "lm3s6965evb" */
    const char *kernel;            /* its name and version */
    struct command_table commands; /* of the program's own: `help` lists them behind the box's */
};

extern const struct console_program console_program;

/* Sends bytes to the person as they are; waits while the line is busy. */
void console_send(const char *bytes, size_t count);

/* Lets others run for that long; whoever watches over tasks hears that the console lives. */
void console_pause(uint32_t ms);

/* Takes a file over the line, in a job that the console waits for. STATUS_OK, STATUS_TOO_LONG, STATUS_CLOSED
 * (the sender gave up) or STATUS_TIMEOUT (nobody sends). */
int console_receive(struct xmodem *xmodem);

/* ---- What the program adds, by console_print() and console_fact() ---- */

void console_program_greeting(void); /* behind the first line after start-up */
void console_program_status(void);   /* at the end of `status` */
void console_program_card(void);     /* at the end of `card`: what it knows of the device */

#endif
