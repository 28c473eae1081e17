#include "warc/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/status.h"

enum {
    RAW_SIZE = 65536,
    OUT_SIZE = 65536,
    GZIP_WINDOW = 15 + 16, /* zlib: the largest window, and expect a gzip header */
    GZIP_MAGIC_0 = 0x1f,
    GZIP_MAGIC_1 = 0x8b,
    GZIP_DEFLATE = 8,
};

struct warc_input {
    struct warc_port port;
    uint64_t raw_offset; /* in the file, of raw[raw_at] */
    size_t raw_at, raw_end;
    bool raw_ended;
    bool gzip, kind_known, in_member, truncated;
    z_stream zlib;
    uint64_t member_offset; /* where the member in progress began */
    bool member_fresh;      /* nothing of it was handed out yet */
    size_t out_at, out_end; /* gzip: decompressed bytes, all of one member */
    char problem[160];
    uint8_t raw[RAW_SIZE];
    uint8_t out[OUT_SIZE];
};

struct warc_input *warc_input_new(struct warc_port port, uint64_t start)
{
    struct warc_input *input = calloc(1, sizeof *input);
    if (!input)
        return NULL;
    input->port = port;
    input->raw_offset = start;
    if (inflateInit2(&input->zlib, GZIP_WINDOW) != Z_OK) {
        free(input);
        return NULL;
    }
    return input;
}

void warc_input_free(struct warc_input *input)
{
    if (!input)
        return;
    inflateEnd(&input->zlib);
    free(input);
}

/* Has at least `want` raw bytes in one piece unless the source ends: 0 or a status code. */
static int fill_raw(struct warc_input *input, size_t want)
{
    if (input->raw_end - input->raw_at >= want || input->raw_ended)
        return 0;
    memmove(input->raw, input->raw + input->raw_at, input->raw_end - input->raw_at);
    input->raw_end -= input->raw_at;
    input->raw_at = 0;
    while (input->raw_end < want) {
        long got =
            input->port.read(input->port.context, input->raw + input->raw_end, RAW_SIZE - input->raw_end);
        if (got < 0) {
            snprintf(input->problem, sizeof input->problem, "it cannot be read: %s", status_text((int)got));
            return (int)got;
        }
        if (got == 0) {
            input->raw_ended = true;
            return 0;
        }
        input->raw_end += (size_t)got;
    }
    return 0;
}

static void take_raw(struct warc_input *input, size_t count)
{
    input->raw_at += count;
    input->raw_offset += count;
}

static bool at_gzip_magic(const struct warc_input *input)
{
    const uint8_t *bytes = input->raw + input->raw_at;
    return input->raw_end - input->raw_at >= 3 && bytes[0] == GZIP_MAGIC_0 && bytes[1] == GZIP_MAGIC_1 &&
           bytes[2] == GZIP_DEFLATE;
}

static int find_kind(struct warc_input *input)
{
    if (input->kind_known)
        return 0;
    int status = fill_raw(input, 3);
    if (status < 0)
        return status;
    input->kind_known = true;
    input->gzip = at_gzip_magic(input);
    return 0;
}

static int damaged(struct warc_input *input, const char *what)
{
    snprintf(input->problem, sizeof input->problem, "the gzip member at offset %llu %s",
             (unsigned long long)input->member_offset, what);
    return STATUS_DAMAGED;
}

static int begin_member(struct warc_input *input)
{
    input->member_offset = input->raw_offset;
    if (!at_gzip_magic(input)) {
        snprintf(input->problem, sizeof input->problem, "what follows at offset %llu is not gzip",
                 (unsigned long long)input->raw_offset);
        return STATUS_DAMAGED;
    }
    inflateReset(&input->zlib);
    input->in_member = input->member_fresh = true;
    return 0;
}

/* Decompresses some more behind out_end: 1 there is more, 0 the data end here, or a status code. */
static int inflate_some(struct warc_input *input)
{
    int status = fill_raw(input, 3);
    if (status < 0)
        return status;
    size_t there = input->raw_end - input->raw_at;
    if (!input->in_member) {
        if (there == 0)
            return 0;
        if ((status = begin_member(input)) < 0)
            return status;
    } else if (there == 0) {
        input->truncated = true;
        return damaged(input, "is cut off: the file ends in the middle of it");
    }
    input->zlib.next_in = input->raw + input->raw_at;
    input->zlib.avail_in = (uInt)there;
    input->zlib.next_out = input->out + input->out_end;
    input->zlib.avail_out = (uInt)(OUT_SIZE - input->out_end);
    int result = inflate(&input->zlib, Z_NO_FLUSH);
    take_raw(input, there - input->zlib.avail_in);
    input->out_end = OUT_SIZE - input->zlib.avail_out;
    if (result == Z_STREAM_END)
        input->in_member = false;
    else if (result != Z_OK && result != Z_BUF_ERROR)
        return damaged(input, "is damaged: it cannot be decompressed");
    return 1;
}

/* Has at least `want` bytes to hand out unless the data (or, while some are left, the member) end. */
static int fill_out(struct warc_input *input, size_t want)
{
    if (input->out_at == input->out_end)
        input->out_at = input->out_end = 0;
    if (input->out_end > OUT_SIZE - WARC_INPUT_PEEK_MAX && input->out_end - input->out_at < want) {
        memmove(input->out, input->out + input->out_at, input->out_end - input->out_at);
        input->out_end -= input->out_at;
        input->out_at = 0;
    }
    while (input->out_end - input->out_at < want) {
        if (!input->in_member && input->out_end > input->out_at)
            return 0;
        int status = inflate_some(input);
        if (status <= 0)
            return status;
    }
    return 0;
}

long warc_input_peek(struct warc_input *input, const uint8_t **bytes, size_t want)
{
    int status = find_kind(input);
    if (status < 0)
        return status;
    status = input->gzip ? fill_out(input, want) : fill_raw(input, want);
    *bytes = input->gzip ? input->out + input->out_at : input->raw + input->raw_at;
    size_t there = input->gzip ? input->out_end - input->out_at : input->raw_end - input->raw_at;
    return status < 0 && there == 0 ? status : (long)there;
}

long warc_input_read(struct warc_input *input, void *buffer, size_t size)
{
    const uint8_t *bytes;
    long there = warc_input_peek(input, &bytes, 1);
    if (there <= 0)
        return there;
    if ((size_t)there > size)
        there = (long)size;
    if (buffer)
        memcpy(buffer, bytes, (size_t)there);
    if (input->gzip)
        input->out_at += (size_t)there;
    else
        take_raw(input, (size_t)there);
    input->member_fresh = false;
    return there;
}

/* A member may be handed out completely while its trailer is not read yet: settle that before saying where we
 * are. */
static void settle(struct warc_input *input)
{
    const uint8_t *bytes;
    (void)warc_input_peek(input, &bytes, 1);
}

uint64_t warc_input_offset(struct warc_input *input)
{
    settle(input);
    return input->gzip && input->out_at < input->out_end ? input->member_offset : input->raw_offset;
}

bool warc_input_at_member(struct warc_input *input)
{
    settle(input);
    return !input->gzip || input->out_at == input->out_end || input->member_fresh;
}

bool warc_input_is_gzip(const struct warc_input *input)
{
    return input->gzip;
}

bool warc_input_skip_to_member(struct warc_input *input)
{
    if (!input->gzip || input->truncated)
        return false;
    input->out_at = input->out_end = 0;
    input->in_member = false;
    while (fill_raw(input, 3) == 0 && input->raw_end - input->raw_at >= 3) {
        if (at_gzip_magic(input) && input->raw_offset > input->member_offset) {
            input->problem[0] = '\0';
            return true;
        }
        take_raw(input, 1);
    }
    return false;
}

const char *warc_input_problem(const struct warc_input *input)
{
    return input->problem;
}

uint64_t warc_input_problem_offset(const struct warc_input *input)
{
    return input->member_offset;
}

bool warc_input_truncated(const struct warc_input *input)
{
    return input->truncated;
}
