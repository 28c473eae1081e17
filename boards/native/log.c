/* Implements port/log.h for a program: errors and warnings go to standard error, the rest to standard
 * output. Unless the program asks for more, only lines are written on which somebody has to act. The last
 * ones are also kept, for a console. */
#include "log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#include "port/clock.h"
#include "port/log.h"

static enum log_level most = LOG_WARNING;
static void (*call_before)(void), (*call_after)(void);
static bool is_quiet, all_to_stderr, with_levels;
static struct log_ring ring;
static pthread_mutex_t ring_lock = PTHREAD_MUTEX_INITIALIZER;

static const char *const level_names[LOG_LEVELS] = {"error", "warning", "info", "debug"};
static const char journal_levels[LOG_LEVELS] = {'3', '4', '6', '7'};

void log_call_before_lines(void (*call)(void))
{
    call_before = call;
}

void log_call_after_lines(void (*call)(void))
{
    call_after = call;
}

void log_keep_to_ring(void)
{
    is_quiet = true;
}

void log_to_standard_error(bool with_level)
{
    all_to_stderr = true;
    with_levels = with_level;
}

void log_set_level(enum log_level level)
{
    most = level;
}

enum log_level log_get_level(void)
{
    return most;
}

const char *log_level_name(enum log_level level)
{
    return level < LOG_LEVELS ? level_names[level] : "?";
}

static void write_line(enum log_level level, const char *format, va_list arguments)
{
    FILE *out = level <= LOG_WARNING || all_to_stderr ? stderr : stdout;
    if (call_before != NULL)
        call_before();
    if (with_levels)
        fprintf(out, "<%c>", journal_levels[level]);
    else if (out == stderr)
        fputs("crawlbox: ", out);
    vfprintf(out, format, arguments);
    fputc('\n', out);
    fflush(out); /* whoever reads it through a pipe wants it now */
}

void log_write(enum log_level level, const char *format, ...)
{
    va_list arguments, for_ring;
    if (level > most)
        return;
    va_start(arguments, format);
    va_copy(for_ring, arguments);
    pthread_mutex_lock(&ring_lock);
    log_ring_write(&ring, clock_ms(), (uint8_t)level, format, for_ring);
    if (!is_quiet)
        write_line(level, format, arguments);
    pthread_mutex_unlock(&ring_lock);
    va_end(for_ring);
    va_end(arguments);
    if (call_after != NULL)
        call_after();
}

bool log_read(uint32_t *cursor, struct log_line *line)
{
    pthread_mutex_lock(&ring_lock);
    bool there = log_ring_read(&ring, cursor, line);
    pthread_mutex_unlock(&ring_lock);
    return there;
}
