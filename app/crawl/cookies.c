/*
 * Cookies of active sites: what a redirect has set is sent back to that server for as long as the site is
 * visited, so that a wall that only wants to see a cookie opens. They are never on the card, and share less
 * than two hundred bytes: where these do not suffice, the others are forgotten, and set anew by their
 * servers.
 */
#include <string.h>

#include "crawl/internal.h"
#include "fetch/http/http.h"

_Static_assert((unsigned)CRAWL_COOKIES_BYTES >= (unsigned)HTTP_COOKIE_BYTES + STATE_SLOTS,
               "the longest cookies of one site must fit beside the empty ones of the others");

/* Returns the cookies of a slot. The texts stand one behind the other, each with its zero byte. */
static char *find_text(struct crawl *crawl, unsigned slot)
{
    char *at = crawl->cookies;
    while (slot-- > 0)
        at += strlen(at) + 1;
    return at;
}

const char *crawl_cookie(struct crawl *crawl)
{
    bool is_its_own = crawl->cookie_origin[crawl->slot] == crawl->origin_hash;
    if (crawl->settings->cookies == COOKIES_NO)
        return NULL;
    return is_its_own ? find_text(crawl, crawl->slot) : "";
}

void crawl_put_cookie(struct crawl *crawl, unsigned slot, const char *text)
{
    size_t length = strlen(text);
    char *at = find_text(crawl, slot);
    memmove(at, at + strlen(at), (size_t)(crawl->cookies + sizeof crawl->cookies - at) - strlen(at));
    const char *end = find_text(crawl, STATE_SLOTS);
    if (length > (size_t)(crawl->cookies + sizeof crawl->cookies - end)) {
        memset(crawl->cookies, 0, sizeof crawl->cookies);
        at = crawl->cookies + slot;
    }
    memmove(at + length, at, (size_t)(crawl->cookies + sizeof crawl->cookies - at) - length);
    memcpy(at, text, length + 1); /* the zero byte was there before */
    crawl->cookie_origin[slot] = crawl->origin_hash;
}

bool crawl_leads_back(struct crawl *crawl, const struct crawl_site *site, const struct url *url,
                      uint64_t text_key)
{
    uint64_t key = crawl_page_key(crawl, url);
    uint32_t number = site->current;
    struct crawl_run run = crawl->run;
    struct frontier_entry entry;
    if (crawl->answer.cookie == NULL || crawl->answer.cookie[0] == '\0')
        return false;
    while (frontier_read(crawl, site, number, &entry) == 0) {
        if (entry.length == url->fragment && (entry.key == key || entry.key == text_key))
            return true;
        number = run.parent;
        if (entry.how != 'R' || frontier_read_run(crawl, site, run.parent_run, &run) < 0)
            return false;
    }
    return false;
}
