/*
 * Parses, resolves, normalises and serialises URLs as browsers do (the WHATWG URL standard), for http and
 * https. Everything that reads a URL calls this: links of pages, redirects, seeds, settings.
 *
 * The result is one text in a buffer of the caller's, and a struct of offsets into it, so that a part of a
 * URL is read without being copied:
 *
 *     struct url page, link;
 *     char page_text[URL_BUFFER_SIZE], link_text[URL_BUFFER_SIZE];
 *
 *     url_parse(&page, page_text, sizeof page_text, "http://www.example.co.th/a/b", 28, NULL);
 *     if (url_parse(&link, link_text, sizeof link_text, href, href_length, &page) < 0)
 *         say("%.*s: %s", (int)href_length, href, url_reason(&link));
 *     else
 *         fetch(link.text);
 *
 * The parser drops white space around the URL, and tabs and line ends inside. It reads `\` as `/`. Scheme and
 * host are lower-cased, the host is percent-decoded and an international name becomes Punycode
 * (read/url/idna.h), IPv4 addresses in any spelling become dotted decimals, a default port is dropped, `.`
 * and `..` are resolved (`%2e` too), and what may not stand in a component is percent-encoded.
 *
 * The text is UTF-8. In path, query and fragment a byte that is not part of a well-formed UTF-8 sequence is
 * percent-encoded as it is: a server that sent a raw windows-874 Location gets its own bytes back. In a host
 * name such a byte is refused.
 *
 * Cost: struct url, 24 bytes, the buffer, about 240 bytes of stack (360 for an international name). A host
 * name with characters outside ASCII is worked on inside the buffer, which must have room for its UTF-8 form
 * and its ASCII form together.
 */
#ifndef CRAWLBOX_READ_URL_URL_H
#define CRAWLBOX_READ_URL_URL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    URL_LIMIT = 1024,                /* bytes of the longest URL that the box handles, as serialised */
    URL_BUFFER_SIZE = URL_LIMIT + 1, /* room for it and the zero byte behind it */
};

/* Why a URL was refused. The crawl counts these, and url_reason() explains them. */
enum url_problem {
    URL_FINE,
    URL_TOO_LONG,
    URL_NOT_HTTP,
    URL_RELATIVE,
    URL_NO_HOST,
    URL_BAD_HOST,
    URL_BAD_NAME,
    URL_BAD_IPV4,
    URL_IPV6, /* the host is in brackets; the box has no IPv6, so the parser does not check the address */
    URL_BAD_PORT,
    URL_PROBLEMS /* how many there are */
};

/*
 * https://user:password@host:8443/path?query#fragment
 *             ^        ^   ^    ^    ^     ^        ^
 *             user_end |   |    path query fragment length
 *                    host  host_end
 *
 * A part that is absent is empty: its offset is that of the next part. `query` and `fragment` are the places
 * of `?` and `#`, so that an empty query is told from none. Without user name and password, user_end is equal
 * to host.
 */
struct url {
    char *text; /* the buffer given to url_parse(), which holds the URL and a zero byte behind it */
    uint16_t user_end;
    uint16_t host;
    uint16_t host_end;
    uint16_t path;
    uint16_t query;
    uint16_t fragment;
    uint16_t length;
    uint16_t port;   /* the TCP port to connect to: 80 or 443 where the URL names none */
    bool secure;     /* the scheme is https */
    uint8_t problem; /* enum url_problem, after url_parse() has refused the URL */
};

/*
 * Parses `text`, which need not end with a zero byte, into `buffer`; `base` resolves a relative link and may
 * be NULL. Returns the length of the URL, or, with url->problem set:
 *   STATUS_TOO_LONG     it does not fit the buffer or is longer than URL_LIMIT
 *   STATUS_UNSUPPORTED  it is not an http or https URL
 *   STATUS_INVALID      it is not a URL
 *
 * `url` may be `base` and `buffer` may be base->text (following a redirect takes no second buffer); the base
 * is gone then, also if the call fails. `text` may not lie in the buffer.
 */
int url_parse(struct url *url, char *buffer, size_t capacity, const char *text, size_t length,
              const struct url *base);

/* Returns a few plain words that say why url_parse() refused. */
const char *url_reason(const struct url *url);

/* Returns the same words for a problem that was counted. */
const char *url_problem_text(enum url_problem problem);

/* Return the lengths of the parts of a URL. That of the query counts its `?`. */
static inline size_t url_host_length(const struct url *url)
{
    return (size_t)(url->host_end - url->host);
}

static inline size_t url_path_length(const struct url *url)
{
    return (size_t)(url->query - url->path);
}

static inline size_t url_query_length(const struct url *url)
{
    return (size_t)(url->fragment - url->query);
}

/* Says whether the URL names a port, which is then not the usual one of its scheme. */
static inline bool url_has_port(const struct url *url)
{
    return url->host_end != url->path;
}

/* Gives a URL that names no port the other scheme, if it has room for that: its text lies in a buffer of
 * URL_BUFFER_SIZE. */
void url_set_scheme(struct url *url, bool secure);

/* Says whether the host is an IPv4 address (in dotted decimals) rather than a name. */
bool url_host_is_address(const struct url *url);

#endif
