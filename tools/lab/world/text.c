#include "world/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_append(struct page_text *text, const char *bytes, size_t size)
{
    if (text->size + size > text->room) {
        size_t room = (text->room + size) * 2;
        char *larger = realloc(text->bytes, room);
        if (!larger) {
            text->full = true;
            return;
        }
        text->bytes = larger;
        text->room = room;
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

void text_put(struct page_text *text, const char *words)
{
    text_append(text, words, strlen(words));
}

void text_print(struct page_text *text, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (size > 0 && (size_t)size < sizeof line)
        text_append(text, line, (size_t)size);
}
