#include "read/page.h"

#include <string.h>

#include "base/ascii.h"
#include "base/status.h"
#include "base/utf8.h"

/* Adds text to the title, which is kept as it is shown: with single spaces, and none at the ends. */
static void add_to_title(struct page *page, const char *text, size_t size)
{
    const struct page_config *config = page->config;
    for (size_t i = 0; i < size && page->title_used + 1U < config->title_size; i++) {
        bool is_space = text[i] == ' ' || (text[i] >= '\t' && text[i] <= '\r');
        char last = page->title_used > 0 ? config->title[page->title_used - 1] : ' ';
        if (!is_space || last != ' ')
            config->title[page->title_used++] = is_space ? ' ' : text[i];
    }
}

/* Cuts at a whole character and ends the title with a zero byte. */
static void end_title(struct page *page)
{
    const struct page_config *config = page->config;
    if (!config->title || config->title_size == 0)
        return;
    size_t size = page->title_used;
    if (size + 1 == config->title_size) { /* it is full, and its last character may have been cut off */
        size_t start = size;
        while (start > 0 && (config->title[start - 1] & 0xC0) == 0x80)
            start--;
        if (start > 0 && utf8_sequence(config->title + start - 1, size - start + 1) <= 0)
            size = start - 1;
    }
    if (size > 0 && config->title[size - 1] == ' ')
        size--;
    config->title[size] = '\0';
}

static void on_text(void *context, const char *text, size_t size, unsigned flags)
{
    struct page *page = context;
    const struct page_sink *sink = page->config->sink;
    if ((flags & HTML_TEXT_TITLE) && page->config->title && !page->title_ended)
        add_to_title(page, text, size);
    if (page->has_pack)
        lang_text(&page->lang, text, size);
    if (sink && sink->text)
        sink->text(page->config->context, text, size, flags);
}

static void on_gap(void *context, enum html_gap gap)
{
    struct page *page = context;
    const struct page_sink *sink = page->config->sink;
    if (page->title_used > 0)
        page->title_ended = true;
    if (page->has_pack)
        lang_break(&page->lang);
    if (sink && sink->gap)
        sink->gap(page->config->context, gap);
}

static void drop_fragment(struct url *url)
{
    url->length = url->fragment;
    url->text[url->length] = '\0';
}

/*
 * The first base counts, if it is an address at all. What follows the last slash of its path is needed only
 * by links that are empty but for a query, so it is given up if the base does not fit otherwise.
 */
static void page_set_base(struct page *page, const struct url *url)
{
    if (page->has_base)
        return;
    size_t length = url->length;
    if (length >= sizeof page->base_text) {
        length = url->query;
        while (url->text[length - 1] != '/')
            length--;
    }
    page->has_base =
        url_parse(&page->base, page->base_text, sizeof page->base_text, url->text, length, NULL) >= 0;
}

/*
 * The first kilobyte of a page waits in link_text until its charset is known, and is then read from there.
 * Meanwhile an address is resolved where there is more room: in the part of link_text that has been read, or
 * behind the address as it stands in the page. Both together suffice unless an address in the first kilobyte
 * grows by hundreds of bytes.
 */
static int page_resolve(struct page *page, const struct html_link *link, const struct url *base,
                        struct url *url)
{
    char *buffer = page->link_text;
    size_t room = sizeof page->link_text;
    if (page->replaying) {
        char *values = page->html.tokens.value;
        size_t used = (size_t)(link->url - values) + link->size;
        room = link->number == 0 ? 0 : page->replayed; /* what a page needs is found before its tag ends */
        if (room < HTML_VALUE_BYTES - used) {
            room = HTML_VALUE_BYTES - used;
            buffer = values + used;
        }
    }
    return url_parse(url, buffer, room, link->url, link->size, base);
}

/* Says whether the link is said to lead to a page in the language, such as "th" or "th-TH". */
static bool is_in_language(const struct page_config *config, const struct html_link *link)
{
    if (!config->pack)
        return false;
    size_t length = strlen(config->pack->name);
    return link->language_size >= length && ascii_equals(link->language, length, config->pack->name) &&
           (link->language_size == length || !ascii_is_letter(link->language[length]));
}

static void on_link(void *context, const struct html_link *link)
{
    struct page *page = context;
    const struct page_config *config = page->config;
    /* a base is itself relative to the page's address */
    bool use_base = page->has_base && link->element != HTML_BASE;
    bool in_language = is_in_language(config, link); /* resolving may take the room of this value */
    struct url url;
    int status = page_resolve(page, link, use_base ? &page->base : config->address, &url);
    if (status < 0) {
        *(status == STATUS_TOO_LONG ? &page->links_too_long : &page->links_refused) += link->number != 0;
        return;
    }
    drop_fragment(&url);
    if (link->element == HTML_BASE)
        page_set_base(page, &url);
    page->links += link->number != 0;
    struct page_link found = {.url = &url,
                              .number = link->number,
                              .element = link->element,
                              .rel = link->rel,
                              .embed = link->embed,
                              .is_in_language = in_language};
    if (config->sink && config->sink->link)
        config->sink->link(config->context, &found);
}

static void on_anchor(void *context, const struct html_anchor *anchor)
{
    const struct page_config *config = ((struct page *)context)->config;
    if (config->sink && config->sink->anchor)
        config->sink->anchor(config->context, anchor);
}

/* Keeps the first language that the page names. A name that does not fit is no language that the box
 * knows. */
static void keep_language(char kept[PAGE_LANGUAGE_BYTES], const char *value, size_t size)
{
    if (kept[0] != '\0' || size >= PAGE_LANGUAGE_BYTES)
        return;
    memcpy(kept, value, size);
    kept[size] = '\0';
}

static void on_note(void *context, enum html_note note, const char *value, size_t size)
{
    struct page *page = context;
    switch (note) {
    case HTML_NOTE_LANGUAGE: keep_language(page->html_language, value, size); break;
    case HTML_NOTE_META_LANGUAGE: keep_language(page->meta_language, value, size); break;
    case HTML_NOTE_URL_TOO_LONG: page->links_too_long++; break;
    case HTML_NOTE_CHARSET:
    case HTML_NOTE_CONTENT_TYPE: break; /* app/read/text has read those already */
    }
}

static bool lies_in_piece(const char *text, const char *memory, size_t size)
{
    return (uintptr_t)text >= (uintptr_t)memory && (uintptr_t)text - (uintptr_t)memory < size;
}

/* Reads the beginning of the page tag by tag, so that when a link is found, all up to the `>` of its tag
 * has been read. */
static void page_replay(struct page *page, const char *utf8, size_t size)
{
    bool in_buffer = lies_in_piece(utf8, page->link_text, sizeof page->link_text);
    while (size > 0) {
        const char *end = memchr(utf8, '>', size);
        size_t tag = end ? (size_t)(end + 1 - utf8) : size;
        if (in_buffer)
            page->replayed = (uint16_t)(utf8 + tag - page->link_text);
        html_feed(&page->html, utf8, tag);
        utf8 += tag;
        size -= tag;
    }
}

static void push_html(void *context, const char *utf8, size_t size)
{
    struct page *page = context;
    if (page->replaying && lies_in_piece(utf8, page->piece, page->piece_size))
        page->replaying = false;
    if (page->config->is_style)
        css_feed(&page->html.css, utf8, size);
    else if (page->replaying)
        page_replay(page, utf8, size);
    else
        html_feed(&page->html, utf8, size);
}

void page_begin(struct page *page, const struct page_config *config)
{
    static const struct html_sink sink = {
        .text = on_text, .gap = on_gap, .link = on_link, .anchor = on_anchor, .note = on_note};
    memset(page, 0, offsetof(struct page, base_text));
    page->config = config;
    page->has_pack = config->pack != NULL;
    if (page->has_pack)
        lang_begin(&page->lang, config->pack, config->dict);
    html_begin(&page->html, &sink, page, config->anchors);
    page->html.embeds = config->embeds;
    if (config->is_style)
        html_begin_style(&page->html);
    _Static_assert(sizeof page->link_text >= TEXT_PRESCAN_BYTES, "the buffer is lent to app/read/text");
    text_begin(&page->text, config->http_charset, page->link_text, push_html, page);
}

void page_feed(struct page *page, const void *data, size_t size)
{
    /* a first piece that is long enough is read where it is */
    bool needs_no_buffer = !page->begun && size >= TEXT_PRESCAN_BYTES;
    page->begun = true;
    page->piece = data;
    page->piece_size = size;
    page->replaying = !text_prescan_done(&page->text) && !needs_no_buffer;
    text_push(&page->text, data, size);
    page->replaying = false;
}

static void end_language(struct page *page, struct page_result *result)
{
    const struct lang_hints hints = {
        .url = page->config->address ? page->config->address->text : NULL,
        .html_lang = page->html_language[0] ? page->html_language : NULL,
        .meta_language = page->meta_language[0] ? page->meta_language : NULL,
        .charset = text_charset_name(page->text.charset),
    };
    lang_end(&page->lang, &hints, &result->language);
}

void page_end(struct page *page, struct page_result *result)
{
    page->piece_size = 0;
    page->replaying = !text_prescan_done(&page->text);
    text_end(&page->text);
    html_end(&page->html);
    end_title(page);
    *result = (struct page_result){
        .charset = page->text.charset,
        .charset_source = page->text.source,
        .links = page->links,
        .links_refused = page->links_refused,
        .links_too_long = page->links_too_long,
        .robots = page->html.robots,
    };
    if (!page->has_pack)
        return;
    end_language(page, result);
    result->is_empty = page->html.has_scripts && result->language.words < PAGE_WORDS_LEAST;
}
