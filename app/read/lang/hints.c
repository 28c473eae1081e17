#include "read/lang/hints.h"

#include <stddef.h>
#include <string.h>

#include "base/ascii.h"

static bool is_primary(const char *tag, const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (ascii_lower(tag[i]) != name[i])
            return false;
    return !ascii_is_letter(tag[length]) && !ascii_is_digit(tag[length]);
}

bool lang_tag_is(const char *tag, const char *names)
{
    if (!tag)
        return false;
    tag += strspn(tag, " \t\r\n");
    while (*names) {
        size_t length = strcspn(names, " ");
        if (is_primary(tag, names, length))
            return true;
        names += length;
        names += strspn(names, " ");
    }
    return false;
}
