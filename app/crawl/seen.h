/*
 * Which keys a site's list has already: a hash table in its slot file, 126 keys a sector, at most half full.
 *
 *     int known = seen_add(crawl, site, key);                 1: it was there; 0: it is now
 *
 * It begins with a few sectors and is made again, four times as large, when these are half full. It can be
 * made of the list at any time, and is after each boot: nothing in it needs to survive.
 */
#ifndef CRAWLBOX_CRAWL_SEEN_H
#define CRAWLBOX_CRAWL_SEEN_H

#include "crawl/crawl.h"

/* An empty set. */
int seen_begin(struct crawl *crawl, struct crawl_site *site);

/* Makes it of the site's list, with room for it to grow. */
int seen_rebuild(struct crawl *crawl, struct crawl_site *site);

/* 1: the key was there; 0: it was not, and is now. Its entry must be appended, or the key removed again. */
int seen_add(struct crawl *crawl, struct crawl_site *site, uint64_t key);

/* Takes out the key that was added last. */
int seen_remove(struct crawl *crawl, struct crawl_site *site, uint64_t key);

#endif
