/*
 * Says which part of a host name one owner has registered, and in which class of top-level domains it lies.
 *
 *     www.science.chula.ac.th  ->  chula.ac.th          news.example.com  ->  example.com
 *
 * The public suffix list (15,000 rules) does not fit the box. Its place is taken by a rule: under a top-level
 * domain of two letters, the usual categories (co, ac, go, or, com, edu ...) are suffixes; a few countries
 * put everything under a second level; a few hosting companies count as suffixes. Where the rule is wrong
 * nothing breaks: two domains are taken for one and share its part of the host table, or one domain for two.
 */
#ifndef CRAWLBOX_READ_URL_DOMAIN_H
#define CRAWLBOX_READ_URL_DOMAIN_H

#include "read/url/url.h"

/* The classes of top-level domains that the predictor counts. HOME is where the language that is looked for
 * is at home. */
enum url_tld { URL_TLD_COM, URL_TLD_NET, URL_TLD_ORG, URL_TLD_HOME, URL_TLD_INFO, URL_TLD_OTHER, URL_TLDS };

/*
 * Returns where the registered domain begins in a host name as url_parse() writes it; it reaches to the end
 * of the host. An address, a name of one label and a suffix itself count as registered as a whole.
 */
size_t domain_start(const char *host, size_t length);

/* Returns the registered domain in the URL's text; *length is its length, without a dot behind the host. */
const char *url_domain(const struct url *url, size_t *length);

/* Do both URLs lie in one registered domain? */
bool url_same_domain(const struct url *a, const struct url *b);

/* Says whether a text, of at least one byte, is one of the words of a list, in which each stands between
 * blanks. */
bool url_is_listed(const char *list, const char *text, size_t length);

/* Returns the class of a host's top-level domain. `home` has the domains that count as HOME, in lower case,
 * each between blanks: " th xn--o3cw4h ". */
enum url_tld url_tld(const char *host, size_t length, const char *home);

/* Returns "COM", "NET" and so on; HOME is "TH", as the data sets of the method call it. */
const char *url_tld_name(enum url_tld tld);

#endif
