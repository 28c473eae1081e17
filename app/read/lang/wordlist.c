#include "read/lang/wordlist.h"

#include <string.h>

static bool row_has(const struct wordlist_row *row, const char *word)
{
    size_t low = 0, high = row->size / row->word_bytes;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = memcmp(word, row->words + middle * row->word_bytes, row->word_bytes);
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

bool wordlist_has(const struct wordlist_row *rows, size_t row_count, const char *word, size_t size)
{
    for (size_t i = 0; i < row_count; i++)
        if (rows[i].word_bytes == size)
            return row_has(&rows[i], word);
    return false;
}
