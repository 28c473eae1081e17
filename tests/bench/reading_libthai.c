/* libthai: word breaks of plain text in TIS-620, a line at a time. */
#include "reading.h"

#include <string.h>
#include <thai/thbrk.h>

enum { LINE_BYTES = 4096, BREAKS = LINE_BYTES };

static ThBrk *breaker;

bool reading_begin(const char *mode)
{
    (void)mode;
    breaker = th_brk_new(NULL);
    return breaker != NULL;
}

unsigned long reading_page(const char *page, size_t size)
{
    static thchar_t line[LINE_BYTES];
    static int positions[BREAKS];
    unsigned long words = 0;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(page + at, '\n', size - at);
        size_t length = end ? (size_t)(end - page) - at : size - at;
        size_t copied = length < LINE_BYTES ? length : LINE_BYTES - 1;
        memcpy(line, page + at, copied);
        line[copied] = '\0';
        words += (unsigned long)th_brk_find_breaks(breaker, line, positions, BREAKS);
        at += length + 1;
    }
    return words;
}
