/*
 * Makes the key of a page: a text that leaves out of its URL what makes no difference on almost any server.
 * The first of these URLs has the second as its key:
 *
 *     http://user@WWW2.example.com:80/%7Esom/index.html;jsessionid=1?b=1&PHPSESSID=2#top
 *     http://example.com/~som/?b=1
 *
 * It drops user name and password, a first host label `www` or `www` and digits, a dot behind the host, the
 * fragment, `index.html` and `index.htm`, session ids and empty parameters, and writes every character that
 * needs no percent-encoding without it. The key keeps the scheme and the order of the parameters.
 *
 * Almost any is not every server: with `www.` and without, with `index.html` or a slash behind it and
 * without, there may be two pages. Addresses that differ in nothing else are twins. The crawl knows a page by
 * url_twins_hash(), which is the same for twins, and by what they differ in; whether they are one page it
 * learns from each site (app/crawl/twins.c).
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

/* What twins differ in: bits. */
enum url_twin {
    URL_TWIN_SCHEME = 1, /* https, or http; an address with a port of its own has no such twin */
    URL_TWIN_WWW = 2,    /* `www.`, or none; `www2.` and the like are hosts of their own here */
    URL_TWIN_INDEX = 4,  /* `index.html`, or nothing in its place; `index.htm` is a page of its own here */
    URL_TWIN_SLASH = 8,  /* a slash behind the path, or none; the path `/` has no such twin */
    URL_TWINS = 15
};

/* Returns a hash of the key without scheme, `www.`, `index.html` and the slash behind a path, and in *twins
 * which of them the URL has: enum url_twin bits. */
uint64_t url_twins_hash(const struct url *url, const uint32_t secret[KEYED_HASH_WORDS], unsigned *twins);

/*
 * Returns a hash without a secret, for what several cards and machines must agree on: the order of hosts, and
 * the box of a fleet to which a host belongs. It is FNV-1a with a last mixing step. Anybody can invent
 * collisions, so it never proves that two texts are the same.
 */
uint64_t url_hash(const char *text, size_t length);

#endif
