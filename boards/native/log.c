/* log.h on standard error, where a program has its say. What the box notes for later (LOG_INFO) nobody reads here. */
#include "log.h"

#include <stdarg.h>
#include <stdio.h>

void log_write(enum log_level level, const char *format, ...)
{
    va_list arguments;
    if (level > LOG_WARNING)
        return;
    fputs("crawlbox: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}
