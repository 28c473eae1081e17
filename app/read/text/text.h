/*
 * Turns the bytes of any web page into valid UTF-8 for the stages behind it, and says which charset they were
 * in.
 *
 *     static uint8_t scratch[TEXT_PRESCAN_BYTES];
 *     struct text text;
 *     text_begin(&text, http_charset, scratch, html_push, &html);   // http_charset may be NULL
 *     while ((n = receive(chunk)) > 0)
 *         text_push(&text, chunk, n);
 *     text_end(&text);
 *     say("%s, found by %s", text_charset_name(text.charset), text_source_name(text.source));
 *
 * It finds the charset in a byte order mark, the HTTP header, META in the first 1,024 bytes, or the content,
 * in this order. What a page declares is checked against what it holds: content that is valid UTF-8 is UTF-8
 * whatever was declared, and a page that declares UTF-8 or Latin-1 (or nothing) but is plainly windows-874
 * Thai is read as that. DESIGN.md says how, and why. Other encodings (GBK, Shift_JIS, KOI8-R, ...) are
 * recognised by name and not decoded: their bytes above 0x7F become U+FFFD, so that they can never be taken
 * for Thai.
 *
 * The sink gets whole characters only. UTF-8 passes through without being copied, in spans as large as the
 * input has them; broken sequences become U+FFFD as the WHATWG decoder does it. How the input is cut into
 * chunks never changes what the sink gets as a whole.
 *
 * RAM: struct text, about 110 bytes, and 1,024 bytes that the caller lends. They are the caller's again once
 * text_prescan_done() says so. The sink gets its first text within the call of text_push() or text_end() that
 * gives them back.
 */
#ifndef CRAWLBOX_READ_TEXT_TEXT_H
#define CRAWLBOX_READ_TEXT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "read/text/charset.h"
#include "read/text/guess.h"

enum {
    TEXT_PRESCAN_BYTES = 1024, /* META counts only in the first so many bytes */
    TEXT_SAMPLE_BYTES = 64,    /* non-ASCII content is judged in pieces of this size until it is clear */
};

enum text_source { TEXT_FROM_DEFAULT, TEXT_FROM_CONTENT, TEXT_FROM_META, TEXT_FROM_HTTP, TEXT_FROM_BOM };

/* Takes the next piece of text, which is never empty: whole characters of valid UTF-8. They are gone when the
 * function returns. */
typedef void text_sink(void *context, const char *utf8, size_t size);

struct text {
    enum text_charset charset; /* what the page is read as; final after text_end() */
    enum text_source source;   /* where the charset was found */

    /* private */
    enum text_charset declared; /* by the server or META; TEXT_CHARSET_UNKNOWN if neither declared one */
    enum text_source declared_by;
    text_sink *sink;
    void *context;
    uint8_t *prescan;      /* the lent buffer, or NULL once it was given back */
    uint16_t prescan_used; /* bytes in the lent buffer */
    bool settled;          /* the charset cannot change any more */
    uint8_t sample_used;
    uint8_t carry_used;
    uint8_t carry[4];                  /* a character cut by the end of a chunk */
    struct text_guess guess;           /* what the content seen so far speaks for */
    uint8_t sample[TEXT_SAMPLE_BYTES]; /* bytes held back until they are judged */
};

/*
 * Starts a page. `http_charset` is the label in the server's Content-Type, zero-terminated, or NULL;
 * `prescan` is TEXT_PRESCAN_BYTES long.
 */
void text_begin(struct text *text, const char *http_charset, void *prescan, text_sink *sink, void *context);

/* Reads the next bytes of the page as they came over the wire. */
void text_push(struct text *text, const void *data, size_t size);

/* Ends the page: what was held back goes to the sink. */
void text_end(struct text *text);

/* Says whether the lent buffer is the caller's again. */
static inline bool text_prescan_done(const struct text *text)
{
    return text->prescan == NULL;
}

/* Returns "bom", "http", "meta", "content" or "default". */
const char *text_source_name(enum text_source source);

#endif
