#include "read/html/element.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    LINE = ELEMENT_LINE,
    SPACE = ELEMENT_SPACE,
    ATTRIBUTES = ELEMENT_ATTRIBUTES,
    BREAKOUT = ELEMENT_BREAKOUT,
};

/* What is known of the elements lies one behind the other. */
struct elements {
#define ELEMENT(name, element, flags)                                                                        \
    struct {                                                                                                 \
        uint8_t size, which, flag_bits;                                                                      \
        char text[sizeof #name - 1];                                                                         \
    } element_##name;
#include "read/html/element_names.def"
#undef ELEMENT
};

enum { SIZE_AT, ELEMENT_AT, FLAGS_AT, TEXT_AT };

static const struct elements elements = {
#define ELEMENT(name, element, flags) {sizeof #name - 1, element, flags, #name},
#include "read/html/element_names.def"
#undef ELEMENT
};

/* Where the names with each first letter begin, and where those with z end. */
#define FIRST(name) offsetof(struct elements, element_##name)
static const uint16_t first_with_letter[] = {FIRST(a),
                                             FIRST(b),
                                             FIRST(canvas),
                                             FIRST(div),
                                             FIRST(em),
                                             FIRST(form),
                                             FIRST(h3),
                                             FIRST(h3),
                                             FIRST(i),
                                             FIRST(li),
                                             FIRST(li),
                                             FIRST(li),
                                             FIRST(meta),
                                             FIRST(nav),
                                             FIRST(option),
                                             FIRST(p),
                                             FIRST(ruby),
                                             FIRST(ruby),
                                             FIRST(span),
                                             FIRST(td),
                                             FIRST(ul),
                                             FIRST(var),
                                             FIRST(xmp),
                                             FIRST(xmp),
                                             sizeof(struct elements),
                                             sizeof(struct elements),
                                             sizeof(struct elements)};
#undef FIRST

_Static_assert(sizeof first_with_letter / sizeof first_with_letter[0] == 27, "each letter, and the end");

/* Names are short and the first letter is known to be right: a loop beats a call of memcmp(). */
static bool is_name(const uint8_t *known, const char *name, size_t size)
{
    if (known[SIZE_AT] != size)
        return false;
    while (size > 1 && known[TEXT_AT + size - 1] == (uint8_t)name[size - 1])
        size--;
    return size == 1;
}

struct html_element_info html_element_find(const char *name, size_t size)
{
    struct html_element_info info = {HTML_OTHER, 0};
    unsigned letter = size > 0 ? (unsigned)(name[0] - 'a') : UINT8_MAX;
    if (letter > 'z' - 'a')
        return info;
    const uint8_t *at = (const uint8_t *)&elements + first_with_letter[letter];
    const uint8_t *end = (const uint8_t *)&elements + first_with_letter[letter + 1];
    for (; at < end; at += TEXT_AT + at[SIZE_AT]) {
        if (is_name(at, name, size)) {
            info.element = at[ELEMENT_AT];
            info.flags = at[FLAGS_AT];
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
