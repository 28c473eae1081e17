/*
 * Keeps the latest lines of the log in a fixed piece of memory; the oldest make room for new ones.
 *
 *     log_ring_write(&ring, uptime_ms, LOG_INFO, "card %s mounted", arguments);
 *     struct log_line line;
 *     for (uint32_t cursor = 0; log_ring_read(&ring, &cursor, &line);)
 *         show(line.uptime_ms, line.text);
 *
 * A ring of zeros is empty. Text is formatted straight into the ring, so that a writer needs no buffer of its
 * own. There is no lock: the caller sees to it that only one task at a time writes or reads. Costs
 * LOG_RING_BYTES + 8.
 */
#ifndef CRAWLBOX_BASE_LOG_RING_H
#define CRAWLBOX_BASE_LOG_RING_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LOG_RING_BYTES = 512, /* a power of two; each line takes 8 bytes beside its text */
    LOG_LINE_MAX = 100,   /* a longer line is cut */
};

struct log_ring {
    uint32_t start; /* offsets count the bytes ever written, wrapping freely */
    uint32_t end;
    uint8_t bytes[LOG_RING_BYTES];
};

struct log_line {
    uint64_t uptime_ms;
    uint8_t level;
    char text[LOG_LINE_MAX + 1];
};

void log_ring_write(struct log_ring *ring, uint64_t uptime_ms, uint8_t level, const char *format,
                    va_list arguments) __attribute__((format(printf, 4, 0)));

/* Reads the line at *cursor and moves the cursor on; returns false behind the last line. A cursor of 0, or
 * one whose line has been overwritten meanwhile, starts at the oldest line there is. */
bool log_ring_read(const struct log_ring *ring, uint32_t *cursor, struct log_line *line);

size_t log_ring_used(const struct log_ring *ring);

#endif
