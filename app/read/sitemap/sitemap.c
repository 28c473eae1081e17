#include "read/sitemap/sitemap.h"

#include <string.h>

#include "base/ascii.h"

static void on_text(void *context, const char *text, size_t size)
{
    struct sitemap_reader *reader = context;
    if (!reader->in_address)
        return;
    size_t room = HTML_URL_BYTES - (reader->length < HTML_URL_BYTES ? reader->length : HTML_URL_BYTES);
    if (size > room) {
        reader->length = HTML_URL_BYTES + 1;
        return;
    }
    memcpy(reader->address + reader->length, text, size);
    reader->length = (uint16_t)(reader->length + size);
}

/* Only the text between <loc> and </loc> counts, without any tag in it. */
static bool on_tag_open(void *context, bool end_tag, const char *name, size_t size)
{
    struct sitemap_reader *reader = context;
    bool is_address = ascii_equals(name, size, "loc");
    if (is_address && end_tag && reader->in_address && reader->length > 0 && reader->length <= HTML_URL_BYTES)
        reader->sink(reader->context, reader->address, reader->length, reader->is_index);
    if (ascii_equals(name, size, "sitemapindex"))
        reader->is_index = !end_tag;
    reader->in_address = is_address && !end_tag;
    reader->length = 0;
    return false;
}

void sitemap_begin(struct sitemap_reader *reader, sitemap_sink *sink, void *context)
{
    static const struct html_token_sink tokens = {.text = on_text, .tag_open = on_tag_open};
    reader->sink = sink;
    reader->context = context;
    reader->is_index = reader->in_address = false;
    reader->length = 0;
    html_token_begin(&reader->tokens, &tokens, reader);
    html_token_allow_cdata(&reader->tokens, true);
}

void sitemap_feed(struct sitemap_reader *reader, const char *bytes, size_t count)
{
    html_token_feed(&reader->tokens, bytes, count);
}
