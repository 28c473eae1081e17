/*
 * Makes the key by which a page is known: two URLs with the same key are one page, and only one of them is
 * fetched. The first of these URLs has the second as its key:
 *
 *     http://user@WWW2.example.com:80/%7Esom/index.html;jsessionid=1?b=1&PHPSESSID=2#top
 *     http://example.com/~som/?b=1
 *
 * The box fetches a URL as it was found (url_parse() mends its syntax only) and de-duplicates on the key,
 * which in addition drops user name and password, a first host label `www` or `www` and digits, a dot behind
 * the host, the fragment, `index.html` and `index.htm`, session ids and empty parameters, and writes every
 * character that needs no percent-encoding without it. The key keeps the scheme and the order of the
 * parameters.
 *
 * When a page redirects to another spelling of itself, both have one key. So the crawl follows the redirect
 * before it asks whether the key is known.
 *
 * A key is never longer than the URL. The 64-bit hash is made of the same characters without a buffer, and
 * with a secret number: without it, whoever can put links on a page could invent a URL with the hash of
 * another page, which would then never be fetched.
 */
#ifndef CRAWLBOX_READ_URL_KEY_H
#define CRAWLBOX_READ_URL_KEY_H

#include "base/keyed_hash.h"
#include "read/url/url.h"

/* Writes the key and a zero byte behind it. Returns its length, or STATUS_TOO_LONG if it does not fit. */
int url_key(const struct url *url, char *buffer, size_t capacity);

/* Returns where in a host name the part begins that the key keeps: behind `www.`, `www2.` and the like, if
 * more than a top-level domain is left. */
size_t url_key_host(const char *host, size_t length);

/* Returns the hash of the key, which is keyed_hash_of() what url_key() writes. */
uint64_t url_key_hash(const struct url *url, const uint32_t secret[KEYED_HASH_WORDS]);

/*
 * Returns a hash without a secret, for what several cards and machines must agree on: the order of hosts, and
 * the box of a fleet to which a host belongs. It is FNV-1a with a last mixing step. Anybody can invent
 * collisions, so it never proves that two texts are the same.
 */
uint64_t url_hash(const char *text, size_t length);

#endif
