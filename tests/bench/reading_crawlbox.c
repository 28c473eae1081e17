/* Our own reading path, in stages: each mode adds to the one before. */
#include "reading.h"

#include <string.h>

#include "read/dict/dict.h"
#include "read/page.h"

static unsigned long sum;

static void take_text(void *context, const char *text, size_t size)
{
    (void)context, (void)text;
    sum += size;
}

static bool take_tag(void *context, bool end_tag, const char *name, size_t size)
{
    (void)context, (void)end_tag, (void)name;
    sum += size;
    return false;
}

static void tokenise(const char *page, size_t size)
{
    static const struct html_token_sink sink = {.text = take_text, .tag_open = take_tag};
    static struct html_tokenizer tokens;
    html_token_begin(&tokens, &sink, NULL);
    for (size_t at = 0; at < size; at += READING_PIECE_BYTES)
        html_token_feed(&tokens, page + at,
                        size - at < READING_PIECE_BYTES ? size - at : READING_PIECE_BYTES);
    html_token_end(&tokens);
}

static void take_span(void *context, const char *text, size_t size, unsigned flags)
{
    (void)flags;
    take_text(context, text, size);
}

static void take_gap(void *context, enum html_gap gap)
{
    (void)context;
    sum += gap;
}

static void take_html_link(void *context, const struct html_link *link)
{
    (void)context;
    sum += link->size;
}

static void find_links(const char *page, size_t size)
{
    static const struct html_sink sink = {.text = take_span, .gap = take_gap, .link = take_html_link};
    static struct html_reader reader;
    html_begin(&reader, &sink, NULL, NULL);
    for (size_t at = 0; at < size; at += READING_PIECE_BYTES)
        html_feed(&reader, page + at, size - at < READING_PIECE_BYTES ? size - at : READING_PIECE_BYTES);
    html_end(&reader);
}

static struct url address;
static struct dict dict;
static struct html_anchors anchor_memory;

static void take_link(void *context, const struct page_link *link)
{
    (void)context;
    sum += link->url->length;
}

static void take_anchor(void *context, const struct html_anchor *anchor)
{
    (void)context;
    sum += anchor->text_size + anchor->after_size;
}

/* Charset, HTML, links as absolute addresses; the verdict and the texts of anchors if they are wanted. */
static void read_all(const char *page, size_t size, const struct lang_pack *pack,
                     struct html_anchors *anchors)
{
    static const struct page_sink sink = {.link = take_link, .anchor = take_anchor};
    static struct page state;
    const struct page_config config = {
        .address = &address, .pack = pack, .dict = &dict, .sink = &sink, .anchors = anchors};
    struct page_result result;
    page_begin(&state, &config);
    for (size_t at = 0; at < size; at += READING_PIECE_BYTES)
        page_feed(&state, page + at, size - at < READING_PIECE_BYTES ? size - at : READING_PIECE_BYTES);
    page_end(&state, &result);
    sum += result.links + result.language.words;
}

static enum { TOKENS, LINKS, RESOLVED, VERDICT, ANCHORS } stage;

bool reading_begin(const char *mode)
{
    static const char *const modes[] = {"tokens", "links", "resolved", "verdict", "anchors"};
    static char address_text[URL_BUFFER_SIZE];
    static const char home[] = "http://www.example.co.th/news/index.html";
    if (url_parse(&address, address_text, sizeof address_text, home, sizeof home - 1, NULL) < 0 ||
        dict_open(&dict, dict_builtin, dict_builtin_size) != 0)
        return false;
    for (unsigned i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        stage = i;
        if (strcmp(mode, modes[i]) == 0)
            return true;
    }
    return false;
}

unsigned long reading_page(const char *page, size_t size)
{
    const struct lang_pack *thai = lang_pack_find("th");
    switch (stage) {
    case TOKENS: tokenise(page, size); break;
    case LINKS: find_links(page, size); break;
    case RESOLVED: read_all(page, size, NULL, NULL); break;
    case VERDICT: read_all(page, size, thai, NULL); break;
    case ANCHORS: read_all(page, size, thai, &anchor_memory); break;
    }
    return sum;
}
