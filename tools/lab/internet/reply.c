#include "internet/reply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define ZLIB_CONST
#include <zlib.h>

#include "base/crc32.h"

enum {
    DRIP_BYTES_PER_S = 5,
    LENGTH_LIE = 1000,
    CHUNK_BYTES = 1000,
    LONG_LINE_BYTES = 20000,
    GZIP_WINDOW = 15 + 16,
    STATUS_OK_HERE = 200,
    STATUS_NO_CONTENT = 204,
    STATUS_FOUND = 302,
    STATUS_NOT_MODIFIED = 304,
    STATUS_NOT_FOUND_HERE = 404,
};

/* An answer in the making. */
struct draft {
    const struct site_request *request;
    const struct site_response *response;
    enum site_fault fault;
    enum site_transfer transfer;
    bool keep_alive;
    int status;
    const void *body;
    size_t size;
    void *compressed; /* a body of our own, or NULL */
    const char *end_of_line;
    char tag[16]; /* ETag: a checksum of the body; "" if there is none */
    FILE *out;
};

static const char *reason_of(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        {200, "OK"},
        {204, "No Content"},
        {206, "Partial Content"},
        {301, "Moved Permanently"},
        {302, "Found"},
        {303, "See Other"},
        {304, "Not Modified"},
        {307, "Temporary Redirect"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {410, "Gone"},
        {421, "Misdirected Request"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {451, "Unavailable For Legal Reasons"},
        {500, "Internal Server Error"},
        {502, "Bad Gateway"},
        {503, "Service Unavailable"},
        {504, "Gateway Timeout"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].status == status)
            return reasons[i].reason;
    return "Whatever";
}

/* ---- The head ---- */

static void line(struct draft *draft, const char *name, const char *value)
{
    fprintf(draft->out, "%s: %s%s", name, value, draft->end_of_line);
}

static void line_number(struct draft *draft, const char *name, size_t value)
{
    fprintf(draft->out, "%s: %zu%s", name, value, draft->end_of_line);
}

static void write_date(struct draft *draft)
{
    char text[64];
    time_t now = time(NULL);
    struct tm parts;
    strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &parts));
    line(draft, "Date", text);
}

static void write_type(struct draft *draft)
{
    if (!draft->response->type)
        return;
    fprintf(draft->out, "Content-Type: %s", draft->response->type);
    if (draft->response->charset)
        fprintf(draft->out, "; charset=%s", draft->response->charset);
    fputs(draft->end_of_line, draft->out);
}

static void write_lengths(struct draft *draft)
{
    if (draft->status == STATUS_NO_CONTENT || draft->status == STATUS_NOT_MODIFIED)
        return;
    if (draft->transfer == SITE_TRANSFER_CHUNKED)
        line(draft, "Transfer-Encoding", "chunked");
    switch (draft->fault) {
    case SITE_FAULT_LENGTH_SHORT: line_number(draft, "Content-Length", draft->size / 2); return;
    case SITE_FAULT_LENGTH_LONG: line_number(draft, "Content-Length", draft->size + LENGTH_LIE); return;
    case SITE_FAULT_LENGTH_CHUNKED: line_number(draft, "Content-Length", draft->size * 2); return;
    case SITE_FAULT_LENGTH_TWICE: line_number(draft, "Content-Length", draft->size + LENGTH_LIE); break;
    default: break;
    }
    if (draft->transfer == SITE_TRANSFER_LENGTH)
        line_number(draft, "Content-Length", draft->size);
}

static void write_long_line(struct draft *draft)
{
    fputs("X-Long: ", draft->out);
    for (int i = 0; i < LONG_LINE_BYTES; i++)
        fputc('a' + i % 26, draft->out);
    fputs(draft->end_of_line, draft->out);
}

static void write_head(struct draft *draft)
{
    const struct site_response *response = draft->response;
    if (draft->fault == SITE_FAULT_CONTINUE)
        fputs("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n",
              draft->out);
    if (draft->fault == SITE_FAULT_BARE_LF)
        fprintf(draft->out, "HTTP/1.1 %d\nX-Folded: one\n two\n", draft->status);
    else
        fprintf(draft->out, "HTTP/1.1 %d %s\r\n", draft->status, reason_of(draft->status));
    if (draft->fault == SITE_FAULT_LONG_LINE)
        write_long_line(draft);
    line(draft, "Server", "crawlbox-lab");
    write_date(draft);
    write_type(draft);
    if (draft->fault == SITE_FAULT_LOOP)
        line(draft, "Location", draft->request->target);
    else if (response->location)
        line(draft, "Location", response->location);
    if (response->retry_after_s > 0)
        line_number(draft, "Retry-After", response->retry_after_s);
    if (draft->compressed)
        line(draft, "Content-Encoding", "gzip");
    if (draft->tag[0])
        line(draft, "ETag", draft->tag);
    if (response->headers)
        fputs(response->headers, draft->out);
    write_lengths(draft);
    line(draft, "Connection", draft->keep_alive ? "keep-alive" : "close");
    fputs(draft->end_of_line, draft->out);
}

/* ---- The body ---- */

/* Chunks with an extension each, and a trailer behind the last. */
static void write_chunks(struct draft *draft)
{
    const char *at = draft->body;
    for (size_t left = draft->size; left > 0;) {
        size_t size = left < CHUNK_BYTES ? left : CHUNK_BYTES;
        fprintf(draft->out, "%zx;part=yes\r\n", size);
        fwrite(at, 1, size, draft->out);
        fputs(draft->fault == SITE_FAULT_BAD_CHUNKS ? "\r\nno number\r\n" : "\r\n", draft->out);
        at += size;
        left -= size;
    }
    fputs("0\r\nX-Trailer: the end\r\n\r\n", draft->out);
}

static void write_body(struct draft *draft)
{
    if (strcmp(draft->request->method, "HEAD") == 0 || draft->status == STATUS_NO_CONTENT ||
        draft->status == STATUS_NOT_MODIFIED)
        return;
    if (draft->transfer == SITE_TRANSFER_CHUNKED)
        write_chunks(draft);
    else if (draft->size > 0)
        fwrite(draft->body, 1, draft->size, draft->out);
}

static void compress_body(struct draft *draft)
{
    z_stream stream = {0};
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    size_t room = deflateBound(&stream, draft->size);
    uint8_t *compressed = malloc(room);
    stream.next_in = draft->body;
    stream.avail_in = (uInt)draft->size;
    stream.next_out = compressed;
    stream.avail_out = (uInt)room;
    if (compressed && deflate(&stream, Z_FINISH) == Z_STREAM_END) {
        draft->body = draft->compressed = compressed;
        draft->size = stream.total_out;
    } else
        free(compressed);
    deflateEnd(&stream);
}

/* ---- Faults ---- */

/* A page that the client has already need not be sent again. */
static void tag(struct draft *draft)
{
    char known[sizeof draft->tag] = "";
    const char *headers = draft->response->headers;
    if (draft->status != STATUS_OK_HERE || draft->fault != SITE_FAULT_NONE || draft->size == 0 ||
        (headers && strcasestr(headers, "ETag:")))
        return;
    snprintf(draft->tag, sizeof draft->tag, "\"%08x\"", crc32_update(CRC32_INIT, draft->body, draft->size));
    if (site_request_header(draft->request, "If-None-Match", known, sizeof known) &&
        strcmp(known, draft->tag) == 0)
        draft->status = STATUS_NOT_MODIFIED;
}

/* What a fault changes before anything is written. */
static void bend(struct draft *draft)
{
    static const char filler[] = "<p>There is always more of this.</p>\n";
    switch (draft->fault) {
    case SITE_FAULT_LENGTH_CHUNKED:
    case SITE_FAULT_BAD_CHUNKS:
    case SITE_FAULT_CUT_CHUNKS: draft->transfer = SITE_TRANSFER_CHUNKED; break;
    case SITE_FAULT_LENGTH_SHORT:
    case SITE_FAULT_LENGTH_LONG:
    case SITE_FAULT_LENGTH_TWICE:
    case SITE_FAULT_CLOSE_BODY:
    case SITE_FAULT_RESET_BODY:
    case SITE_FAULT_STALL_BODY: draft->transfer = SITE_TRANSFER_LENGTH; break;
    case SITE_FAULT_ENDLESS_BODY: draft->transfer = SITE_TRANSFER_CLOSE; break;
    case SITE_FAULT_LOOP: draft->status = STATUS_FOUND; break;
    case SITE_FAULT_GZIP: compress_body(draft); break;
    case SITE_FAULT_BARE_LF: draft->end_of_line = "\n"; break;
    default: break;
    }
    if (draft->fault == SITE_FAULT_ENDLESS_BODY && draft->size == 0) {
        draft->body = filler;
        draft->size = sizeof filler - 1;
    }
    if (draft->transfer == SITE_TRANSFER_CLOSE)
        draft->keep_alive = false;
}

/* What a fault changes once the whole answer is there; `head` is where its body begins. */
static void cut(struct reply *reply, enum site_fault fault, size_t head)
{
    size_t middle_of_body = head + (reply->size - head) / 2;
    switch (fault) {
    case SITE_FAULT_RESET:
    case SITE_FAULT_CLOSE:
    case SITE_FAULT_STALL: reply->size = 0; break;
    case SITE_FAULT_CLOSE_HEAD:
    case SITE_FAULT_STALL_HEAD: reply->size = head / 2; break;
    case SITE_FAULT_CLOSE_BODY:
    case SITE_FAULT_CUT_CHUNKS:
    case SITE_FAULT_RESET_BODY:
    case SITE_FAULT_STALL_BODY: reply->size = middle_of_body; break;
    case SITE_FAULT_DRIP: reply->bytes_per_s = DRIP_BYTES_PER_S; break;
    default: break;
    }
    reply->repeat_from = fault == SITE_FAULT_ENDLESS_BODY ? head : reply->size;
}

static enum reply_end end_of(enum site_fault fault, bool keep_alive)
{
    switch (fault) {
    case SITE_FAULT_RESET:
    case SITE_FAULT_RESET_BODY: return REPLY_RESET;
    case SITE_FAULT_CLOSE:
    case SITE_FAULT_CLOSE_HEAD:
    case SITE_FAULT_CLOSE_BODY:
    case SITE_FAULT_LENGTH_LONG:
    case SITE_FAULT_CUT_CHUNKS:
    case SITE_FAULT_GARBAGE:
    case SITE_FAULT_STALE: return REPLY_BREAK;
    case SITE_FAULT_STALL:
    case SITE_FAULT_STALL_HEAD:
    case SITE_FAULT_STALL_BODY: return REPLY_STALL;
    default: return keep_alive ? REPLY_KEEP : REPLY_CLOSE;
    }
}

/* The two that have nothing to do with the response. */
static size_t write_nonsense(struct draft *draft)
{
    static const char status_line[] = "HTTP/1.1 200 OK\r\n";
    if (draft->fault == SITE_FAULT_GARBAGE)
        return fputs("SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n", draft->out), 0;
    fputs(status_line, draft->out);
    fputs("X-Endless: and so on, and so on, and so on, and so on\r\n", draft->out);
    return sizeof status_line - 1;
}

/* Writes everything; returns where the part begins that may be repeated or cut: the body as a rule. */
static size_t write_all(struct draft *draft)
{
    if (draft->fault == SITE_FAULT_GARBAGE || draft->fault == SITE_FAULT_ENDLESS_HEAD)
        return write_nonsense(draft);
    write_head(draft);
    size_t head = (size_t)ftello(draft->out);
    write_body(draft);
    return head;
}

bool reply_make(const struct site_request *request, const struct site_response *response, bool keep_alive,
                struct reply *reply)
{
    struct draft draft = {
        .request = request,
        .response = response,
        .fault = response->fault,
        .transfer = response->transfer,
        .keep_alive = keep_alive,
        .status = response->status ? response->status : STATUS_NOT_FOUND_HERE,
        .body = response->body,
        .size = response->size,
        .end_of_line = "\r\n",
    };
    *reply = (struct reply){.bytes_per_s = response->bytes_per_s};
    draft.out = open_memstream(&reply->bytes, &reply->size);
    if (!draft.out)
        return false;
    bend(&draft);
    tag(&draft);
    size_t head = write_all(&draft);
    bool written = fclose(draft.out) == 0;
    free(draft.compressed);
    if (!written)
        return reply_free(reply), false;
    cut(reply, draft.fault, head);
    if (draft.fault == SITE_FAULT_ENDLESS_HEAD)
        reply->repeat_from = head;
    reply->status = reply->size > 0 && draft.fault != SITE_FAULT_GARBAGE ? draft.status : 0;
    reply->end = end_of(draft.fault, draft.keep_alive);
    return true;
}

void reply_free(struct reply *reply)
{
    free(reply->bytes);
    *reply = (struct reply){0};
}
