#include "warc/file_port.h"

#include "base/status.h"

static long read_file(void *context, void *buffer, size_t size)
{
    FILE *file = context;
    size_t got = fread(buffer, 1, size, file);
    return got == 0 && ferror(file) ? STATUS_IO : (long)got;
}

struct warc_port warc_file_port(FILE *file)
{
    return (struct warc_port){read_file, file};
}
