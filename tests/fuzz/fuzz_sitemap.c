/* A hostile sitemap: the first byte chooses how it is cut. Any cut gives the same addresses, none of them
 * empty or longer than an address may be. */
#include <stdint.h>
#include <stdlib.h>

#include "read/sitemap/sitemap.h"

struct found {
    uint32_t hash, count;
};

static void take(void *context, const char *address, size_t length, bool is_sitemap)
{
    struct found *found = context;
    if (length == 0 || length > HTML_URL_BYTES)
        abort();
    for (size_t i = 0; i < length; i++)
        found->hash = found->hash * 31 + (unsigned char)address[i];
    found->hash += is_sitemap;
    found->count++;
}

static struct found read_in_steps(const char *bytes, size_t size, size_t step)
{
    static struct sitemap_reader reader;
    struct found found = {0};
    sitemap_begin(&reader, take, &found);
    for (size_t at = 0; at < size; at += step)
        sitemap_feed(&reader, bytes + at, size - at < step ? size - at : step);
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const char *bytes = (const char *)data + 1;
    struct found whole = read_in_steps(bytes, size - 1, size);
    struct found pieces = read_in_steps(bytes, size - 1, 1 + data[0] % 32);
    if (whole.hash != pieces.hash || whole.count != pieces.count)
        abort();
    return 0;
}
