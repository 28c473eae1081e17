/* Implements port/log.h for a program: errors and warnings go to standard error, the rest to standard
 * output. Unless the program asks for more, only lines are written on which somebody has to act. */
#include "log.h"

#include <stdarg.h>
#include <stdio.h>

#include "port/log.h"

static enum log_level most = LOG_WARNING;
static void (*call_before)(void);

void log_call_before_lines(void (*call)(void))
{
    call_before = call;
}

void log_set_level(enum log_level level)
{
    most = level;
}

enum log_level log_get_level(void)
{
    return most;
}

void log_write(enum log_level level, const char *format, ...)
{
    va_list arguments;
    FILE *out = level <= LOG_WARNING ? stderr : stdout;
    if (level > most)
        return;
    if (call_before != NULL)
        call_before();
    if (out == stderr)
        fputs("crawlbox: ", out);
    va_start(arguments, format);
    vfprintf(out, format, arguments);
    va_end(arguments);
    fputc('\n', out);
    fflush(out); /* whoever reads it through a pipe wants it now */
}
