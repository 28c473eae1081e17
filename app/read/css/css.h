/*
 * Reads CSS as it streams by and hands on the addresses of what it needs: stylesheets that it imports, fonts,
 * pictures. It also reads srcset attributes, which are lists of addresses of the same kind.
 *
 *     static void take(void *context, enum embed kind, const char *url, size_t size) { ... }
 *
 *     struct css_reader reader;
 *     char url[HTML_URL_BYTES];
 *     css_begin(&reader, CSS_SHEET, url, sizeof url, take, &queue);
 *     while ((n = receive(chunk)) > 0)
 *         css_feed(&reader, chunk, n);
 *     css_end(&reader);
 *
 * The input is valid UTF-8 (app/read/text sees to that, and to @charset). It may come in pieces of any size;
 * that changes nothing. An address is handed on as it stands there, with escapes decoded: it may be relative,
 * or no address of the web at all. One that fills the memory for it, or is empty, or only a fragment,
 * is left out. The span is gone when the sink returns. DESIGN.md says what of CSS is understood.
 *
 * RAM: struct css_reader, 32 bytes, and the memory for an address that the caller lends.
 */
#ifndef CRAWLBOX_READ_CSS_CSS_H
#define CRAWLBOX_READ_CSS_CSS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "read/css/embed.h"

enum css_form {
    CSS_SHEET,        /* a stylesheet, or the content of a style element */
    CSS_DECLARATIONS, /* the value of a style attribute, which cannot import anything */
    CSS_SRCSET,       /* the value of a srcset attribute */
};

typedef void css_sink(void *context, enum embed kind, const char *url, size_t size);

struct css_reader {
    css_sink *sink;
    void *context;
    char *url;       /* the address being read */
    uint32_t code;   /* the number in an escape, as far as it was read */
    uint32_t tail;   /* the last four characters of the name being read, in lower case */
    uint16_t room;   /* an address of so many bytes is too long */
    uint16_t length; /* of the address so far */
    uint8_t state;   /* enum css_state of css.c */
    uint8_t escape;  /* 0: in no escape; 1: behind the backslash; 1 + n: behind n digits */
    uint8_t kind;    /* what an address here is: enum embed; EMBED_NONE: nothing that is needed */
    uint8_t import;  /* what that of an @import is: EMBED_NONE behind the first rule */
    char quote;      /* that ends the string being read */
    char last;       /* the character before this one, if nothing began or ended with it */
    bool is_at_rule; /* the name being read begins with an @ */
};

/* Starts a text of that form. `room` is at most UINT16_MAX; an address may have one byte less. */
void css_begin(struct css_reader *reader, enum css_form form, char *url, size_t room, css_sink *sink,
               void *context);

/* Reads the next piece. */
void css_feed(struct css_reader *reader, const char *text, size_t size);

/* Ends the text: url() that stands open is closed, as in browsers. Whoever knows that the text was cut
 * off does not call it. */
void css_end(struct css_reader *reader);

#endif
