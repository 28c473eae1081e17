/* Reads comments, declarations, and character references. */
#include <string.h>

#include "base/utf8.h"
#include "read/html/reference.h"
#include "read/html/states.h"

/* Hands on a part of a comment or DOCTYPE. */
static void comment_part(const struct html_tokenizer *t, const char *text, size_t size, bool last)
{
    void (*sink)(void *, const char *, size_t, bool) = t->in_doctype ? t->sink->doctype : t->sink->comment;
    if (sink && (size > 0 || last))
        sink(t->context, text, size, last);
}

static const char *comment_ends(struct html_tokenizer *t, const char *p)
{
    comment_part(t, p, 0, true);
    t->in_doctype = false;
    t->state = TOKEN_DATA;
    return p + 1;
}

static bool declaration_begins(const char *declaration, size_t length, const char *text, size_t size,
                               bool any_case)
{
    if (size > length)
        return false;
    for (size_t i = 0; i < size; i++)
        if ((any_case ? token_lower(text[i]) : text[i]) != declaration[i])
            return false;
    return true;
}

/* After `<!`: `--`, `DOCTYPE` in any case, `[CDATA[`; anything else is a comment that ends at `>`. */
static const char *step_declaration(struct html_tokenizer *t, const char *p)
{
    static const char comment[] = "--", doctype[] = "doctype", cdata[] = "[CDATA[";
    t->name[t->name_size++] = *p;
    if (declaration_begins(comment, sizeof comment - 1, t->name, t->name_size, false)) {
        if (t->name_size == sizeof comment - 1)
            t->state = TOKEN_COMMENT_START;
        return p + 1;
    }
    if (declaration_begins(doctype, sizeof doctype - 1, t->name, t->name_size, true)) {
        t->in_doctype = t->name_size == sizeof doctype - 1;
        if (t->in_doctype)
            t->state = TOKEN_BOGUS;
        return p + 1;
    }
    bool is_cdata = declaration_begins(cdata, sizeof cdata - 1, t->name, t->name_size, false);
    if (is_cdata && t->name_size < sizeof cdata - 1)
        return p + 1;
    if (is_cdata && t->cdata_allowed) {
        t->content = HTML_CDATA;
        t->state = TOKEN_CDATA;
        return p + 1;
    }
    t->state = TOKEN_BOGUS;
    comment_part(t, t->name, t->name_size - (is_cdata ? 0U : 1U), false);
    return is_cdata ? p + 1 : p;
}

/* Hands on a run of a comment's text up to `stop_at`. Returns where that is, or where a line break or NUL was
 * replaced. */
static const char *comment_text(struct html_tokenizer *t, const char *p, const char *end, char stop_at)
{
    bool wanted = t->in_doctype ? t->sink->doctype != NULL : t->sink->comment != NULL;
    if (!wanted) {
        const char *stop = memchr(p, stop_at, (size_t)(end - p));
        return stop ? stop : end;
    }
    const char *start = p;
    while (p < end && *p != stop_at && *p != '\r' && *p != '\0')
        p++;
    comment_part(t, start, (size_t)(p - start), false);
    if (p == end || *p == stop_at)
        return p;
    if (*p == '\r') {
        comment_part(t, "\n", 1, false);
        return token_skip_line_break(t, p, end);
    }
    comment_part(t, HTML_REPLACEMENT, 3, false);
    return p + 1;
}

/* Hands on the dashes that were held back, which are part of the comment after all. */
static const char *comment_goes_on(struct html_tokenizer *t, const char *held_back, const char *p)
{
    comment_part(t, held_back, strlen(held_back), false);
    t->state = TOKEN_COMMENT;
    return p;
}

/* After one dash; `<!--->` is a whole comment. */
static const char *step_comment_dash(struct html_tokenizer *t, const char *p)
{
    if (*p == '>' && t->state == TOKEN_COMMENT_DASH_ONLY)
        return comment_ends(t, p);
    if (*p != '-')
        return comment_goes_on(t, "-", p);
    t->state = TOKEN_COMMENT_END;
    return p + 1;
}

static const char *step_comment_end(struct html_tokenizer *t, const char *p)
{
    switch (*p) {
    case '>': return comment_ends(t, p);
    case '!': t->state = TOKEN_COMMENT_BANG; return p + 1;
    case '-': comment_part(t, "-", 1, false); return p + 1;
    default: return comment_goes_on(t, "--", p);
    }
}

static const char *step_comment_bang(struct html_tokenizer *t, const char *p)
{
    if (*p == '>')
        return comment_ends(t, p);
    if (*p != '-')
        return comment_goes_on(t, "--!", p);
    comment_part(t, "--!", 3, false);
    t->state = TOKEN_COMMENT_DASH;
    return p + 1;
}

const char *token_step_comment(struct html_tokenizer *t, const char *p, const char *end)
{
    switch (t->state) {
    case TOKEN_DECLARATION: return step_declaration(t, p);
    case TOKEN_COMMENT_START:
        if (*p == '>')
            return comment_ends(t, p);
        t->state = *p == '-' ? TOKEN_COMMENT_DASH_ONLY : TOKEN_COMMENT;
        return *p == '-' ? p + 1 : p;
    case TOKEN_COMMENT_DASH_ONLY:
    case TOKEN_COMMENT_DASH: return step_comment_dash(t, p);
    case TOKEN_COMMENT:
        p = comment_text(t, p, end, '-');
        if (p == end || *p != '-')
            return p;
        t->state = TOKEN_COMMENT_DASH;
        return p + 1;
    case TOKEN_COMMENT_END: return step_comment_end(t, p);
    case TOKEN_COMMENT_BANG: return step_comment_bang(t, p);
    default: p = comment_text(t, p, end, '>'); return p == end || *p != '>' ? p : comment_ends(t, p);
    }
}

void token_end_comment(struct html_tokenizer *t)
{
    if (t->state == TOKEN_DECLARATION)
        comment_part(t, t->name, t->name_size, false);
    comment_ends(t, t->name);
}

/* Puts what a reference stands for where the reference stood: into text or into an attribute's value. */
static void put_reference_text(struct html_tokenizer *t, const char *text, size_t size)
{
    if (t->return_state == TOKEN_DATA)
        token_text(t, text, size);
    else
        token_add_value(t, text, size);
}

static void put_reference_character(struct html_tokenizer *t, uint32_t character)
{
    char utf8[UTF8_MAX_BYTES];
    put_reference_text(t, utf8, utf8_encode(character, utf8));
}

/*
 * The longest start of the name that is a reference without a semicolon; 0 if none is. `next` follows the
 * name. In an attribute nothing but the whole name counts, and not before `=`: that is how `?a=1&copy=2`
 * survives.
 */
static size_t legacy_length(const struct html_tokenizer *t, char next, uint32_t *character)
{
    bool in_attribute = t->return_state != TOKEN_DATA;
    if (in_attribute && (next == '=' || token_is(next, CLASS_LETTER | CLASS_DIGIT)))
        return 0;
    size_t longest = HTML_REFERENCE_LONGEST_LEGACY;
    if (t->name_size < longest)
        longest = t->name_size;
    else if (in_attribute && t->name_size > longest)
        return 0;
    for (size_t length = longest; length >= 2; length--) {
        *character = html_reference_named(t->name, length);
        if (*character && html_reference_is_legacy(*character))
            return length;
        if (in_attribute)
            break;
    }
    return 0;
}

/* The name is complete and `next` follows it; returns whether `next` was a semicolon that belongs to it. */
static bool resolve_name(struct html_tokenizer *t, char next)
{
    uint32_t character = next == ';' ? html_reference_named(t->name, t->name_size) : 0;
    t->state = t->return_state;
    if (character) {
        put_reference_character(t, character);
        return true;
    }
    size_t length = legacy_length(t, next, &character);
    if (length > 0)
        put_reference_character(t, character);
    else
        put_reference_text(t, "&", 1);
    put_reference_text(t, t->name + length, t->name_size - length);
    return false;
}

static const char *step_name(struct html_tokenizer *t, const char *p, const char *end)
{
    while (p < end && t->name_size < HTML_REFERENCE_LONGEST && token_is(*p, CLASS_LETTER | CLASS_DIGIT))
        t->name[t->name_size++] = *p++;
    if (p == end)
        return p;
    return p + (resolve_name(t, *p) ? 1 : 0);
}

/* Gives back `&#` or `&#x` without digits, which is text. */
static void give_back_number(struct html_tokenizer *t)
{
    char x = (char)t->code;
    put_reference_text(t, "&#", 2);
    put_reference_text(t, &x, t->state == TOKEN_REFERENCE_X ? 1 : 0);
    t->state = t->return_state;
}

static const char *step_digits(struct html_tokenizer *t, const char *p, const char *end)
{
    enum { ENOUGH = 0x110000 }; /* more than any character's number */
    bool hex = t->state == TOKEN_REFERENCE_HEX;
    for (; p < end && token_is(*p, hex ? CLASS_HEX : CLASS_DIGIT); p++) {
        uint32_t digit =
            token_is(*p, CLASS_DIGIT) ? (uint32_t)(*p - '0') : (uint32_t)(token_lower(*p) - 'a' + 10);
        t->code = t->code * (hex ? 16 : 10) + digit;
        if (t->code > ENOUGH)
            t->code = ENOUGH;
    }
    if (p == end)
        return p;
    put_reference_character(t, html_reference_numeric(t->code));
    t->state = t->return_state;
    return p + (*p == ';' ? 1 : 0);
}

/* After `&#` and `&#x`. */
static const char *step_number(struct html_tokenizer *t, const char *p)
{
    bool after_x = t->state == TOKEN_REFERENCE_X;
    if (!after_x && (*p == 'x' || *p == 'X')) {
        t->code = (uint8_t)*p;
        t->state = TOKEN_REFERENCE_X;
        return p + 1;
    }
    if (!token_is(*p, after_x ? CLASS_HEX : CLASS_DIGIT)) {
        give_back_number(t);
        return p;
    }
    t->code = 0;
    t->state = after_x ? TOKEN_REFERENCE_HEX : TOKEN_REFERENCE_DECIMAL;
    return p;
}

const char *token_step_reference(struct html_tokenizer *t, const char *p, const char *end)
{
    switch (t->state) {
    case TOKEN_REFERENCE:
        t->name_size = 0;
        if (token_is(*p, CLASS_LETTER | CLASS_DIGIT)) {
            t->state = TOKEN_REFERENCE_NAME;
            return p;
        }
        if (*p == '#') {
            t->state = TOKEN_REFERENCE_NUMBER;
            return p + 1;
        }
        t->state = t->return_state;
        put_reference_text(t, "&", 1);
        return p;
    case TOKEN_REFERENCE_NAME: return step_name(t, p, end);
    case TOKEN_REFERENCE_NUMBER:
    case TOKEN_REFERENCE_X: return step_number(t, p);
    default: return step_digits(t, p, end);
    }
}

/* Only text matters here: a tag that is cut off by the end of the page is dropped as a whole. */
void token_end_reference(struct html_tokenizer *t)
{
    if (t->return_state != TOKEN_DATA)
        return;
    switch (t->state) {
    case TOKEN_REFERENCE: put_reference_text(t, "&", 1); break;
    case TOKEN_REFERENCE_NAME: resolve_name(t, '\0'); break;
    case TOKEN_REFERENCE_NUMBER:
    case TOKEN_REFERENCE_X: give_back_number(t); break;
    default: put_reference_character(t, html_reference_numeric(t->code)); break;
    }
}
