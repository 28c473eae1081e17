/* One stored page as text. */
#include <stdlib.h>
#include <string.h>

#include "card/harvest.h"
#include "desk.h"
#include "page_text.h"
#include "problem.h"
#include "warc/payload.h"
#include "warc/reader.h"

enum { PATH_SIZE = 300, TEXT_MAX = 1 << 20 };

struct reading {
    struct warc_payload payload;
    struct page_text text;
    char *out;
    size_t size;
    FILE *memory;
    bool begun;
};

/* HTML as a browser would show it; other texts as they are. Nobody can read the rest. */
static void take_body(void *context, const uint8_t *bytes, size_t size)
{
    struct reading *reading = context;
    if (!reading->begun)
        page_text_begin(&reading->text, reading->memory,
                        reading->payload.charset[0] ? reading->payload.charset : NULL);
    reading->begun = true;
    if (ftell(reading->memory) < TEXT_MAX)
        page_text_feed(&reading->text, bytes, size);
}

static void tell_text(struct reading *reading)
{
    const struct warc_payload *payload = &reading->payload;
    struct message message = message_begin("text");
    message_text(&message, "mime", payload->mime);
    message_text(&message, "encoding", payload->encoding);
    message_number(&message, "status", (uint64_t)payload->status);
    message_text(&message, "text", payload->encoding[0] ? "" : reading->out);
    message_end(&message);
}

static int read_record(struct reading *reading, struct warc_reader *reader)
{
    static uint8_t buffer[65536];
    long got;
    int status = warc_reader_next(reader);
    if (status <= 0)
        return status < 0 ? status : STATUS_NOT_FOUND;
    reading->memory = open_memstream(&reading->out, &reading->size);
    if (!reading->memory)
        return STATUS_FULL;
    warc_payload_begin(&reading->payload, take_body, reading);
    while ((got = warc_reader_read(reader, buffer, sizeof buffer)) > 0)
        warc_payload_add(&reading->payload, buffer, (size_t)got);
    if (reading->begun)
        page_text_end(&reading->text);
    fclose(reading->memory);
    tell_text(reading);
    free(reading->out);
    return got < 0 ? (int)got : 0;
}

static int read_page(struct card_fs *fs, const char *path, uint64_t offset)
{
    static struct reading reading;
    uint64_t size;
    struct card_source source = {.fs = fs, .file = fs->ops->open(fs, path, CARD_READ, &size)};
    if (!source.file)
        return problem_tell(fs->status, fs->problem);
    source.left = offset < size ? size - offset : 0;
    int status = fs->ops->seek(fs, source.file, offset);
    struct warc_reader *reader = status == 0 ? warc_reader_new(card_fs_port(&source), offset) : NULL;
    status = reader ? read_record(&reading, reader) : STATUS_FULL;
    if (status < 0)
        problem_tell(status, reader && status != STATUS_FULL ? warc_reader_problem(reader) : fs->problem);
    warc_reader_free(reader);
    fs->ops->close(fs, source.file);
    return status;
}

DESK_EXPORT("desk_page") int desk_page(const char *file, double offset)
{
    struct card_fs fs;
    char path[PATH_SIZE];
    int status = problem_open_card(&fs, CARD_READ);
    if (status < 0)
        return status;
    snprintf(path, sizeof path, "WARC/%s", file);
    status = read_page(&fs, path, (uint64_t)offset);
    card_fs_close(&fs);
    return status;
}
