/* The elements that matter to a crawler: which of them break text, carry links, or hold something other than markup. */
#ifndef CRAWLBOX_HTML_ELEMENT_H
#define CRAWLBOX_HTML_ELEMENT_H

#include <stddef.h>
#include <stdint.h>

/* Those that need to be told apart; the rest is HTML_OTHER. */
enum html_element {
    HTML_OTHER,
    HTML_A,
    HTML_AREA,
    HTML_BASE,
    HTML_FORM,
    HTML_FRAME,
    HTML_IFRAME,
    HTML_LINK,
    HTML_META,
    HTML_HTML,
    HTML_BR,
    HTML_DESC,
    HTML_FOREIGNOBJECT,
    HTML_MATH,
    HTML_NOEMBED,
    HTML_NOFRAMES,
    HTML_PLAINTEXT_ELEMENT,
    HTML_PRE,
    HTML_SCRIPT_ELEMENT,
    HTML_STYLE,
    HTML_SVG,
    HTML_TEMPLATE,
    HTML_TEXTAREA,
    HTML_TITLE,
    HTML_XMP,
};

enum {
    ELEMENT_LINE = 0x01,       /* stands on lines of its own */
    ELEMENT_SPACE = 0x02,      /* stands apart from the words beside it: a table cell, a button */
    ELEMENT_ATTRIBUTES = 0x04, /* has attributes that we read */
    ELEMENT_BREAKOUT = 0x08,   /* cannot be inside svg or math: its start tag ends them */
};

struct html_element_info {
    uint8_t element; /* enum html_element */
    uint8_t flags;
};

/* What is known about the element of that name, in lower case. Unknown ones are HTML_OTHER without flags: inline. */
struct html_element_info html_element_find(const char *name, size_t size);

/* "a", "area", ...: the name of an element that can be a link; "" for the others. */
const char *html_element_name(enum html_element element);

#endif
