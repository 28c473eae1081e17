/*
 * Collects the words of a link and the words around it: its anchor text, and up to 100 characters before and
 * behind it. Topic packs judge links by them.
 *
 * What stands behind a link is known only later, when other links have begun already. So this module keeps
 * the text that just went by, and hands out each anchor, in order, as soon as 100 characters have followed it
 * (or the page ends). The caller sets the memory aside; whoever does not need anchors passes NULL to
 * html_begin().
 *
 * White space counts as one space, and so does the border of a block. An anchor longer than the buffer is
 * cut; an anchor that is followed by very long or very many others gets fewer characters behind it.
 *
 * RAM: struct html_anchors, about 1,250 bytes.
 */
#ifndef CRAWLBOX_READ_HTML_ANCHOR_H
#define CRAWLBOX_READ_HTML_ANCHOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HTML_AROUND_CHARACTERS = 100,  /* on either side of a link */
    HTML_ANCHOR_TEXT_BYTES = 1024, /* bytes of text that are kept; a Thai character takes 3 */
    HTML_ANCHORS_PENDING = 16,     /* links whose surroundings are not complete yet */
};

/* An anchor of a page. The texts are UTF-8 without white space at their ends, and are gone when the sink's
 * function returns. */
struct html_anchor {
    uint32_t number; /* the number of the struct html_link that came before it */
    const char *text;
    const char *before;
    const char *after;
    size_t text_size;
    size_t before_size;
    size_t after_size;
};

typedef void html_anchor_sink(void *context, const struct html_anchor *anchor);

struct html_anchors {
    html_anchor_sink *sink;
    void *context;
    uint32_t characters; /* characters of text so far */
    uint32_t next_due;   /* when `characters` reaches this, the oldest pending anchor is complete */
    uint16_t used;       /* bytes of `text` in use */
    uint8_t pending_count;
    bool is_open;   /* the newest pending anchor has not ended yet */
    bool space_due; /* white space went by since the last character */
    struct html_pending_anchor {
        uint32_t number;
        uint32_t due; /* when `characters` reaches this, enough text has followed */
        uint16_t start, end;
    } pending[HTML_ANCHORS_PENDING]; /* the oldest comes first */
    char text[HTML_ANCHOR_TEXT_BYTES];
};

/* html.c calls all of these. */
void html_anchors_begin(struct html_anchors *anchors, html_anchor_sink *sink, void *context);
void html_anchors_text(struct html_anchors *anchors, const char *text, size_t size);
void html_anchors_gap(struct html_anchors *anchors);
void html_anchors_open(struct html_anchors *anchors, uint32_t number);
void html_anchors_close(struct html_anchors *anchors);
void html_anchors_end(struct html_anchors *anchors);

#endif
