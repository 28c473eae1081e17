/*
 * The sort key of a URL in CDX indexes (SURT): host turned round, `www` dropped, lower case, query parameters
 * in order.
 *
 *     http://www.Example.in.th:8080/A?b=2&a=1   becomes   th,in,example:8080)/a?a=1&b=2
 *
 * The rules are those of npm's warcio, so that its readers find what we index. What is not http or https
 * stays as it is.
 */
#ifndef CRAWLBOX_WACZ_SURT_H
#define CRAWLBOX_WACZ_SURT_H

/* The key, which the caller frees; NULL: no memory. */
char *surt_from_url(const char *url);

#endif
