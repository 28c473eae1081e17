#include "fetch/http/http.h"

#include <string.h>

#include "base/status.h"

struct writer {
    char *at, *end;
    int status;
};

static void put(struct writer *writer, const char *text)
{
    size_t length = strlen(text);
    if ((size_t)(writer->end - writer->at) < length) {
        writer->status = STATUS_TOO_LONG;
        return;
    }
    memcpy(writer->at, text, length);
    writer->at += length;
}

/* Nothing may end the line before we do; `blanks` are allowed inside some values. */
static bool is_safe(const char *text, bool blanks)
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
    if (!is_safe(value, true))
        writer->status = STATUS_INVALID;
    put(writer, name);
    put(writer, ": ");
    put(writer, value);
    put(writer, "\r\n");
}

static void put_optional(struct writer *writer, const char *name, const char *value)
{
    if (value && *value)
        put_field(writer, name, value);
}

/* Sites that have the page in several languages choose by this. English is the next best: its links may lead
 * on. */
static void put_language(struct writer *writer, const char *code)
{
    if (code == NULL)
        return;
    put(writer, "Accept-Language: ");
    put(writer, code);
    put(writer, strcmp(code, "en") == 0 ? "\r\n" : ",en;q=0.3\r\n");
}

int http_request_write(char *buffer, size_t size, const struct http_request *request)
{
    if (!request->host || !*request->host || !request->target || request->target[0] != '/' ||
        !request->user_agent || !is_safe(request->target, false) || !is_safe(request->host, false))
        return STATUS_INVALID;
    struct writer writer = {buffer, buffer + size, STATUS_OK};
    put(&writer, "GET ");
    put(&writer, request->target);
    put(&writer, " HTTP/1.1\r\n");
    put_field(&writer, "Host", request->host);
    put_field(&writer, "User-Agent", request->user_agent);
    put_optional(&writer, "From", request->from);
    put_field(&writer, "Accept", "text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.5");
    put_language(&writer, request->language);
    put_field(&writer, "Accept-Encoding", request->strict ? "identity;q=1, *;q=0" : "identity");
    put_optional(&writer, "If-None-Match", request->etag);
    put_optional(&writer, "If-Modified-Since", request->last_modified);
    put_field(&writer, "Connection", request->keep_alive ? "keep-alive" : "close");
    put(&writer, "\r\n");
    return writer.status < 0 ? writer.status : (int)(writer.at - buffer);
}
