/*
 * The line that a person types on the serial console: editing, history, echo. Bytes go in one at a time, the
 * echo comes out through a function, and a finished line is handed back as text.
 *
 *     static struct line line;
 *     line_init(&line, "crawlbox> ", echo, &port);
 *     line_prompt(&line);
 *     for (;;)
 *         if (line_feed(&line, next_byte())) {
 *             run(line_text(&line));
 *             line_prompt(&line);
 *         }
 *
 * Keys: printable ASCII; left, right, home, end, delete; up and down walk through the history; backspace,
 * ctrl-A begin, ctrl-E end, ctrl-B/F left/right, ctrl-D delete, ctrl-K cut to the end, ctrl-U clear, ctrl-W
 * cut a word, ctrl-P/N history, ctrl-C drop the line, ctrl-L draw it again. CR, LF and CR LF end a line. What
 * has no meaning is dropped.
 *
 * Costs LINE_SIZE + LINE_HISTORY + about 30 bytes in the struct that the caller owns.
 */
#ifndef CRAWLBOX_UI_CONSOLE_LINE_H
#define CRAWLBOX_UI_CONSOLE_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/format.h"

enum {
    LINE_SIZE = 128,    /* longest line with its terminator; a longer one is not taken (bell) */
    LINE_HISTORY = 192, /* earlier lines, packed; the oldest make room */
};

struct line {
    const char *prompt; /* lives as long as the line does */
    format_sink echo;
    void *echo_context;
    uint16_t length;
    uint16_t cursor;
    uint16_t history_used;
    uint8_t recalled; /* which line of the history is shown: 1 is the latest; 0 is the line being typed */
    uint8_t escape;   /* how much of a key's escape sequence has come */
    uint8_t parameter;
    bool after_cr;
    char text[LINE_SIZE];
    char history[LINE_HISTORY]; /* terminated lines one after another, the oldest first */
};

void line_init(struct line *line, const char *prompt, format_sink echo, void *echo_context);

/* Starts a new, empty line. */
void line_prompt(struct line *line);

/* Takes a byte. Returns true if the line is finished; line_text() has it until the next call of
 * line_prompt(). */
bool line_feed(struct line *line, char byte);

/* Returns the finished line. The caller may cut it up in place, since the history has its own copy. */
char *line_text(struct line *line);

/* Hide the line being typed and show it again, for output that comes meanwhile: the caller writes whole
 * lines in between. */
void line_hide(struct line *line);
void line_show(struct line *line);

#endif
