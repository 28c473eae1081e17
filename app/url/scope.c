#include "url/scope.h"

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
static bool repeats(const char *at, const char *end, size_t size)
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
            if (at[size] == '/' && repeats(at, end, size))
                return true;
    }
    return false;
}

bool url_has_rejected_ending(const struct url *url)
{
    /* What the original crawler was set up to leave out; each ending stands between two dots. */
    static const char endings[] =
        ".bmp.gif.jpg.jpeg.png.tif.mid.mp2.mp3.mp4.wav.avi.mov.mpeg.ram.rm.smil.wmv.doc.pdf"
        ".ppt.swf.css.js.zip.gz.rar.tar.ico.xls.7z.jar.war.xml.docx.xlsx.pptx.";
    const char *path = url->text + url->path;
    size_t end = url_path_length(url);
    size_t start = end;
    while (path[start - 1] != '.' && path[start - 1] != '/')
        start--;
    size_t length = end - start;
    if (path[start - 1] == '/' || length == 0)
        return false;
    for (const char *at = endings + 1; *at; at += strcspn(at, ".") + 1) {
        size_t i = 0;
        while (i < length && ascii_lower(path[start + i]) == at[i])
            i++;
        if (i == length && at[i] == '.')
            return true;
    }
    return false;
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
