/*
 * However the bytes of a page are cut into pieces, its text, links, title and result are the same; and
 * nothing is read beyond a piece: each one is fed from memory of exactly its size. The first byte of the
 * input chooses pieces and charset, whether what the page needs is wanted, too, and whether it is a
 * stylesheet.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "read/page.h"

struct log {
    char *text;
    size_t used, capacity;
};

static void log_bytes(struct log *log, const void *bytes, size_t size)
{
    if (size == 0)
        return;
    if (log->used + size > log->capacity) {
        log->capacity = (log->used + size) * 2;
        log->text = realloc(log->text, log->capacity);
        if (!log->text)
            abort();
    }
    memcpy(log->text + log->used, bytes, size);
    log->used += size;
}

static void on_link(void *context, const struct page_link *link)
{
    if (link->url->length > URL_LIMIT || link->url->text[link->url->length] != '\0')
        abort();
    log_bytes(context, link->url->text, link->url->length);
    log_bytes(context, &link->embed, sizeof link->embed);
    log_bytes(context, "\n", 1);
}

static void on_text(void *context, const char *text, size_t size, unsigned flags)
{
    (void)flags;
    log_bytes(context, text, size);
}

static void on_gap(void *context, enum html_gap gap)
{
    log_bytes(context, gap == HTML_GAP_LINE ? "|" : "_", 1);
}

static const struct page_sink sink = {.link = on_link, .text = on_text, .gap = on_gap};

enum { CHARSETS = 6 };

static struct log read_page(const uint8_t *data, size_t size, unsigned seed, size_t longest)
{
    static const char *const charsets[CHARSETS] = {NULL,         "tis-620",  "utf-8",
                                                   "iso-8859-1", "utf-16le", "windows-1256"};
    static struct page page;
    static char address_text[URL_BUFFER_SIZE];
    static const char home[] = "http://example.co.th/a/b?c";
    char title[20] = "";
    struct log log = {0};
    struct url address;
    struct page_result result;
    if (url_parse(&address, address_text, sizeof address_text, home, sizeof home - 1, NULL) < 0)
        abort();
    const struct page_config config = {
        .address = &address,
        .http_charset = charsets[seed % CHARSETS],
        .sink = &sink,
        .context = &log,
        .embeds = seed / CHARSETS % 2 == 1,
        .is_style = seed / CHARSETS % 8 == 7,
        .title = title,
        .title_size = sizeof title,
    };
    page_begin(&page, &config);
    while (size > 0) {
        seed = seed * 1103515245 + 12345;
        size_t piece = longest ? 1 + (seed >> 16) % longest : size;
        if (piece > size)
            piece = size;
        uint8_t *copy = malloc(piece);
        if (!copy)
            abort();
        memcpy(copy, data, piece);
        page_feed(&page, copy, piece);
        free(copy);
        data += piece;
        size -= piece;
    }
    page_end(&page, &result);
    log_bytes(&log, title, strlen(title));
    uint32_t numbers[] = {result.charset,       result.charset_source, result.links,
                          result.links_refused, result.links_too_long, result.robots};
    log_bytes(&log, numbers, sizeof numbers);
    return log;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    unsigned seed = data[0];
    struct log whole = read_page(data + 1, size - 1, seed, 0);
    struct log pieces = read_page(data + 1, size - 1, seed, 1 + seed % 16);
    if (whole.used != pieces.used || memcmp(whole.text, pieces.text, whole.used) != 0)
        abort();
    free(whole.text);
    free(pieces.text);
    return 0;
}
