#include "page_text.h"

#include <string.h>

#include "cli.h"

/* White space is printed as one space or line break, before the text that follows it. */
static void print_due(struct page_text *text)
{
    if (text->due && text->started)
        fputc(text->due == HTML_GAP_LINE ? '\n' : ' ', text->out);
    text->due = 0;
    text->started = true;
}

static void want_gap(struct page_text *text, enum html_gap gap)
{
    if (gap > text->due)
        text->due = gap;
}

static void print_words(void *context, const char *words, size_t size, unsigned flags)
{
    struct page_text *text = context;
    for (size_t i = 0; i < size;) {
        size_t length = 0;
        while (i + length < size && !strchr(" \t\n\f\r", words[i + length]))
            length++;
        if (length > 0) {
            print_due(text);
            cli_print_plain(text->out, words + i, length);
        }
        i += length;
        if (i < size) {
            want_gap(text, (flags & HTML_TEXT_LINES) && words[i] == '\n' ? HTML_GAP_LINE : HTML_GAP_SPACE);
            i++;
        }
    }
}

static void note_gap(void *context, enum html_gap gap)
{
    want_gap(context, gap);
}

void page_text_begin(struct page_text *text, FILE *out, const char *charset)
{
    static const struct page_sink sink = {.text = print_words, .gap = note_gap};
    *text = (struct page_text){.out = out};
    text->config = (struct page_config){.http_charset = charset, .sink = &sink, .context = text};
    page_begin(&text->page, &text->config);
}

void page_text_feed(struct page_text *text, const void *bytes, size_t size)
{
    page_feed(&text->page, bytes, size);
}

void page_text_end(struct page_text *text)
{
    struct page_result result;
    page_end(&text->page, &result);
    if (text->started)
        fputc('\n', text->out);
}
