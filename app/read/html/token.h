/*
 * Cuts HTML into tokens: the tokenizer of the WHATWG HTML standard (section 13.2.5) as a push parser. Bytes
 * go in as they arrive, in pieces of any size; tags, text and comments come out through a table of functions.
 * How the input is cut into pieces never changes what comes out as a whole, though a run of text may come in
 * more parts.
 *
 *     static const struct html_token_sink sink = {.text = my_text, .tag_open = my_tag_open};
 *     struct html_tokenizer tokens;
 *     html_token_begin(&tokens, &sink, &my_context);
 *     while ((n = receive(chunk)) > 0)
 *         html_token_feed(&tokens, chunk, n);
 *     html_token_end(&tokens);
 *
 * The input is valid UTF-8 (app/read/text sees to that). If every piece of it holds whole characters, so does
 * every span that comes out. Spans die when the function that gets them returns.
 *
 * Unlike a browser it holds neither a tag nor a page: a tag is handed on piece by piece, and only the
 * attributes that the sink asks for are collected at all. html.h is the layer that knows elements; use this
 * one to look at raw tokens.
 *
 * What differs from the standard, on purpose: parse errors are not reported; a DOCTYPE is handed on as
 * written; repeated attributes of a tag all arrive (the sink keeps the first); names end after
 * HTML_NAME_BYTES; the named character references are the ones of reference.c.
 *
 * RAM: struct html_tokenizer, about 1,120 bytes, most of it for attribute values.
 */
#ifndef CRAWLBOX_READ_HTML_TOKEN_H
#define CRAWLBOX_READ_HTML_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HTML_NAME_BYTES = 32,    /* the longest name of a tag or attribute that is told apart from others */
    HTML_URL_BYTES = 1024,   /* the longest address that is of use to us */
    HTML_VALUE_BYTES = 1040, /* an address of that length, and something beside it in the same tag */
    HTML_RAW_NAME_BYTES = 12,
};

/* What the content of an element is made of, which decides what ends it. */
enum html_content {
    HTML_DATA,      /* markup */
    HTML_RCDATA,    /* text with character references, up to the end tag: title, textarea */
    HTML_RAWTEXT,   /* text up to the end tag: style, iframe, ... */
    HTML_SCRIPT,    /* the same with the rules for `<!--` in scripts */
    HTML_PLAINTEXT, /* text to the end of the page */
    HTML_CDATA,     /* text up to `]]>`; entered by the tokenizer itself */
    HTML_SKIP = 8,  /* is added to one of the others if nobody wants this text */
};

/*
 * The functions that get tokens. Any of them may be NULL: what it would have got is then skipped as fast as
 * possible. For a tag, tag_open is called, then attribute_name and attribute for each attribute that is
 * wanted, then tag_close. For a tag that the page's end cuts off, tag_close is never called.
 */
struct html_token_sink {
    /* Gets a run of text. A NUL byte in markup, which browsers drop and foreign content replaces, comes as
     * a run of its own. */
    void (*text)(void *context, const char *text, size_t size);

    /* Gets a tag's name in lower case. Returns whether its attributes are wanted; those of end tags never
     * come. */
    bool (*tag_open)(void *context, bool end_tag, const char *name, size_t size);

    /* Gets an attribute's name in lower case. Returns whether its value is wanted. A value of any length
     * can be had in pieces: see html_token_stream(). */
    bool (*attribute_name)(void *context, const char *name, size_t size);

    /*
     * Gets the value of the attribute just named; `cut` says that the rest of it did not fit. Returns whether
     * the value must stay where it is until tag_close, which takes room from the attributes that follow.
     */
    bool (*attribute)(void *context, const char *value, size_t size, bool cut);

    /* Learns that the tag is complete. Returns the content that follows a start tag, an enum html_content. */
    unsigned (*tag_close)(void *context, bool self_closing);

    /* Gets a part of a comment, or of what browsers treat as one. `last` comes with its last part, which
     * may be empty. */
    void (*comment)(void *context, const char *text, size_t size, bool last);

    /* Gets what stands between `<!DOCTYPE` and `>`, in parts like a comment. */
    void (*doctype)(void *context, const char *text, size_t size, bool last);

    /* Gets a piece of a value that is streamed. `attribute` follows, without text, when the value ends. */
    void (*piece)(void *context, const char *text, size_t size);
};

struct html_tokenizer {
    const struct html_token_sink *sink;
    void *context;
    uint32_t code;         /* the number in a character reference, as far as it was read */
    uint16_t value_start;  /* where the value being read begins, behind those that must stay */
    uint16_t value_end;    /* where it ends, as far as it was read */
    uint8_t state;         /* enum token_state of states.h */
    uint8_t return_state;  /* the state that follows a character reference */
    uint8_t content;       /* enum html_content of the text being read */
    uint8_t script_escape; /* 0, 1 or 2: inside `<!--` of a script, inside `<script` in that */
    uint8_t dashes;        /* dashes in a row before this byte in a script's comment, counted up to 2 */
    uint8_t name_size;     /* bytes in `name` */
    uint8_t raw_name_size; /* bytes in `raw_name` */
    bool skip_text;        /* nobody wants the text being read (HTML_SKIP) */
    bool after_cr;         /* the last piece ended in CR: an LF that follows belongs to it */
    bool end_tag;          /* the tag being read is an end tag */
    bool want_attributes;  /* the sink wants the attributes of the tag being read */
    bool want_value;       /* the sink wants the value of the attribute being read */
    bool value_streams;    /* the sink wants it in pieces */
    bool value_cut;        /* the value did not fit */
    bool in_doctype;       /* the comment being read is a DOCTYPE */
    bool cdata_allowed;    /* see html_token_allow_cdata() */
    char raw_name[HTML_RAW_NAME_BYTES]; /* of the element whose end tag ends RCDATA, RAWTEXT or SCRIPT */
    char name[HTML_NAME_BYTES];         /* of a tag, an attribute, a character reference, a declaration */
    char value[HTML_VALUE_BYTES];
};

/* Starts a page. `sink` is not copied: it must outlive the tokenizer. */
void html_token_begin(struct html_tokenizer *tokens, const struct html_token_sink *sink, void *context);

/* Reads the next piece of the page. */
void html_token_feed(struct html_tokenizer *tokens, const char *text, size_t size);

/* Ends the page, and hands on what was held back. */
void html_token_end(struct html_tokenizer *tokens);

/* Reads on as inside the element `name` with that content. The tokenizer does this itself after tag_close. */
void html_token_set_content(struct html_tokenizer *tokens, unsigned content, const char *name, size_t size);

/* attribute_name calls this if it wants the value in pieces. What is free of the memory for values is the
 * sink's until the value ends: `room` bytes from where the result points to. */
char *html_token_stream(struct html_tokenizer *tokens, size_t *room);

/* From now on, `<![CDATA[` begins text (as inside svg and math), or a comment (as everywhere else). */
void html_token_allow_cdata(struct html_tokenizer *tokens, bool allowed);

#endif
