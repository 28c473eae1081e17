/*
 * The seen-set: which keys a site's list has already. It is a hash table in the site's slot file, with 126
 * keys a sector, at most half full.
 *
 *     int known = seen_add(crawl, site, key, 0);              1: it was there; 0: it is now
 *
 * It begins with a few sectors and is made again, four times as large, when these are half full. The engine
 * can make it from the list at any time, and does so after each boot: nothing in it needs to survive.
 */
#ifndef CRAWLBOX_CRAWL_SEEN_H
#define CRAWLBOX_CRAWL_SEEN_H

#include "crawl/crawl.h"

/* Makes an empty set. */
int seen_begin(struct crawl *crawl, struct crawl_site *site);

/* Makes the set from the site's list, with room to grow. */
int seen_rebuild(struct crawl *crawl, struct crawl_site *site);

/* Returns 1 if the set had the key, or one that differs from it in nothing but `ignored`, bits below
 * URL_TWINS; 0 if it has it only now. Then the caller appends an entry with the key to the list, or removes
 * the key again. */
int seen_add(struct crawl *crawl, struct crawl_site *site, uint64_t key, unsigned ignored);

/* Removes the key that was added last. */
int seen_remove(struct crawl *crawl, struct crawl_site *site, uint64_t key);

#endif
