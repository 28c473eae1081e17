/*
 * Makes texts for people take half of their room. On a board that is short of flash the build packs them
 * (tools/pack_texts.py); in the source they stay readable:
 *
 *     return PACKED("the server has no such page");                  in a function
 *     static const char colours[] PACKED_PLACE = "red\0" "green\0" "blue\0";     a list
 *     return packed_nth(colours, which);
 *
 * Such a text has an address, but no memory is there: it can be handed on like any other text, and be written
 * with base/format.h (as the format, or for a %s) and base/sink.h, but not be looked into. Whoever wants its
 * characters takes them one by one:
 *
 *     struct packed_reader reader;
 *     packed_open(&reader, text);                                    a plain text will do, too
 *     for (char c; (c = packed_next(&reader)) != '\0';)
 *         show(c);
 *
 * How it works: the linker puts all of these texts in a row, from PACKED_TEXTS_AT on, where the chip has
 * nothing. They do not go into the image. What goes there is the row in codes of nine bits. A code stands for
 * a character, or for a pair of codes that is frequent, either of which may stand for a pair again. For each
 * PACKED_STRIDE characters of the row a table says where their codes begin, so that any text is found after
 * at most that many characters.
 *
 * On boards with enough flash PACKED() does nothing. Costs no RAM, and 20 bytes of stack while a text is
 * read.
 */
#ifndef CRAWLBOX_BASE_PACKED_H
#define CRAWLBOX_BASE_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PACKED_STRIDE = 256,
    PACKED_DEPTH = 5, /* at most so many pairs lie within each other */
    /* Code 0 is the end of a text and 1 the end of a line; then come ' ' to '~', then pairs. */
    PACKED_CODE_BITS = 9,
    PACKED_BLANK = 2,
    PACKED_FIRST_PAIR = 97,
};

struct packed_book {
    const uint16_t *starts; /* which code each stride begins with */
    const uint8_t *codes;   /* two for each pair, then those of the texts */
};

struct packed_reader {
    const struct packed_book *book; /* NULL if the text is plain */
    union {
        const char *plain;
        uint16_t code; /* the next one, by its number */
    };
    uint8_t depth;
    uint16_t pending[PACKED_DEPTH]; /* the second codes of pairs that are begun; the next one comes last */
};

/* Goes to the text that begins so many characters behind the beginning of the row. */
void packed_seek(struct packed_reader *reader, const struct packed_book *book, size_t offset);

void packed_open(struct packed_reader *reader, const char *text);

/* Returns the next character, or '\0' at the end of the text. After that it must not be called again. */
char packed_next(struct packed_reader *reader);

/* Returns the nth (from 0) of texts that stand in a row, each with its zero byte. */
const char *packed_nth(const char *texts, unsigned nth);

/* Returns how many characters the text has, or `most` if it has more. */
size_t packed_length(const char *text, size_t most);

#ifdef CRAWLBOX_PACKED_TEXTS

#define PACKED_TEXTS_AT ((uintptr_t)0x80000000)
#define PACKED_PLACE    __attribute__((section(".packed_texts"), aligned(1)))

/* Short texts stay plain, since the linker keeps only one of several equal ones. */
enum { PACKED_WORTHWHILE = 6 };
#define PACKED(text)                                                                                         \
    __builtin_choose_expr(sizeof(text) > PACKED_WORTHWHILE, (__extension__({                                 \
                              static const char packed_text[] PACKED_PLACE = text;                           \
                              (const char *)packed_text;                                                     \
                          })),                                                                               \
                          (const char *)(text))

static inline bool packed_is(const char *text)
{
    return (uintptr_t)text >= PACKED_TEXTS_AT;
}

#else

#define PACKED_PLACE
#define PACKED(text) (text)

static inline bool packed_is(const char *text)
{
    (void)text;
    return false;
}

#endif

#endif
