#include "read/url/key.h"

#include <string.h>

#include "base/ascii.h"
#include "base/status.h"

enum { SESSION_HEX_DIGITS = 32 };

static const uint64_t fnv_start = 0xCBF29CE484222325U;
static const uint64_t fnv_prime = 0x100000001B3U;

/* Where the key goes: always into a hash, and into a buffer if there is one. */
struct sink {
    struct keyed_hash hash;
    size_t length;
    char *buffer;
    size_t capacity;
    unsigned *twins; /* what twins of a page differ in is told here, and is not part of the key */
};

/* A stretch of the URL's text. */
struct part {
    const char *at;
    const char *end;
};

static void key_put(struct sink *sink, char c)
{
    keyed_hash_put(&sink->hash, c);
    if (sink->length < sink->capacity)
        sink->buffer[sink->length] = c;
    sink->length++;
}

static void key_put_plain(struct sink *sink, struct part part)
{
    while (part.at < part.end)
        key_put(sink, *part.at++);
}

/* Writes percent-encoded characters plainly where they may be, and with upper-case digits where they may
 * not. */
static void key_put_decoded(struct sink *sink, struct part part)
{
    while (part.at < part.end) {
        char c = *part.at++;
        int high = c == '%' && part.end - part.at >= 2 ? ascii_hex_value(part.at[0]) : -1;
        int low = high >= 0 ? ascii_hex_value(part.at[1]) : -1;
        if (low < 0) {
            key_put(sink, c);
            continue;
        }
        char decoded = (char)(high << 4 | low);
        part.at += 2;
        if (ascii_is_unreserved(decoded)) {
            key_put(sink, decoded);
            continue;
        }
        key_put(sink, '%');
        key_put(sink, "0123456789ABCDEF"[high]);
        key_put(sink, "0123456789ABCDEF"[low]);
    }
}

size_t url_key_host(const char *host, size_t length)
{
    size_t at = 3;
    if (length < 4 || memcmp(host, "www", 3) != 0)
        return 0;
    while (at < length && ascii_is_digit(host[at]))
        at++;
    if (at == length || host[at] != '.' || !memchr(host + at + 1, '.', length - at - 1))
        return 0;
    return at + 1;
}

static const char *find_or_end(struct part part, char c)
{
    const char *found = part.at < part.end ? memchr(part.at, c, (size_t)(part.end - part.at)) : NULL;
    return found ? found : part.end;
}

static bool is_session_value(struct part value)
{
    size_t digits = 0;
    while (value.at < value.end && ascii_hex_value(*value.at) >= 0) {
        value.at++;
        digits++;
    }
    return value.at == value.end && digits == SESSION_HEX_DIGITS;
}

/* Is `name=value` a session id? `sid` is also a common name for other things, so its value must look like
 * one. */
static bool is_session_id(struct part parameter)
{
    static const char names[][11] = {"jsessionid", "phpsessid", "cfid", "cftoken"};
    static const char asp[] = "aspsessionid";
    const char *equals = find_or_end(parameter, '=');
    size_t length = (size_t)(equals - parameter.at);

    if (equals == parameter.end)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (ascii_equals(parameter.at, length, names[i]))
            return true;
    if (length >= sizeof asp - 1 && ascii_equals(parameter.at, sizeof asp - 1, asp))
        return true;
    return ascii_equals(parameter.at, length, "sid") &&
           is_session_value((struct part){equals + 1, parameter.end});
}

/* A path segment is a name and, behind semicolons, parameters. */
static void key_put_segment(struct sink *sink, struct part segment, bool last)
{
    const char *semicolon = find_or_end(segment, ';');
    struct part name = {segment.at, semicolon};
    size_t length = (size_t)(semicolon - segment.at);
    bool is_index = last && (ascii_equals(name.at, length, "index.html") ||
                             (!sink->twins && ascii_equals(name.at, length, "index.htm")));

    if (is_index && sink->twins)
        *sink->twins |= URL_TWIN_INDEX;
    if (!is_index)
        key_put_decoded(sink, name);
    while (semicolon < segment.end) {
        struct part parameter = {semicolon + 1, segment.end};
        parameter.end = semicolon = find_or_end(parameter, ';');
        if (is_session_id(parameter))
            continue;
        key_put(sink, ';');
        key_put_decoded(sink, parameter);
    }
}

/* Is there nothing behind the last slash of a path, but for `index.html`? */
static bool is_slash_alone(struct part segment)
{
    size_t length = (size_t)(segment.end - segment.at);
    return length == 0 || ascii_equals(segment.at, length, "index.html");
}

static void key_put_path(struct sink *sink, struct part path)
{
    bool is_first = true;
    while (path.at < path.end) {
        struct part segment = {path.at + 1, path.end};
        segment.end = path.at = find_or_end(segment, '/');
        bool is_last = path.at == path.end, is_slash = is_last && !is_first && is_slash_alone(segment);
        if (is_slash && sink->twins)
            *sink->twins |= URL_TWIN_SLASH;
        else
            key_put(sink, '/');
        key_put_segment(sink, segment, is_last);
        is_first = false;
    }
}

static void key_put_query(struct sink *sink, struct part query)
{
    char separator = '?';
    while (query.at < query.end) {
        struct part parameter = {query.at + 1, query.end};
        parameter.end = query.at = find_or_end(parameter, '&');
        if (parameter.at == parameter.end || is_session_id(parameter))
            continue;
        key_put(sink, separator);
        key_put_decoded(sink, parameter);
        separator = '&';
    }
}

static struct part part_of(const struct url *url, unsigned start, unsigned end)
{
    return (struct part){url->text + start, url->text + end};
}

static void key_put_scheme(struct sink *sink, const struct url *url)
{
    bool is_twin = sink->twins && !url_has_port(url);
    if (!is_twin)
        key_put_plain(sink, part_of(url, 0, url->secure ? sizeof "https://" - 1 : sizeof "http://" - 1));
    else if (url->secure)
        *sink->twins |= URL_TWIN_SCHEME;
}

static void put_key(struct sink *sink, const struct url *url)
{
    struct part host = part_of(url, url->host, url->host_end);
    size_t www = url_key_host(host.at, (size_t)(host.end - host.at));
    if (sink->twins && www == sizeof "www." - 1)
        *sink->twins |= URL_TWIN_WWW;
    if (!sink->twins || www == sizeof "www." - 1)
        host.at += www;
    if (host.end - host.at > 1 && host.end[-1] == '.')
        host.end--;
    key_put_scheme(sink, url);
    key_put_plain(sink, host);
    key_put_plain(sink, part_of(url, url->host_end, url->path));
    key_put_path(sink, part_of(url, url->path, url->query));
    key_put_query(sink, part_of(url, url->query, url->fragment));
}

/* Mixes all bits, since FNV leaves the high bits of short texts alike. */
static uint64_t finish_hash(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= 0xD6E8FEB86659FD93U;
    return hash ^ hash >> 32;
}

int url_key(const struct url *url, char *buffer, size_t capacity)
{
    struct sink sink = {.buffer = buffer, .capacity = capacity};
    put_key(&sink, url);
    if (sink.length >= capacity)
        return STATUS_TOO_LONG;
    buffer[sink.length] = '\0';
    return (int)sink.length;
}

uint64_t url_key_hash(const struct url *url, const uint32_t secret[KEYED_HASH_WORDS])
{
    struct sink sink = {.capacity = 0};
    keyed_hash_begin(&sink.hash, secret);
    put_key(&sink, url);
    return keyed_hash_end(&sink.hash);
}

uint64_t url_twins_hash(const struct url *url, const uint32_t secret[KEYED_HASH_WORDS], unsigned *twins)
{
    struct sink sink = {.twins = twins};
    *twins = 0;
    keyed_hash_begin(&sink.hash, secret);
    put_key(&sink, url);
    return keyed_hash_end(&sink.hash);
}

uint64_t url_hash(const char *text, size_t length)
{
    uint64_t hash = fnv_start;
    for (; length > 0; length--)
        hash = (hash ^ (unsigned char)*text++) * fnv_prime;
    return finish_hash(hash);
}
