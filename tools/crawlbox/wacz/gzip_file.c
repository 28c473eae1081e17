#include "wacz/gzip_file.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#include "base/status.h"

enum {
    OUT_SIZE = 65536,
    GZIP_WINDOW = 15 + 16, /* zlib: the largest window, and write a gzip header */
    MEMORY_LEVEL = 8,
};

struct gzip_file {
    FILE *stream;
    off_t member_start;
    int failed; /* errno of the first failure, 0: none */
    z_stream zlib;
    uint8_t out[OUT_SIZE];
};

struct gzip_file *gzip_file_new(FILE *stream)
{
    struct gzip_file *gzip = calloc(1, sizeof *gzip);
    if (!gzip)
        return NULL;
    gzip->stream = stream;
    if (deflateInit2(&gzip->zlib, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        free(gzip);
        return NULL;
    }
    return gzip;
}

void gzip_file_free(struct gzip_file *gzip)
{
    if (!gzip)
        return;
    deflateEnd(&gzip->zlib);
    free(gzip);
}

/* Runs the compressor until it took everything and, for Z_FINISH, gave everything. */
static void deflate_all(struct gzip_file *gzip, int flush)
{
    int result;
    do {
        gzip->zlib.next_out = gzip->out;
        gzip->zlib.avail_out = OUT_SIZE;
        result = deflate(&gzip->zlib, flush);
        size_t made = OUT_SIZE - gzip->zlib.avail_out;
        if (made > 0 && fwrite(gzip->out, 1, made, gzip->stream) != made && !gzip->failed)
            gzip->failed = errno ? errno : EIO;
    } while (gzip->zlib.avail_out == 0 || (flush == Z_FINISH && result == Z_OK));
}

void gzip_file_add(void *context, const uint8_t *bytes, size_t size)
{
    struct gzip_file *gzip = context;
    union {
        const uint8_t *in;
        Bytef *out;
    } from = {.in = bytes}; /* zlib does not write to its input, but its type says so */
    gzip->zlib.next_in = from.out;
    gzip->zlib.avail_in = (uInt)size;
    deflate_all(gzip, Z_NO_FLUSH);
}

static int settle(struct gzip_file *gzip)
{
    deflateReset(&gzip->zlib);
    if (!gzip->failed)
        return 0;
    errno = gzip->failed;
    return STATUS_IO;
}

int gzip_file_end_member(struct gzip_file *gzip)
{
    gzip->zlib.avail_in = 0;
    deflate_all(gzip, Z_FINISH);
    gzip->member_start = ftello(gzip->stream);
    return settle(gzip);
}

int gzip_file_drop_member(struct gzip_file *gzip)
{
    bool cut = fflush(gzip->stream) == 0 && ftruncate(fileno(gzip->stream), gzip->member_start) == 0 &&
               fseeko(gzip->stream, gzip->member_start, SEEK_SET) == 0;
    if (!cut && !gzip->failed)
        gzip->failed = errno;
    return settle(gzip);
}
