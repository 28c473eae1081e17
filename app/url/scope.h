/*
 * What scope rules ask about a URL: how deep it lies, whether it is a trap, whether its ending promises no text.
 * None of these needs memory. A rule that rejects a URL counts it under its own name (the crawler's business).
 */
#ifndef CRAWLBOX_URL_SCOPE_H
#define CRAWLBOX_URL_SCOPE_H

#include "url/url.h"

/* Segments of the path: `/` has none, `/a/b` and `/a/b/` have two. */
unsigned url_depth(const struct url *url);

/*
 * Is the same path segment, or the same group of segments, repeated more than twice in a row (/a/b/a/b/a/b)? Sites
 * with broken relative links, such as a link to `www.x.th/y` without a scheme, grow such paths without end.
 */
bool url_is_trap(const struct url *url);

/* Does the path end like an image, a film, an office document, an archive ...: nothing that could be a page? */
bool url_has_rejected_ending(const struct url *url);

/*
 * The segment of a site that the page belongs to: host, port and the longest directory path, such as
 * `www.example.com/travel/`. It lies in the URL's text; *length is its length.
 */
const char *url_segment(const struct url *url, size_t *length);

/* Is the host `domain` or one below it? url_in_domain(url, "my") holds for every host of Malaysia. */
bool url_in_domain(const struct url *url, const char *domain);

/* Is `name` a whole directory of the path? url_has_directory(url, "ms") holds for /en/ms/x and not for /ms. */
bool url_has_directory(const struct url *url, const char *name);

bool url_same_host(const struct url *a, const struct url *b);

#endif
