/* A hostile stylesheet: the first byte chooses how it is cut, and what it is. Any cut gives the same
 * addresses, none of them empty or longer than the memory for them. */
#include <stdint.h>
#include <stdlib.h>

#include "read/css/css.h"

enum { URL_ROOM = 48 };

struct found {
    uint32_t hash, count;
};

static void take(void *context, enum embed kind, const char *url, size_t size)
{
    struct found *found = context;
    if (size == 0 || size >= URL_ROOM || kind == EMBED_NONE || kind > EMBED_PICTURE)
        abort();
    for (size_t i = 0; i < size; i++)
        found->hash = found->hash * 31 + (unsigned char)url[i];
    found->hash = found->hash * 31 + kind;
    found->count++;
}

static struct found read_in_steps(enum css_form form, const char *bytes, size_t size, size_t step)
{
    struct css_reader reader;
    struct found found = {0};
    char *url = malloc(URL_ROOM); /* so that a sanitizer sees its end */
    if (url == NULL)
        return found;
    css_begin(&reader, form, url, URL_ROOM, take, &found);
    for (size_t at = 0; at < size; at += step)
        css_feed(&reader, bytes + at, size - at < step ? size - at : step);
    css_end(&reader);
    free(url);
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const char *bytes = (const char *)data + 1;
    enum css_form form = data[0] % 3;
    struct found whole = read_in_steps(form, bytes, size - 1, size);
    struct found pieces = read_in_steps(form, bytes, size - 1, 1 + data[0] / 3 % 32);
    if (whole.hash != pieces.hash || whole.count != pieces.count)
        abort();
    return 0;
}
