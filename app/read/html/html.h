/*
 * Reads an HTML page as a browser would and hands on what a crawler wants of it: its text, its links, and
 * what it says about itself. Bytes go in as they arrive, in pieces of any size, and nothing ever holds the
 * page.
 *
 *     static const struct html_sink sink = {.text = my_text, .gap = my_gap, .link = my_link};
 *     struct html_reader reader;
 *     html_begin(&reader, &sink, &my_context, NULL);
 *     while ((n = receive(chunk)) > 0)
 *         html_feed(&reader, chunk, n);
 *     html_end(&reader);
 *
 * The input is valid UTF-8 (app/read/text sees to that). How it is cut into pieces never changes what comes
 * out, except that a run of text may come in more parts. Spans are gone when the function that gets them
 * returns; if every piece of input holds whole characters, so does every span.
 *
 * The page is read as by a browser without scripts: what stands in <noscript> counts, what a script would
 * write does not. There is no tree: elements that a browser would move or close implicitly are taken where
 * they stand.
 *
 * RAM: struct html_reader, about 1,240 bytes, and struct html_anchors, about 1,250, only if anchors are
 * wanted. DESIGN.md says why it is built this way.
 */
#ifndef CRAWLBOX_READ_HTML_HTML_H
#define CRAWLBOX_READ_HTML_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "read/css/css.h"
#include "read/html/anchor.h"
#include "read/html/element.h"
#include "read/html/token.h"

/* Bits that come with text. */
enum {
    HTML_TEXT_TITLE = 0x01, /* it belongs to the page's title, which is not shown in the page */
    HTML_TEXT_LINES = 0x02, /* it is preformatted: line breaks are line breaks */
};

/* What separates two pieces of text. An inline element such as <b> does not: a word may go on across it. */
enum html_gap {
    HTML_GAP_SPACE = 1, /* a table cell, a button, ...: another word begins */
    HTML_GAP_LINE,      /* a block or <br>: another line begins */
};

/* Words of a rel attribute. */
enum {
    HTML_REL_NOFOLLOW = 0x01,
    HTML_REL_CANONICAL = 0x02,
    HTML_REL_NEXT = 0x04,
    HTML_REL_PREVIOUS = 0x08,
    HTML_REL_ALTERNATE = 0x10,
    HTML_REL_STYLESHEET = 0x20,
    HTML_REL_OTHER = 0x40, /* some other word */
    HTML_REL_EMBED = 0x80, /* an icon, or something that is needed soon */
};

/* <meta name="robots">: bits of html_reader.robots. */
enum {
    HTML_ROBOTS_NOINDEX = 0x01,
    HTML_ROBOTS_NOFOLLOW = 0x02,
};

struct html_link {
    uint32_t number; /* counted from 1 in the page; 0 for what the page needs */
    uint8_t element; /* HTML_A, HTML_AREA, HTML_BASE, HTML_FORM, HTML_FRAME, HTML_IFRAME, HTML_LINK, or
                        HTML_META for a refresh; any other for what the page needs */
    uint8_t rel;     /* HTML_REL_ bits */
    uint8_t
        embed; /* enum embed: it is no page, but what this page needs; only if the reader looks for that */
    const char *url; /* as it stands in the page, with character references decoded; it may be relative */
    size_t size;
    const char *language; /* <link hreflang>: the language of what it leads to */
    size_t language_size; /* 0: the page does not say */
};

/* What a page says about itself, as written, with character references decoded. */
enum html_note {
    HTML_NOTE_LANGUAGE,      /* <html lang> or xml:lang */
    HTML_NOTE_META_LANGUAGE, /* <meta http-equiv="content-language"> or name="language" */
    HTML_NOTE_CHARSET,       /* <meta charset> */
    HTML_NOTE_CONTENT_TYPE,  /* <meta http-equiv="content-type"> */
    HTML_NOTE_URL_TOO_LONG,  /* the beginning of an address longer than HTML_URL_BYTES; its link is dropped */
};

/* The functions that get what is read. Any of them may be NULL. */
struct html_sink {
    void (*text)(void *context, const char *text, size_t size, unsigned flags);
    void (*gap)(void *context, enum html_gap gap);
    void (*link)(void *context, const struct html_link *link);
    void (*anchor)(void *context, const struct html_anchor *anchor); /* needs memory: see html_begin() */
    void (*note)(void *context, enum html_note note, const char *value, size_t size);
};

struct html_reader {
    bool embeds;    /* look for what the page needs, too; the caller sets it behind html_begin() */
    uint32_t links; /* links handed on so far */
    uint8_t robots; /* HTML_ROBOTS_ bits seen so far */
    bool has_scripts;

    /* private */
    uint8_t element, flags;   /* of the tag being read: see element.h */
    bool end_tag;             /* the tag being read is an end tag */
    uint8_t attribute;        /* the attribute being read */
    uint8_t rel, meta, as;    /* what the attributes of the tag said */
    uint8_t kind;             /* what the address in the attribute being read is for: enum embed */
    uint16_t attributes_seen; /* a bit for each attribute that was read: only the first of a name counts */
    uint8_t gap;              /* the widest gap since the last text */
    uint8_t text_flags;       /* HTML_TEXT_ bits of the text being read */
    uint8_t hidden;           /* the element whose text is not shown, and how deep it is nested in itself */
    uint8_t hidden_depth;
    uint8_t foreign; /* HTML_SVG or HTML_MATH while the reader is inside of it, and how deep that is nested */
    uint8_t foreign_depth;
    uint8_t html_point; /* the element inside of svg or math that holds HTML again */
    struct html_value {
        const char *text;
        uint16_t size;
        bool cut;
    } value, other_value; /* they lie in `tokens` until the tag ends */
    const struct html_sink *sink;
    void *context;
    struct html_anchors *anchors;
    struct css_reader css; /* of a style element or attribute, or a srcset */
    struct html_tokenizer tokens;
};

/* Starts a page. `anchors` is memory for anchor texts and their surroundings, or NULL if they are not
 * wanted. */
void html_begin(struct html_reader *reader, const struct html_sink *sink, void *context,
                struct html_anchors *anchors);

/* Reads a stylesheet in the place of a page, behind html_begin(): pieces of it go to `css`, and what it
 * needs comes out as links. */
void html_begin_style(struct html_reader *reader);

/* Reads the next piece of the page. */
void html_feed(struct html_reader *reader, const char *text, size_t size);

/* Ends the page. */
void html_end(struct html_reader *reader);

#endif
