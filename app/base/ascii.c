#include "base/ascii.h"

bool ascii_is_unreserved(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

int ascii_hex_value(char c)
{
    if (ascii_is_digit(c))
        return c - '0';
    c = ascii_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool ascii_equals(const char *text, size_t size, const char *word)
{
    while (size > 0 && *word && ascii_lower(*text) == *word) {
        size--;
        text++;
        word++;
    }
    return size == 0 && *word == '\0';
}
