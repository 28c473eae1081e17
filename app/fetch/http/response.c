/* The answer as a state machine over its bytes. It reads lines byte by byte, and hands out bodies as they
 * lie. */
#include "fetch/http/http.h"

#include <string.h>

#include "base/ascii.h"
#include "fetch/http/fetch_status.h"
#include "fetch/http/headers.h"

enum state {
    STATE_STATUS,     /* in the status line */
    STATE_LINE,       /* at the start of a header line */
    STATE_NAME,       /* before its colon */
    STATE_VALUE,      /* behind it */
    STATE_SKIP,       /* in a line that does not matter */
    STATE_CHUNK_SIZE, /* from here on, `status` and the headers are final */
    STATE_CHUNK_EXTENSION,
    STATE_CHUNK_END, /* at the line end that follows a chunk's data */
    STATE_TRAILER_LINE,
    STATE_TRAILER,
    STATE_CHUNK_DATA, /* from here on, bytes are payload */
    STATE_LENGTH_BODY,
    STATE_OPEN_BODY, /* ends with the connection */
    STATE_ENDED,
};

static void fail_response(struct http_response *response, enum fetch_status failure)
{
    response->failure = (int16_t)failure;
    response->keep_alive = false;
    response->state = STATE_ENDED;
}

void http_response_begin(struct http_response *response, char *location, size_t location_size, bool head)
{
    *response = (struct http_response){.location = location, .location_size = location_size, .head = head};
    if (location_size > 0)
        location[0] = '\0';
}

/* ---- Status line ---- */

static void append_to_value(struct http_response *response, char c)
{
    if (response->value_length < sizeof response->value)
        response->value[response->value_length++] = c;
    else
        response->value_cut = true;
}

static void clear_value(struct http_response *response)
{
    response->header = HTTP_HEADER_OTHER;
    response->value_length = 0;
    response->value_cut = false;
}

/* "HTTP/1.1 200 OK"; the phrase may be missing, the version may be anything. */
static void take_status_line(struct http_response *response)
{
    const char *at = response->value + 5;
    const char *end = response->value + response->value_length;
    response->old_version = end - at >= 3 && (at[0] == '0' || (at[0] == '1' && at[2] == '0'));
    response->keep_alive = !response->old_version;
    while (at < end && (ascii_is_digit(*at) || *at == '.'))
        at++;
    const char *version_end = at;
    while (at < end && *at == ' ')
        at++;
    const char *digits = at;
    while (at < end && ascii_is_digit(*at))
        at++;
    bool ends_well = at == end || *at == ' ';
    if (version_end == digits || at - digits != 3 || digits[0] == '0' || !ends_well) {
        fail_response(response, FETCH_NOT_HTTP);
        return;
    }
    response->status = (int16_t)((digits[0] - '0') * 100 + (digits[1] - '0') * 10 + (digits[2] - '0'));
    clear_value(response);
    response->state = STATE_LINE;
}

static void take_status_byte(struct http_response *response, char c)
{
    static const char start[] = "http/";
    if (c == '\n' && response->value_length == 0) {
        response->starts_over = true; /* an empty line too many, which the last answer left behind */
        return;
    }
    if (c == '\n' && response->value_length >= sizeof start - 1) {
        take_status_line(response);
        return;
    }
    if (response->value_length < sizeof start - 1 && ascii_lower(c) != start[response->value_length])
        fail_response(response, FETCH_NOT_HTTP);
    else
        append_to_value(response, c == '\t' ? ' ' : c);
}

/* ---- Header lines ---- */

static void append_to_location(struct http_response *response, char c)
{
    if (response->location_length + 1 < response->location_size)
        response->location[response->location_length++] = c;
    else
        response->location_too_long = true;
}

static void finish_location(struct http_response *response)
{
    while (response->location_length > 0 && response->location[response->location_length - 1] == ' ')
        response->location_length--;
    if (response->location_too_long)
        response->location_length = 0;
    if (response->location_size > 0)
        response->location[response->location_length] = '\0';
    response->has_location = response->location_length > 0;
}

/* Takes a header's value, which is complete only when the next line turns out not to continue it. */
static void take_header(struct http_response *response)
{
    if (response->header == HTTP_HEADER_LOCATION)
        finish_location(response);
    else
        http_header_take(response);
    clear_value(response);
    if (response->failure)
        fail_response(response, (enum fetch_status)response->failure);
}

static void begin_value(struct http_response *response)
{
    size_t length = response->name_length;
    while (length > 0 && (response->name[length - 1] == ' ' || response->name[length - 1] == '\t'))
        length--;
    response->header = (uint8_t)http_header_find(response->name, length);
    bool again =
        response->header == HTTP_HEADER_LOCATION && (response->has_location || response->location_too_long);
    if (again)
        response->header = HTTP_HEADER_OTHER;
    response->state = response->header == HTTP_HEADER_OTHER ? STATE_SKIP : STATE_VALUE;
}

static void take_value_byte(struct http_response *response, char c)
{
    bool location = response->header == HTTP_HEADER_LOCATION;
    bool empty = location ? response->location_length == 0 : response->value_length == 0;
    if ((unsigned char)c < ' ' || c == 0x7f)
        c = ' ';
    if (c == ' ' && empty)
        return;
    if (location)
        append_to_location(response, c);
    else
        append_to_value(response, c);
}

static void begin_body(struct http_response *response)
{
    if (response->length_is_beaten && response->has_length) {
        response->has_length = false;
        response->keep_alive = false; /* a server that sends both may mean the other one */
    }
    response->header_bytes = 0;
    response->header_is_complete = true;
    if (response->head || response->status == 204 || response->status == 304) {
        response->state = STATE_ENDED;
    } else if (response->chunked) {
        response->state = STATE_CHUNK_SIZE;
    } else if (response->has_length) {
        response->left = response->content_length;
        response->state = response->left > 0 ? STATE_LENGTH_BODY : STATE_ENDED;
    } else {
        response->keep_alive = false;
        response->state = STATE_OPEN_BODY;
    }
}

/* Forgets an interim answer ("wait, there is more"), all but its length. */
static void skip_interim(struct http_response *response)
{
    uint64_t message_bytes = response->message_bytes;
    uint32_t header_bytes = response->header_bytes;
    char *cookie = response->cookie;
    http_response_begin(response, response->location, response->location_size, response->head);
    response->cookie = cookie;
    response->message_bytes = message_bytes;
    response->header_bytes = header_bytes;
    response->starts_over = true;
}

static void end_header(struct http_response *response)
{
    if (response->status == 101)
        fail_response(response, FETCH_NOT_HTTP); /* the server goes on in a protocol that nobody asked for */
    else if (response->status < 200)
        skip_interim(response);
    else
        begin_body(response);
}

static void take_line_start_byte(struct http_response *response, char c)
{
    if (c == ' ' || c == '\t') { /* an obsolete way to continue the line before */
        response->state = response->header == HTTP_HEADER_OTHER ? STATE_SKIP : STATE_VALUE;
        if (response->state == STATE_VALUE)
            take_value_byte(response, ' ');
        return;
    }
    take_header(response);
    if (response->failure)
        return;
    if (c == '\n') {
        end_header(response);
        return;
    }
    response->state = STATE_NAME;
    response->name[0] = c;
    response->name_length = 1;
}

static void take_header_byte(struct http_response *response, char c)
{
    if (response->state == STATE_STATUS) {
        take_status_byte(response, c);
    } else if (response->state == STATE_LINE) {
        take_line_start_byte(response, c);
    } else if (c == '\n') {
        response->state = STATE_LINE;
    } else if (response->state == STATE_VALUE) {
        take_value_byte(response, c);
    } else if (response->state == STATE_NAME) {
        if (c == ':')
            begin_value(response);
        else if (response->name_length < sizeof response->name)
            response->name[response->name_length++] = c;
    }
}

/* ---- Chunks ---- */

static void take_chunk_size_byte(struct http_response *response, char c)
{
    int digit = ascii_hex_value(c);
    if (digit >= 0 && response->left <= UINT64_MAX >> 8) {
        response->left = response->left * 16 + (uint64_t)digit;
        response->value_length = 1; /* a digit was there */
    } else if (response->value_length == 0 || (c != ';' && c != ' ' && c != '\t')) {
        fail_response(response, FETCH_BAD_CHUNK);
    } else {
        response->state = STATE_CHUNK_EXTENSION;
    }
}

static void end_chunk_line(struct http_response *response)
{
    response->header_bytes = 0;
    switch (response->state) {
    case STATE_CHUNK_SIZE:
    case STATE_CHUNK_EXTENSION:
        if (response->value_length == 0)
            fail_response(response, FETCH_BAD_CHUNK);
        else
            response->state = response->left > 0 ? STATE_CHUNK_DATA : STATE_TRAILER_LINE;
        break;
    case STATE_CHUNK_END:
        response->state = STATE_CHUNK_SIZE;
        response->left = 0;
        response->value_length = 0;
        break;
    case STATE_TRAILER: response->state = STATE_TRAILER_LINE; break;
    default: response->state = STATE_ENDED; break;
    }
}

static void take_chunk_byte(struct http_response *response, char c)
{
    if (c == '\n')
        end_chunk_line(response);
    else if (response->state == STATE_CHUNK_SIZE)
        take_chunk_size_byte(response, c);
    else if (response->state == STATE_CHUNK_END)
        fail_response(response, FETCH_BAD_CHUNK);
    else if (response->state == STATE_TRAILER_LINE)
        response->state = STATE_TRAILER;
}

/* ---- The whole answer ---- */

/* Takes a byte of a line. Lines end in LF; a CR, before it or elsewhere, is ignored. */
static void take_line_byte(struct http_response *response, char c)
{
    bool in_chunks = response->state >= STATE_CHUNK_SIZE;
    if (++response->header_bytes > HTTP_HEADER_MAX)
        fail_response(response, in_chunks ? FETCH_BAD_CHUNK : FETCH_HEADER_TOO_LONG);
    else if (c == '\r')
        return;
    else if (in_chunks)
        take_chunk_byte(response, c);
    else
        take_header_byte(response, c);
}

static size_t take_body_bytes(struct http_response *response, size_t count)
{
    if (response->state == STATE_OPEN_BODY)
        return count;
    size_t taken = response->left < count ? (size_t)response->left : count;
    response->left -= taken;
    if (response->left == 0)
        response->state = response->state == STATE_CHUNK_DATA ? STATE_CHUNK_END : STATE_ENDED;
    return taken;
}

size_t http_response_push(struct http_response *response, const char *bytes, size_t count,
                          struct http_span *body)
{
    *body = (struct http_span){bytes, 0};
    if (response->state == STATE_ENDED || count == 0)
        return 0;
    size_t used = 0;
    response->starts_over = false;
    if (response->state >= STATE_CHUNK_DATA) {
        used = body->size = take_body_bytes(response, count);
    } else {
        bool had_header = response->header_is_complete; /* its end is the end of a piece */
        while (used < count && response->state < STATE_CHUNK_DATA &&
               response->header_is_complete == had_header && !response->starts_over)
            take_line_byte(response, bytes[used++]);
    }
    response->message_bytes += used;
    response->body_bytes += body->size;
    return used;
}

void http_response_close(struct http_response *response)
{
    switch (response->state) {
    case STATE_ENDED: break;
    case STATE_OPEN_BODY:
    case STATE_TRAILER_LINE: /* the last chunk was there: only the farewell is missing */
    case STATE_TRAILER:
        response->keep_alive = false;
        response->state = STATE_ENDED;
        break;
    default: fail_response(response, FETCH_BROKEN); break;
    }
}

bool http_response_ended(const struct http_response *response)
{
    return response->state == STATE_ENDED;
}

bool http_response_has_header(const struct http_response *response)
{
    return response->header_is_complete;
}

bool http_response_is_stale(const struct http_response *response, bool connection_was_used_before)
{
    return connection_was_used_before && response->message_bytes == 0;
}

bool http_status_is_redirect(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}
