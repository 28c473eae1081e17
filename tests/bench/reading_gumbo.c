/* libgumbo: a whole tree, as the standard says. */
#include "reading.h"

#include <gumbo.h>

bool reading_begin(const char *mode)
{
    (void)mode;
    return true;
}

unsigned long reading_page(const char *page, size_t size)
{
    GumboOutput *output = gumbo_parse_with_options(&kGumboDefaultOptions, page, size);
    unsigned long children = output->root->v.element.children.length;
    gumbo_destroy_output(&kGumboDefaultOptions, output);
    return children;
}
