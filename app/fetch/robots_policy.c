#include "fetch/robots_policy.h"

#include "fetch/http/http.h"

enum robots_action robots_policy(int fetch_status, int redirects, bool has_target)
{
    if (fetch_status >= 200 && fetch_status <= 299)
        return ROBOTS_PARSE;
    if (http_status_is_redirect(fetch_status))
        return has_target && redirects < ROBOTS_REDIRECTS_MAX ? ROBOTS_FOLLOW : ROBOTS_ALLOW;
    if (fetch_status == 429)
        return ROBOTS_DEFER;
    return fetch_status >= 400 && fetch_status <= 499 ? ROBOTS_ALLOW : ROBOTS_DENY;
}
