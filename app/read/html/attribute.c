#include "read/html/attribute.h"

#include <string.h>

#include "base/ascii.h"
#include "read/html/html.h"
#include "read/html/states.h"

struct meaning {
    const char *word;
    unsigned bits;
};

/* Returns the bits of all words in a list that is separated by white space or commas; an unknown word has
 * the bit `other`. */
static unsigned bits_of_words(const char *value, size_t size, const struct meaning *meanings, unsigned other)
{
    unsigned bits = 0;
    for (size_t i = 0; i < size;) {
        size_t start = i;
        while (i < size && !token_is(value[i], CLASS_SPACE) && value[i] != ',')
            i++;
        const struct meaning *meaning = meanings;
        while (meaning->word && !ascii_equals(value + start, i - start, meaning->word))
            meaning++;
        if (i > start)
            bits |= meaning->word ? meaning->bits : other;
        else
            i++;
    }
    return bits;
}

unsigned html_rel_of(const char *value, size_t size)
{
    static const struct meaning meanings[] = {
        {"nofollow", HTML_REL_NOFOLLOW},
        {"canonical", HTML_REL_CANONICAL},
        {"next", HTML_REL_NEXT},
        {"prev", HTML_REL_PREVIOUS},
        {"previous", HTML_REL_PREVIOUS},
        {"alternate", HTML_REL_ALTERNATE},
        {"stylesheet", HTML_REL_STYLESHEET},
        {"icon", HTML_REL_EMBED},
        {"preload", HTML_REL_EMBED},
        {0},
    };
    return bits_of_words(value, size, meanings, HTML_REL_OTHER);
}

unsigned html_as_of(const char *value, size_t size)
{
    static const char second[] =
        "tomc"; /* letters of style, font, image, script, in the order of enum embed */
    const char *at = size > 3 && size < 7 ? memchr(second, ascii_lower(value[1]), sizeof second - 1) : NULL;
    return at ? EMBED_STYLE + (unsigned)(at - second) : EMBED_NONE;
}

unsigned html_robots_of(const char *value, size_t size)
{
    static const struct meaning meanings[] = {
        {"noindex", HTML_ROBOTS_NOINDEX},
        {"nofollow", HTML_ROBOTS_NOFOLLOW},
        {"none", HTML_ROBOTS_NOINDEX | HTML_ROBOTS_NOFOLLOW},
        {0},
    };
    return bits_of_words(value, size, meanings, 0);
}

static const char *skip_blanks(const char *p, const char *end, unsigned classes)
{
    while (p < end && token_is(*p, classes))
        p++;
    return p;
}

/* Skips the seconds, and what separates them from the address. Returns NULL if the value is not of that
 * form. */
static const char *skip_seconds(const char *p, const char *end)
{
    p = skip_blanks(p, end, CLASS_SPACE);
    const char *digits = p;
    p = skip_blanks(p, end, CLASS_DIGIT);
    if (p == digits && (p == end || *p != '.'))
        return NULL;
    while (p < end && (token_is(*p, CLASS_DIGIT) || *p == '.'))
        p++;
    if (p < end && !token_is(*p, CLASS_SPACE) && *p != ';' && *p != ',')
        return NULL;
    p = skip_blanks(p, end, CLASS_SPACE);
    if (p < end && (*p == ';' || *p == ','))
        p++;
    return skip_blanks(p, end, CLASS_SPACE);
}

bool html_refresh_address(const char **value, size_t *size)
{
    const char *end = *value + *size;
    const char *p = skip_seconds(*value, end);
    if (!p || p == end)
        return false;
    /* `url =` may be left out */
    const char *address = p;
    char quote = '\0';
    if (end - p >= 3 && ascii_equals(p, 3, "url")) {
        p = skip_blanks(p + 3, end, CLASS_SPACE);
        if (p < end && *p == '=') {
            p = skip_blanks(p + 1, end, CLASS_SPACE);
            address = p;
        }
    }
    if (address < end && (*address == '"' || *address == '\''))
        quote = *address++;
    const char *close = quote && address < end ? memchr(address, quote, (size_t)(end - address)) : NULL;
    *value = address;
    *size = (size_t)((close ? close : end) - address);
    return *size > 0;
}
