/* Which addresses of a site are the same page (twins.c). */
#ifndef CRAWLBOX_CRAWL_TWINS_H
#define CRAWLBOX_CRAWL_TWINS_H

#include "crawl/internal.h"

/*
 * What a site's `twins` say. Schemes have a bit each. Every other enum url_twin bit has a second one above
 * it. Neither: nothing is known. The first: it made no difference once. Both: it makes none. The second: it
 * makes one.
 */
enum {
    TWINS_SECURE = URL_TWIN_SCHEME, /* https has shown that it works */
    TWINS_PLAIN = 0x10,             /* https does not work where http does */
    TWINS_ABOVE = 4,                /* how far the second bits are above the first */
};

/* What makes no difference in addresses of the slot's site. */
unsigned crawl_ignored_twins(const struct crawl *crawl, const struct crawl_site *site);

/* Gives the URL under way, an entry of the site's list, the scheme that it is asked for with. */
void crawl_choose_scheme(struct crawl *crawl, const struct frontier_entry *entry);

/* What was asked for cannot be had. Is it asked for with the other scheme now? The status tells whether
 * anybody answers with this one; 0: somebody does. */
bool crawl_tries_other_scheme(struct crawl *crawl, int status);

/* The page under way redirects to the same page, but for what twins differ in. Returns true if the target is
 * the page's own entry, which is asked for as it is spelled. */
bool crawl_leads_to_twin(struct crawl *crawl, const struct url *url, uint64_t key);

/* Has this visit of the site brought a page already that the current entry is a twin of? */
bool crawl_has_twin_page(struct crawl *crawl, const struct crawl_site *site);

/* A page of the site was read: learns from it, and from twins that came before. */
void crawl_learn_twins(struct crawl *crawl, const struct visit_answer *answer);

/* Puts an entry of that kind into the table of validators (FORMAT.md). */
void crawl_note(struct crawl *crawl, uint64_t hash, struct valid *valid, char kind);

#endif
