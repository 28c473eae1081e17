#include "base/text_lines.h"

#include <string.h>

static const char byte_order_mark[] = {'\xef', '\xbb', '\xbf'};

void text_lines_begin(struct text_lines *lines, text_lines_take take, void *context)
{
    lines->take = take;
    lines->context = context;
    lines->number = 1;
    lines->length = 0;
    lines->is_first = true;
}

static void hand_line_over(struct text_lines *lines, bool is_last, bool has_feed)
{
    lines->is_last = is_last;
    lines->has_feed = has_feed;
    lines->take(lines->context, lines);
    lines->length = 0;
    lines->is_first = is_last;
    lines->number += is_last;
}

void text_lines_feed(struct text_lines *lines, const char *bytes, size_t count)
{
    for (; count > 0; bytes++, count--) {
        if (*bytes == '\n') {
            hand_line_over(lines, true, true);
            continue;
        }
        if (lines->length == TEXT_LINE_MAX)
            hand_line_over(lines, false, false);
        lines->text[lines->length++] = *bytes;
    }
}

void text_lines_end(struct text_lines *lines)
{
    if (lines->length > 0)
        hand_line_over(lines, true, false);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

struct text_span text_trim(const char *text, size_t size)
{
    while (size > 0 && is_blank(*text))
        text++, size--;
    while (size > 0 && is_blank(text[size - 1]))
        size--;
    return (struct text_span){text, size};
}

struct text_span text_lines_trimmed(const struct text_lines *lines)
{
    bool has_mark = lines->number == 1 && lines->length >= sizeof byte_order_mark &&
                    memcmp(lines->text, byte_order_mark, sizeof byte_order_mark) == 0;
    size_t from = has_mark ? sizeof byte_order_mark : 0;
    return text_trim(lines->text + from, lines->length - from);
}
