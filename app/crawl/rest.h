/* Records of sites that are not active and have their lists on the card: sites that rest (rest.c), and sites
 * that were left early (kept.c). They lie at the beginning of RESTING.BIN, one for each place. */
#ifndef CRAWLBOX_CRAWL_REST_H
#define CRAWLBOX_CRAWL_REST_H

#include "crawl/crawl.h"

/* A site, as its sector has it. */
struct __attribute__((may_alias)) rest_record {
    struct crawl_site site;
    struct crawl_tenure tenure; /* its place does not count: that is the record's number */
    uint32_t kb;                /* what its embeds have brought */
    uint32_t domain;            /* hash of its registered domain */
    uint32_t seen_ready;        /* its seen-set is whole */
    struct crawl_needs needs;
};

/* The next of these places (state.resting or state.kept) from `place` on, with its record. A record that is
 * damaged has nobody who could come back: its host is found again when all hosts are scored.
 * STATUS_NOT_FOUND: there is no further one. */
int rest_next(struct crawl *crawl, uint32_t *places, unsigned *place, struct rest_record **record);

/* How many sites of these places there are, how many of a domain, and where the one is that gives way: of
 * sites that rest the one that costs most, of lists that are kept the one with the fewest pages. Its cost is
 * ~pages then; if there is no site, it is 0. */
struct rest_look {
    unsigned count, of_domain, last;
    uint32_t last_cost;
};
int rest_look(struct crawl *crawl, uint32_t *places, uint32_t domain, struct rest_look *look);

/* How many places there are for such sites, beside those that active sites have or need, but the slot's. */
unsigned rest_places(const struct crawl *crawl, unsigned slot);

/* Writes the record of the slot's site, for *place, where its list lies from now on. It counts as soon as
 * the state block says so, which must not say it yet. */
int rest_write(struct crawl *crawl, const struct crawl_site *site, unsigned *place);

/* The free slot has the site of that place, whose record counts no more. */
int rest_take(struct crawl *crawl, struct crawl_site *site, unsigned place);

#endif
