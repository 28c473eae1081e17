#include "fetch/http/headers.h"

#include <string.h>

#include "base/ascii.h"
#include "fetch/http/date.h"
#include "fetch/http/fetch_status.h"

enum http_header http_header_find(const char *name, size_t length)
{
    static const char names[][18] = {
        [HTTP_HEADER_CONNECTION] = "connection",
        [HTTP_HEADER_CONTENT_ENCODING] = "content-encoding",
        [HTTP_HEADER_CONTENT_LENGTH] = "content-length",
        [HTTP_HEADER_CONTENT_TYPE] = "content-type",
        [HTTP_HEADER_DATE] = "date",
        [HTTP_HEADER_ETAG] = "etag",
        [HTTP_HEADER_LAST_MODIFIED] = "last-modified",
        [HTTP_HEADER_LOCATION] = "location",
        [HTTP_HEADER_RETRY_AFTER] = "retry-after",
        [HTTP_HEADER_SET_COOKIE] = "set-cookie",
        [HTTP_HEADER_TRANSFER_ENCODING] = "transfer-encoding",
    };
    for (size_t i = HTTP_HEADER_OTHER + 1; i < sizeof names / sizeof names[0]; i++)
        if (ascii_equals(name, length, names[i]))
            return (enum http_header)i;
    return HTTP_HEADER_OTHER;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct http_span trim_blanks(const char *data, size_t size)
{
    while (size > 0 && is_blank(data[size - 1]))
        size--;
    while (size > 0 && is_blank(*data)) {
        data++;
        size--;
    }
    return (struct http_span){data, size};
}

/* Takes the text before the next `separator` off the list, without the blanks around it. */
static struct http_span take_item(struct http_span *list, char separator)
{
    const char *end = memchr(list->data, separator, list->size);
    size_t size = end ? (size_t)(end - list->data) : list->size;
    struct http_span item = trim_blanks(list->data, size);
    size_t taken = end ? size + 1 : size;
    list->data += taken;
    list->size -= taken;
    return item;
}

/* Copies the text in lower case, or "" if it does not fit. */
static void copy_lower(char *to, size_t room, struct http_span text)
{
    size_t size = text.size < room ? text.size : 0;
    for (size_t i = 0; i < size; i++)
        to[i] = ascii_lower(text.data[i]);
    to[size] = '\0';
}

static void copy_whole(char *to, size_t room, struct http_span text, bool cut)
{
    size_t size = text.size < room && !cut ? text.size : 0;
    memcpy(to, text.data, size);
    to[size] = '\0';
}

/* Reads a number; one that is larger than `max` counts as `max`. Returns false if there is anything but
 * digits. */
static bool read_number(struct http_span text, uint64_t max, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (!ascii_is_digit(text.data[i]))
            return false;
        *number = *number * 10 + (uint64_t)(text.data[i] - '0');
        if (*number > max)
            *number = max;
    }
    return text.size > 0;
}

/* Several equal lengths are one (RFC 9112, 6.3); different ones are an attack or a broken proxy. */
static void take_length(struct http_response *response, struct http_span list)
{
    if (response->value_cut)
        response->failure = FETCH_BAD_LENGTH;
    do {
        uint64_t length;
        if (!read_number(take_item(&list, ','), UINT64_MAX / 16, &length) ||
            (response->has_length && response->content_length != length)) {
            response->failure = FETCH_BAD_LENGTH;
            return;
        }
        response->has_length = true;
        response->content_length = length;
    } while (list.size > 0);
}

/* If chunked is the last coding, chunks mark the end of the body; with any other the end of the connection
 * does. */
static void take_transfer_encoding(struct http_response *response, struct http_span list)
{
    do {
        struct http_span item = take_item(&list, ',');
        struct http_span coding = take_item(&item, ';');
        response->chunked = ascii_equals(coding.data, coding.size, "chunked");
        if (!response->chunked && coding.size > 0 && !ascii_equals(coding.data, coding.size, "identity"))
            response->encoded = response->length_is_beaten = true;
    } while (list.size > 0);
    if (response->chunked)
        response->length_is_beaten = true;
}

static void take_content_type(struct http_response *response, struct http_span list)
{
    copy_lower(response->content_type, sizeof response->content_type, take_item(&list, ';'));
    response->charset[0] = '\0';
    while (list.size > 0) {
        struct http_span value = take_item(&list, ';');
        struct http_span name = take_item(&value, '=');
        value = trim_blanks(value.data, value.size);
        if (!ascii_equals(name.data, name.size, "charset"))
            continue;
        if (value.size > 0 && (*value.data == '"' || *value.data == '\'')) {
            value.data++;
            value.size--;
            const char *quote = memchr(value.data, value.data[-1], value.size);
            value.size = quote ? (size_t)(quote - value.data) : value.size;
        }
        copy_lower(response->charset, sizeof response->charset, value);
        return;
    }
}

static void take_connection(struct http_response *response, struct http_span list)
{
    while (list.size > 0) {
        struct http_span item = take_item(&list, ',');
        if (ascii_equals(item.data, item.size, "close"))
            response->keep_alive = false;
        else if (ascii_equals(item.data, item.size, "keep-alive") && response->old_version)
            response->keep_alive = true;
    }
}

static void take_retry_after(struct http_response *response, struct http_span value)
{
    uint64_t seconds;
    if (read_number(value, HTTP_RETRY_AFTER_MAX, &seconds))
        response->retry_after_s = (uint32_t)seconds;
    else
        response->retry_at_s = http_date_parse(value.data, value.size);
}

/* ---- Cookies: those of walls, which a redirect sets and wants to see again ---- */

static char *end_of_cookie(char *at)
{
    while (*at != '\0' && *at != ';')
        at++;
    return at;
}

/* Takes the cookie of that name, which ends in =, out of "; a=1; b=2". */
static void drop_cookie(char *jar, const char *name, size_t length)
{
    for (char *at = jar, *end; *at != '\0'; at = end) {
        end = end_of_cookie(at + 2);
        if (strncmp(at + 2, name, length) == 0) {
            memmove(at, end, strlen(end) + 1);
            return;
        }
    }
}

/*
 * What is said about the cookie behind its value does not matter: it goes back to the server that set it, and
 * to no other, for as long as its site is visited. A blank inside of it may have been a control character:
 * such a cookie would not come back as it was set, and is none.
 */
static void take_cookie(const struct http_response *response, const char *cookie, size_t size)
{
    char *jar = response->cookie;
    const char *end = memchr(cookie, ';', size);
    bool is_cut = response->value_cut && end == NULL;
    if (end != NULL)
        size = (size_t)(end - cookie);
    const char *equals = memchr(cookie, '=', size);
    if (jar == NULL || !http_status_is_redirect(response->status) || is_cut || equals == NULL ||
        equals == cookie || memchr(cookie, ' ', size) != NULL)
        return;
    drop_cookie(jar, cookie, (size_t)(equals + 1 - cookie));
    size_t used = strlen(jar);
    if (used + 2 + size >= HTTP_COOKIE_BYTES)
        return;
    memcpy(jar + used, "; ", 2);
    memcpy(jar + used + 2, cookie, size);
    jar[used + 2 + size] = '\0';
}

void http_header_take(struct http_response *response)
{
    struct http_span value = trim_blanks(response->value, response->value_length);
    bool cut = response->value_cut;
    switch (response->header) {
    case HTTP_HEADER_CONNECTION: take_connection(response, value); break;
    case HTTP_HEADER_CONTENT_ENCODING:
        response->encoded |= value.size > 0 && !ascii_equals(value.data, value.size, "identity");
        break;
    case HTTP_HEADER_CONTENT_LENGTH: take_length(response, value); break;
    case HTTP_HEADER_CONTENT_TYPE: take_content_type(response, value); break;
    case HTTP_HEADER_DATE: response->date_s = http_date_parse(value.data, value.size); break;
    case HTTP_HEADER_ETAG: copy_whole(response->etag, sizeof response->etag, value, cut); break;
    case HTTP_HEADER_LAST_MODIFIED:
        copy_whole(response->last_modified, sizeof response->last_modified, value, cut);
        break;
    case HTTP_HEADER_RETRY_AFTER: take_retry_after(response, value); break;
    case HTTP_HEADER_SET_COOKIE: take_cookie(response, value.data, value.size); break;
    case HTTP_HEADER_TRANSFER_ENCODING: take_transfer_encoding(response, value); break;
    default: break;
    }
}
