#include "read/url/scope.h"

#include <string.h>

#include "base/ascii.h"

unsigned url_depth(const struct url *url)
{
    unsigned slashes = 0;
    for (unsigned i = url->path; i < url->query; i++)
        slashes += url->text[i] == '/';
    return slashes - (url->text[url->query - 1] == '/');
}

/* Does [at, end) begin with the same `size` bytes three times, a segment ending after each? */
static bool repeats_three_times(const char *at, const char *end, size_t size)
{
    const char *stop = at + 3 * size;
    return stop <= end && (stop == end || *stop == '/') && memcmp(at, at + size, size) == 0 &&
           memcmp(at, at + 2 * size, size) == 0;
}

bool url_is_trap(const struct url *url)
{
    const char *end = url->text + url->query;
    for (const char *at = url->text + url->path; at < end; at++) {
        if (*at != '/')
            continue;
        for (size_t size = 1; (size_t)(end - at) >= 3 * size; size++)
            if (at[size] == '/' && repeats_three_times(at, end, size))
                return true;
    }
    return false;
}

/* An ending of up to four letters as one number, so that a link costs one comparison for each that is
 * known. */
#define ENDING(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

/* What the original crawler was set up to leave out; documents come first. */
static const uint32_t endings[] = {
    ENDING('p', 'd', 'f', 0),   ENDING('d', 'o', 'c', 0),   ENDING('d', 'o', 'c', 'x'),
    ENDING('x', 'l', 's', 0),   ENDING('x', 'l', 's', 'x'), ENDING('p', 'p', 't', 0),
    ENDING('p', 'p', 't', 'x'), ENDING('b', 'm', 'p', 0),   ENDING('g', 'i', 'f', 0),
    ENDING('j', 'p', 'g', 0),   ENDING('j', 'p', 'e', 'g'), ENDING('p', 'n', 'g', 0),
    ENDING('t', 'i', 'f', 0),   ENDING('m', 'i', 'd', 0),   ENDING('m', 'p', '2', 0),
    ENDING('m', 'p', '3', 0),   ENDING('m', 'p', '4', 0),   ENDING('w', 'a', 'v', 0),
    ENDING('a', 'v', 'i', 0),   ENDING('m', 'o', 'v', 0),   ENDING('m', 'p', 'e', 'g'),
    ENDING('r', 'a', 'm', 0),   ENDING('r', 'm', 0, 0),     ENDING('s', 'm', 'i', 'l'),
    ENDING('w', 'm', 'v', 0),   ENDING('s', 'w', 'f', 0),   ENDING('c', 's', 's', 0),
    ENDING('j', 's', 0, 0),     ENDING('z', 'i', 'p', 0),   ENDING('g', 'z', 0, 0),
    ENDING('r', 'a', 'r', 0),   ENDING('t', 'a', 'r', 0),   ENDING('i', 'c', 'o', 0),
    ENDING('7', 'z', 0, 0),     ENDING('j', 'a', 'r', 0),   ENDING('w', 'a', 'r', 0),
    ENDING('x', 'm', 'l', 0),
};

_Static_assert(sizeof endings / sizeof endings[0] == URL_ENDING_OTHER, "as scope.h counts them");

unsigned url_ending(const struct url *url)
{
    const char *at = url->text + url->query;
    const char *path = url->text + url->path;
    uint32_t ending = 0;
    size_t found = 0;
    for (size_t i = 0; i <= sizeof ending && at > path; i++) {
        char c = *--at;
        if (c == '/')
            break;
        if (c == '.') {
            while (found < sizeof endings / sizeof endings[0] && endings[found] != ending)
                found++;
            return (unsigned)found;
        }
        ending = ending << 8 | (unsigned char)ascii_lower(c);
    }
    return URL_ENDING_OTHER;
}

const char *url_segment(const struct url *url, size_t *length)
{
    unsigned end = url->query;
    while (url->text[end - 1] != '/')
        end--;
    *length = (size_t)(end - url->host);
    return url->text + url->host;
}

bool url_in_domain(const struct url *url, const char *domain)
{
    const char *host = url->text + url->host;
    size_t host_length = url_host_length(url);
    size_t length = strlen(domain);
    if (host_length > 1 && host[host_length - 1] == '.')
        host_length--;
    if (length > host_length || memcmp(host + host_length - length, domain, length) != 0)
        return false;
    return length == host_length || host[host_length - length - 1] == '.';
}

bool url_has_directory(const struct url *url, const char *name)
{
    const char *at = url->text + url->path;
    const char *end = url->text + url->query;
    size_t length = strlen(name);
    for (; (size_t)(end - at) >= length + 2; at++)
        if (at[0] == '/' && at[length + 1] == '/' && memcmp(at + 1, name, length) == 0)
            return true;
    return false;
}

bool url_same_host(const struct url *a, const struct url *b)
{
    size_t length = url_host_length(a);
    return length == url_host_length(b) && memcmp(a->text + a->host, b->text + b->host, length) == 0;
}
