#include "warc/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "secret_hash.h"

enum { IDS_STEP = 1024, TEXT_SIZE = 320 };

void warc_check_found(struct warc_check *check, enum warc_severity severity, uint64_t offset,
                      const char *format, ...)
{
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (severity == WARC_DAMAGE)
        check->damage++;
    else
        check->notes++;
    if (check->report)
        check->report(check->context, &(struct warc_finding){severity, offset, text});
}

static bool add_id(struct warc_check_ids *ids, const char *text, uint64_t offset)
{
    if (ids->count == ids->room) {
        size_t room = ids->room ? ids->room * 2 : IDS_STEP;
        uint64_t *hash = realloc(ids->hash, room * sizeof *hash);
        if (hash)
            ids->hash = hash;
        uint64_t *offsets = realloc(ids->offset, room * sizeof *offsets);
        if (offsets)
            ids->offset = offsets;
        if (!hash || !offsets)
            return false;
        ids->room = room;
    }
    ids->hash[ids->count] = secret_hash(text, strlen(text));
    ids->offset[ids->count++] = offset;
    return true;
}

/* What the standard asks of each type: fields that must be there. */
static const struct rule {
    unsigned types; /* bits by enum warc_type */
    const char *field;
} rules[] = {
    {~0u, "WARC-Type"},
    {~0u, "WARC-Record-ID"},
    {~0u, "WARC-Date"},
    {1u << WARC_RESPONSE | 1u << WARC_RESOURCE | 1u << WARC_REQUEST | 1u << WARC_REVISIT |
         1u << WARC_CONVERSION | 1u << WARC_CONTINUATION,
     "WARC-Target-URI"},
    {1u << WARC_REVISIT, "WARC-Profile"},
    {1u << WARC_CONTINUATION, "WARC-Segment-Origin-ID"},
    {1u << WARC_CONTINUATION, "WARC-Segment-Number"},
};

static void check_fields(struct warc_check *check, const struct warc_record *record)
{
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        const char *value = warc_record_field(record, rules[i].field);
        if (rules[i].types & 1u << record->type && (!value || !*value))
            warc_check_found(check, WARC_DAMAGE, record->offset, "the %s record has no %s",
                             warc_type_name(record->type), rules[i].field);
    }
    const char *date = warc_record_field(record, "WARC-Date");
    if (date && *date && !warc_date_is_valid(date, record->minor))
        warc_check_found(check, WARC_DAMAGE, record->offset, "its WARC-Date is not a date ('%.40s')", date);
    if (record->type == WARC_INFO && warc_record_field(record, "WARC-Target-URI"))
        warc_check_found(check, WARC_NOTE, record->offset,
                         "a warcinfo record should have no WARC-Target-URI");
    const char *uri = warc_record_field(record, "WARC-Target-URI");
    if (uri && strpbrk(uri, " \t"))
        warc_check_found(check, WARC_NOTE, record->offset, "its WARC-Target-URI has blanks in it ('%.60s')",
                         uri);
}

static bool is_record_id(const char *id)
{
    size_t length = strlen(id);
    return length > 2 && id[0] == '<' && id[length - 1] == '>' && memchr(id, ':', length);
}

static int check_ids(struct warc_check *check, const struct warc_record *record)
{
    const char *id = warc_record_field(record, "WARC-Record-ID");
    const char *reference;
    size_t at = 0;
    if (id && !is_record_id(id))
        warc_check_found(check, WARC_DAMAGE, record->offset, "its WARC-Record-ID is not <URI> ('%.60s')", id);
    if (id && !add_id(&check->ids, id, record->offset))
        return STATUS_FULL;
    while ((reference = warc_record_next_field(record, "WARC-Concurrent-To", &at)))
        if (!add_id(&check->references, reference, record->offset))
            return STATUS_FULL;
    reference = warc_record_field(record, "WARC-Warcinfo-ID");
    return reference && !add_id(&check->references, reference, record->offset) ? STATUS_FULL : 0;
}

static void check_digest(struct warc_check *check, const struct warc_scan_result *result, bool of_block)
{
    const char *what = of_block ? "block" : "payload";
    uint64_t offset = result->record->offset;
    switch (of_block ? result->block_digest : result->payload_digest) {
    case WARC_DIGEST_NONE: break;
    case WARC_DIGEST_EQUAL: (*(of_block ? &check->block_digests : &check->payload_digests))++; break;
    case WARC_DIGEST_UNKNOWN:
        warc_check_found(check, WARC_NOTE, offset, "its %s digest was not checked: unknown algorithm", what);
        break;
    case WARC_DIGEST_MALFORMED:
        warc_check_found(check, WARC_DAMAGE, offset, "its %s digest is not of the form algorithm:value",
                         what);
        break;
    case WARC_DIGEST_DIFFERS:
        if (!of_block && result->payload_digest_of_chunks)
            warc_check_found(check, WARC_NOTE, offset,
                             "its payload digest was taken over the chunked body: the data are right, but "
                             "de-duplication by this digest will fail");
        else
            warc_check_found(check, WARC_DAMAGE, offset, "its %s digest is wrong: the %s was changed", what,
                             what);
        break;
    }
}

static int check_record(struct warc_check *check, const struct warc_scan_result *result)
{
    const struct warc_record *record = result->record;
    if (check->records == 0 && record->type != WARC_INFO)
        warc_check_found(check, WARC_NOTE, record->offset, "the file does not begin with a warcinfo record");
    if (check->records > 0 && !result->seekable)
        warc_check_found(check, WARC_NOTE, record->offset,
                         "the record shares its gzip member with others: tools cannot go to it directly");
    check->records++;
    check->of_type[record->type]++;
    check_fields(check, record);
    check_digest(check, result, true);
    check_digest(check, result, false);
    if (result->http && result->http->state == 0 && result->record->type != WARC_REVISIT)
        warc_check_found(check, WARC_NOTE, record->offset, "its HTTP message has no complete header");
    if (check->damage == 0)
        check->sound_end = record->offset + result->size;
    return check_ids(check, record);
}

static int compare_offsets_by_hash(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    if (a[0] != b[0])
        return a[0] < b[0] ? -1 : 1;
    return a[1] < b[1] ? -1 : a[1] > b[1];
}

/* The two arrays as pairs (hash, offset), sorted; the caller frees it. */
static uint64_t *sorted_pairs(const struct warc_check_ids *ids)
{
    uint64_t *pairs = malloc((ids->count ? ids->count : 1) * 2 * sizeof *pairs);
    if (!pairs)
        return NULL;
    for (size_t i = 0; i < ids->count; i++) {
        pairs[2 * i] = ids->hash[i];
        pairs[2 * i + 1] = ids->offset[i];
    }
    qsort(pairs, ids->count, 2 * sizeof *pairs, compare_offsets_by_hash);
    return pairs;
}

static int check_references(struct warc_check *check)
{
    uint64_t *ids = sorted_pairs(&check->ids), *references = sorted_pairs(&check->references);
    int status = ids && references ? 0 : STATUS_FULL;
    for (size_t i = 1; status == 0 && i < check->ids.count; i++)
        if (ids[2 * i] == ids[2 * i - 2])
            warc_check_found(check, WARC_DAMAGE, ids[2 * i + 1],
                             "its WARC-Record-ID is also that of the record at offset %llu",
                             (unsigned long long)ids[2 * i - 1]);
    for (size_t i = 0, at = 0; status == 0 && i < check->references.count; i++) {
        while (at < check->ids.count && ids[2 * at] < references[2 * i])
            at++;
        if (at == check->ids.count || ids[2 * at] != references[2 * i])
            warc_check_found(check, WARC_NOTE, references[2 * i + 1],
                             "it names a record (Concurrent-To or Warcinfo-ID) that is not in this file");
    }
    free(ids);
    free(references);
    return status;
}

int warc_check_run(struct warc_check *check, struct warc_port port)
{
    struct warc_scan *scan = warc_scan_new(port, 0);
    struct warc_reader *reader = scan ? warc_scan_reader(scan) : NULL;
    int status = scan ? 0 : STATUS_FULL;
    while (status >= 0 && (status = warc_scan_next(scan)) != 0) {
        if (status > 0) {
            status = check_record(check, warc_scan_result(scan));
            if (status == 0 && check->visit)
                check->visit(check->context, warc_scan_result(scan));
        } else if (status != STATUS_IO) {
            warc_check_found(check, WARC_DAMAGE, warc_reader_problem_offset(reader), "%s",
                             warc_reader_problem(reader));
            check->truncated = warc_reader_truncated(reader);
            if (!warc_reader_resync(reader))
                break;
            status = 0;
        }
        if (check->progress)
            check->progress(check->context, warc_reader_offset(reader));
    }
    check->bytes = reader ? warc_reader_offset(reader) : 0;
    warc_scan_free(scan);
    if (status == STATUS_IO || status == STATUS_FULL)
        return status;
    status = check_references(check);
    if (status < 0)
        return status;
    return check->damage > 0 ? STATUS_DAMAGED : STATUS_OK;
}

void warc_check_free(struct warc_check *check)
{
    free(check->ids.hash);
    free(check->ids.offset);
    free(check->references.hash);
    free(check->references.offset);
    memset(&check->ids, 0, sizeof check->ids);
    memset(&check->references, 0, sizeof check->references);
}
