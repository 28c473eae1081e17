/*
 * The inside of the tokenizer, shared by token.c (text, tags, attributes), raw.c (scripts and other raw text)
 * and markup.c (comments, declarations, character references).
 *
 * A step takes what it can of [p, end), which is never empty, and returns where it stopped. It may stop
 * without taking anything if it changed the state: the byte is then looked at again in the new state.
 */
#ifndef CRAWLBOX_READ_HTML_STATES_H
#define CRAWLBOX_READ_HTML_STATES_H

#include "read/html/token.h"

enum token_state {
    TOKEN_DATA,              /* text with markup, or RCDATA */
    TOKEN_TAG_OPEN,          /* after `<` */
    TOKEN_END_TAG_OPEN,      /* after `</` */
    TOKEN_TAG_NAME,          /*                                     <a */
    TOKEN_ATTRIBUTE_BEFORE,  /* after a name, a value or a slash    <a_ */
    TOKEN_ATTRIBUTE_NAME,    /*                                     <a b */
    TOKEN_ATTRIBUTE_AFTER,   /* after its name                      <a b_ */
    TOKEN_VALUE_BEFORE,      /*                                     <a b= */
    TOKEN_VALUE_DOUBLE,      /*                                     <a b=" */
    TOKEN_VALUE_SINGLE,      /*                                     <a b=' */
    TOKEN_VALUE_UNQUOTED,    /*                                     <a b=c */
    TOKEN_SELF_CLOSING,      /* after a slash in a tag              <a / */
    TOKEN_RAW,               /* in text that only its end tag ends, or nothing at all */
    TOKEN_RAW_LESS,          /* after `<` in it */
    TOKEN_RAW_END,           /* after `</` in it */
    TOKEN_RAW_END_NAME,      /* in what may be the name of its end tag */
    TOKEN_SCRIPT_BANG,       /* after `<!` in a script */
    TOKEN_SCRIPT_BANG_DASH,  /* after `<!-` in a script */
    TOKEN_SCRIPT_WORD,       /* in the name of a tag in a comment of a script */
    TOKEN_CDATA,             /* after `<![CDATA[` in foreign content */
    TOKEN_CDATA_BRACKET,     /* after `]` in it */
    TOKEN_CDATA_END,         /* after `]]` in it */
    TOKEN_DECLARATION,       /* after `<!` */
    TOKEN_COMMENT_START,     /* after `<!--` */
    TOKEN_COMMENT_DASH_ONLY, /* after `<!---` */
    TOKEN_COMMENT,           /* in a comment */
    TOKEN_COMMENT_DASH,      /* after `-` in it */
    TOKEN_COMMENT_END,       /* after `--` in it */
    TOKEN_COMMENT_BANG,      /* after `--!` in it */
    TOKEN_BOGUS,          /* in something that ends at `>`: a DOCTYPE, or what browsers treat as a comment */
    TOKEN_REFERENCE,      /* after `&` */
    TOKEN_REFERENCE_NAME, /* after `&` and a letter or digit */
    TOKEN_REFERENCE_NUMBER,  /* after `&#` */
    TOKEN_REFERENCE_X,       /* after `&#x`; `code` holds which x */
    TOKEN_REFERENCE_HEX,     /* in its digits */
    TOKEN_REFERENCE_DECIMAL, /* in its digits */
};

/* Bits of html_class[]: the kinds of bytes that the states tell apart. */
enum {
    CLASS_SPACE = 0x01,    /* white space in tags: tab, LF, FF, CR, space */
    CLASS_TAG_END = 0x02,  /* ends the name of a tag: white space, `/`, `>`; NUL needs care */
    CLASS_NAME_END = 0x04, /* ends the name of an attribute: the same and `=` */
    CLASS_DIGIT = 0x08,    /* 0 to 9 */
    CLASS_LETTER = 0x10,   /* A to Z, a to z */
    CLASS_HEX = 0x20,      /* 0 to 9, A to F, a to f */
    CLASS_UPPER = 0x40,    /* A to Z; shifted right by one: what to add to get the small letter */
};
extern const uint8_t html_class[256];

#define HTML_REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD, what a NUL byte becomes nearly everywhere */

static inline bool token_is(char byte, unsigned classes)
{
    return (html_class[(uint8_t)byte] & classes) != 0;
}

static inline char token_lower(char byte)
{
    return (char)(byte | ((html_class[(uint8_t)byte] & CLASS_UPPER) >> 1));
}

/* Hands on text, unless nobody wants it. */
static inline void token_text(struct html_tokenizer *t, const char *text, size_t size)
{
    if (size > 0 && !t->skip_text)
        t->sink->text(t->context, text, size);
}

/* Steps over a line break that begins with the CR at `p`, be it CR or CR LF. */
static inline const char *token_skip_line_break(struct html_tokenizer *t, const char *p, const char *end)
{
    if (++p == end)
        t->after_cr = true;
    else if (*p == '\n')
        p++;
    return p;
}

/* Goes back to the text that a `<` or `&` interrupted. */
void token_to_text(struct html_tokenizer *t);

/* Adds to the value of the attribute being read. */
void token_add_value(struct html_tokenizer *t, const char *text, size_t size);

/* Hands on a tag whose name is complete; afterwards the state is one inside the tag. */
void token_open_tag(struct html_tokenizer *t, const char *name, size_t size);

const char *token_step_raw(struct html_tokenizer *t, const char *p, const char *end);
const char *token_step_cdata(struct html_tokenizer *t, const char *p, const char *end);
const char *token_step_comment(struct html_tokenizer *t, const char *p, const char *end);
const char *token_step_reference(struct html_tokenizer *t, const char *p, const char *end);

/* Finish a piece of each kind that the end of the page has cut off. */
void token_end_raw(struct html_tokenizer *t);
void token_end_comment(struct html_tokenizer *t);
void token_end_reference(struct html_tokenizer *t);

#endif
