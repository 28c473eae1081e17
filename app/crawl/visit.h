/*
 * A visit: one page is asked for, its answer is followed while it comes, and its outcome is told. These are
 * the types that are shared by all that ask for pages (the crawl, the console's `fetch`), all that get them
 * (the harvest, simulated webs) and their tests.
 *
 *     the asker fills in a struct visit_request, with itself as the observer
 *     the visitor gets the page and calls, in this order:
 *         observer.known         once, if it can ask whether the page has changed
 *         observer.link          for each link of the page, and for the target of a redirect
 *         observer.evidence      for what the words of a link say, after the link and before settle
 *         observer.settle        once, after a failure, too: the last moment before what changed is committed
 *         observer.via           when it writes the page's record and line
 *         observer.same          before the answer is stored
 *         observer.kept          when it counts
 *         observer.stored        when the page counts
 *     the visitor fills in the struct visit_answer and returns
 *
 * For robots.txt there is observer.rules and nothing else. docs/ARCHITECTURE.md draws the whole walk.
 *
 * RAM: struct visit_request, 76 bytes, and struct visit_answer, 80 bytes, both held by the crawl.
 */
#ifndef CRAWLBOX_CRAWL_VISIT_H
#define CRAWLBOX_CRAWL_VISIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "read/page.h"
#include "read/url/url.h"
#include "store/valid.h"

struct visit_answer;

/* A link of the page. */
struct visit_link {
    const struct url *url; /* absolute, without fragment; gone when the call returns */
    uint32_t number;       /* the same as in the words of the link that a reader gets; 0: there are none */
    char how;              /* letter of the discovery path: L a link, E a frame, M a sitemap, R a redirect */
    bool is_alternate;     /* the page says that it is the same in the language that is looked for */
    uint8_t embed;         /* enum embed: it is no page, but what this one needs, or a document */
};

/* What the words of a link say, in whatever form the reader has it: the crawl only keeps it until the segment
 * ends. */
struct visit_evidence {
    uint16_t words[5];
};

/* Whoever asked for the page and follows the visit. Each function may be NULL: then that is not wanted. */
struct visit_observer {
    /* Tells what is known of an earlier capture of this URL, so that the server can be asked whether the page
     * has changed. false: nothing is known. */
    bool (*known)(void *context, const struct url *url, struct valid *valid);

    /* Returns the number of a place for what the words of the link say; 0: nobody wants to know. */
    uint32_t (*link)(void *context, const struct visit_link *link);
    void (*evidence)(void *context, uint32_t place, const struct visit_evidence *evidence);

    /* The page is over. What the observer changes now is committed together with the page and its log line,
     * by one write of the journal, which the visitor makes. Returns 0; VISIT_AGAIN if the page will be asked
     * for again, so that this answer is logged and not kept; VISIT_AGAIN_KEPT if it will be asked for again,
     * and this answer is kept, since nobody knows whether another one will come; or the status of a card that
     * failed: then nothing of the visit counts. */
    int (*settle)(void *context, const struct visit_answer *answer);

    /* Writes the URL of the page that led here into the buffer. Returns its length, 0 if there is none, or a
     * negative status. */
    int (*via)(void *context, char *buffer, size_t size);

    /* Returns where in this WARC file a response with the same payload begins; 0: nobody knows of any. */
    uint32_t (*same)(void *context, const uint8_t payload[SHA1_BYTES], uint32_t file);

    /* A response with this payload is stored, whatever it is, and begins there. */
    void (*kept)(void *context, const uint8_t payload[SHA1_BYTES], uint32_t file, uint32_t offset);

    /* The page is stored, and the server said how to ask for it the next time. */
    void (*stored)(void *context, const struct url *url, const struct valid *valid);

    /* The sealed store of rules that robots.txt makes (read/robots/robots.h); it is gone when the call
     * returns. */
    void (*rules)(void *context, const void *store, size_t bytes);
};

enum { VISIT_AGAIN = 1, VISIT_AGAIN_KEPT };

enum { VISIT_PATH_SIZE = 32 }; /* a discovery path and its zero byte; of a longer path only the end */

/* What to get, how we came to it, and who follows. */
struct visit_request {
    struct url *url; /* absolute; its text loses the fragment. For robots.txt its buffer of URL_BUFFER_SIZE
                        bytes is used */
    const struct visit_observer *observer; /* never NULL */
    void *context;                         /* the observer's: first argument of its functions */
    const char *source;                    /* tag for crawl.log; NULL: none */
    const char *note;    /* for crawl.log: why the page is not visited; NULL: the status says it */
    const char *cookie;  /* as in struct fetch_exchange, "": the server has set none; NULL: none is wanted */
    uint32_t most_ms;    /* how long the visit may take; 0: as long as the settings say */
    uint32_t most_bytes; /* an embed that is longer is not wanted */
    uint32_t next_address;      /* the server that is asked next: the visitor connects to it meanwhile */
    uint16_t next_port;         /* its port; 0: nobody is known to be next */
    char path[VISIT_PATH_SIZE]; /* discovery path, letters R E X L P M, one a hop; "" is an entry page */
    uint8_t hops;               /* from the entry page */
    uint8_t worker;             /* number of the site's slot, from 0, for crawl.log */
    uint8_t embed;              /* enum embed: the URL is that of what a page needs, or of a document */
    bool is_sitemap;            /* the URL is that of a sitemap */
    bool strict;                /* the server has compressed an answer and is told not to */
};

enum visit_fate {
    VISIT_NOT_KEPT, /* not what the operator wants, or there is no store */
    VISIT_STORED,
    VISIT_REVISIT, /* stored as a reference to the same bytes: under another address, or of an earlier visit
                    */
};

/* What came of it. */
struct visit_answer {
    int status;             /* HTTP's, or an enum fetch_status */
    bool is_page;           /* HTML with status 200, or 304 for what was such a page */
    bool is_target;         /* the page is in the language that is looked for, or about the topic */
    bool is_unjudged;       /* nobody knows: it is compressed, or there was no memory to read it */
    bool is_embed;          /* what a page needs has come whole, and is what it should be */
    bool is_encoded;        /* compressed although nobody asked for that */
    bool has_rules;         /* of robots.txt: they were handed to observer.rules */
    uint8_t relevance;      /* how probable is_target is, 255 being 1; from VISIT_RELEVANT it is a target */
    uint8_t fate;           /* enum visit_fate; not known yet in observer.settle */
    uint8_t truncated;      /* enum warc_truncation */
    uint32_t bytes;         /* of the body, as far as it came */
    uint32_t duration_ms;   /* of the whole visit, connecting included */
    uint32_t retry_after_s; /* how long the server wants to be left alone; 0: it did not say */
    uint32_t address;       /* of the server, 0: not known */
    const char *tls_flaw;   /* what is wrong with a certificate that was taken nevertheless; NULL: nothing */
    const uint8_t
        *payload;       /* digest of the payload, SHA1_BYTES; NULL: nobody has made one. Gone when the visit
                                is over */
    const char *cookie; /* what the server has set by now; NULL: no news. Gone when the visit is over */
    struct page_result page; /* if is_page and it was read */
};

enum { VISIT_RELEVANT = 128 };

/* Was a page read and judged? A page that nobody could judge speaks neither for its site nor against it. */
static inline bool visit_has_page(const struct visit_answer *answer)
{
    return answer->is_page && !answer->is_unjudged;
}

/* Is the page empty unless its scripts are run? Nobody knows what it would say then. Its links count, but the
 * page does not count as one in another language. */
static inline bool visit_is_empty(const struct visit_answer *answer)
{
    return visit_has_page(answer) && answer->page.is_empty && !answer->is_target;
}

#endif
