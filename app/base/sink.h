/*
 * Takes text that is made piece by piece, and sends it on at once: to a file, a digest, a counter.
 *
 * A record that must know its own length before it is written is simply emitted twice, first into a counter:
 *
 *     struct sink counter = sink_counter();
 *     emit_record(&counter, record);
 *     emit_length(&out, counter.count);
 *     emit_record(&out, record);
 *     if (out.status < 0) ...
 *
 * After a failed put the sink swallows the rest and keeps the first status, so that emitters need no checks.
 */
#ifndef CRAWLBOX_BASE_SINK_H
#define CRAWLBOX_BASE_SINK_H

#include <stddef.h>
#include <stdint.h>

struct sink {
    /* Takes bytes and returns 0 or a negative status. It is NULL if the sink only counts. */
    int (*put)(void *context, const void *bytes, size_t size);
    void *context;
    uint32_t count; /* bytes taken so far */
    int status;     /* the first failure of put, or 0 */
};

/* Returns a sink that only counts. */
struct sink sink_counter(void);

/* Returns a sink that fills memory; its status is STATUS_TOO_LONG when that is full. `span` must live as
 * long as the sink. */
struct sink_span {
    char *at;
    size_t room;
};
struct sink sink_memory(struct sink_span *span);

void sink_bytes(struct sink *sink, const void *bytes, size_t size);
void sink_text(struct sink *sink, const char *text);
void sink_blanks(struct sink *sink, size_t count);

/* Write a decimal number; with a width, it is right-aligned behind blanks (or zeros). */
void sink_number(struct sink *sink, uint32_t number);
void sink_number_blank(struct sink *sink, uint32_t number, size_t width);
void sink_number_zero(struct sink *sink, uint32_t number, size_t width);

#endif
