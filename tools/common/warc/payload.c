#include "warc/payload.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum state {
    IN_HEAD,
    IN_BODY,         /* the rest is payload */
    CHUNK_SIZE,      /* hexadecimal digits */
    CHUNK_EXTENSION, /* the rest of the size line */
    CHUNK_DATA,
    CHUNK_DATA_END, /* the line end behind a chunk */
    CHUNK_TRAILER,  /* at the start of a trailer line */
    CHUNK_TRAILER_LINE,
    CHUNKS_DONE,
};

enum { CHUNK_DIGITS_MAX = 15 };

void warc_payload_begin(struct warc_payload *payload, warc_payload_sink *sink, void *context)
{
    memset(payload, 0, offsetof(struct warc_payload, head));
    payload->sink = sink;
    payload->context = context;
    payload->state = IN_HEAD;
}

static void hand_on(struct warc_payload *payload, const uint8_t *bytes, size_t size)
{
    if (payload->sink && size > 0)
        payload->sink(payload->context, bytes, size);
}

/* Copies a header value up to one of `ends`, in lower case if asked; too long: nothing, rather than a wrong
 * half. */
static void copy_value(char *to, size_t room, const char *value, const char *ends, bool lower)
{
    value += strspn(value, " \t\"");
    size_t length = strcspn(value, ends);
    while (length > 0 && strchr(" \t\"", value[length - 1]))
        length--;
    if (length >= room)
        length = 0;
    for (size_t i = 0; i < length; i++)
        to[i] = lower ? (char)tolower((unsigned char)value[i]) : value[i];
    to[length] = '\0';
}

static const char *header_value(const char *line, const char *name)
{
    size_t length = strlen(name);
    return strncasecmp(line, name, length) == 0 && line[length] == ':' ? line + length + 1 : NULL;
}

static void parse_header(struct warc_payload *payload, const char *line)
{
    const char *value;
    if ((value = header_value(line, "Content-Type"))) {
        copy_value(payload->mime, sizeof payload->mime, value, ";,", true);
        const char *charset = strcasestr(value, "charset=");
        if (charset)
            copy_value(payload->charset, sizeof payload->charset, charset + 8, ";,", true);
    } else if ((value = header_value(line, "Content-Encoding"))) {
        copy_value(payload->encoding, sizeof payload->encoding, value, "", true);
    } else if ((value = header_value(line, "Location"))) {
        copy_value(payload->location, sizeof payload->location, value, "", false);
    } else if ((value = header_value(line, "Transfer-Encoding"))) {
        payload->chunked = strcasestr(value, "chunked") != NULL;
    }
}

static void parse_head(struct warc_payload *payload)
{
    char *line = payload->head;
    bool first = true;
    payload->head[payload->head_size - 1] = '\0'; /* in place of the last line feed */
    for (char *next; line; line = next, first = false) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        line[strcspn(line, "\r")] = '\0';
        const char *code = strchr(line, ' ');
        if (first && strncasecmp(line, "HTTP/", 5) == 0 && code)
            payload->status = (int)strtol(code, NULL, 10);
        else if (!first)
            parse_header(payload, line);
    }
    if (payload->status < 0 || payload->status > 999)
        payload->status = 0;
}

static size_t add_to_head(struct warc_payload *payload, const uint8_t *bytes, size_t size)
{
    const uint8_t *line_end = memchr(bytes, '\n', size);
    size_t take = line_end ? (size_t)(line_end - bytes) + 1 : size;
    if (take > WARC_PAYLOAD_HEAD_MAX - payload->head_size) {
        payload->malformed = true;
        payload->state = IN_BODY;
        return size;
    }
    memcpy(payload->head + payload->head_size, bytes, take);
    payload->head_size += take;
    const char *end = payload->head + payload->head_size;
    size_t n = payload->head_size;
    bool complete =
        line_end && ((n >= 2 && end[-2] == '\n') || (n >= 3 && end[-2] == '\r' && end[-3] == '\n'));
    if (complete) {
        payload->body_offset = n;
        parse_head(payload);
        payload->state = payload->chunked ? CHUNK_SIZE : IN_BODY;
    }
    return take;
}

/* From here on the bytes are not chunks, whatever the header said: hand them on as they are. */
static size_t give_up_chunks(struct warc_payload *payload)
{
    payload->malformed = true;
    payload->state = IN_BODY;
    return 0;
}

static int hex_value(uint8_t byte)
{
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    byte |= 0x20;
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

static size_t add_to_chunk_size(struct warc_payload *payload, uint8_t byte)
{
    int digit = hex_value(byte);
    if (digit >= 0) {
        if (++payload->chunk_digits > CHUNK_DIGITS_MAX)
            return give_up_chunks(payload);
        payload->chunk_left = payload->chunk_left * 16 + (uint64_t)digit;
        return 1;
    }
    if (payload->chunk_digits == 0)
        return give_up_chunks(payload);
    payload->state = CHUNK_EXTENSION;
    return 0;
}

static size_t add_to_chunk(struct warc_payload *payload, const uint8_t *bytes, size_t size)
{
    size_t take = size < payload->chunk_left ? size : (size_t)payload->chunk_left;
    hand_on(payload, bytes, take);
    payload->chunk_left -= take;
    if (payload->chunk_left == 0)
        payload->state = CHUNK_DATA_END;
    return take;
}

/* One byte of the framing between chunks. */
static size_t add_framing(struct warc_payload *payload, uint8_t byte)
{
    switch (payload->state) {
    case CHUNK_SIZE: return add_to_chunk_size(payload, byte);
    case CHUNK_EXTENSION:
        if (byte == '\n') {
            payload->state = payload->chunk_left > 0 ? CHUNK_DATA : CHUNK_TRAILER;
            payload->chunk_digits = 0;
        }
        return 1;
    case CHUNK_DATA_END:
        if (byte == '\n')
            payload->state = CHUNK_SIZE;
        else if (byte != '\r')
            return give_up_chunks(payload);
        return 1;
    case CHUNK_TRAILER:
        if (byte == '\n')
            payload->state = CHUNKS_DONE;
        else if (byte != '\r')
            payload->state = CHUNK_TRAILER_LINE;
        return 1;
    default:
        if (byte == '\n')
            payload->state = CHUNK_TRAILER;
        return 1;
    }
}

void warc_payload_add(struct warc_payload *payload, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    while (size > 0) {
        size_t took;
        switch (payload->state) {
        case IN_HEAD: took = add_to_head(payload, at, size); break;
        case IN_BODY: hand_on(payload, at, size), took = size; break;
        case CHUNK_DATA: took = add_to_chunk(payload, at, size); break;
        case CHUNKS_DONE: took = size; break;
        default: took = add_framing(payload, *at); break;
        }
        at += took;
        size -= took;
    }
}

bool warc_payload_is_whole(const struct warc_payload *payload)
{
    return !payload->malformed && (payload->state == IN_BODY || payload->state == CHUNKS_DONE);
}
