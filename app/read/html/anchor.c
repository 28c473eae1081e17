#include "read/html/anchor.h"

#include <string.h>

#include "base/utf8.h"
#include "read/html/states.h"

enum { NEVER = UINT32_MAX };

/* Whatever begins before this may be dropped or cut short to make room: that bounds how often text must be
 * moved. */
enum { WORTH_MOVING = HTML_ANCHOR_TEXT_BYTES / 4 };

static bool starts_character(char byte)
{
    return (byte & 0xC0) != 0x80;
}

/* Returns where the 100 characters before `offset` begin. */
static size_t go_back_characters(const struct html_anchors *anchors, size_t offset)
{
    for (unsigned characters = 0; offset > 0 && characters < HTML_AROUND_CHARACTERS;)
        characters += starts_character(anchors->text[--offset]);
    return offset;
}

static size_t trim_spaces(const char **text, size_t size)
{
    while (size > 0 && (*text)[size - 1] == ' ')
        size--;
    while (size > 0 && **text == ' ') {
        (*text)++;
        size--;
    }
    return size;
}

/* Hands out the oldest pending anchor with what has been read of it and behind it. */
static void deliver_oldest(struct html_anchors *anchors)
{
    const struct html_pending_anchor *oldest = &anchors->pending[0];
    if (anchors->is_open && anchors->pending_count == 1)
        html_anchors_close(anchors);
    size_t before = go_back_characters(anchors, oldest->start);
    struct html_anchor anchor = {
        .number = oldest->number,
        .text = anchors->text + oldest->start,
        .before = anchors->text + before,
        .after = anchors->text + oldest->end,
    };
    anchor.text_size = trim_spaces(&anchor.text, (size_t)(oldest->end - oldest->start));
    anchor.before_size = trim_spaces(&anchor.before, oldest->start - before);
    anchor.after_size = trim_spaces(&anchor.after, (size_t)(anchors->used - oldest->end));
    anchors->sink(anchors->context, &anchor);
    anchors->pending_count--;
    memmove(anchors->pending, anchors->pending + 1, anchors->pending_count * sizeof anchors->pending[0]);
    anchors->next_due = anchors->pending_count > 0 ? anchors->pending[0].due : NEVER;
}

/* Makes room in a full buffer: forgets what no pending anchor needs. */
static void make_room(struct html_anchors *anchors)
{
    size_t unneeded = 0;
    for (;;) {
        unneeded = go_back_characters(anchors,
                                      anchors->pending_count > 0 ? anchors->pending[0].start : anchors->used);
        if (unneeded >= WORTH_MOVING || anchors->pending_count == 0)
            break;
        deliver_oldest(anchors);
    }
    memmove(anchors->text, anchors->text + unneeded, anchors->used - unneeded);
    anchors->used = (uint16_t)(anchors->used - unneeded);
    for (unsigned i = 0; i < anchors->pending_count; i++) {
        anchors->pending[i].start = (uint16_t)(anchors->pending[i].start - unneeded);
        anchors->pending[i].end = (uint16_t)(anchors->pending[i].end - unneeded);
    }
}

/* Hands out an anchor that is complete before the next character, and makes room for all bytes of that. */
static void begin_character(struct html_anchors *anchors)
{
    if (anchors->characters >= anchors->next_due)
        deliver_oldest(anchors);
    if (anchors->used + UTF8_MAX_BYTES > HTML_ANCHOR_TEXT_BYTES)
        make_room(anchors);
    anchors->characters++;
}

static void put_due_space(struct html_anchors *anchors)
{
    if (anchors->space_due && anchors->used > 0) {
        begin_character(anchors);
        anchors->text[anchors->used++] = ' ';
    }
    anchors->space_due = false;
}

void html_anchors_text(struct html_anchors *anchors, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (token_is(text[i], CLASS_SPACE)) {
            anchors->space_due = true;
            continue;
        }
        if (starts_character(text[i])) {
            if (anchors->space_due)
                put_due_space(anchors);
            begin_character(anchors);
        }
        if (anchors->used < HTML_ANCHOR_TEXT_BYTES) /* never full but by broken UTF-8 */
            anchors->text[anchors->used++] = text[i];
    }
}

void html_anchors_gap(struct html_anchors *anchors)
{
    anchors->space_due = true;
}

void html_anchors_open(struct html_anchors *anchors, uint32_t number)
{
    html_anchors_close(anchors);
    put_due_space(anchors);
    if (anchors->pending_count == HTML_ANCHORS_PENDING)
        deliver_oldest(anchors);
    struct html_pending_anchor *anchor = &anchors->pending[anchors->pending_count++];
    anchor->number = number;
    anchor->start = anchors->used;
    anchor->end = anchors->used;
    anchor->due = NEVER;
    anchors->is_open = true;
}

void html_anchors_close(struct html_anchors *anchors)
{
    if (!anchors->is_open)
        return;
    anchors->is_open = false;
    if (anchors->pending_count == 0)
        return;
    struct html_pending_anchor *anchor = &anchors->pending[anchors->pending_count - 1];
    anchor->end = anchors->used;
    anchor->due = anchors->characters + HTML_AROUND_CHARACTERS;
    anchors->next_due = anchors->pending[0].due;
}

void html_anchors_begin(struct html_anchors *anchors, html_anchor_sink *sink, void *context)
{
    memset(anchors, 0, offsetof(struct html_anchors, text));
    anchors->sink = sink;
    anchors->context = context;
    anchors->next_due = NEVER;
}

void html_anchors_end(struct html_anchors *anchors)
{
    html_anchors_close(anchors);
    while (anchors->pending_count > 0)
        deliver_oldest(anchors);
}
