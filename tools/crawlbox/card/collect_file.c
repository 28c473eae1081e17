#include "card/collect_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/status.h"
#include "plain.h"
#include "wacz/cdxj.h"
#include "wacz/gzip_file.h"
#include "warc/file_port.h"
#include "warc/scan.h"

static int failed(struct collected *collected, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int failed(struct collected *collected, int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(collected->problem, sizeof collected->problem, format, arguments);
    va_end(arguments);
    return status;
}

/* Every byte goes into the .gz and into the checksum; a record that turns out bad is taken out of both. */
struct copy {
    struct gzip_file *gzip;
    struct sha256 kept, working;
};

static void add_to_copy(void *context, const uint8_t *bytes, size_t size)
{
    struct copy *copy = context;
    gzip_file_add(copy->gzip, bytes, size);
    sha256_add(&copy->working, bytes, size);
}

static int keep_or_drop(struct collected *collected, struct copy *copy, bool keep)
{
    if (keep) {
        collected->records++;
        copy->kept = copy->working;
        return gzip_file_end_member(copy->gzip);
    }
    collected->dropped++;
    copy->working = copy->kept;
    return gzip_file_drop_member(copy->gzip);
}

static int copy_records(struct collected *collected, struct copy *copy, struct warc_scan *scan)
{
    struct warc_reader *reader = warc_scan_reader(scan);
    int status;
    warc_scan_copy_to(scan, add_to_copy, copy);
    while ((status = warc_scan_next(scan)) != 0) {
        if (status == STATUS_IO)
            return failed(collected, status, "the card cannot be read at offset %llu",
                          (unsigned long long)warc_reader_offset(reader));
        bool more = status > 0 || warc_reader_resync(reader);
        if (keep_or_drop(collected, copy, status > 0 && warc_scan_is_sound(warc_scan_result(scan))) < 0)
            return failed(collected, STATUS_IO, "cannot write: %s", strerror(errno));
        if (collected->progress)
            collected->progress(collected->context, warc_reader_offset(reader));
        if (!more)
            break;
    }
    sha256_end_hex(&copy->kept, collected->sha256);
    return 0;
}

static int copy_to_stream(struct collected *collected, struct warc_port port, FILE *stream)
{
    struct copy copy = {.gzip = gzip_file_new(stream)};
    struct warc_scan *scan = warc_scan_new(port, 0);
    int status = failed(collected, STATUS_IO, "no memory left");
    sha256_begin(&copy.kept);
    copy.working = copy.kept;
    if (scan && copy.gzip)
        status = copy_records(collected, &copy, scan);
    warc_scan_free(scan);
    gzip_file_free(copy.gzip);
    return status;
}

int collect_file_copy(struct collected *collected, struct warc_port port, const char *out, const char *path)
{
    FILE *stream = plain_stream(out, path, "wb");
    if (!stream)
        return failed(collected, STATUS_IO, "cannot make %s/%s: %s", out, path, plain_problem());
    int status = copy_to_stream(collected, port, stream);
    bool stored = fflush(stream) == 0 && fsync(fileno(stream)) == 0;
    if (!stored && status == 0)
        status = failed(collected, STATUS_IO, "cannot write %s/%s: %s", out, path, strerror(errno));
    fclose(stream);
    return status;
}

static void add_to_sum(void *context, const uint8_t *bytes, size_t size)
{
    sha256_add(context, bytes, size);
}

static bool add_lines(struct collected *collected, const struct warc_scan_result *result, const char *name)
{
    if (!cdxj_wants(result))
        return true;
    return lines_add(&collected->index, cdxj_line(result, name)) &&
           (!cdxj_is_page(result) || lines_add(&collected->pages, cdxj_page_line(result)));
}

static int verify_records(struct collected *collected, struct warc_scan *scan, const char *name)
{
    struct sha256 sum;
    char sha256[SHA256_HEX_SIZE];
    uint64_t records = 0;
    int status;
    sha256_begin(&sum);
    warc_scan_copy_to(scan, add_to_sum, &sum);
    while ((status = warc_scan_next(scan)) > 0) {
        const struct warc_scan_result *result = warc_scan_result(scan);
        records++;
        if (!warc_scan_is_sound(result) || !result->seekable)
            return failed(collected, STATUS_DAMAGED,
                          "%s was not written as it should be: a digest differs at %llu", name,
                          (unsigned long long)result->record->offset);
        if (!add_lines(collected, result, name))
            return failed(collected, STATUS_IO, "no memory left");
    }
    sha256_end_hex(&sum, sha256);
    if (status < 0)
        return failed(collected, STATUS_DAMAGED, "%s was not written as it should be: %s", name,
                      warc_reader_problem(warc_scan_reader(scan)));
    if (records != collected->records || strcmp(sha256, collected->sha256) != 0)
        return failed(collected, STATUS_DAMAGED, "%s does not hold what was read from the card", name);
    return 0;
}

int collect_file_verify(struct collected *collected, const char *out, const char *path, const char *name)
{
    struct stat about;
    FILE *stream = plain_stream(out, path, "rb");
    if (!stream)
        return failed(collected, STATUS_IO, "cannot read %s/%s back: %s", out, path, plain_problem());
    if (fstat(fileno(stream), &about) != 0) {
        int status = failed(collected, STATUS_IO, "cannot read %s/%s back: %s", out, path, strerror(errno));
        fclose(stream);
        return status;
    }
    collected->gzip_bytes = (uint64_t)about.st_size;
    struct warc_scan *scan = warc_scan_new(warc_file_port(stream), 0);
    int status =
        scan ? verify_records(collected, scan, name) : failed(collected, STATUS_IO, "no memory left");
    warc_scan_free(scan);
    fclose(stream);
    return status;
}

void collected_free(struct collected *collected)
{
    lines_free(&collected->index);
    lines_free(&collected->pages);
}
