/*
 * Reads one page: charset, HTML, links and language in one stream, from the bytes of the HTTP body to a
 * verdict.
 *
 *     static void queue_link(void *context, const struct page_link *link) { queue_add(context, link->url); }
 *     static const struct page_sink sink = {.link = queue_link};
 *     const struct page_config config = {
 *         .address = &url, .http_charset = "tis-620", .pack = lang_pack_find("th"), .dict = &dict,
 *         .sink = &sink, .context = &queue,
 *     };
 *     page_begin(&page, &config);
 *     while ((n = receive(chunk)) > 0)
 *         page_feed(&page, chunk, n);
 *     page_end(&page, &result);
 *     if (result.language.matches) ...
 *
 * Bytes may come in pieces of any size; that changes nothing but how text is cut into calls. Everything
 * handed to the sink is gone when the call returns.
 *
 * Links are resolved as a browser does, against the first <base href> or the page's own address, and their
 * fragments are dropped. A link that is no http or https address, or is longer than URL_LIMIT, is counted and
 * not handed on. What the page needs (page_config.embeds) comes in the same way and counts as no link.
 *
 * RAM: struct page, about 3,070 bytes. A title and anchor texts take more, and only if the caller wants them.
 */
#ifndef CRAWLBOX_READ_PAGE_H
#define CRAWLBOX_READ_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "read/html/html.h"
#include "read/lang/lang.h"
#include "read/text/text.h"
#include "read/url/url.h"

enum {
    PAGE_BASE_BYTES =
        144, /* room for a <base href>, as far as links need it: to the last slash of its path */
    PAGE_LANGUAGE_BYTES = 16, /* room for the language that the page names, such as "th-TH" */
    PAGE_WORDS_LEAST = 20,    /* words of a page with scripts; a page with fewer is an empty frame for them */
};

struct page_link {
    const struct url *url; /* absolute, without fragment */
    uint32_t number; /* the number of the struct html_anchor that may follow; 0 for an embed within a tag */
    uint8_t element; /* HTML_A and others: see struct html_link */
    uint8_t rel;     /* HTML_REL_ bits */
    uint8_t embed;   /* enum embed: what the page needs, and no page itself; only with page_config.embeds */
    bool is_in_language; /* the page says that it leads to one in the language that is looked for */
};

/* The functions that get what is read. Any of them may be NULL. */
struct page_sink {
    void (*link)(void *context, const struct page_link *link);
    void (*anchor)(void *context, const struct html_anchor *anchor); /* needs page_config.anchors */
    void (*text)(void *context, const char *text, size_t size, unsigned flags);
    void (*gap)(void *context, enum html_gap gap);
};

/* How to read a page; all of it must live until page_end(). */
struct page_config {
    const struct url *address;    /* of the page; if it is NULL, relative links are refused */
    const char *http_charset;     /* the label in the server's Content-Type, or NULL if it named none */
    const struct lang_pack *pack; /* the pack of the language that is looked for, or NULL if none is */
    const struct dict *dict;      /* the dictionary of the pack, if it needs one */
    const struct page_sink *sink; /* NULL if only the result matters */
    void *context;                /* is handed to the functions of the sink */
    struct html_anchors *anchors; /* memory for anchor texts, or NULL if they are not wanted */
    bool embeds;                  /* hand on what the page needs, too: stylesheets, pictures, scripts */
    bool is_style; /* it is no page but a stylesheet, with what it needs in the place of links */
    char *title;   /* memory for the title, zero-terminated and cut to fit, or NULL */
    size_t title_size;
};

struct page_result {
    struct lang_result language;
    enum text_charset charset;
    enum text_source charset_source;
    uint32_t links;         /* links that were handed on */
    uint32_t links_refused; /* links that are not http or https, or no address at all */
    uint32_t links_too_long;
    uint8_t robots; /* HTML_ROBOTS_ bits */
    bool is_empty;  /* it has scripts and fewer than PAGE_WORDS_LEAST words */
};

struct page {
    const struct page_config *config;
    const char *piece; /* what page_feed() was given, while that runs */
    size_t piece_size;
    uint32_t links, links_refused, links_too_long;
    uint16_t title_used;
    bool title_ended; /* the first title was read; others do not count */
    bool has_base;    /* the first base was read; others do not count */
    bool has_pack;
    bool begun;        /* bytes have come */
    bool replaying;    /* the beginning of the page is read from link_text: see page_resolve() */
    uint16_t replayed; /* bytes of that beginning which are not needed any more */
    char html_language[PAGE_LANGUAGE_BYTES];
    char meta_language[PAGE_LANGUAGE_BYTES];
    char base_text[PAGE_BASE_BYTES];
    char link_text[URL_BUFFER_SIZE]; /* lent to app/read/text until it knows the charset */
    struct url base;
    struct text text;
    struct lang lang;
    struct html_reader html;
};

void page_begin(struct page *page, const struct page_config *config);

/* Reads the next bytes of the body, as they came over the wire, without transfer-encoding. */
void page_feed(struct page *page, const void *data, size_t size);

/* Ends the page, which is complete or as complete as it will ever be, and fills in the result. */
void page_end(struct page *page, struct page_result *result);

#endif
