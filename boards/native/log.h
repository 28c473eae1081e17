/* What a program can have done around the lines of the log on this machine (port/log.h). */
#ifndef CRAWLBOX_BOARDS_NATIVE_LOG_H
#define CRAWLBOX_BOARDS_NATIVE_LOG_H

#include <stdbool.h>

/* Before each line: one that draws a progress line ends it then. */
void log_call_before_lines(void (*call)(void));

/* After each line: one that has a console shows it there. Any thread may be the caller. */
void log_call_after_lines(void (*call)(void));

/* Lines are no longer written anywhere but into the ring, because a console shows them. */
void log_keep_to_ring(void);

/* Every line goes to standard error; with its level in the form that a service's manager understands, <4>, if
 * `with_level`. */
void log_to_standard_error(bool with_level);

#endif
