/* Reads text, tags and attributes. Nearly every byte of a page passes through the states in this file. */
#include "read/html/token.h"

#include <string.h>

#include "read/html/states.h"

#define LETTERS_4(class, first)                                                                              \
    [first] = (class), [(first) + 1] = (class), [(first) + 2] = (class), [(first) + 3] = (class)
#define LETTERS_20(class, first)                                                                             \
    LETTERS_4(class, first), LETTERS_4(class, (first) + 4), LETTERS_4(class, (first) + 8),                   \
        LETTERS_4(class, (first) + 12), LETTERS_4(class, (first) + 16)
#define LETTERS_6(class, first) LETTERS_4(class, first), [(first) + 4] = (class), [(first) + 5] = (class)

enum {
    ENDS_NAME = CLASS_TAG_END | CLASS_NAME_END,
    SPACE = CLASS_SPACE | ENDS_NAME,
    DIGIT = CLASS_DIGIT | CLASS_HEX,
    CAPITAL = CLASS_LETTER | CLASS_UPPER,
};

const uint8_t html_class[256] = {
    ['\0'] = ENDS_NAME,
    ['\t'] = SPACE,
    ['\n'] = SPACE,
    ['\f'] = SPACE,
    ['\r'] = SPACE,
    [' '] = SPACE,
    ['/'] = ENDS_NAME,
    ['>'] = ENDS_NAME,
    ['='] = CLASS_NAME_END,
    LETTERS_6(DIGIT, '0'),
    LETTERS_4(DIGIT, '6'),
    LETTERS_6(CAPITAL | CLASS_HEX, 'A'),
    LETTERS_20(CAPITAL, 'G'),
    LETTERS_6(CLASS_LETTER | CLASS_HEX, 'a'),
    LETTERS_20(CLASS_LETTER, 'g'),
};

/* A machine word whose bytes are all `byte`, and one whose lowest set bit marks the first zero byte of a
 * word. */
#define EVERY_BYTE(byte)      (SIZE_MAX / 255 * (byte))
#define FIRST_ZERO_BYTE(word) (((word)-EVERY_BYTE(1)) & ~(word))

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first byte of a word must be its lowest");
_Static_assert(sizeof(size_t) <= sizeof(unsigned long), "__builtin_ctzl counts the bits of an unsigned long");

/* The first byte in [p, end) that is one of four, or `end`; a word at a time, since most bytes are none of
 * them. */
static inline const char *find_any(const char *p, const char *end, char a, char b, char c, char d)
{
    while ((size_t)(end - p) >= sizeof(size_t)) {
        size_t word;
        memcpy(&word, p, sizeof word);
        size_t is_a = word ^ EVERY_BYTE((uint8_t)a), is_b = word ^ EVERY_BYTE((uint8_t)b);
        size_t is_c = word ^ EVERY_BYTE((uint8_t)c), is_d = word ^ EVERY_BYTE((uint8_t)d);
        size_t found =
            (FIRST_ZERO_BYTE(is_a) | FIRST_ZERO_BYTE(is_b) | FIRST_ZERO_BYTE(is_c) | FIRST_ZERO_BYTE(is_d)) &
            EVERY_BYTE(0x80);
        if (found)
            return p + __builtin_ctzl(found) / 8;
        p += sizeof word;
    }
    while (p < end && *p != a && *p != b && *p != c && *p != d)
        p++;
    return p;
}

void token_to_text(struct html_tokenizer *t)
{
    switch (t->content) {
    case HTML_DATA:
    case HTML_RCDATA: t->state = TOKEN_DATA; break;
    case HTML_CDATA: t->state = TOKEN_CDATA; break;
    default: t->state = TOKEN_RAW; break;
    }
}

void html_token_set_content(struct html_tokenizer *t, unsigned content, const char *name, size_t size)
{
    t->content = (uint8_t)(content & ~(unsigned)HTML_SKIP);
    t->skip_text = (content & HTML_SKIP) || !t->sink->text;
    t->script_escape = 0;
    t->raw_name_size = (uint8_t)(size < HTML_RAW_NAME_BYTES ? size : HTML_RAW_NAME_BYTES);
    memmove(t->raw_name, name, t->raw_name_size);
    token_to_text(t);
}

/* Text up to the next markup or reference. */
static inline const char *step_data(struct html_tokenizer *t, const char *p, const char *end)
{
    const char *stop = find_any(p, end, '<', '&', '\r', '\0');
    token_text(t, p, (size_t)(stop - p));
    if (stop == end)
        return end;
    switch (*stop) {
    case '<': t->state = TOKEN_TAG_OPEN; return stop + 1;
    case '&':
        t->state = TOKEN_REFERENCE;
        t->return_state = TOKEN_DATA;
        return stop + 1;
    case '\r': token_text(t, "\n", 1); return token_skip_line_break(t, stop, end);
    default:
        if (t->content == HTML_RCDATA)
            token_text(t, HTML_REPLACEMENT, 3);
        else
            token_text(t, stop, 1);
        return stop + 1;
    }
}

/* After `<` in text. */
static inline const char *step_tag_open(struct html_tokenizer *t, const char *p)
{
    t->name_size = 0;
    t->end_tag = false;
    if (t->content == HTML_RCDATA) {
        t->state = TOKEN_RAW_LESS;
        return p;
    }
    if (token_is(*p, CLASS_LETTER)) {
        t->state = TOKEN_TAG_NAME;
        return p;
    }
    switch (*p) {
    case '/': t->state = TOKEN_END_TAG_OPEN; return p + 1;
    case '!': t->state = TOKEN_DECLARATION; return p + 1;
    case '?': t->state = TOKEN_BOGUS; return p;
    default:
        t->state = TOKEN_DATA;
        token_text(t, "<", 1);
        return p;
    }
}

/* After `</` in text. */
static inline const char *step_end_tag_open(struct html_tokenizer *t, const char *p)
{
    if (token_is(*p, CLASS_LETTER)) {
        t->end_tag = true;
        t->state = TOKEN_TAG_NAME;
        return p;
    }
    t->state = *p == '>' ? TOKEN_DATA : TOKEN_BOGUS;
    return *p == '>' ? p + 1 : p;
}

/* Adds bytes to the name up to one of `end_class`. A NUL byte is one of those, but belongs to the name all
 * the same. */
static inline const char *collect_name(struct html_tokenizer *t, const char *p, const char *end,
                                       unsigned end_class)
{
    unsigned size = t->name_size;
    for (; p < end; p++) {
        if (!token_is(*p, end_class)) {
            if (size < HTML_NAME_BYTES)
                t->name[size++] = token_lower(*p);
        } else if (*p != '\0') {
            break;
        } else if (size + 3 <= HTML_NAME_BYTES) {
            memcpy(t->name + size, HTML_REPLACEMENT, 3);
            size += 3;
        }
    }
    t->name_size = (uint8_t)size;
    return p;
}

void token_open_tag(struct html_tokenizer *t, const char *name, size_t size)
{
    bool wanted = t->sink->tag_open && t->sink->tag_open(t->context, t->end_tag, name, size);
    t->want_attributes = wanted && !t->end_tag && t->sink->attribute_name && t->sink->attribute;
    t->want_value = false;
    t->value_start = 0;
    t->value_end = 0;
    t->state = TOKEN_ATTRIBUTE_BEFORE;
}

static inline const char *step_tag_name(struct html_tokenizer *t, const char *p, const char *end)
{
    p = collect_name(t, p, end, CLASS_TAG_END);
    if (p == end)
        return p;
    if (!t->end_tag) {
        t->raw_name_size = t->name_size;
        memcpy(t->raw_name, t->name, sizeof t->raw_name);
    }
    token_open_tag(t, t->name, t->name_size);
    return p;
}

static const char *close_tag(struct html_tokenizer *t, const char *p, bool self_closing)
{
    t->content = HTML_DATA;
    t->skip_text = !t->sink->text;
    t->state = TOKEN_DATA;
    unsigned content = t->sink->tag_close ? t->sink->tag_close(t->context, self_closing) : HTML_DATA;
    if (content != HTML_DATA && !t->end_tag)
        html_token_set_content(t, content, t->raw_name, t->raw_name_size);
    return p + 1;
}

/* Drops the last character of a value that did not fit, if its bytes may have been cut. */
static void drop_partial_character(struct html_tokenizer *t)
{
    while (t->value_end > t->value_start && (t->value[t->value_end - 1] & 0xC0) == 0x80)
        t->value_end--;
    if (t->value_end > t->value_start && (t->value[t->value_end - 1] & 0x80))
        t->value_end--;
}

static void finish_attribute(struct html_tokenizer *t)
{
    if (!t->want_value)
        return;
    t->want_value = false;
    if (t->value_cut)
        drop_partial_character(t);
    size_t size = (size_t)(t->value_end - t->value_start);
    if (t->sink->attribute(t->context, t->value + t->value_start, size, t->value_cut))
        t->value_start = t->value_end;
    t->value_end = t->value_start;
}

/* Before the name of an attribute: also where every odd slash and quote in a tag leads to. */
static inline const char *step_attribute_before(struct html_tokenizer *t, const char *p, const char *end)
{
    while (p < end && token_is(*p, CLASS_SPACE))
        p++;
    if (p == end)
        return p;
    if (*p == '>')
        return close_tag(t, p, false);
    if (*p == '/') {
        t->state = TOKEN_SELF_CLOSING;
        return p + 1;
    }
    t->state = TOKEN_ATTRIBUTE_NAME;
    t->name_size = 0;
    if (*p != '=')
        return p;
    t->name[t->name_size++] = *p;
    return p + 1;
}

static inline const char *step_attribute_name(struct html_tokenizer *t, const char *p, const char *end)
{
    if (t->want_attributes) {
        p = collect_name(t, p, end, CLASS_NAME_END);
    } else {
        while (p < end && (!token_is(*p, CLASS_NAME_END) || *p == '\0'))
            p++;
    }
    if (p == end)
        return p;
    if (t->want_attributes) {
        t->value_cut = t->value_streams = false;
        t->want_value = t->sink->attribute_name(t->context, t->name, t->name_size);
    }
    if (*p == '=') {
        t->state = TOKEN_VALUE_BEFORE;
        return p + 1;
    }
    t->state = TOKEN_ATTRIBUTE_AFTER;
    return p;
}

/* After a name and perhaps white space: a `=` may still follow. */
static inline const char *step_attribute_after(struct html_tokenizer *t, const char *p, const char *end)
{
    while (p < end && token_is(*p, CLASS_SPACE))
        p++;
    if (p == end)
        return p;
    if (*p == '=') {
        t->state = TOKEN_VALUE_BEFORE;
        return p + 1;
    }
    finish_attribute(t);
    t->state = TOKEN_ATTRIBUTE_BEFORE;
    return p;
}

static inline const char *step_value_before(struct html_tokenizer *t, const char *p, const char *end)
{
    while (p < end && token_is(*p, CLASS_SPACE))
        p++;
    if (p == end)
        return p;
    switch (*p) {
    case '"': t->state = TOKEN_VALUE_DOUBLE; return p + 1;
    case '\'': t->state = TOKEN_VALUE_SINGLE; return p + 1;
    case '>': finish_attribute(t); return close_tag(t, p, false);
    default: t->state = TOKEN_VALUE_UNQUOTED; return p;
    }
}

void token_add_value(struct html_tokenizer *t, const char *text, size_t size)
{
    if (t->value_streams) {
        t->sink->piece(t->context, text, size);
        return;
    }
    size_t room = sizeof t->value - t->value_end;
    if (size > room) {
        size = room;
        t->value_cut = true;
    }
    memcpy(t->value + t->value_end, text, size);
    t->value_end = (uint16_t)(t->value_end + size);
}

/* A byte in a wanted value that does not stand for itself. */
static const char *step_value_special(struct html_tokenizer *t, const char *p, const char *end)
{
    switch (*p) {
    case '&':
        t->return_state = t->state;
        t->state = TOKEN_REFERENCE;
        return p + 1;
    case '\r': token_add_value(t, "\n", 1); return token_skip_line_break(t, p, end);
    default: token_add_value(t, HTML_REPLACEMENT, 3); return p + 1;
    }
}

static inline const char *step_value_quoted(struct html_tokenizer *t, const char *p, const char *end,
                                            char quote)
{
    if (t->want_value) {
        const char *stop = find_any(p, end, quote, '&', '\r', '\0');
        token_add_value(t, p, (size_t)(stop - p));
        if (stop < end && *stop != quote)
            return step_value_special(t, stop, end);
        p = stop;
    } else {
        const char *stop = memchr(p, quote, (size_t)(end - p));
        p = stop ? stop : end;
    }
    if (p == end)
        return p;
    finish_attribute(t);
    t->state = TOKEN_ATTRIBUTE_BEFORE;
    return p + 1;
}

static inline const char *step_value_unquoted(struct html_tokenizer *t, const char *p, const char *end)
{
    const char *stop = p;
    while (stop < end && !token_is(*stop, CLASS_SPACE) && *stop != '>' && *stop != '&' && *stop != '\0')
        stop++;
    if (t->want_value)
        token_add_value(t, p, (size_t)(stop - p));
    if (stop == end)
        return end;
    if (*stop == '&' || *stop == '\0')
        return t->want_value ? step_value_special(t, stop, end) : stop + 1;
    finish_attribute(t);
    t->state = TOKEN_ATTRIBUTE_BEFORE;
    return stop;
}

static inline const char *step_self_closing(struct html_tokenizer *t, const char *p)
{
    if (*p == '>')
        return close_tag(t, p, true);
    t->state = TOKEN_ATTRIBUTE_BEFORE;
    return p;
}

static const char *step_rare(struct html_tokenizer *t, const char *p, const char *end)
{
    if (t->state >= TOKEN_REFERENCE)
        return token_step_reference(t, p, end);
    if (t->state >= TOKEN_DECLARATION)
        return token_step_comment(t, p, end);
    if (t->state >= TOKEN_CDATA)
        return token_step_cdata(t, p, end);
    return token_step_raw(t, p, end);
}

static inline const char *token_step(struct html_tokenizer *t, const char *p, const char *end)
{
    switch (t->state) {
    case TOKEN_DATA: return step_data(t, p, end);
    case TOKEN_TAG_OPEN: return step_tag_open(t, p);
    case TOKEN_END_TAG_OPEN: return step_end_tag_open(t, p);
    case TOKEN_TAG_NAME: return step_tag_name(t, p, end);
    case TOKEN_ATTRIBUTE_BEFORE: return step_attribute_before(t, p, end);
    case TOKEN_ATTRIBUTE_NAME: return step_attribute_name(t, p, end);
    case TOKEN_ATTRIBUTE_AFTER: return step_attribute_after(t, p, end);
    case TOKEN_VALUE_BEFORE: return step_value_before(t, p, end);
    case TOKEN_VALUE_DOUBLE: return step_value_quoted(t, p, end, '"');
    case TOKEN_VALUE_SINGLE: return step_value_quoted(t, p, end, '\'');
    case TOKEN_VALUE_UNQUOTED: return step_value_unquoted(t, p, end);
    case TOKEN_SELF_CLOSING: return step_self_closing(t, p);
    default: return step_rare(t, p, end);
    }
}

void html_token_begin(struct html_tokenizer *t, const struct html_token_sink *sink, void *context)
{
    memset(t, 0, offsetof(struct html_tokenizer, value));
    t->sink = sink;
    t->context = context;
    t->skip_text = !sink->text;
}

void html_token_feed(struct html_tokenizer *t, const char *text, size_t size)
{
    const char *p = text, *end = text + size;
    if (size > 0 && t->after_cr) {
        t->after_cr = false;
        p += *p == '\n';
    }
    while (p < end)
        p = token_step(t, p, end);
}

void html_token_end(struct html_tokenizer *t)
{
    if (t->state == TOKEN_TAG_OPEN)
        token_text(t, "<", 1);
    else if (t->state == TOKEN_END_TAG_OPEN)
        token_text(t, "</", 2);
    else if (t->state >= TOKEN_REFERENCE)
        token_end_reference(t);
    else if (t->state >= TOKEN_DECLARATION)
        token_end_comment(t);
    else if (t->state >= TOKEN_RAW)
        token_end_raw(t);
    t->state = TOKEN_DATA;
}

char *html_token_stream(struct html_tokenizer *t, size_t *room)
{
    t->value_streams = true;
    *room = sizeof t->value - t->value_start;
    return t->value + t->value_start;
}

void html_token_allow_cdata(struct html_tokenizer *t, bool allowed)
{
    t->cdata_allowed = allowed;
}
