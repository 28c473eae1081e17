#include "wacz/surt.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct span {
    const char *text;
    size_t size;
};

/* Keys hold no blanks (they separate CDX columns) and no bytes beyond ASCII: those are percent-encoded. */
static void write_lower(FILE *out, struct span span)
{
    for (size_t i = 0; i < span.size; i++) {
        unsigned char byte = (unsigned char)span.text[i];
        if (byte <= ' ' || byte >= 0x7f || strchr("\"<>`", byte))
            fprintf(out, "%%%02X", byte);
        else
            fputc(tolower(byte), out);
    }
}

/* "www." and "www12." at the start of a host. */
static struct span without_www(struct span host)
{
    if (host.size < 4 || strncasecmp(host.text, "www", 3) != 0)
        return host;
    size_t skip = 3;
    while (skip < host.size && isdigit((unsigned char)host.text[skip]))
        skip++;
    if (skip + 1 >= host.size || host.text[skip] != '.')
        return host;
    return (struct span){host.text + skip + 1, host.size - skip - 1};
}

static void write_host(FILE *out, struct span host)
{
    host = without_www(host);
    size_t end = host.size;
    for (size_t i = host.size; i-- > 0;)
        if (host.text[i] == '.') {
            write_lower(out, (struct span){host.text + i + 1, end - i - 1});
            fputc(',', out);
            end = i;
        }
    write_lower(out, (struct span){host.text, end});
}

static void write_authority(FILE *out, struct span authority, const char *default_port)
{
    const char *user_end = memrchr(authority.text, '@', authority.size);
    if (user_end) {
        size_t skip = (size_t)(user_end - authority.text) + 1;
        authority = (struct span){user_end + 1, authority.size - skip};
    }
    const char *colon = memrchr(authority.text, ':', authority.size);
    struct span port = {"", 0};
    if (colon) {
        port = (struct span){colon + 1, authority.size - (size_t)(colon - authority.text) - 1};
        authority.size = (size_t)(colon - authority.text);
    }
    write_host(out, authority);
    if (port.size > 0 &&
        (port.size != strlen(default_port) || memcmp(port.text, default_port, port.size) != 0)) {
        fputc(':', out);
        write_lower(out, port);
    }
    fputc(')', out);
}

static int compare_parameters(const void *left, const void *right)
{
    const struct span *a = left, *b = right;
    size_t common = a->size < b->size ? a->size : b->size;
    int order = strncasecmp(a->text, b->text, common);
    return order ? order : (a->size > b->size) - (a->size < b->size);
}

static bool write_query(FILE *out, struct span query)
{
    size_t count = 1;
    for (size_t i = 0; i < query.size; i++)
        count += query.text[i] == '&';
    struct span *parameters = malloc(count * sizeof *parameters);
    if (!parameters)
        return false;
    const char *at = query.text, *end = query.text + query.size;
    for (size_t i = 0; i < count; i++) {
        const char *next = memchr(at, '&', (size_t)(end - at));
        parameters[i] = (struct span){at, (size_t)((next ? next : end) - at)};
        at = next ? next + 1 : end;
    }
    qsort(parameters, count, sizeof *parameters, compare_parameters);
    for (size_t i = 0; i < count; i++) {
        fputc(i ? '&' : '?', out);
        write_lower(out, parameters[i]);
    }
    free(parameters);
    return true;
}

static bool write_surt(FILE *out, const char *url, const char *rest, const char *default_port)
{
    if (!rest) {
        for (; *url; url++)
            fputc((unsigned char)*url <= ' ' ? '+' : *url, out);
        return true;
    }
    size_t authority = strcspn(rest, "/?#");
    write_authority(out, (struct span){rest, authority}, default_port);
    rest += authority;
    size_t path = strcspn(rest, "?#");
    if (path == 0)
        fputc('/', out);
    write_lower(out, (struct span){rest, path});
    rest += path;
    if (*rest != '?')
        return true;
    size_t query = strcspn(rest + 1, "#");
    return query == 0 || write_query(out, (struct span){rest + 1, query});
}

char *surt_from_url(const char *url)
{
    char *key = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&key, &size);
    if (!out)
        return NULL;
    bool http = strncasecmp(url, "http://", 7) == 0, https = strncasecmp(url, "https://", 8) == 0;
    bool written = write_surt(out, url, http ? url + 7 : https ? url + 8 : NULL, http ? "80" : "443");
    if (fclose(out) != 0 || !written) {
        free(key);
        return NULL;
    }
    return key;
}
