/*
 * However a page is cut into pieces, tokens, text, links, notes and anchors are the same; and nothing is read
 * beyond a piece: each one is fed from memory of exactly its size. The first byte of the input chooses the
 * pieces.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read/html/html.h"

/* When an anchor is handed out depends on how text is cut, so anchors have a log of their own. */
struct log {
    struct log *anchors;
    char *text;
    size_t used, capacity;
    char last; /* kind of the last event: text in parts is one event */
};

static void log_event(struct log *log, char kind, const char *text, size_t size)
{
    if (log->used + size + 2 > log->capacity) {
        log->capacity = (log->used + size + 2) * 2;
        log->text = realloc(log->text, log->capacity);
        if (!log->text)
            abort();
    }
    if (kind != log->last || kind < 'a')
        log->text[log->used++] = kind;
    log->last = kind;
    memcpy(log->text + log->used, text, size);
    log->used += size;
}

static void on_text(void *context, const char *text, size_t size, unsigned flags)
{
    log_event(context, (char)('t' + flags), text, size);
}

static void on_gap(void *context, enum html_gap gap)
{
    log_event(context, gap == HTML_GAP_LINE ? 'N' : 'S', "", 0);
}

static void on_link(void *context, const struct html_link *link)
{
    if (link->size > HTML_URL_BYTES)
        abort();
    log_event(context, (char)('A' + link->element), link->url, link->size);
}

static void on_note(void *context, enum html_note note, const char *value, size_t size)
{
    log_event(context, (char)('0' + note), value, size);
}

static void on_anchor(void *context, const struct html_anchor *anchor)
{
    struct log *log = context;
    log_event(log->anchors, '#', anchor->before, anchor->before_size);
    log_event(log->anchors, '~', anchor->text, anchor->text_size);
    log_event(log->anchors, '~', anchor->after, anchor->after_size);
}

static const struct html_sink sink = {on_text, on_gap, on_link, on_anchor, on_note};

static void token_text(void *context, const char *text, size_t size)
{
    log_event(context, size == 1 && *text == '\0' ? 'Z' : 't', text, size);
}

static bool token_open(void *context, bool end_tag, const char *name, size_t size)
{
    log_event(context, end_tag ? '/' : '<', name, size);
    return true;
}

static bool token_attribute_name(void *context, const char *name, size_t size)
{
    log_event(context, ' ', name, size);
    return size % 2 == 0;
}

static bool token_attribute(void *context, const char *value, size_t size, bool cut)
{
    log_event(context, cut ? '!' : '=', value, size);
    return size % 3 == 0;
}

/* Any content may follow any tag: the tokenizer must cope. */
static unsigned token_close(void *context, bool self_closing)
{
    const struct log *log = context;
    static const uint8_t contents[] = {HTML_DATA, HTML_RCDATA, HTML_SCRIPT, HTML_RAWTEXT | HTML_SKIP};
    unsigned content = contents[log->used % 4];
    log_event(context, self_closing ? '}' : '>', "", 0);
    return content;
}

static void token_comment(void *context, const char *text, size_t size, bool last)
{
    log_event(context, 'c', text, size);
    if (last)
        log_event(context, '-', "", 0);
}

static const struct html_token_sink token_sink = {
    .text = token_text,
    .tag_open = token_open,
    .attribute_name = token_attribute_name,
    .attribute = token_attribute,
    .tag_close = token_close,
    .comment = token_comment,
    .doctype = token_comment,
};

typedef void feed(void *reader, const char *text, size_t size);

static void feed_html(void *reader, const char *text, size_t size)
{
    html_feed(reader, text, size);
}

static void feed_tokens(void *tokens, const char *text, size_t size)
{
    html_token_feed(tokens, text, size);
}

/* Feeds pieces of pseudo-random sizes up to `longest` (0: everything at once). */
static void feed_pieces(feed *feed, void *reader, const uint8_t *data, size_t size, unsigned seed,
                        size_t longest)
{
    while (size > 0) {
        seed = seed * 1103515245 + 12345;
        size_t piece = longest ? 1 + (seed >> 16) % longest : size;
        if (piece > size)
            piece = size;
        char *copy = malloc(piece);
        if (!copy)
            abort();
        memcpy(copy, data, piece);
        feed(reader, copy, piece);
        free(copy);
        data += piece;
        size -= piece;
    }
}

static struct log read_page(const uint8_t *data, size_t size, unsigned seed, size_t longest)
{
    static struct html_reader reader;
    static struct html_anchors anchors;
    struct log anchor_log = {0};
    struct log log = {.anchors = &anchor_log};
    html_begin(&reader, &sink, &log, &anchors);
    reader.embeds = seed >> 7;
    feed_pieces(feed_html, &reader, data, size, seed, longest);
    html_end(&reader);
    log_event(&log, '@', anchor_log.text ? anchor_log.text : "", anchor_log.used);
    free(anchor_log.text);
    return log;
}

static struct log read_tokens(const uint8_t *data, size_t size, unsigned seed, size_t longest)
{
    static struct html_tokenizer tokens;
    struct log log = {0};
    html_token_begin(&tokens, &token_sink, &log);
    feed_pieces(feed_tokens, &tokens, data, size, seed, longest);
    html_token_end(&tokens);
    return log;
}

static void compare(struct log whole, struct log pieces)
{
    if (whole.used != pieces.used || (whole.used && memcmp(whole.text, pieces.text, whole.used) != 0)) {
        fwrite(whole.text, 1, whole.used, stderr);
        fputs("\n^ whole, v pieces\n", stderr);
        fwrite(pieces.text, 1, pieces.used, stderr);
        abort();
    }
    free(whole.text);
    free(pieces.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    unsigned seed = data[0];
    size_t longest = 1 + seed % 16;
    compare(read_page(data + 1, size - 1, seed, 0), read_page(data + 1, size - 1, seed, longest));
    compare(read_tokens(data + 1, size - 1, seed, 0), read_tokens(data + 1, size - 1, seed, longest));
    return 0;
}
