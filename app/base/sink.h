/*
 * Text that is made piece by piece and goes somewhere else at once: a file, a digest, a counter.
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
    int (*put)(void *context, const void *bytes, size_t size); /* 0 or a negative status; NULL: count only */
    void *context;
    uint32_t count; /* bytes taken so far */
    int status;     /* the first failure of put, or 0 */
};

/* A sink that only counts. */
struct sink sink_counter(void);

/* A sink that fills memory; STATUS_TOO_LONG when it is full. `span` must live as long as the sink. */
struct sink_span {
    char *at;
    size_t room;
};
struct sink sink_memory(struct sink_span *span);

void sink_bytes(struct sink *sink, const void *bytes, size_t size);
void sink_text(struct sink *sink, const char *text);
void sink_blanks(struct sink *sink, size_t count);

/* A decimal number; with a width, right-aligned behind blanks (or zeros). */
void sink_number(struct sink *sink, uint32_t number);
void sink_number_blank(struct sink *sink, uint32_t number, size_t width);
void sink_number_zero(struct sink *sink, uint32_t number, size_t width);

#endif
