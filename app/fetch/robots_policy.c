#include "fetch/robots_policy.h"

#include "fetch/http/http.h"

static struct robots_policy redirect_policy(int redirects, bool has_target)
{
    if (!has_target)
        return (struct robots_policy){ROBOTS_ALLOW, "robots.txt redirects to nowhere: the site has none"};
    if (redirects >= ROBOTS_REDIRECTS_MAX)
        return (struct robots_policy){ROBOTS_ALLOW,
                                      "robots.txt redirects more than five times: the site has none"};
    return (struct robots_policy){ROBOTS_FOLLOW, "robots.txt is elsewhere: following the redirect"};
}

struct robots_policy robots_policy(int fetch_status, int redirects, bool has_target)
{
    if (fetch_status >= 200 && fetch_status <= 299)
        return (struct robots_policy){ROBOTS_PARSE, "the site has a robots.txt"};
    if (http_status_is_redirect(fetch_status))
        return redirect_policy(redirects, has_target);
    if (fetch_status == 429)
        return (struct robots_policy){ROBOTS_DEFER,
                                      "the site asks us to slow down: robots.txt is tried again later"};
    if (fetch_status >= 400 && fetch_status <= 499)
        return (struct robots_policy){ROBOTS_ALLOW, "the site has no robots.txt: everything is allowed"};
    if (fetch_status < 0)
        return (struct robots_policy){ROBOTS_DENY,
                                      "robots.txt could not be fetched: nothing of this site is taken today"};
    return (struct robots_policy){
        ROBOTS_DENY, "the server failed to give its robots.txt: nothing of this site is taken today"};
}
