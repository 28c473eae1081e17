#include "read/css/css.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

enum css_state {
    STATE_TEXT,       /* between strings, comments and addresses */
    STATE_COMMENT,    /* in a comment */
    STATE_STRING,     /* in a string, wanted or not */
    STATE_URL_BEFORE, /* behind `url(` */
    STATE_URL,        /* in an address without quotes */
    STATE_URL_AFTER,  /* behind it, or in something that is no address: up to the bracket */
    STATE_SET_BEFORE, /* in a srcset, before an address */
    STATE_SET_URL,    /* in it */
    STATE_SET_AFTER,  /* behind it: what it is for, up to a comma */
};

enum css_rule { RULE_NONE, RULE_IMPORT, RULE_IGNORED, RULE_FONT };

enum { ESCAPE_DIGITS = 6 };

/* The last characters of a name, as struct css_reader keeps them. */
#define TAIL(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_line_end(char c)
{
    return c >= '\n' && c <= '\r';
}

static bool is_name(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '-' || c == '_' || (c & 0x80);
}

/* ---- The address ---- */

static void begin(struct css_reader *reader, enum css_state state)
{
    reader->state = (uint8_t)state;
    reader->length = 0;
    reader->word_size = 0;
    reader->tail = 0;
}

/* Adds a character to the name and to the address; only one of them is being read. */
static void add(struct css_reader *reader, char c)
{
    if (reader->length < reader->room)
        reader->url[reader->length++] = c;
    else
        reader->length = (uint16_t)(reader->room + 1);
    reader->tail = reader->tail << 8 | (unsigned char)ascii_lower(c);
    reader->word_size = (uint8_t)(reader->word_size + (reader->word_size < UINT8_MAX));
}

static void report_url(struct css_reader *reader, enum embed kind)
{
    if (reader->length > 0 && reader->length <= reader->room && reader->url[0] != '#')
        reader->sink(reader->context, kind, reader->url, reader->length);
}

static void end_url(struct css_reader *reader)
{
    enum embed kind = reader->rule == RULE_IMPORT ? EMBED_STYLE
                      : reader->rule == RULE_FONT ? EMBED_FONT
                                                  : EMBED_PICTURE;
    if (reader->rule != RULE_IGNORED)
        report_url(reader, kind);
    if (reader->rule == RULE_IMPORT)
        reader->rule = RULE_IGNORED; /* what follows says when it counts */
    begin(reader, STATE_TEXT);
}

/* ---- Names ---- */

/* Is the name of that length, and does it end so? No two names of CSS that matter are alike in both. */
static bool word_is(const struct css_reader *reader, unsigned size, uint32_t tail)
{
    return reader->word_size == size && reader->tail == tail;
}

/* The name of an at-rule has ended. */
static enum css_rule rule_of_word(const struct css_reader *reader)
{
    if (word_is(reader, sizeof "@font-face" - 1, TAIL('f', 'a', 'c', 'e')))
        return RULE_FONT;
    if (word_is(reader, sizeof "@import" - 1, TAIL('p', 'o', 'r', 't')))
        return reader->has_rules ? RULE_IGNORED : RULE_IMPORT;
    return word_is(reader, sizeof "@namespace" - 1, TAIL('p', 'a', 'c', 'e')) ? RULE_IGNORED : RULE_NONE;
}

static void end_word(struct css_reader *reader, char c)
{
    bool is_url = c == '(' && word_is(reader, sizeof "url" - 1, TAIL(0, 'u', 'r', 'l'));
    if (reader->is_at_rule)
        reader->rule = (uint8_t)rule_of_word(reader);
    begin(reader, is_url ? STATE_URL_BEFORE : STATE_TEXT);
    reader->is_at_rule = c == '@';
    reader->word_size = c == '@';
}

/* ---- States ---- */

static void begin_string(struct css_reader *reader, char quote, bool is_wanted)
{
    begin(reader, STATE_STRING);
    reader->quote = quote;
    reader->is_wanted = is_wanted;
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
    else if (c == '"' || c == '\'')
        begin_string(reader, c, reader->rule == RULE_IMPORT);
    else if (c == '}' || ((c == ';' || c == '{') && reader->rule != RULE_FONT))
        reader->rule = RULE_NONE;
    reader->has_rules |= c == '{';
}

static void step_string(struct css_reader *reader, char c)
{
    if (c == reader->quote && reader->is_wanted)
        end_url(reader);
    else if (c == reader->quote || is_line_end(c))
        begin(reader, STATE_TEXT);
    else
        add(reader, c);
}

static void step_url(struct css_reader *reader, char c)
{
    bool is_before = reader->state == STATE_URL_BEFORE, is_quote = c == '"' || c == '\'';
    if (c == ')') {
        end_url(reader);
    } else if (is_blank(c)) {
        reader->state = is_before ? STATE_URL_BEFORE : STATE_URL_AFTER;
    } else if (is_before && is_quote) {
        begin_string(reader, c, true);
    } else if (reader->state == STATE_URL_AFTER || is_quote || c == '(') {
        begin(reader, STATE_URL_AFTER); /* it is none, and nothing is told */
    } else {
        reader->state = STATE_URL;
        add(reader, c);
    }
}

/* An address in a srcset that ends in commas has nothing behind it that says what it is for. */
static void end_set_url(struct css_reader *reader)
{
    reader->state = STATE_SET_AFTER;
    while (reader->length > 0 && reader->length <= reader->room && reader->url[reader->length - 1] == ',') {
        reader->length--;
        reader->state = STATE_SET_BEFORE;
    }
    report_url(reader, EMBED_PICTURE);
}

static void step_set(struct css_reader *reader, char c)
{
    if (reader->state == STATE_SET_AFTER) {
        if (c == ',')
            reader->state = STATE_SET_BEFORE;
    } else if (is_blank(c)) {
        if (reader->state == STATE_SET_URL)
            end_set_url(reader);
    } else if (reader->state == STATE_SET_URL || c != ',') {
        if (reader->state == STATE_SET_BEFORE)
            begin(reader, STATE_SET_URL);
        add(reader, c);
    }
}

static void step(struct css_reader *reader, char c)
{
    uint8_t before = reader->state;
    switch (before) {
    case STATE_TEXT: step_text(reader, c); break;
    case STATE_COMMENT:
        if (c == '/' && reader->last == '*')
            reader->state = STATE_TEXT;
        break;
    case STATE_STRING: step_string(reader, c); break;
    case STATE_URL_BEFORE:
    case STATE_URL:
    case STATE_URL_AFTER: step_url(reader, c); break;
    default: step_set(reader, c); break;
    }
    reader->last = (char)(reader->state == before ? c : '\0');
}

/* ---- Escapes ---- */

static bool takes_escapes(const struct css_reader *reader)
{
    return reader->state == STATE_TEXT || (reader->state >= STATE_STRING && reader->state <= STATE_URL_AFTER);
}

/* What an escape stands for is part of a name or an address, whatever character it is. */
static void add_escaped(struct css_reader *reader, uint32_t code)
{
    char bytes[UTF8_MAX_BYTES];
    size_t size = utf8_encode(code == 0 ? UTF8_REPLACEMENT : code, bytes);
    if (reader->state == STATE_URL_BEFORE)
        reader->state = STATE_URL;
    for (size_t i = 0; i < size; i++)
        add(reader, bytes[i]);
}

/* Reads a character of an escape. Returns false if the character does not belong to it any more. */
static bool step_escape(struct css_reader *reader, char c)
{
    int digit = ascii_hex_value(c);
    unsigned digits = reader->escape - 1u;
    if (digit >= 0 && digits < ESCAPE_DIGITS) {
        reader->code = (digits == 0 ? 0 : reader->code << 4) | (uint32_t)digit;
        reader->escape++;
        return true;
    }
    reader->escape = 0;
    if (digits > 0) {
        add_escaped(reader, reader->code);
        return is_blank(c);
    }
    if (c & 0x80)
        return false;    /* it stands for itself in any case, and has more bytes */
    if (!is_line_end(c)) /* which a string goes on behind */
        add_escaped(reader, (unsigned char)c);
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
                                  .has_rules = form != CSS_SHEET};
}

void css_feed(struct css_reader *reader, const char *text, size_t size)
{
    for (const char *p = text; p < text + size; p++) {
        if (reader->escape != 0 && step_escape(reader, *p))
            continue;
        if (*p == '\\' && takes_escapes(reader))
            reader->escape = 1;
        else
            step(reader, *p);
    }
}

void css_end(struct css_reader *reader)
{
    css_feed(reader, "\n)", 2);
}
