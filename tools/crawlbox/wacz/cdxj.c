#include "wacz/cdxj.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read/html/html.h"
#include "read/text/text.h"
#include "wacz/json.h"
#include "wacz/surt.h"

enum { TIMESTAMP_DIGITS = 14, TITLE_MAX = 300, CHARACTER_MAX = 4 /* bytes of UTF-8 */ };

bool cdxj_wants(const struct warc_scan_result *result)
{
    enum warc_type type = result->record->type;
    const char *uri = warc_record_field(result->record, "WARC-Target-URI");
    const char *date = warc_record_field(result->record, "WARC-Date");
    return (type == WARC_RESPONSE || type == WARC_REVISIT || type == WARC_RESOURCE) && uri && *uri && date &&
           warc_date_is_valid(date, result->record->minor);
}

bool cdxj_is_page(const struct warc_scan_result *result)
{
    return result->record->type == WARC_RESPONSE && result->http && result->http->status == 200 &&
           (strcmp(result->http->mime, "text/html") == 0 ||
            strcmp(result->http->mime, "application/xhtml+xml") == 0);
}

static void write_timestamp(FILE *out, const char *date)
{
    int digits = 0;
    for (; *date && digits < TIMESTAMP_DIGITS; date++)
        if (*date >= '0' && *date <= '9') {
            fputc(*date, out);
            digits++;
        }
}

static void write_member(FILE *out, const char *name, const char *value)
{
    fprintf(out, ",\"%s\":", name);
    json_write_string(out, value);
}

static const char *payload_digest(const struct warc_record *record)
{
    const char *label = warc_record_field(record, "WARC-Payload-Digest");
    const char *colon = label ? strchr(label, ':') : NULL;
    return colon ? colon + 1 : NULL;
}

static const char *mime_of(const struct warc_scan_result *result)
{
    if (result->record->type == WARC_REVISIT)
        return "warc/revisit";
    return result->http ? result->http->mime : warc_record_field(result->record, "Content-Type");
}

static void write_cdxj(FILE *out, const struct warc_scan_result *result, const char *key,
                       const char *filename)
{
    const struct warc_record *record = result->record;
    const char *mime = mime_of(result), *digest = payload_digest(record);
    char number[24];

    fprintf(out, "%s ", key);
    write_timestamp(out, warc_record_field(record, "WARC-Date"));
    fputs(" {\"url\":", out);
    json_write_string(out, warc_record_field(record, "WARC-Target-URI"));
    if (mime && *mime)
        write_member(out, "mime", mime);
    if (result->http && result->http->status) {
        snprintf(number, sizeof number, "%d", result->http->status);
        write_member(out, "status", number);
    }
    if (digest)
        write_member(out, "digest", digest);
    snprintf(number, sizeof number, "%llu", (unsigned long long)result->size);
    write_member(out, "length", number);
    snprintf(number, sizeof number, "%llu", (unsigned long long)record->offset);
    write_member(out, "offset", number);
    write_member(out, "filename", filename);
    fputc('}', out);
}

char *cdxj_line(const struct warc_scan_result *result, const char *filename)
{
    char *line = NULL;
    size_t size;
    char *key = surt_from_url(warc_record_field(result->record, "WARC-Target-URI"));
    FILE *out = key ? open_memstream(&line, &size) : NULL;
    if (out) {
        write_cdxj(out, result, key, filename);
        if (fclose(out) != 0) {
            free(line);
            line = NULL;
        }
    }
    free(key);
    return line;
}

struct title {
    size_t size;
    bool full;
    char text[TITLE_MAX + 1];
};

/* White space runs become one blank; what is longer than a title should be is cut between characters. */
static void take_title(void *context, const char *text, size_t size, unsigned flags)
{
    struct title *title = context;
    if (!(flags & HTML_TEXT_TITLE)) {
        title->full |= title->size > 0; /* the first title of a page counts */
        return;
    }
    for (size_t i = 0; i < size && !title->full; i++) {
        bool blank = strchr(" \t\r\n\f", text[i]) != NULL;
        bool starts_character = ((unsigned char)text[i] & 0xc0) != 0x80;
        if (blank && (title->size == 0 || title->text[title->size - 1] == ' '))
            continue;
        title->full = starts_character && title->size > TITLE_MAX - CHARACTER_MAX;
        if (!title->full)
            title->text[title->size++] = blank ? ' ' : text[i];
    }
}

static void push_html(void *context, const char *utf8, size_t size)
{
    html_feed(context, utf8, size);
}

static void find_title(struct title *title, const struct warc_scan_result *result)
{
    static const struct html_sink sink = {.text = take_title};
    struct html_reader reader;
    struct text text;
    uint8_t prescan[TEXT_PRESCAN_BYTES];
    if (result->http->encoding[0] == '\0' || strcmp(result->http->encoding, "identity") == 0) {
        html_begin(&reader, &sink, title, NULL);
        text_begin(&text, result->http->charset[0] ? result->http->charset : NULL, prescan, push_html,
                   &reader);
        text_push(&text, result->start, result->start_size);
        text_end(&text);
        html_end(&reader);
    }
    while (title->size > 0 && title->text[title->size - 1] == ' ')
        title->size--;
    title->text[title->size] = '\0';
}

char *cdxj_page_line(const struct warc_scan_result *result)
{
    struct title title = {0};
    char *line = NULL;
    size_t size;
    FILE *out = open_memstream(&line, &size);
    if (!out)
        return NULL;
    const char *id = warc_record_field(result->record, "WARC-Record-ID");
    const char *uri = warc_record_field(result->record, "WARC-Target-URI");
    find_title(&title, result);
    fputs("{\"id\":", out);
    json_write_string(out, id ? id : uri);
    write_member(out, "url", uri);
    write_member(out, "ts", warc_record_field(result->record, "WARC-Date"));
    write_member(out, "title", title.size > 0 ? title.text : uri);
    fputc('}', out);
    if (fclose(out) != 0) {
        free(line);
        return NULL;
    }
    return line;
}
