#include "warc/scan.h"

#include <stdlib.h>
#include <string.h>

enum { READ_SIZE = 65536 };

struct warc_scan {
    struct warc_reader *reader;
    struct warc_scan_result result;
    struct warc_digest block, payload, chunks;
    struct warc_payload http;
    warc_payload_sink *copy; /* NULL: nobody wants the bytes */
    void *copy_context;
    size_t start_size;
    uint8_t start[WARC_SCAN_START_MAX];
    uint8_t buffer[READ_SIZE];
};

struct warc_scan *warc_scan_new(struct warc_port port, uint64_t start)
{
    struct warc_scan *scan = calloc(1, sizeof *scan);
    if (!scan)
        return NULL;
    scan->reader = warc_reader_new(port, start);
    if (!scan->reader) {
        free(scan);
        return NULL;
    }
    return scan;
}

void warc_scan_free(struct warc_scan *scan)
{
    if (!scan)
        return;
    warc_reader_free(scan->reader);
    free(scan);
}

/* A revisit names the payload of another record, a segment that of several: neither can be checked alone. */
static bool has_own_payload(const struct warc_record *record)
{
    return record->type != WARC_REVISIT && record->type != WARC_CONTINUATION &&
           !warc_record_field(record, "WARC-Segment-Number");
}

static void take_payload(void *context, const uint8_t *bytes, size_t size)
{
    struct warc_scan *scan = context;
    size_t room = sizeof scan->start - scan->start_size;
    size_t keep = size < room ? size : room;
    memcpy(scan->start + scan->start_size, bytes, keep);
    scan->start_size += keep;
    warc_digest_add(&scan->payload, bytes, size);
}

void warc_scan_copy_to(struct warc_scan *scan, warc_payload_sink *sink, void *context)
{
    scan->copy = sink;
    scan->copy_context = context;
}

static void copy(struct warc_scan *scan, const void *bytes, size_t size)
{
    if (scan->copy)
        scan->copy(scan->copy_context, bytes, size);
}

static void begin_record(struct warc_scan *scan, const struct warc_record *record)
{
    const char *payload = has_own_payload(record) ? warc_record_field(record, "WARC-Payload-Digest") : NULL;
    memset(&scan->result, 0, sizeof scan->result);
    scan->result.record = record;
    scan->result.seekable = warc_reader_is_seekable(scan->reader);
    scan->result.http = warc_record_is_http(record) ? &scan->http : NULL;
    scan->result.start = scan->start;
    scan->start_size = 0;
    warc_digest_begin(&scan->block, warc_record_field(record, "WARC-Block-Digest"));
    warc_digest_begin(&scan->payload, payload);
    warc_digest_begin(&scan->chunks, payload);
    warc_payload_begin(&scan->http, take_payload, scan);
    size_t head_size;
    const char *head = warc_reader_head(scan->reader, &head_size);
    copy(scan, head, head_size);
}

static void add_to_record(struct warc_scan *scan, uint64_t at, const uint8_t *bytes, size_t size)
{
    warc_digest_add(&scan->block, bytes, size);
    copy(scan, bytes, size);
    if (!scan->result.http) {
        take_payload(scan, bytes, size);
        return;
    }
    warc_payload_add(&scan->http, bytes, size);
    if (scan->http.chunked && at + size > scan->http.body_offset) {
        size_t skip = scan->http.body_offset > at ? (size_t)(scan->http.body_offset - at) : 0;
        warc_digest_add(&scan->chunks, bytes + skip, size - skip);
    }
}

static void end_record(struct warc_scan *scan)
{
    struct warc_scan_result *result = &scan->result;
    result->size = warc_reader_record_size(scan->reader);
    result->start_size = scan->start_size;
    result->block_digest = warc_digest_end(&scan->block);
    result->payload_digest = warc_digest_end(&scan->payload);
    if (result->payload_digest == WARC_DIGEST_DIFFERS && result->http && scan->http.chunked)
        result->payload_digest_of_chunks = warc_digest_end(&scan->chunks) == WARC_DIGEST_EQUAL;
}

int warc_scan_next(struct warc_scan *scan)
{
    int status = warc_reader_next(scan->reader);
    if (status <= 0)
        return status;
    begin_record(scan, warc_reader_record(scan->reader));
    uint64_t at = 0;
    long got;
    while ((got = warc_reader_read(scan->reader, scan->buffer, sizeof scan->buffer)) > 0) {
        add_to_record(scan, at, scan->buffer, (size_t)got);
        at += (uint64_t)got;
    }
    if (got < 0)
        return (int)got;
    status = warc_reader_finish(scan->reader);
    if (status < 0)
        return status;
    copy(scan, "\r\n\r\n", 4);
    end_record(scan);
    return 1;
}

bool warc_scan_is_sound(const struct warc_scan_result *result)
{
    bool payload_wrong = result->payload_digest == WARC_DIGEST_DIFFERS && !result->payload_digest_of_chunks;
    return result->block_digest != WARC_DIGEST_DIFFERS && result->block_digest != WARC_DIGEST_MALFORMED &&
           result->payload_digest != WARC_DIGEST_MALFORMED && !payload_wrong;
}

const struct warc_scan_result *warc_scan_result(const struct warc_scan *scan)
{
    return &scan->result;
}

struct warc_reader *warc_scan_reader(struct warc_scan *scan)
{
    return scan->reader;
}
