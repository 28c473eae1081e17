#include "warc/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"

enum { RECORD_END_SIZE = 4 };

struct warc_reader {
    struct warc_input *input;
    uint64_t left; /* of the block */
    bool open;     /* a record is in hand and its end was not checked yet */
    bool truncated, seekable;
    uint64_t problem_offset;
    char problem[240];
    size_t raw_head_size;
    char raw_head[WARC_HEAD_MAX]; /* parsing cuts record.head into strings: this is what it was */
    struct warc_record record;
};

struct warc_reader *warc_reader_new(struct warc_port port, uint64_t start)
{
    struct warc_reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return NULL;
    reader->input = warc_input_new(port, start);
    if (!reader->input) {
        free(reader);
        return NULL;
    }
    return reader;
}

void warc_reader_free(struct warc_reader *reader)
{
    if (!reader)
        return;
    warc_input_free(reader->input);
    free(reader);
}

static int failed(struct warc_reader *reader, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int failed(struct warc_reader *reader, int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->problem, sizeof reader->problem, format, arguments);
    va_end(arguments);
    reader->problem_offset = reader->record.offset;
    reader->open = false;
    return status;
}

static int input_failed(struct warc_reader *reader, long status)
{
    reader->truncated = warc_input_truncated(reader->input);
    return failed(reader, (int)status, "%s", warc_input_problem(reader->input));
}

static int cut_off(struct warc_reader *reader, const char *where)
{
    const uint8_t *bytes;
    reader->truncated = !warc_input_is_gzip(reader->input) || warc_input_peek(reader->input, &bytes, 1) == 0;
    return failed(reader, STATUS_DAMAGED, "the record is cut off: %s ends %s",
                  reader->truncated ? "the file" : "its gzip member", where);
}

/* Looks ahead within the record: like warc_input_peek(), but a new gzip member is an end, since it is a new
 * record. */
static long peek_inside(struct warc_reader *reader, const uint8_t **bytes, size_t want)
{
    long there = warc_input_peek(reader->input, bytes, want);
    if (there < 0)
        return input_failed(reader, there);
    if (there > 0 && warc_input_is_gzip(reader->input) && warc_input_at_member(reader->input))
        return 0;
    return there;
}

/* Moves the head, up to the empty line, into record.head: its size, or a status code. */
static long read_head(struct warc_reader *reader)
{
    char *head = reader->record.head;
    size_t size = 0;
    for (;;) {
        const uint8_t *bytes;
        long there = size == 0 ? warc_input_peek(reader->input, &bytes, 1) : peek_inside(reader, &bytes, 1);
        if (there < 0)
            return there;
        if (there == 0)
            return cut_off(reader, "within its head");
        const uint8_t *line_end = memchr(bytes, '\n', (size_t)there);
        size_t take = line_end ? (size_t)(line_end - bytes) + 1 : (size_t)there;
        if (take > WARC_HEAD_MAX - size)
            return failed(reader, STATUS_INVALID, "its head is longer than %d bytes", WARC_HEAD_MAX);
        warc_input_read(reader->input, head + size, take);
        size += take;
        if (size >= 2 && head[size - 1] == '\n' &&
            (head[size - 2] == '\n' || (size >= 3 && head[size - 2] == '\r' && head[size - 3] == '\n')))
            return (long)size;
        /* garbage has no reason to be read to its largest size: a record begins with its version */
        if (size >= 5 && memcmp(head, "WARC/", 5) != 0)
            return (long)size;
    }
}

int warc_reader_next(struct warc_reader *reader)
{
    const uint8_t *bytes;
    if (reader->open) {
        int status = warc_reader_finish(reader);
        if (status < 0)
            return status;
    }
    reader->record.offset = warc_input_offset(reader->input);
    reader->seekable = warc_input_at_member(reader->input);
    long there = warc_input_peek(reader->input, &bytes, 1);
    if (there < 0)
        return input_failed(reader, there);
    if (there == 0)
        return 0;
    long head = read_head(reader);
    if (head < 0)
        return (int)head;
    memcpy(reader->raw_head, reader->record.head, (size_t)head);
    reader->raw_head_size = (size_t)head;
    char problem[sizeof reader->problem];
    int status = warc_record_parse(&reader->record, (size_t)head, problem, sizeof problem);
    if (status < 0)
        return failed(reader, status, "%s", problem);
    reader->left = reader->record.length;
    reader->open = true;
    return 1;
}

const struct warc_record *warc_reader_record(const struct warc_reader *reader)
{
    return &reader->record;
}

const char *warc_reader_head(const struct warc_reader *reader, size_t *size)
{
    *size = reader->raw_head_size;
    return reader->raw_head;
}

long warc_reader_read(struct warc_reader *reader, void *buffer, size_t size)
{
    if (!reader->open || reader->left == 0)
        return 0;
    if (size > reader->left)
        size = (size_t)reader->left;
    const uint8_t *bytes;
    long there = peek_inside(reader, &bytes, 1);
    if (there < 0)
        return there;
    if (there == 0) {
        char where[80];
        snprintf(where, sizeof where, "%llu bytes before the end of its block",
                 (unsigned long long)reader->left);
        return cut_off(reader, where);
    }
    long got = warc_input_read(reader->input, buffer, size);
    reader->left -= (uint64_t)got;
    return got;
}

int warc_reader_finish(struct warc_reader *reader)
{
    const uint8_t *end;
    if (!reader->open)
        return 0;
    while (reader->left > 0) {
        long got = warc_reader_read(reader, NULL, SIZE_MAX);
        if (got < 0)
            return (int)got;
    }
    long there = peek_inside(reader, &end, RECORD_END_SIZE);
    if (there < 0)
        return (int)there;
    size_t compare = there < RECORD_END_SIZE ? (size_t)there : RECORD_END_SIZE;
    bool matches = memcmp(end, "\r\n\r\n", compare) == 0;
    if (matches && compare < RECORD_END_SIZE)
        return cut_off(reader, "within the two line ends behind its block");
    if (!matches)
        return failed(
            reader, STATUS_DAMAGED,
            "its block is not followed by two line ends: its length of %llu bytes is wrong, or bytes are "
            "missing or too many",
            (unsigned long long)reader->record.length);
    warc_input_read(reader->input, NULL, RECORD_END_SIZE);
    /* what zlib's checksum says about this member comes behind its last byte */
    there = warc_input_peek(reader->input, &end, 1);
    if (there < 0 && warc_input_problem_offset(reader->input) == reader->record.offset)
        return input_failed(reader, there);
    reader->open = false;
    return 0;
}

uint64_t warc_reader_record_size(struct warc_reader *reader)
{
    return warc_input_offset(reader->input) - reader->record.offset;
}

/* Takes one line (or the rest of what is buffered), so that the next peek is at the start of a line. */
static bool skip_line(struct warc_reader *reader)
{
    const uint8_t *bytes;
    long there = warc_input_peek(reader->input, &bytes, 1);
    if (there <= 0)
        return false;
    const uint8_t *line_end = memchr(bytes, '\n', (size_t)there);
    warc_input_read(reader->input, NULL, line_end ? (size_t)(line_end - bytes) + 1 : (size_t)there);
    return true;
}

bool warc_reader_resync(struct warc_reader *reader)
{
    static const char magic[] = "WARC/1.";
    enum { MAGIC_SIZE = sizeof magic - 1 };
    const uint8_t *bytes;

    reader->open = false;
    if (warc_input_is_gzip(reader->input) && warc_input_problem(reader->input)[0])
        return warc_input_skip_to_member(reader->input);
    for (;;) {
        long there = warc_input_peek(reader->input, &bytes, MAGIC_SIZE);
        if (there < 0)
            return warc_input_skip_to_member(reader->input);
        if (there >= MAGIC_SIZE && memcmp(bytes, magic, MAGIC_SIZE) == 0)
            return true;
        if (!skip_line(reader))
            return false;
    }
}

const char *warc_reader_problem(const struct warc_reader *reader)
{
    return reader->problem;
}

uint64_t warc_reader_problem_offset(const struct warc_reader *reader)
{
    return reader->problem_offset;
}

bool warc_reader_truncated(const struct warc_reader *reader)
{
    return reader->truncated;
}

bool warc_reader_is_gzip(const struct warc_reader *reader)
{
    return warc_input_is_gzip(reader->input);
}

bool warc_reader_is_seekable(const struct warc_reader *reader)
{
    return reader->seekable;
}

uint64_t warc_reader_offset(struct warc_reader *reader)
{
    return warc_input_offset(reader->input);
}
