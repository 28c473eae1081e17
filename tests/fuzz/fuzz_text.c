/* Any bytes, cut in any way, become the same valid UTF-8, and the buffer that was lent is left alone
 * afterwards. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "read/text/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CHARSETS = 8, LARGEST = 4096, GROWTH = 3 };

struct output {
    char bytes[LARGEST * GROWTH + 16];
    size_t used;
};

static void collect(void *context, const char *utf8, size_t size)
{
    struct output *output = context;
    if (size == 0 || output->used + size > sizeof output->bytes || utf8_valid_prefix(utf8, size) != size)
        abort();
    memcpy(output->bytes + output->used, utf8, size);
    output->used += size;
}

/* The page in an allocation of its own for each chunk, so that reading past one is noticed. */
static struct text read_page(struct output *output, const char *http, const uint8_t *page, size_t size,
                             size_t chunk)
{
    uint8_t *prescan = malloc(TEXT_PRESCAN_BYTES);
    struct text text;

    output->used = 0;
    text_begin(&text, http, prescan, collect, output);
    for (size_t at = 0; at < size; at += chunk) {
        size_t length = size - at < chunk ? size - at : chunk;
        uint8_t *copy = malloc(length);
        memcpy(copy, page + at, length);
        text_push(&text, copy, length);
        free(copy);
        if (prescan && text_prescan_done(&text)) {
            free(prescan);
            prescan = NULL;
        }
    }
    text_end(&text);
    free(prescan);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const charsets[CHARSETS] = {NULL,     "utf-8",        "tis-620", "iso-8859-1",
                                                   "utf-16", "windows-1256", "gbk",     "utf-16be"};
    static struct output whole, pieces;
    if (size < 2 || size > LARGEST)
        return 0;
    const char *http = charsets[data[0] % CHARSETS];
    size_t chunk = data[1] % 2 ? 1u + data[1] / 2 : 1u + data[1] * 8u;
    struct text expected = read_page(&whole, http, data + 2, size - 2, LARGEST);
    struct text text = read_page(&pieces, http, data + 2, size - 2, chunk);
    if (text.charset != expected.charset || text.source != expected.source || whole.used != pieces.used ||
        memcmp(whole.bytes, pieces.bytes, whole.used) != 0)
        abort();
    return 0;
}
