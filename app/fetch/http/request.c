#include "fetch/http/http.h"

#include <string.h>

#include "base/status.h"

struct writer {
    char *at, *end;
    int status;
};

static void put_text(struct writer *writer, const char *text)
{
    size_t length = strlen(text);
    if ((size_t)(writer->end - writer->at) < length) {
        writer->status = STATUS_TOO_LONG;
        return;
    }
    memcpy(writer->at, text, length);
    writer->at += length;
}

/* No character of a value may end its line; `blanks` says that the value may have blanks. */
static bool is_safe_in_line(const char *text, bool blanks)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < ' ' || c == 0x7f || (c == ' ' && !blanks))
            return false;
    }
    return true;
}

static void put_field(struct writer *writer, const char *name, const char *value)
{
    if (!is_safe_in_line(value, true))
        writer->status = STATUS_INVALID;
    put_text(writer, name);
    put_text(writer, ": ");
    put_text(writer, value);
    put_text(writer, "\r\n");
}

static void put_optional(struct writer *writer, const char *name, const char *value)
{
    if (value && *value)
        put_field(writer, name, value);
}

/* Sites that have the page in several languages choose by this. English is the next best, since its links may
 * lead on. */
static void put_language(struct writer *writer, const char *code)
{
    if (code == NULL)
        return;
    put_text(writer, "Accept-Language: ");
    put_text(writer, code);
    put_text(writer, strcmp(code, "en") == 0 ? "\r\n" : ",en;q=0.3\r\n");
}

int http_request_write(char *buffer, size_t size, const struct http_request *request)
{
    if (!request->host || !*request->host || !request->target || request->target[0] != '/' ||
        !request->user_agent || !is_safe_in_line(request->target, false) ||
        !is_safe_in_line(request->host, false))
        return STATUS_INVALID;
    struct writer writer = {buffer, buffer + size, STATUS_OK};
    put_text(&writer, "GET ");
    put_text(&writer, request->target);
    put_text(&writer, " HTTP/1.1\r\n");
    put_field(&writer, "Host", request->host);
    put_field(&writer, "User-Agent", request->user_agent);
    put_optional(&writer, "From", request->from);
    put_field(&writer, "Accept", "text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.5");
    put_language(&writer, request->language);
    put_field(&writer, "Accept-Encoding", request->strict ? "identity;q=1, *;q=0" : "identity");
    put_optional(&writer, "If-None-Match", request->etag);
    put_optional(&writer, "If-Modified-Since", request->last_modified);
    put_optional(&writer, "Cookie", request->cookie);
    put_field(&writer, "Connection", request->keep_alive ? "keep-alive" : "close");
    put_text(&writer, "\r\n");
    return writer.status < 0 ? writer.status : (int)(writer.at - buffer);
}
