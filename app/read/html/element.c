#include "read/html/element.h"

#include <stdbool.h>

enum {
    LINE = ELEMENT_LINE,
    SPACE = ELEMENT_SPACE,
    ATTRIBUTES = ELEMENT_ATTRIBUTES,
    BREAKOUT = ELEMENT_BREAKOUT,
    LONGEST = 13,
};

struct known {
    char name[LONGEST]; /* not zero-terminated */
    uint8_t size;
    uint8_t element;
    uint8_t flags;
};

/*
 * By first letter, and then those that pages use most come first. Which ones stand on lines of their own
 * follows the standard's section on rendering.
 */
static const struct known elements[] = {
    {"a", 1, HTML_A, ATTRIBUTES},
    {"address", 7, HTML_OTHER, LINE},
    {"area", 4, HTML_AREA, ATTRIBUTES},
    {"article", 7, HTML_OTHER, LINE},
    {"aside", 5, HTML_OTHER, LINE},
    {"audio", 5, HTML_OTHER, SPACE},
    {"b", 1, HTML_OTHER, BREAKOUT},
    {"br", 2, HTML_BR, LINE | BREAKOUT},
    {"body", 4, HTML_OTHER, LINE | BREAKOUT},
    {"button", 6, HTML_OTHER, SPACE},
    {"base", 4, HTML_BASE, ATTRIBUTES},
    {"big", 3, HTML_OTHER, BREAKOUT},
    {"blockquote", 10, HTML_OTHER, LINE | BREAKOUT},
    {"canvas", 6, HTML_OTHER, SPACE},
    {"caption", 7, HTML_OTHER, LINE},
    {"center", 6, HTML_OTHER, LINE | BREAKOUT},
    {"code", 4, HTML_OTHER, BREAKOUT},
    {"div", 3, HTML_OTHER, LINE | BREAKOUT},
    {"dd", 2, HTML_OTHER, LINE | BREAKOUT},
    {"dl", 2, HTML_OTHER, LINE | BREAKOUT},
    {"dt", 2, HTML_OTHER, LINE | BREAKOUT},
    {"desc", 4, HTML_DESC, 0},
    {"details", 7, HTML_OTHER, LINE},
    {"dialog", 6, HTML_OTHER, LINE},
    {"dir", 3, HTML_OTHER, LINE},
    {"em", 2, HTML_OTHER, BREAKOUT},
    {"embed", 5, HTML_OTHER, SPACE | BREAKOUT},
    {"form", 4, HTML_FORM, LINE | ATTRIBUTES},
    {"footer", 6, HTML_OTHER, LINE},
    {"fieldset", 8, HTML_OTHER, LINE},
    {"figcaption", 10, HTML_OTHER, LINE},
    {"figure", 6, HTML_OTHER, LINE},
    {"foreignobject", 13, HTML_FOREIGNOBJECT, 0},
    {"frame", 5, HTML_FRAME, ATTRIBUTES},
    {"frameset", 8, HTML_OTHER, LINE},
    {"h3", 2, HTML_OTHER, LINE | BREAKOUT},
    {"h2", 2, HTML_OTHER, LINE | BREAKOUT},
    {"h4", 2, HTML_OTHER, LINE | BREAKOUT},
    {"h1", 2, HTML_OTHER, LINE | BREAKOUT},
    {"hr", 2, HTML_OTHER, LINE | BREAKOUT},
    {"header", 6, HTML_OTHER, LINE},
    {"head", 4, HTML_OTHER, LINE | BREAKOUT},
    {"html", 4, HTML_HTML, LINE | ATTRIBUTES},
    {"h5", 2, HTML_OTHER, LINE | BREAKOUT},
    {"h6", 2, HTML_OTHER, LINE | BREAKOUT},
    {"hgroup", 6, HTML_OTHER, LINE},
    {"i", 1, HTML_OTHER, BREAKOUT},
    {"img", 3, HTML_OTHER, BREAKOUT},
    {"input", 5, HTML_OTHER, SPACE},
    {"iframe", 6, HTML_IFRAME, SPACE | ATTRIBUTES},
    {"li", 2, HTML_OTHER, LINE | BREAKOUT},
    {"link", 4, HTML_LINK, ATTRIBUTES},
    {"legend", 6, HTML_OTHER, LINE},
    {"listing", 7, HTML_PRE, LINE | BREAKOUT},
    {"meta", 4, HTML_META, ATTRIBUTES | BREAKOUT},
    {"main", 4, HTML_OTHER, LINE},
    {"math", 4, HTML_MATH, 0},
    {"menu", 4, HTML_OTHER, LINE | BREAKOUT},
    {"meter", 5, HTML_OTHER, SPACE},
    {"nav", 3, HTML_OTHER, LINE},
    {"nobr", 4, HTML_OTHER, BREAKOUT},
    {"noembed", 7, HTML_NOEMBED, 0},
    {"noframes", 8, HTML_NOFRAMES, 0},
    {"option", 6, HTML_OTHER, LINE},
    {"ol", 2, HTML_OTHER, LINE | BREAKOUT},
    {"object", 6, HTML_OTHER, SPACE},
    {"optgroup", 8, HTML_OTHER, LINE},
    {"p", 1, HTML_OTHER, LINE | BREAKOUT},
    {"plaintext", 9, HTML_PLAINTEXT_ELEMENT, LINE},
    {"pre", 3, HTML_PRE, LINE | BREAKOUT},
    {"progress", 8, HTML_OTHER, SPACE},
    {"ruby", 4, HTML_OTHER, BREAKOUT},
    {"span", 4, HTML_OTHER, BREAKOUT},
    {"script", 6, HTML_SCRIPT_ELEMENT, 0},
    {"strong", 6, HTML_OTHER, BREAKOUT},
    {"section", 7, HTML_OTHER, LINE},
    {"small", 5, HTML_OTHER, BREAKOUT},
    {"style", 5, HTML_STYLE, 0},
    {"svg", 3, HTML_SVG, 0},
    {"s", 1, HTML_OTHER, BREAKOUT},
    {"search", 6, HTML_OTHER, LINE},
    {"select", 6, HTML_OTHER, SPACE},
    {"strike", 6, HTML_OTHER, BREAKOUT},
    {"sub", 3, HTML_OTHER, BREAKOUT},
    {"summary", 7, HTML_OTHER, LINE},
    {"sup", 3, HTML_OTHER, BREAKOUT},
    {"td", 2, HTML_OTHER, SPACE},
    {"tr", 2, HTML_OTHER, LINE},
    {"table", 5, HTML_OTHER, LINE | BREAKOUT},
    {"tbody", 5, HTML_OTHER, LINE},
    {"th", 2, HTML_OTHER, SPACE},
    {"title", 5, HTML_TITLE, LINE},
    {"template", 8, HTML_TEMPLATE, 0},
    {"textarea", 8, HTML_TEXTAREA, SPACE},
    {"tfoot", 5, HTML_OTHER, LINE},
    {"thead", 5, HTML_OTHER, LINE},
    {"tt", 2, HTML_OTHER, BREAKOUT},
    {"ul", 2, HTML_OTHER, LINE | BREAKOUT},
    {"u", 1, HTML_OTHER, BREAKOUT},
    {"var", 3, HTML_OTHER, BREAKOUT},
    {"video", 5, HTML_OTHER, SPACE},
    {"xmp", 3, HTML_XMP, LINE},
};

enum { ELEMENTS = sizeof elements / sizeof elements[0] };

/* Where the names with each first letter begin, and where those with z end. */
static const uint8_t first_with_letter[] = {
    0,  6,  13, 17, 25, 27, 35, 35, 46,  50,  50,  50,  54,  59,
    63, 67, 71, 71, 72, 86, 97, 99, 101, 101, 102, 102, 102,
};

_Static_assert(sizeof first_with_letter == 27, "one for each letter, and the end");

/* Names are short and the first letter is known to be right: a loop beats a call of memcmp(). */
static bool is_name(const struct known *known, const char *name, size_t size)
{
    if (known->size != size)
        return false;
    while (size > 1 && known->name[size - 1] == name[size - 1])
        size--;
    return size == 1;
}

struct html_element_info html_element_find(const char *name, size_t size)
{
    struct html_element_info info = {HTML_OTHER, 0};
    unsigned letter = size > 0 ? (unsigned)(name[0] - 'a') : UINT8_MAX;
    if (letter > 'z' - 'a')
        return info;
    for (unsigned i = first_with_letter[letter]; i < first_with_letter[letter + 1]; i++) {
        const struct known *known = &elements[i];
        if (is_name(known, name, size)) {
            info.element = known->element;
            info.flags = known->flags;
            break;
        }
    }
    return info;
}

const char *html_element_name(enum html_element element)
{
    static const char names[][8] = {"", "a", "area", "base", "form", "frame", "iframe", "link", "meta"};
    return element < sizeof names / sizeof names[0] ? names[element] : "";
}
