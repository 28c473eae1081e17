/*
 * A conversation with a box over its console: commands go out one at a time, and what comes back is told
 * apart: the answer to a command, or news that the box has to tell by itself.
 *
 *     struct talk talk;
 *     talk_begin(&talk, fd, on_line, context);
 *     talk_wait(&talk);                                        the box is there, and waits for a command
 *     talk_send(&talk, "status -k");
 *     talk_wait(&talk);                                        on_line() was given the lines of the answer
 *
 * Or without waiting: talk_send(), then talk_take() whenever there is something to read, until
 * talk_is_idle().
 *
 * The box edits its line itself and draws it again when a message comes in between; a bare carriage return
 * therefore means that the line so far is void. Escape sequences are dropped, and so is what could steer a
 * terminal.
 */
#ifndef CRAWLBOX_CONSOLE_TALK_H
#define CRAWLBOX_CONSOLE_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/console/line.h"

enum { TALK_LINE_SIZE = 1024 };

/* How long a box may be silent before it counts as gone, unless the caller sets talk.patience_ms. */
enum { TALK_PATIENCE_S = 20, TALK_PATIENCE_MAX_S = 86400 };

enum talk_kind {
    TALK_ANSWER, /* a line of the answer to the command */
    TALK_NEWS,   /* a line that the box tells by itself */
};

typedef void (*talk_line)(void *context, enum talk_kind kind, const char *text);

enum talk_state {
    TALK_LOST,    /* no prompt was seen yet, or the box does not answer as it should */
    TALK_IDLE,    /* the box waits for a command */
    TALK_SENT,    /* a command is on its way: its echo has not come back */
    TALK_ANSWERS, /* it has, and the answer comes */
};

struct talk {
    int fd;
    talk_line on_line;
    void *context;
    enum talk_state state;
    char command[LINE_SIZE];
    char line[TALK_LINE_SIZE];
    size_t length;
    bool after_cr, is_closed;
    int patience_ms;
    uint8_t escape;
};

/* Drops whatever half a line somebody left on the box's command line. */
void talk_begin(struct talk *talk, int fd, talk_line on_line, void *context);

/* False: the line is too long for the box, or the line to it is gone. */
bool talk_send(struct talk *talk, const char *command);

/* Reads what there is; false: the line to the box is gone. */
bool talk_take(struct talk *talk);

bool talk_is_idle(const struct talk *talk);

/* Waits until there is something to read. False: the box was silent for as long as its caller's patience
 * lasts. */
bool talk_listen(const struct talk *talk, int patience_ms);

/* Takes what comes until the box waits for a command. False: it fell silent, or is gone. */
bool talk_wait(struct talk *talk);

/* The same for a command that may keep the box busy without a word for longer than that. */
bool talk_wait_long(struct talk *talk);

/* Bytes as they are, for a file transfer. */
bool talk_write(struct talk *talk, const void *bytes, size_t count);

#endif
