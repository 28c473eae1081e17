#include "topics/pages.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "allocate.h"
#include "base/status.h"
#include "cli.h"
#include "read/url/url.h"
#include "warc/file_port.h"
#include "warc/payload.h"
#include "warc/reader.h"

enum { PATH_BYTES = 4096, PAGE_BYTES_MAX = 16 * 1024 * 1024, BLOCK_BYTES = 65536 };

struct reading {
    pages_sink *sink;
    void *context;
    size_t root; /* length of the folder's path */
    unsigned long long pages;
};

static bool ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), size = strlen(ending);
    return length >= size && strcasecmp(path + length - size, ending) == 0;
}

static int hand_on(struct reading *reading, const struct topic_page *page)
{
    cli_progress("reading pages", ++reading->pages, 0);
    return reading->sink(reading->context, page);
}

/* ---- Files ---- */

/* host/folder/page.html is a page of that host if the first part looks like one. */
static const char *url_of_path(const char *path, char buffer[PATH_BYTES])
{
    size_t host = strcspn(path, "/");
    if (path[host] != '/' || !memchr(path, '.', host) || host + 8 + strlen(path) >= PATH_BYTES)
        return NULL;
    snprintf(buffer, PATH_BYTES, "http://%s", path);
    return buffer;
}

static int read_html(struct reading *reading, const char *path)
{
    char url[PATH_BYTES];
    size_t size;
    char *html = cli_read_file(path, &size);
    if (!html)
        return CLI_CANNOT;
    const char *inside = path + reading->root + (path[reading->root] == '/');
    struct topic_page page = {.name = path, .html = html, .size = size, .url = url_of_path(inside, url)};
    int result = hand_on(reading, &page);
    free(html);
    return result;
}

static int read_entry(struct reading *reading, const char *path);

/* In the order of names, so that the same folder gives the same pack everywhere. */
static int read_folder(struct reading *reading, const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort), result = CLI_YES;
    if (count < 0)
        return cli_error("cannot read %s: %s", path, strerror(errno));
    for (int i = 0; i < count; i++) {
        char inner[PATH_BYTES];
        bool fits = snprintf(inner, sizeof inner, "%s/%s", path, entries[i]->d_name) < (int)sizeof inner;
        if (result == CLI_YES && fits && entries[i]->d_name[0] != '.')
            result = read_entry(reading, inner);
        free(entries[i]);
    }
    free(entries);
    return result;
}

static int read_entry(struct reading *reading, const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return cli_error("cannot read %s: %s", path, strerror(errno));
    if (S_ISDIR(about.st_mode))
        return read_folder(reading, path);
    bool is_html = ends_with(path, ".html") || ends_with(path, ".htm") || ends_with(path, ".xhtml");
    return is_html && about.st_size <= PAGE_BYTES_MAX ? read_html(reading, path) : CLI_YES;
}

/* ---- WARC files ---- */

struct body {
    char *bytes;
    size_t size;
};

static void take_body(void *context, const uint8_t *bytes, size_t size)
{
    struct body *body = context;
    if (size > PAGE_BYTES_MAX - body->size)
        size = PAGE_BYTES_MAX - body->size;
    memcpy(body->bytes + body->size, bytes, size);
    body->size += size;
}

static int read_record(struct reading *reading, struct warc_reader *reader, struct warc_payload *payload,
                       struct body *body)
{
    static char block[BLOCK_BYTES];
    const struct warc_record *record = warc_reader_record(reader);
    const char *url = warc_record_field(record, "WARC-Target-URI");
    if (record->type != WARC_RESPONSE || !url || !warc_record_is_http(record))
        return CLI_YES;
    body->size = 0;
    warc_payload_begin(payload, take_body, body);
    for (long got; (got = warc_reader_read(reader, block, sizeof block)) > 0;)
        warc_payload_add(payload, block, (size_t)got);
    bool is_page =
        payload->status == 200 && payload->encoding[0] == '\0' &&
        (strcmp(payload->mime, "text/html") == 0 || strcmp(payload->mime, "application/xhtml+xml") == 0);
    struct topic_page page = {.name = url,
                              .url = url,
                              .html = body->bytes,
                              .size = body->size,
                              .charset = payload->charset[0] ? payload->charset : NULL};
    return is_page ? hand_on(reading, &page) : CLI_YES;
}

static int read_warc(struct reading *reading, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return cli_error("cannot read %s: %s", path, strerror(errno));
    struct warc_reader *reader = warc_reader_new(warc_file_port(file), 0);
    struct warc_payload *payload = must_allocate(sizeof *payload);
    struct body body = {.bytes = must_allocate(PAGE_BYTES_MAX)};
    int result = reader ? CLI_YES : cli_error("not enough memory"), status = 0;
    while (result == CLI_YES && (status = warc_reader_next(reader)) > 0)
        result = read_record(reading, reader, payload, &body);
    if (result == CLI_YES && status < 0) {
        cli_progress_end();
        result = cli_error("%s: %s", path, warc_reader_problem(reader));
    }
    if (reader)
        warc_reader_free(reader);
    free(payload);
    free(body.bytes);
    fclose(file);
    return result;
}

int pages_each(const char *path, pages_sink *sink, void *context)
{
    struct reading reading = {.sink = sink, .context = context, .root = strlen(path)};
    bool is_warc = ends_with(path, ".warc") || ends_with(path, ".warc.gz") || ends_with(path, ".warc.open");
    int result = is_warc ? read_warc(&reading, path) : read_entry(&reading, path);
    cli_progress_end();
    if (result == CLI_YES && reading.pages == 0)
        return cli_error("%s has no pages: it must be a folder with HTML files, an HTML file, or a WARC file",
                         path);
    return result;
}
