/* The parser. It writes scheme, authority, path, query and fragment straight into the caller's buffer. */
#include "read/url/internal.h"

#include <string.h>

#include "base/status.h"
#include "read/url/idna.h"

enum { HTTP_PORT = 80, HTTPS_PORT = 443, PORT_MAX = 65535 };

enum scheme { SCHEME_NONE, SCHEME_HTTP, SCHEME_HTTPS, SCHEME_OTHER };

static bool is_slash(int c)
{
    return c == '/' || c == '\\';
}

/* Takes the scheme and its colon if there is one. */
static enum scheme take_scheme(struct url_reader *in)
{
    char name[sizeof "https"];
    size_t length = 0;

    for (const unsigned char *at = in->at; at < in->end; at++) {
        unsigned c = *at | 0x20U;
        if (c - 'a' < 26 ||
            (length > 0 && (ascii_is_digit((char)*at) || *at == '+' || *at == '-' || *at == '.'))) {
            if (length < sizeof name)
                name[length++] = (char)c;
        } else if (*at == ':' && length > 0) {
            in->at = at + 1;
            if (length < 4 || length > 5 || memcmp(name, "https", length) != 0)
                return SCHEME_OTHER;
            return length == 4 ? SCHEME_HTTP : SCHEME_HTTPS;
        } else if (*at >= 128 || !(url_classes[*at] & URL_INVISIBLE)) {
            break;
        }
    }
    return SCHEME_NONE;
}

static void put_escaped(struct url_writer *out, unsigned byte)
{
    static const char digits[] = "0123456789ABCDEF";
    url_put(out, '%');
    url_put(out, digits[byte >> 4]);
    url_put(out, digits[byte & 15]);
}

/* Says whether the bytes are half a surrogate pair that someone wrote as UTF-8. A browser would see
 * U+FFFD. */
static bool is_surrogate(const struct url_reader *in)
{
    return in->end - in->at >= 3 && in->at[0] == 0xED && (in->at[1] & 0xE0) == 0xA0 &&
           (in->at[2] & 0xC0) == 0x80;
}

/*
 * Copies characters up to the first one of the classes `stops`. A whole path (URL_ENCODE_PATH alone) stops
 * also where a dot segment may begin: at a dot or percent sign behind a slash. Returns the place where it
 * stopped.
 */
static const unsigned char *copy_plain(const struct url_reader *in, struct url_writer *out, unsigned stops)
{
    size_t room = out->limit - out->length;
    size_t left = (size_t)(in->end - in->at);
    const unsigned char *from = in->at;
    const unsigned char *end = from + (left < room ? left : room);
    char *to = out->text + out->length;

    for (; from < end; from++) {
        unsigned c = *from;
        if (c - '/' >=
            128U - '/') { /* beyond ASCII, or before the slash: rare, but for dots and percent signs */
            if (c >= 128 || (stops == URL_ENCODE_PATH && (c == '.' || c == '%') && to[-1] == '/'))
                break;
        }
        if (url_classes[c] & stops)
            break;
        *to++ = (char)c;
    }
    out->length = (size_t)(to - out->text);
    return from;
}

/*
 * Copies up to a character that ends the component, or up to a place where copy_plain() sees a dot segment;
 * percent-encodes the characters of the `encoded` classes. Those that end a component are all of class
 * URL_ENDS_AUTHORITY and only stop where `encoded` holds them.
 */
static void copy_component(struct url_reader *in, struct url_writer *out, unsigned encoded)
{
    while (!out->overflow) {
        in->at = copy_plain(in, out, encoded);
        if (in->at == in->end)
            return;
        unsigned class = *in->at < 128 ? url_classes[*in->at] : encoded & ~(unsigned)URL_ENDS_AUTHORITY;
        if (!(class & encoded)) {
            out->overflow = out->length == out->limit;
            return;
        }
        if (is_surrogate(in)) {
            url_put_text(out, "%EF%BF%BD");
            in->at += 2;
        } else if (!(class & URL_INVISIBLE)) {
            if (class & URL_ENDS_AUTHORITY)
                return;
            put_escaped(out, *in->at);
        }
        in->at++;
    }
}

/* Returns of how many dots a path segment consists, with `%2e` as one, or 0 if it is anything but `.` or
 * `..`. */
static int count_dots(const char *segment, size_t length)
{
    int dots = 0;
    while (length > 0) {
        size_t step = 1;
        if (segment[0] == '%' && length >= 3 && segment[1] == '2' && (segment[2] | 0x20) == 'e')
            step = 3;
        else if (segment[0] != '.')
            return 0;
        segment += step;
        length -= step;
        dots++;
    }
    return dots <= 2 ? dots : 0;
}

/* Drops the last segment of the path whose first slash is at `path`; the text ends with a slash before and
 * after. */
static void drop_segment(struct url_writer *out, size_t path)
{
    if (out->length == path + 1)
        return;
    do
        out->length--;
    while (out->text[out->length - 1] != '/');
}

/* Reads the rest of a path; what is written of it so far starts at `path` and ends with a slash. */
static void parse_path(struct url_reader *in, struct url_writer *out, size_t path)
{
    for (;;) {
        copy_component(in, out, URL_ENCODE_PATH);
        size_t segment = out->length;
        copy_component(in, out, URL_ENCODE_PATH | URL_ENDS_AUTHORITY);
        int dots = count_dots(out->text + segment, out->length - segment);
        if (dots > 0)
            out->length = segment;
        if (dots == 2)
            drop_segment(out, path);
        if (!is_slash(url_peek(in)) || out->overflow)
            return;
        in->at++;
        if (dots == 0)
            url_put(out, '/');
    }
}

/* Reads query and fragment, as far as there are any. */
static void parse_tail(struct url *url, struct url_reader *in, struct url_writer *out)
{
    int c = url_next(in);
    if (c == '?') {
        url->query = (uint16_t)out->length;
        url_put(out, '?');
        copy_component(in, out, URL_ENCODE_QUERY);
        c = url_next(in);
    }
    url->fragment = (uint16_t)out->length;
    if (c == '#') {
        url_put(out, '#');
        copy_component(in, out, URL_ENCODE_FRAGMENT);
    }
}

static void parse_path_and_tail(struct url *url, struct url_reader *in, struct url_writer *out)
{
    parse_path(in, out, url->path);
    url->query = (uint16_t)out->length;
    parse_tail(url, in, out);
}

/* Reads user:password before the @. */
static void parse_user(struct url *url, struct url_reader in, struct url_writer *out)
{
    size_t start = out->length;
    const unsigned char *colon = memchr(in.at, ':', (size_t)(in.end - in.at));
    struct url_reader name = {in.at, colon ? colon : in.end};

    copy_component(&name, out, URL_ENCODE_USER);
    url->user_end = (uint16_t)out->length;
    if (colon) {
        struct url_reader password = {colon + 1, in.end};
        if (url_peek(&password) != URL_END) {
            url_put(out, ':');
            copy_component(&password, out, URL_ENCODE_USER);
        }
    }
    if (out->length > start)
        url_put(out, '@');
}

static enum url_problem parse_port(struct url *url, struct url_reader in, struct url_writer *out)
{
    unsigned default_port = url->secure ? HTTPS_PORT : HTTP_PORT;
    unsigned port = 0;

    url->port = (uint16_t)default_port;
    int c = url_next(&in);
    if (c == URL_END)
        return URL_FINE;
    for (; c != URL_END; c = url_next(&in)) {
        if (!ascii_is_digit((char)c))
            return URL_BAD_PORT;
        port = port * 10 + (unsigned)(c - '0');
        if (port > PORT_MAX)
            return URL_BAD_PORT;
    }
    url->port = (uint16_t)port;
    if (port != default_port) {
        url_put(out, ':');
        url_put_number(out, port);
    }
    return URL_FINE;
}

/* Ends an authority whose host is written, but may turn out to be an IPv4 address. `port` is what stands
 * behind its colon. */
static enum url_problem finish_authority(struct url *url, struct url_reader port, struct url_writer *out)
{
    enum url_problem problem = out->length == url->host ? URL_NO_HOST : url_parse_ipv4(out, url->host);
    url->host_end = (uint16_t)out->length;
    return problem ? problem : parse_port(url, port, out);
}

/* Reads user:password@host:port, up to the end of the authority. */
static enum url_problem parse_full_authority(struct url *url, struct url_reader *in, struct url_writer *out)
{
    const unsigned char *at_sign = NULL;
    const unsigned char *end = in->at;
    for (; end < in->end && (*end >= 128 || !(url_classes[*end] & URL_ENDS_AUTHORITY)); end++)
        if (*end == '@')
            at_sign = end;

    struct url_reader host = {at_sign ? at_sign + 1 : in->at, end};
    if (at_sign)
        parse_user(url, (struct url_reader){in->at, at_sign}, out);
    in->at = end;

    if (url_peek(&host) == '[')
        return URL_IPV6;
    const unsigned char *colon = memchr(host.at, ':', (size_t)(end - host.at));
    host.end = colon ? colon : end;
    url->host = (uint16_t)out->length;
    enum url_problem problem = idna_to_ascii(host, out);
    if (problem || out->overflow)
        return problem;
    struct url_reader port = {host.end < end ? host.end + 1 : end, end};
    return finish_authority(url, port, out);
}

static enum url_problem parse_authority(struct url *url, struct url_reader *in, struct url_writer *out)
{
    static const unsigned char no_port[] = "";
    url->user_end = url->host = (uint16_t)out->length;
    if (url_copy_plain_host(in, out))
        return finish_authority(url, (struct url_reader){no_port, no_port}, out);
    return parse_full_authority(url, in, out);
}

/* Begins the URL with `length` bytes of text, which may be those that the buffer holds already. */
static void begin_with_text(struct url_writer *out, const char *text, size_t length)
{
    if (length > out->limit) {
        out->overflow = true;
        return;
    }
    if (out->text != text)
        memcpy(out->text, text, length);
    out->length = length;
}

static enum url_problem parse_absolute(struct url *url, struct url_reader *in, struct url_writer *out)
{
    while (is_slash(url_peek(in)))
        in->at++;
    begin_with_text(out, url->secure ? "https://" : "http://", url->secure ? 8 : 7);
    enum url_problem problem = out->overflow ? URL_TOO_LONG : parse_authority(url, in, out);
    if (problem || out->overflow)
        return problem;
    url->path = (uint16_t)out->length;
    url_put(out, '/');
    if (is_slash(url_peek(in)))
        in->at++;
    parse_path_and_tail(url, in, out);
    return URL_FINE;
}

/* Reads a link relative to the base, of which *url is a copy. */
static enum url_problem parse_relative(struct url *url, struct url_reader *in, struct url_writer *out)
{
    const char *base = url->text;
    int c = url_peek(in);

    if (is_slash(c)) {
        struct url_reader ahead = {in->at + 1, in->end};
        if (is_slash(url_peek(&ahead)))
            return parse_absolute(url, in, out);
        in->at++;
        begin_with_text(out, base, (size_t)url->path + 1);
        parse_path_and_tail(url, in, out);
        return URL_FINE;
    }
    if (c == '?' || c == '#' || c == URL_END) {
        begin_with_text(out, base, c == '?' ? url->query : url->fragment);
        parse_tail(url, in, out);
        return URL_FINE;
    }
    size_t directory = url->query;
    while (base[directory - 1] != '/')
        directory--;
    begin_with_text(out, base, directory);
    parse_path_and_tail(url, in, out);
    return URL_FINE;
}

static enum url_problem parse_url(struct url *url, struct url_reader *in, struct url_writer *out,
                                  bool has_base)
{
    bool base_secure = url->secure;
    enum scheme scheme = take_scheme(in);

    if (scheme == SCHEME_OTHER)
        return URL_NOT_HTTP;
    if (scheme == SCHEME_NONE)
        return has_base ? parse_relative(url, in, out) : URL_RELATIVE;
    url->secure = scheme == SCHEME_HTTPS;
    if (has_base && url->secure == base_secure)
        return parse_relative(url, in, out);
    return parse_absolute(url, in, out);
}

static int status_of(enum url_problem problem)
{
    if (problem == URL_TOO_LONG)
        return STATUS_TOO_LONG;
    return problem == URL_NOT_HTTP ? STATUS_UNSUPPORTED : STATUS_INVALID;
}

int url_parse(struct url *url, char *buffer, size_t capacity, const char *text, size_t length,
              const struct url *base)
{
    struct url_reader in = {(const unsigned char *)text, (const unsigned char *)text + length};
    struct url_writer out = {.text = buffer, .limit = capacity ? capacity - 1 : 0};
    bool has_base = base && base->length > 0;

    if (out.limit > URL_LIMIT)
        out.limit = URL_LIMIT;
    while (in.at < in.end && *in.at <= ' ')
        in.at++;
    while (in.at < in.end && in.end[-1] <= ' ')
        in.end--;
    *url = has_base ? *base : (struct url){0};
    enum url_problem problem = parse_url(url, &in, &out, has_base);
    if (!problem && out.overflow)
        problem = URL_TOO_LONG;
    if (problem)
        *url = (struct url){.problem = (uint8_t)problem};
    else
        url->length = (uint16_t)out.length;
    url->text = buffer;
    if (capacity > 0)
        buffer[url->length] = '\0';
    return problem ? status_of(problem) : (int)out.length;
}

void url_set_scheme(struct url *url, bool secure)
{
    int longer = secure - url->secure;
    if (longer == 0 || url_has_port(url) || url->length + longer > URL_LIMIT)
        return;
    memmove(url->text + sizeof "https" - 1 - !secure, url->text + sizeof "https" - 1 - secure,
            url->length + sizeof "" - (sizeof "https" - 1 - secure));
    if (secure)
        url->text[sizeof "http" - 1] = 's';
    url->user_end = (uint16_t)(url->user_end + longer);
    url->host = (uint16_t)(url->host + longer);
    url->host_end = (uint16_t)(url->host_end + longer);
    url->path = (uint16_t)(url->path + longer);
    url->query = (uint16_t)(url->query + longer);
    url->fragment = (uint16_t)(url->fragment + longer);
    url->length = (uint16_t)(url->length + longer);
    url->secure = secure;
    url->port = secure ? HTTPS_PORT : HTTP_PORT;
}
