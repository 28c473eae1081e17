/* Knows the elements that matter to a crawler: which of them break text, carry links, or hold something other
 * than markup. */
#ifndef CRAWLBOX_READ_HTML_ELEMENT_H
#define CRAWLBOX_READ_HTML_ELEMENT_H

#include <stddef.h>
#include <stdint.h>

/* The elements that html.c tells apart; all others are HTML_OTHER. */
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
    HTML_IMG,
    HTML_INPUT,
    HTML_EMBED,
    HTML_OBJECT,
    HTML_SOURCE,
    HTML_VIDEO,
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
    ELEMENT_LINE = 0x01,       /* it stands on lines of its own */
    ELEMENT_SPACE = 0x02,      /* it stands apart from the words beside it, like a table cell or a button */
    ELEMENT_ATTRIBUTES = 0x04, /* it has attributes that html.c reads */
    ELEMENT_BREAKOUT = 0x08,   /* it cannot be inside svg or math: its start tag ends them */
};

struct html_element_info {
    uint8_t element; /* enum html_element */
    uint8_t flags;
};

/* Returns what is known about the element of that name, which is in lower case. An unknown element is
 * HTML_OTHER without flags, which means that it is inline. */
struct html_element_info html_element_find(const char *name, size_t size);

/* Returns "a", "area" and so on: the name of an element that can be a link, and "" for the others. */
const char *html_element_name(enum html_element element);

#endif
