/* Reads text in which only one end tag counts (scripts, styles, titles), and CDATA sections. */
#include <string.h>

#include "read/html/states.h"

enum { DASHES_ENOUGH = 2 };

/* Finds the next byte of raw text that may mean something; in a script's comment, dashes count, too. */
static const char *find_raw(const struct html_tokenizer *t, const char *p, const char *end)
{
    if (t->skip_text && t->script_escape == 0) {
        const char *stop = t->content == HTML_PLAINTEXT ? NULL : memchr(p, '<', (size_t)(end - p));
        return stop ? stop : end;
    }
    bool escaped = t->script_escape > 0;
    for (; p < end; p++) {
        if (*p == '<' ? t->content != HTML_PLAINTEXT : *p == '\r' || *p == '\0')
            break;
        if (escaped && (*p == '-' || *p == '>'))
            break;
    }
    return p;
}

/* A dash or `>` inside `<!--` of a script: `-->` ends that. */
static void count_dash(struct html_tokenizer *t, char byte)
{
    if (byte == '-') {
        if (t->dashes < DASHES_ENOUGH)
            t->dashes++;
        return;
    }
    if (t->dashes == DASHES_ENOUGH)
        t->script_escape = 0;
    t->dashes = 0;
}

static const char *step_text(struct html_tokenizer *t, const char *p, const char *end)
{
    const char *stop = find_raw(t, p, end);
    token_text(t, p, (size_t)(stop - p));
    if (stop > p)
        t->dashes = 0;
    if (stop == end)
        return end;
    switch (*stop) {
    case '-':
    case '>':
        token_text(t, stop, 1);
        count_dash(t, *stop);
        return stop + 1;
    case '\r':
        t->dashes = 0;
        token_text(t, "\n", 1);
        return token_skip_line_break(t, stop, end);
    case '\0':
        t->dashes = 0;
        token_text(t, HTML_REPLACEMENT, 3);
        return stop + 1;
    default:
        t->dashes = 0;
        t->state = TOKEN_RAW_LESS;
        return stop + 1;
    }
}

/* After `<`: an end tag, or in a script the begin of a comment, or a tag's name inside such a comment. */
static const char *step_less(struct html_tokenizer *t, const char *p)
{
    t->name_size = 0;
    if (*p == '/' && t->script_escape < 2) {
        t->state = TOKEN_RAW_END;
        return p + 1;
    }
    token_text(t, "<", 1);
    token_to_text(t);
    if (t->content != HTML_SCRIPT)
        return p;
    if (t->script_escape == 0 && *p == '!') {
        token_text(t, p, 1);
        t->state = TOKEN_SCRIPT_BANG;
        return p + 1;
    }
    if (t->script_escape == 1 && token_is(*p, CLASS_LETTER))
        t->state = TOKEN_SCRIPT_WORD;
    if (t->script_escape == 2 && *p == '/') {
        token_text(t, p, 1);
        t->state = TOKEN_SCRIPT_WORD;
        return p + 1;
    }
    return p;
}

/* After `<!` and `<!-`: two dashes begin a comment. */
static const char *step_bang(struct html_tokenizer *t, const char *p)
{
    bool second = t->state == TOKEN_SCRIPT_BANG_DASH;
    t->state = TOKEN_RAW;
    if (*p != '-')
        return p;
    token_text(t, p, 1);
    if (second) {
        t->script_escape = 1;
        t->dashes = DASHES_ENOUGH;
    } else {
        t->state = TOKEN_SCRIPT_BANG_DASH;
    }
    return p + 1;
}

/* A tag's name inside a comment of a script: <script> there makes </script> count once more. */
static const char *step_word(struct html_tokenizer *t, const char *p, const char *end)
{
    const char *start = p;
    for (; p < end && token_is(*p, CLASS_LETTER); p++)
        if (t->name_size < HTML_NAME_BYTES)
            t->name[t->name_size++] = token_lower(*p);
    token_text(t, start, (size_t)(p - start));
    if (p == end)
        return p;
    static const char script[] = {'s', 'c', 'r', 'i', 'p', 't'};
    bool named = t->name_size == sizeof script && memcmp(t->name, script, sizeof script) == 0;
    if (named && *p != '\0' && token_is(*p, CLASS_TAG_END))
        t->script_escape = t->script_escape == 1 ? 2 : 1;
    t->state = TOKEN_RAW;
    return p;
}

/* Gives back `</` and what followed, which is text, since it was not the end tag. */
static void give_back_end_tag(struct html_tokenizer *t)
{
    token_text(t, "</", 2);
    token_text(t, t->name, t->name_size);
    token_to_text(t);
}

static const char *step_end_name(struct html_tokenizer *t, const char *p, const char *end)
{
    t->state = TOKEN_RAW_END_NAME;
    while (p < end && t->name_size < t->raw_name_size && token_lower(*p) == t->raw_name[t->name_size])
        t->name[t->name_size++] = *p++;
    if (p == end)
        return p;
    bool complete = t->name_size == t->raw_name_size && t->name_size > 0;
    if (!complete || *p == '\0' || !token_is(*p, CLASS_TAG_END)) {
        give_back_end_tag(t);
        return p;
    }
    t->end_tag = true;
    token_open_tag(t, t->raw_name, t->raw_name_size);
    return p;
}

const char *token_step_raw(struct html_tokenizer *t, const char *p, const char *end)
{
    switch (t->state) {
    case TOKEN_RAW: return step_text(t, p, end);
    case TOKEN_RAW_LESS: return step_less(t, p);
    case TOKEN_SCRIPT_BANG:
    case TOKEN_SCRIPT_BANG_DASH: return step_bang(t, p);
    case TOKEN_SCRIPT_WORD: return step_word(t, p, end);
    default: return step_end_name(t, p, end);
    }
}

/* A CDATA section ends at `]]>`. */
const char *token_step_cdata(struct html_tokenizer *t, const char *p, const char *end)
{
    const char *start = p;
    switch (t->state) {
    case TOKEN_CDATA:
        while (p < end && *p != ']' && *p != '\r' && *p != '\0')
            p++;
        token_text(t, start, (size_t)(p - start));
        if (p == end)
            return p;
        if (*p == '\r') {
            token_text(t, "\n", 1);
            return token_skip_line_break(t, p, end);
        }
        if (*p == ']')
            t->state = TOKEN_CDATA_BRACKET;
        else
            token_text(t, p, 1);
        return p + 1;
    case TOKEN_CDATA_BRACKET:
        t->state = *p == ']' ? TOKEN_CDATA_END : TOKEN_CDATA;
        if (*p == ']')
            return p + 1;
        token_text(t, "]", 1);
        return p;
    default:
        if (*p == ']') {
            token_text(t, "]", 1);
            return p + 1;
        }
        if (*p == '>') {
            t->content = HTML_DATA;
            t->state = TOKEN_DATA;
            return p + 1;
        }
        t->state = TOKEN_CDATA;
        token_text(t, "]]", 2);
        return p;
    }
}

void token_end_raw(struct html_tokenizer *t)
{
    switch (t->state) {
    case TOKEN_RAW_LESS: token_text(t, "<", 1); break;
    case TOKEN_RAW_END:
    case TOKEN_RAW_END_NAME: give_back_end_tag(t); break;
    case TOKEN_CDATA_BRACKET: token_text(t, "]", 1); break;
    case TOKEN_CDATA_END: token_text(t, "]]", 2); break;
    default: break;
    }
}
