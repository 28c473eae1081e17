#include "internet/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "internet/replay_index.h"
#include "warc/file_port.h"
#include "warc/payload.h"
#include "warc/reader.h"

enum { TTL_S = 300, READ_BYTES = 65536, URL_ROOM = 4096 };

/* A record's answer in the making; it lives until the response is released. */
struct answer {
    char *body;
    size_t size, room;
    bool failed;
    char *headers, *location;
    struct warc_payload payload;
};

static void take_body(void *context, const uint8_t *bytes, size_t size)
{
    struct answer *answer = context;
    if (answer->room - answer->size < size) {
        size_t room = (answer->size + size) * 2;
        char *larger = realloc(answer->body, room);
        if (!larger) {
            answer->failed = true;
            return;
        }
        answer->body = larger;
        answer->room = room;
    }
    memcpy(answer->body + answer->size, bytes, size);
    answer->size += size;
}

static void free_answer(struct answer *answer)
{
    free(answer->body);
    free(answer->headers);
    free(answer);
}

static void release(struct site_response *response)
{
    free_answer(response->owned);
}

/* Lines that say how the message was sent are the lab's to write: it sends the body in its own way. */
static bool is_for_the_way(const char *line, size_t length)
{
    static const char *const names[] = {
        "Content-Length:", "Transfer-Encoding:", "Connection:", "Keep-Alive:", "Date:",
        "Server:",         "Trailer:",           "Upgrade:",    "Alt-Svc:"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (length >= strlen(names[i]) && strncasecmp(line, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/*
 * The recorded header lines without the status line and those above, each with CRLF. NULL: no memory. The
 * reader has put zero bytes where it cut the lines.
 */
static char *copy_headers(const struct warc_payload *payload)
{
    char *copy = malloc(payload->head_size * 2 + 1), *to = copy;
    const char *at = payload->head, *end = payload->head + payload->head_size;
    if (!copy)
        return NULL;
    for (bool first = true; at < end; first = false) {
        const char *next = at;
        while (next < end && *next != '\n' && *next != '\0')
            next++;
        size_t length = (size_t)(next - at);
        if (length > 0 && at[length - 1] == '\r')
            length--;
        if (!first && length > 0 && !is_for_the_way(at, length)) {
            memcpy(to, at, length);
            memcpy(to + length, "\r\n", 2);
            to += length + 2;
        }
        at = next + 1;
    }
    *to = '\0';
    return copy;
}

/* Reads the record at an offset: its HTTP message goes to `answer`. */
static bool read_record(const struct replay_entry *entry, struct answer *answer)
{
    static uint8_t buffer[READ_BYTES];
    FILE *file = fopen(entry->file, "rb");
    if (!file)
        return false;
    struct warc_reader *reader = NULL;
    if (fseeko(file, (off_t)entry->offset, SEEK_SET) == 0)
        reader = warc_reader_new(warc_file_port(file), entry->offset);
    bool found = reader && warc_reader_next(reader) > 0;
    warc_payload_begin(&answer->payload, take_body, answer);
    for (long got; found && (got = warc_reader_read(reader, buffer, sizeof buffer)) > 0;)
        warc_payload_add(&answer->payload, buffer, (size_t)got);
    warc_reader_free(reader);
    fclose(file);
    return found && !answer->failed && answer->payload.status > 0;
}

static bool send_record(const struct replay_entry *entry, struct site_response *response)
{
    struct answer *answer = calloc(1, sizeof *answer);
    if (!answer)
        return false;
    bool good = read_record(entry, answer);
    answer->headers = good ? copy_headers(&answer->payload) : NULL;
    if (!answer->headers)
        return free_answer(answer), false;
    response->status = answer->payload.status;
    response->headers = answer->headers;
    response->body = answer->body;
    response->size = answer->size;
    response->delay_ms = entry->took_ms;
    response->owned = answer;
    response->release = release;
    return true;
}

static void answer_request(void *context, const struct site_request *request, struct site_response *response)
{
    const struct replay_index *index = context;
    static const char *const schemes[] = {"http", "https"};
    for (int other = 0; other < 2; other++) { /* a page may have been recorded under the other scheme only */
        char url[URL_ROOM];
        int length = snprintf(url, sizeof url, "%s://%s%s", schemes[request->https ^ (other != 0)],
                              request->host, request->target);
        const struct replay_entry *entry = length < (int)sizeof url ? replay_index_find(index, url) : NULL;
        if (entry && send_record(entry, response))
            return;
    }
}

static bool find_host(void *context, const char *name, unsigned asked, struct site_host *host)
{
    (void)asked;
    host->address = site_address_of(name);
    host->ttl_s = TTL_S;
    return replay_index_has_host(context, name);
}

static void close_index(void *context)
{
    replay_index_free(context);
}

bool replay_is_warc(const char *path)
{
    static const char *const endings[] = {".warc", ".warc.gz", ".warc.open"};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t ending = strlen(endings[i]);
        if (length > ending && strcasecmp(path + length - ending, endings[i]) == 0)
            return true;
    }
    return false;
}

bool replay_source(const char *path, struct site_source *source)
{
    struct replay_index *index = replay_index_read(path);
    *source = (struct site_source){
        .context = index, .find = find_host, .answer = answer_request, .close = close_index};
    return index != NULL;
}
