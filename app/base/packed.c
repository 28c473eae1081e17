#include "base/packed.h"

#ifdef CRAWLBOX_PACKED_TEXTS
/* The build makes it when the texts are known. It is missing when an image is linked only to find them,
 * and in programs whose texts stay plain. */
extern const struct packed_book packed_texts __attribute__((weak));
#endif

void packed_seek(struct packed_reader *reader, const struct packed_book *book, size_t offset)
{
    reader->book = book;
    reader->code = book->starts[offset / PACKED_STRIDE];
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
    reader->plain = text;
    reader->depth = 0;
}

static unsigned code_at(const struct packed_book *book, unsigned number)
{
    const uint8_t *bytes = book->codes + number * PACKED_CODE_BITS / 8;
    unsigned both = bytes[0] | (unsigned)bytes[1] << 8;
    return (both >> number * PACKED_CODE_BITS % 8) & ((1u << PACKED_CODE_BITS) - 1);
}

char packed_next(struct packed_reader *reader)
{
    if (reader->book == NULL)
        return *reader->plain++;
    const struct packed_book *book = reader->book;
    unsigned code = reader->depth > 0 ? reader->pending[--reader->depth] : code_at(book, reader->code++);
    while (code >= PACKED_FIRST_PAIR) {
        unsigned pair = 2 * (code - PACKED_FIRST_PAIR);
        reader->pending[reader->depth++] = (uint16_t)code_at(book, pair + 1);
        code = code_at(book, pair);
    }
    if (code >= PACKED_BLANK)
        return (char)(code - PACKED_BLANK + ' ');
    return code == 0 ? '\0' : '\n';
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
