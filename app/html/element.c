#include "html/element.h"

#include <string.h>

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

/* In alphabetical order. Which ones stand on lines of their own follows the standard's section on rendering. */
static const struct known elements[] = {
    {"a", 1, HTML_A, ATTRIBUTES},
    {"address", 7, HTML_OTHER, LINE},
    {"area", 4, HTML_AREA, ATTRIBUTES},
    {"article", 7, HTML_OTHER, LINE},
    {"aside", 5, HTML_OTHER, LINE},
    {"audio", 5, HTML_OTHER, SPACE},
    {"b", 1, HTML_OTHER, BREAKOUT},
    {"base", 4, HTML_BASE, ATTRIBUTES},
    {"big", 3, HTML_OTHER, BREAKOUT},
    {"blockquote", 10, HTML_OTHER, LINE | BREAKOUT},
    {"body", 4, HTML_OTHER, LINE | BREAKOUT},
    {"br", 2, HTML_BR, LINE | BREAKOUT},
    {"button", 6, HTML_OTHER, SPACE},
    {"canvas", 6, HTML_OTHER, SPACE},
    {"caption", 7, HTML_OTHER, LINE},
    {"center", 6, HTML_OTHER, LINE | BREAKOUT},
    {"code", 4, HTML_OTHER, BREAKOUT},
    {"dd", 2, HTML_OTHER, LINE | BREAKOUT},
    {"desc", 4, HTML_DESC, 0},
    {"details", 7, HTML_OTHER, LINE},
    {"dialog", 6, HTML_OTHER, LINE},
    {"dir", 3, HTML_OTHER, LINE},
    {"div", 3, HTML_OTHER, LINE | BREAKOUT},
    {"dl", 2, HTML_OTHER, LINE | BREAKOUT},
    {"dt", 2, HTML_OTHER, LINE | BREAKOUT},
    {"em", 2, HTML_OTHER, BREAKOUT},
    {"embed", 5, HTML_OTHER, SPACE | BREAKOUT},
    {"fieldset", 8, HTML_OTHER, LINE},
    {"figcaption", 10, HTML_OTHER, LINE},
    {"figure", 6, HTML_OTHER, LINE},
    {"footer", 6, HTML_OTHER, LINE},
    {"foreignobject", 13, HTML_FOREIGNOBJECT, 0},
    {"form", 4, HTML_FORM, LINE | ATTRIBUTES},
    {"frame", 5, HTML_FRAME, ATTRIBUTES},
    {"frameset", 8, HTML_OTHER, LINE},
    {"h1", 2, HTML_OTHER, LINE | BREAKOUT},
    {"h2", 2, HTML_OTHER, LINE | BREAKOUT},
    {"h3", 2, HTML_OTHER, LINE | BREAKOUT},
    {"h4", 2, HTML_OTHER, LINE | BREAKOUT},
    {"h5", 2, HTML_OTHER, LINE | BREAKOUT},
    {"h6", 2, HTML_OTHER, LINE | BREAKOUT},
    {"head", 4, HTML_OTHER, LINE | BREAKOUT},
    {"header", 6, HTML_OTHER, LINE},
    {"hgroup", 6, HTML_OTHER, LINE},
    {"hr", 2, HTML_OTHER, LINE | BREAKOUT},
    {"html", 4, HTML_HTML, LINE | ATTRIBUTES},
    {"i", 1, HTML_OTHER, BREAKOUT},
    {"iframe", 6, HTML_IFRAME, SPACE | ATTRIBUTES},
    {"img", 3, HTML_OTHER, BREAKOUT},
    {"input", 5, HTML_OTHER, SPACE},
    {"legend", 6, HTML_OTHER, LINE},
    {"li", 2, HTML_OTHER, LINE | BREAKOUT},
    {"link", 4, HTML_LINK, ATTRIBUTES},
    {"listing", 7, HTML_PRE, LINE | BREAKOUT},
    {"main", 4, HTML_OTHER, LINE},
    {"math", 4, HTML_MATH, 0},
    {"menu", 4, HTML_OTHER, LINE | BREAKOUT},
    {"meta", 4, HTML_META, ATTRIBUTES | BREAKOUT},
    {"meter", 5, HTML_OTHER, SPACE},
    {"nav", 3, HTML_OTHER, LINE},
    {"nobr", 4, HTML_OTHER, BREAKOUT},
    {"noembed", 7, HTML_NOEMBED, 0},
    {"noframes", 8, HTML_NOFRAMES, 0},
    {"object", 6, HTML_OTHER, SPACE},
    {"ol", 2, HTML_OTHER, LINE | BREAKOUT},
    {"optgroup", 8, HTML_OTHER, LINE},
    {"option", 6, HTML_OTHER, LINE},
    {"p", 1, HTML_OTHER, LINE | BREAKOUT},
    {"plaintext", 9, HTML_PLAINTEXT_ELEMENT, LINE},
    {"pre", 3, HTML_PRE, LINE | BREAKOUT},
    {"progress", 8, HTML_OTHER, SPACE},
    {"ruby", 4, HTML_OTHER, BREAKOUT},
    {"s", 1, HTML_OTHER, BREAKOUT},
    {"script", 6, HTML_SCRIPT_ELEMENT, 0},
    {"search", 6, HTML_OTHER, LINE},
    {"section", 7, HTML_OTHER, LINE},
    {"select", 6, HTML_OTHER, SPACE},
    {"small", 5, HTML_OTHER, BREAKOUT},
    {"span", 4, HTML_OTHER, BREAKOUT},
    {"strike", 6, HTML_OTHER, BREAKOUT},
    {"strong", 6, HTML_OTHER, BREAKOUT},
    {"style", 5, HTML_STYLE, 0},
    {"sub", 3, HTML_OTHER, BREAKOUT},
    {"summary", 7, HTML_OTHER, LINE},
    {"sup", 3, HTML_OTHER, BREAKOUT},
    {"svg", 3, HTML_SVG, 0},
    {"table", 5, HTML_OTHER, LINE | BREAKOUT},
    {"tbody", 5, HTML_OTHER, LINE},
    {"td", 2, HTML_OTHER, SPACE},
    {"template", 8, HTML_TEMPLATE, 0},
    {"textarea", 8, HTML_TEXTAREA, SPACE},
    {"tfoot", 5, HTML_OTHER, LINE},
    {"th", 2, HTML_OTHER, SPACE},
    {"thead", 5, HTML_OTHER, LINE},
    {"title", 5, HTML_TITLE, LINE},
    {"tr", 2, HTML_OTHER, LINE},
    {"tt", 2, HTML_OTHER, BREAKOUT},
    {"u", 1, HTML_OTHER, BREAKOUT},
    {"ul", 2, HTML_OTHER, LINE | BREAKOUT},
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

struct html_element_info html_element_find(const char *name, size_t size)
{
    struct html_element_info info = {HTML_OTHER, 0};
    unsigned letter = size > 0 ? (unsigned)(name[0] - 'a') : UINT8_MAX;
    if (letter > 'z' - 'a')
        return info;
    for (unsigned i = first_with_letter[letter]; i < first_with_letter[letter + 1]; i++) {
        const struct known *known = &elements[i];
        if (known->size == size && memcmp(known->name, name, size) == 0) {
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
