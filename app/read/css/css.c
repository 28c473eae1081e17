#include "read/css/css.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

enum css_state {
    STATE_TEXT,       /* between strings, comments and addresses */
    STATE_STRING,     /* in a string that is no address */
    STATE_URL_STRING, /* in one that is an address */
    STATE_URL_BEFORE, /* behind `url(` */
    STATE_URL,        /* in an address without quotes */
    STATE_URL_AFTER,  /* behind it, or in something that is no address: up to the bracket */
    STATE_COMMENT,    /* in a comment; from here on a backslash means nothing */
    STATE_SET_BEFORE, /* in a srcset, before an address */
    STATE_SET_URL,    /* in it */
    STATE_SET_AFTER,  /* behind it: what it is for, up to a comma */
};

enum { ESCAPE_DIGITS = 6 };

/* The last characters of a name, as struct css_reader keeps them. No two names that matter end alike. */
#define TAIL(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_line_end(char c)
{
    return c >= '\n' && c <= '\r';
}

static bool is_quote(char c)
{
    return c == '"' || c == '\'';
}

/* Says whether the character may be part of a name. A dot and a tilde may not, but never stand beside a name
 * that matters. */
static bool is_name(char c)
{
    return (c & 0x80) || ascii_is_unreserved(c);
}

/* ---- The address ---- */

static void begin(struct css_reader *reader, enum css_state state)
{
    reader->state = (uint8_t)state;
    reader->length = 0;
    reader->tail = 0;
}

/* Adds a character to the name and to the address; only one of them is being read. */
static void add(struct css_reader *reader, char c)
{
    if (reader->state == STATE_URL_BEFORE)
        reader->state = STATE_URL;
    if (reader->length < reader->room)
        reader->url[reader->length++] = c;
    reader->tail = reader->tail << 8 | (unsigned char)ascii_lower(c);
}

static void report_url(const struct css_reader *reader)
{
    if (reader->kind != EMBED_NONE && reader->length > 0 && reader->length < reader->room &&
        reader->url[0] != '#')
        reader->sink(reader->context, reader->kind, reader->url, reader->length);
}

static void end_url(struct css_reader *reader)
{
    report_url(reader);
    if (reader->kind == EMBED_STYLE)
        reader->kind = EMBED_NONE; /* what follows says when it counts */
    begin(reader, STATE_TEXT);
}

/* ---- States ---- */

/* The name of an at-rule has ended. Returns what an address is that follows. */
static uint8_t kind_of_rule(const struct css_reader *reader)
{
    switch (reader->tail) {
    case TAIL('f', 'a', 'c', 'e'): return EMBED_FONT;     /* @font-face */
    case TAIL('p', 'o', 'r', 't'): return reader->import; /* @import */
    case TAIL('p', 'a', 'c', 'e'): return EMBED_NONE;     /* @namespace */
    default: return EMBED_PICTURE;
    }
}

static void end_word(struct css_reader *reader, char c)
{
    bool is_url = c == '(' && reader->tail == TAIL(0, 'u', 'r', 'l');
    if (reader->is_at_rule)
        reader->kind = kind_of_rule(reader);
    begin(reader, is_url ? STATE_URL_BEFORE : STATE_TEXT);
    reader->is_at_rule = c == '@';
}

static void begin_string(struct css_reader *reader, char quote, bool is_address)
{
    begin(reader, is_address ? STATE_URL_STRING : STATE_STRING);
    reader->quote = quote;
}

static void step_text(struct css_reader *reader, char c)
{
    if (is_name(c)) {
        add(reader, c);
        return;
    }
    end_word(reader, c);
    if (c == '*' && reader->last == '/')
        reader->state = STATE_COMMENT;
    else if (is_quote(c))
        begin_string(reader, c, reader->kind == EMBED_STYLE);
    else if (c == '}' || ((c == ';' || c == '{') && reader->kind != EMBED_FONT))
        reader->kind = EMBED_PICTURE;
    if (c == '{')
        reader->import = EMBED_NONE;
}

static void step_string(struct css_reader *reader, char c)
{
    if (c == reader->quote && reader->state == STATE_URL_STRING)
        end_url(reader);
    else if (c == reader->quote || is_line_end(c))
        begin(reader, STATE_TEXT);
    else
        add(reader, c);
}

static void step_url(struct css_reader *reader, char c)
{
    bool is_before = reader->state == STATE_URL_BEFORE;
    if (c == ')') {
        end_url(reader);
    } else if (is_blank(c)) {
        reader->state = is_before ? STATE_URL_BEFORE : STATE_URL_AFTER;
    } else if (is_before && is_quote(c)) {
        begin_string(reader, c, true);
    } else if (reader->state == STATE_URL_AFTER || is_quote(c) || c == '(') {
        begin(reader, STATE_URL_AFTER); /* it is none, and nothing is told */
    } else {
        add(reader, c);
    }
}

/* An address in a srcset that ends in commas has nothing behind it that says what it is for. */
static void end_set_url(struct css_reader *reader)
{
    enum css_state next = STATE_SET_AFTER;
    while (reader->length > 0 && reader->length < reader->room && reader->url[reader->length - 1] == ',') {
        reader->length--;
        next = STATE_SET_BEFORE;
    }
    report_url(reader);
    begin(reader, next);
}

static void step_set(struct css_reader *reader, char c)
{
    bool is_url = reader->state == STATE_SET_URL;
    if (is_url && is_blank(c)) {
        end_set_url(reader);
    } else if (is_url || (reader->state == STATE_SET_BEFORE && c != ',' && !is_blank(c))) {
        reader->state = STATE_SET_URL;
        add(reader, c);
    } else if (c == ',') {
        reader->state = STATE_SET_BEFORE;
    }
}

static void step(struct css_reader *reader, char c)
{
    uint8_t before = reader->state;
    switch (before) {
    case STATE_TEXT: step_text(reader, c); break;
    case STATE_STRING:
    case STATE_URL_STRING: step_string(reader, c); break;
    case STATE_URL_BEFORE:
    case STATE_URL:
    case STATE_URL_AFTER: step_url(reader, c); break;
    case STATE_COMMENT:
        if (c == '/' && reader->last == '*')
            reader->state = STATE_TEXT;
        break;
    default: step_set(reader, c); break;
    }
    reader->last = (char)(reader->state == before ? c : '\0');
}

/* ---- Escapes ---- */

/* Reads a character of an escape. Returns false if the character does not belong to it any more. What an
 * escape stands for is part of a name or an address, whatever character it is. */
static bool step_escape(struct css_reader *reader, char c)
{
    int digit = ascii_hex_value(c);
    bool has_digits = reader->escape > 1;
    if (digit >= 0 && reader->escape <= ESCAPE_DIGITS) {
        reader->code = reader->code << 4 | (uint32_t)digit;
        reader->escape++;
        return true;
    }
    reader->escape = 0;
    if (has_digits) {
        char bytes[UTF8_MAX_BYTES];
        size_t size = utf8_encode(reader->code == 0 ? UTF8_REPLACEMENT : reader->code, bytes);
        for (size_t i = 0; i < size; i++)
            add(reader, bytes[i]);
        return is_blank(c);
    }
    if (!is_line_end(c)) /* which a string goes on behind */
        add(reader, c);
    return true;
}

void css_begin(struct css_reader *reader, enum css_form form, char *url, size_t room, css_sink *sink,
               void *context)
{
    *reader = (struct css_reader){.sink = sink,
                                  .context = context,
                                  .url = url,
                                  .room = (uint16_t)room,
                                  .state = form == CSS_SRCSET ? STATE_SET_BEFORE : STATE_TEXT,
                                  .kind = EMBED_PICTURE,
                                  .import = form == CSS_SHEET ? EMBED_STYLE : EMBED_NONE};
}

void css_feed(struct css_reader *reader, const char *text, size_t size)
{
    for (const char *p = text; p < text + size; p++) {
        if (reader->escape != 0 && step_escape(reader, *p))
            continue;
        if (*p == '\\' && reader->state < STATE_COMMENT) {
            reader->escape = 1;
            reader->code = 0;
        } else {
            step(reader, *p);
        }
    }
}

void css_end(struct css_reader *reader)
{
    css_feed(reader, "\n)", 2);
}
