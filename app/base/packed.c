#include "base/packed.h"

#ifdef CRAWLBOX_PACKED_TEXTS
/* The build makes it when the texts are known. It is missing when an image is linked only to find them,
 * and in programs whose texts stay plain. */
extern const struct packed_book packed_texts __attribute__((weak));
#endif

void packed_seek(struct packed_reader *reader, const struct packed_book *book, size_t offset)
{
    reader->book = book;
    reader->at = book->bytes + book->starts[offset / PACKED_STRIDE];
    reader->depth = 0;
    for (offset %= PACKED_STRIDE; offset > 0; offset--)
        (void)packed_next(reader);
}

void packed_open(struct packed_reader *reader, const char *text)
{
#ifdef CRAWLBOX_PACKED_TEXTS
    if (packed_is(text)) {
        packed_seek(reader, &packed_texts, (uintptr_t)text - PACKED_TEXTS_AT);
        return;
    }
#endif
    reader->book = NULL;
    reader->at = (const uint8_t *)text;
    reader->depth = 0;
}

char packed_next(struct packed_reader *reader)
{
    if (reader->book == NULL)
        return (char)*reader->at++;
    uint8_t byte = reader->depth > 0 ? reader->pending[--reader->depth] : *reader->at++;
    while (byte >= PACKED_FIRST_PAIR) {
        const uint8_t *pair = reader->book->pairs[byte - PACKED_FIRST_PAIR];
        reader->pending[reader->depth++] = pair[1];
        byte = pair[0];
    }
    if (byte >= PACKED_BLANK)
        return (char)(byte - PACKED_BLANK + ' ');
    return byte == 0 ? '\0' : '\n';
}

size_t packed_length(const char *text, size_t most)
{
    struct packed_reader reader;
    packed_open(&reader, text);
    size_t length = 0;
    while (length < most && packed_next(&reader) != '\0')
        length++;
    return length;
}

const char *packed_nth(const char *texts, unsigned nth)
{
    struct packed_reader reader;
    packed_open(&reader, texts);
    for (; nth > 0; texts++)
        nth -= packed_next(&reader) == '\0';
    return texts;
}
