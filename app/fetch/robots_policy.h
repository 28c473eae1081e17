/*
 * What the outcome of fetching a robots.txt means for its site. This module is here and not in read/robots,
 * because it speaks of HTTP and fetch statuses, which the parser of the file need not know.
 *
 *     if (robots_policy(status, 0, false) == ROBOTS_PARSE)
 *         robots_begin(&parser, store, sizeof store, "crawlbox", URL_LIMIT);
 */
#ifndef CRAWLBOX_FETCH_ROBOTS_POLICY_H
#define CRAWLBOX_FETCH_ROBOTS_POLICY_H

#include <stdbool.h>

enum robots_action {
    ROBOTS_PARSE,  /* the site has a robots.txt: read the body */
    ROBOTS_FOLLOW, /* fetch the target of the redirect; its rules apply to the host asked first */
    ROBOTS_ALLOW,  /* the site has none, so everything is allowed: robots_set(ROBOTS_UNAVAILABLE) */
    ROBOTS_DENY,   /* it could not be fetched, so nothing is allowed: robots_set(ROBOTS_UNREACHABLE) */
    ROBOTS_DEFER,  /* the site asks to slow down: ask again later, and fetch nothing of this host before */
};

enum { ROBOTS_REDIRECTS_MAX = 5 }; /* how many redirects are followed to get a robots.txt */

/*
 * What to do after a fetch of /robots.txt. `fetch_status` is the HTTP status, or a negative number if there
 * was no answer (fetch/http/fetch_status.h); `redirects` says how many redirects were followed before,
 * `has_target` whether this answer names a usable target.
 */
enum robots_action robots_policy(int fetch_status, int redirects, bool has_target);

#endif
