#include "port/log.h"

#include <stdarg.h>

#include "FreeRTOS.h"
#include "task.h"

#include "kernel/ram.h"
#include "port/platform.h"
#include "port/clock.h"

static enum log_level threshold = LOG_INFO;

static const char *const level_names[LOG_LEVELS] = {"error", "warning", "info", "debug"};

void log_write(enum log_level level, const char *format, ...)
{
    if (level > threshold)
        return;
    va_list arguments;
    va_start(arguments, format);
    /* Interrupts do not log: holding off the other tasks is lock enough, and that for some microseconds. */
    vTaskSuspendAll();
    log_ring_write(&ram_log, clock_ms(), (uint8_t)level, format, arguments);
    ram_use(RAM_log, log_ring_used(&ram_log));
    (void)xTaskResumeAll();
    va_end(arguments);
    platform_wake(ROLE_console); /* it shows new lines */
}

void log_set_level(enum log_level level)
{
    threshold = level;
}

enum log_level log_get_level(void)
{
    return threshold;
}

const char *log_level_name(enum log_level level)
{
    return level < LOG_LEVELS ? level_names[level] : "?";
}

bool log_read(uint32_t *cursor, struct log_line *line)
{
    vTaskSuspendAll();
    bool there = log_ring_read(&ram_log, cursor, line);
    (void)xTaskResumeAll();
    return there;
}
