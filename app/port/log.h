/*
 * The log: what happened lately, in plain words. Lines wait in a ring in RAM; the console prints new ones as
 * they come, `log` shows the ring again. The oldest make room.
 *
 *     log_info("card %s mounted", name);
 *     log_warning("%s: %s", path, status_text(status));
 *
 * Any task may log, but no interrupt. A line is cut at LOG_LINE_MAX. Costs LOG_RING_BYTES, and about 340
 * bytes of the caller's stack.
 */
#ifndef CRAWLBOX_PORT_LOG_H
#define CRAWLBOX_PORT_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/format.h"
#include "base/log_ring.h"
#include "base/packed.h"

enum log_level { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG, LOG_LEVELS };

void log_write(enum log_level level, const char *format,
               ...); /* use these, which check and pack the format: */

#define LOG(level, format, ...)                                                                              \
    (FORMAT_CHECK(format, ##__VA_ARGS__), log_write(level, PACKED(format), ##__VA_ARGS__))
#define log_error(...)   LOG(LOG_ERROR, __VA_ARGS__)
#define log_warning(...) LOG(LOG_WARNING, __VA_ARGS__)
#define log_info(...)    LOG(LOG_INFO, __VA_ARGS__)
#define log_debug(...)   LOG(LOG_DEBUG, __VA_ARGS__)

/* Sets the level above which lines are not kept; at start-up it is LOG_INFO. */
void log_set_level(enum log_level level);
enum log_level log_get_level(void);
const char *log_level_name(enum log_level level);

/* Reads a line of the box's own log, as log_ring_read() does. */
bool log_read(uint32_t *cursor, struct log_line *line);

#endif
