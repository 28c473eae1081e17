/*
 * Answers what the crawl's rules ask about a URL: how deep it lies, whether it is a trap, whether its ending
 * promises no text. None of these needs memory. app/crawl/rules.c decides by them what to fetch, and counts
 * what each rule rejects.
 */
#ifndef CRAWLBOX_READ_URL_SCOPE_H
#define CRAWLBOX_READ_URL_SCOPE_H

#include "read/url/url.h"

/* Returns how many segments the path has: `/` has none, `/a/b` and `/a/b/` have two. */
unsigned url_depth(const struct url *url);

/*
 * Says whether the same path segment, or the same group of segments, is repeated more than twice in a row
 * (/a/b/a/b/a/b). Sites with broken relative links, such as a link to `www.x.th/y` without a scheme, grow
 * such paths without end.
 */
bool url_is_trap(const struct url *url);

/* Returns how the path ends: URL_ENDING_PDF; from there up to URL_ENDING_OFFICE, like an office document;
 * or in another way that cannot be a page, such as that of an image; or URL_ENDING_OTHER. */
unsigned url_ending(const struct url *url);

enum { URL_ENDING_PDF = 0, URL_ENDING_OFFICE = 6, URL_ENDING_OTHER = 37 };

static inline bool url_has_rejected_ending(const struct url *url)
{
    return url_ending(url) < URL_ENDING_OTHER;
}

/*
 * Returns the segment of a site that the page belongs to: host, port and the longest directory path, such as
 * `www.example.com/travel/`. It lies in the URL's text; *length is its length.
 */
const char *url_segment(const struct url *url, size_t *length);

/* Says whether the host is `domain` or one below it. url_in_domain(url, "my") holds for every host in .my. */
bool url_in_domain(const struct url *url, const char *domain);

/* Says whether `name` is a whole directory of the path. url_has_directory(url, "ms") holds for /en/ms/x
 * and not for /ms. */
bool url_has_directory(const struct url *url, const char *name);

bool url_same_host(const struct url *a, const struct url *b);

#endif
