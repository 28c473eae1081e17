/*
 * The bytes of a WARC file in order, whether it is plain or gzip (any number of members, one after the
 * other).
 *
 * Where the bytes come from is the caller's business: a port with one function, so that a file, an image of a
 * card or a fuzzer's buffer all look the same. Whether it is gzip is seen from the first two bytes.
 *
 *     struct warc_input *input = warc_input_new(port, 0);
 *     while ((got = warc_input_read(input, buffer, sizeof buffer)) > 0)
 *         ...
 *     if (got < 0)
 *         puts(warc_input_problem(input));
 *     warc_input_free(input);
 */
#ifndef CRAWLBOX_WARC_INPUT_H
#define CRAWLBOX_WARC_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct warc_port {
    /* Up to `size` bytes: how many came, 0 at the end, a negative status code if the source failed. */
    long (*read)(void *context, void *buffer, size_t size);
    void *context;
};

struct warc_input;

/* `start` is where in the file the port's first byte lies; only offsets in reports depend on it. NULL: no
 * memory. */
struct warc_input *warc_input_new(struct warc_port port, uint64_t start);
void warc_input_free(struct warc_input *input);

/* Like the port's read, after decompression. STATUS_DAMAGED: not valid gzip from here on. */
long warc_input_read(struct warc_input *input, void *buffer, size_t size);

/* Looks ahead without taking: `*bytes` has at least `want` bytes (at most WARC_INPUT_PEEK_MAX) unless the
 * data end. */
enum { WARC_INPUT_PEEK_MAX = 4096 };
long warc_input_peek(struct warc_input *input, const uint8_t **bytes, size_t want);

/*
 * In the file: where the next byte of plain data lies; in gzip, where the member of the next byte begins (at
 * the end of a member that is the next member).
 */
uint64_t warc_input_offset(struct warc_input *input);

/* True when the next byte is the first of a gzip member, and always in plain data. */
bool warc_input_at_member(struct warc_input *input);

bool warc_input_is_gzip(const struct warc_input *input);

/* After STATUS_DAMAGED: goes on at the next thing that looks like a gzip member; false if there is none. */
bool warc_input_skip_to_member(struct warc_input *input);

/* What went wrong, as a sentence without a full stop; "" if nothing did. */
const char *warc_input_problem(const struct warc_input *input);

/* Where the gzip member lies that the problem is about. */
uint64_t warc_input_problem_offset(const struct warc_input *input);

/* True if the data ended inside a gzip member. */
bool warc_input_truncated(const struct warc_input *input);

#endif
