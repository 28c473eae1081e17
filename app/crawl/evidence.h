/*
 * What the words of links to another segment say, added up over all links from one segment to the other.
 *
 *     place = evidence_place(crawl, site, key, is_new);       a link: where its words are noted
 *     evidence_gather(crawl, site, number);                   the segment has ended: each entry of its list
 *     evidence_of_edge(crawl, site, number, key, &evidence);  then, what all links of an edge say
 *
 * The first link has its place behind the edge. Each later one has an entry of its own, marked with a part of
 * the edge's key. It is not added to the first: that entry is committed, and if power failed before the
 * commit of the second page, this page would count once more when it is fetched again. The sums are made when
 * the segment ends, in a hash table that lies where its seen-set was, and nothing in them has to survive.
 */
#ifndef CRAWLBOX_CRAWL_EVIDENCE_H
#define CRAWLBOX_CRAWL_EVIDENCE_H

#include "crawl/crawl.h"

/* Appends an entry for the words of a link to another segment, and returns its number. `key` is that of the
 * edge, which was just added if `is_new`. 0: there is no room; then the link counts as one without words.
 * Later links take at most half of the list, the rest is for pages. */
uint32_t evidence_place(struct crawl *crawl, struct crawl_site *site, uint64_t key, bool is_new);

/* Adds the entry of that number to the sums if it is a later link's. STATUS_NOT_FOUND: the list ends before
 * it. */
int evidence_gather(struct crawl *crawl, const struct crawl_site *site, uint32_t number);

/* What all links of the edge say; `number` is that of its entry. */
int evidence_of_edge(struct crawl *crawl, const struct crawl_site *site, uint32_t number, uint64_t key,
                     struct visit_evidence *evidence);

#endif
