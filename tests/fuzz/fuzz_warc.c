/* Any bytes as a WARC file, plain or gzip: it is read to its end, and what is reported adds up. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "warc/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { READ_MAX = 977 }; /* an odd size, so that buffers are refilled at odd places */

struct memory {
    const uint8_t *data;
    size_t size, at;
    uint64_t seen; /* end of the record visited last */
};

static long read_memory(void *context, void *buffer, size_t size)
{
    struct memory *memory = context;
    size_t left = memory->size - memory->at;
    if (size > left)
        size = left;
    if (size > READ_MAX)
        size = READ_MAX;
    if (size > 0)
        memcpy(buffer, memory->data + memory->at, size);
    memory->at += size;
    return (long)size;
}

static void visit(void *context, const struct warc_scan_result *result)
{
    struct memory *memory = context;
    uint64_t end = result->record->offset + result->size;
    if (end > memory->size || (result->seekable && result->record->offset < memory->seen))
        abort();
    if (result->http && result->http->status > 999)
        abort();
    memory->seen = end;
}

static void check_finding(void *context, const struct warc_finding *finding)
{
    const struct memory *memory = context;
    if (finding->offset > memory->size || finding->text[0] == '\0')
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct memory memory = {data, size, 0, 0};
    struct warc_check check = {.report = check_finding, .visit = visit, .context = &memory};
    int status = warc_check_run(&check, (struct warc_port){read_memory, &memory});
    if ((status == 0) != (check.damage == 0) || check.sound_end > size)
        abort();
    warc_check_free(&check);
    return 0;
}
