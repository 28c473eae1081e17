/*
 * The unvisited queue of an active site, in its slot file (STATE_SITE0 + slot): an append-only list of
 * entries of 16 bytes, and the text of their URLs.
 *
 *     frontier_begin(crawl, site);                             an empty list
 *     frontier_add(crawl, site, &entry, text);                 a link of the page that is read
 *     frontier_run_end(crawl, site, &run);                     what all of them have in common is known
 *     frontier_next(crawl, site, class, &entry);               the first of that class that is not taken
 *
 * Links of one page form a run, headed by an entry that says what they have in common: class, hops, distance,
 * parent. It is written last, since it depends on the page's language. There is no priority queue: each class
 * is scanned forward once.
 *
 * The list has each link once. Entries keep the hash of the page's key, so that the seen-set (seen.h) can be
 * made again from them.
 *
 * If the card does not give back what was written, these functions return STATUS_DAMAGED: then the site has
 * to be crawled anew.
 */
#ifndef CRAWLBOX_CRAWL_FRONTIER_H
#define CRAWLBOX_CRAWL_FRONTIER_H

#include "crawl/crawl.h"

enum frontier_kind {
    FRONTIER_RUN = 1, /* heads the entries of a page */
    FRONTIER_PAGE,    /* a URL to fetch */
    FRONTIER_EDGE,    /* another host that the site links to: its name is the text */
    FRONTIER_KEY,     /* a key, which no later link may have; with a text: a page that was fetched at once */
    FRONTIER_FACTS,   /* what the words of a link to another segment say; it has none of the fields below */
};

enum { FRONTIER_KEY_BITS = 48, FRONTIER_URL_MAX = URL_LIMIT };

struct frontier_entry {
    uint8_t kind;
    uint8_t how;     /* of a page: letter of the discovery path; of an edge: enum frontier_edge bits */
    uint16_t length; /* of the text */
    uint32_t text;   /* where it begins */
    uint16_t offset; /* from the run's head */
    uint64_t key;    /* 48 bits */
};

/* How the site links to another host. */
enum frontier_edge { FRONTIER_EDGE_HTTPS = 1, FRONTIER_EDGE_REDIRECT = 2 };

/*
 * A slot file, in sectors: robots.txt of each origin, then the seen-set, the entries, the text. These grow
 * with `units`, a power of two. Units of 256 take 1.7 MB and hold 15,872 entries with 81 bytes of text each.
 */
enum {
    FRONTIER_ROBOTS_SECTORS = 5, /* of each origin */
    FRONTIER_SEEN_AT = CRAWL_ORIGINS * FRONTIER_ROBOTS_SECTORS,
    FRONTIER_UNIT_SEEN = 1, /* sectors of each kind in a unit */
    FRONTIER_UNIT_ENTRIES = 2,
    FRONTIER_UNIT_TEXT = 10,
    FRONTIER_UNIT_SECTORS = FRONTIER_UNIT_SEEN + FRONTIER_UNIT_ENTRIES + FRONTIER_UNIT_TEXT,
    FRONTIER_UNITS_DEFAULT = 256,
    FRONTIER_SECTORS_DEFAULT = FRONTIER_SEEN_AT + FRONTIER_UNITS_DEFAULT * FRONTIER_UNIT_SECTORS,
    FRONTIER_ENTRY_BYTES = 16,
    FRONTIER_SECTOR_ENTRIES = STATE_PAYLOAD_BYTES / FRONTIER_ENTRY_BYTES,
};

/* Where the entries and the text begin in a file of so many units. */
#define FRONTIER_ENTRIES_AT(units) (FRONTIER_SEEN_AT + (units)*FRONTIER_UNIT_SEEN)
#define FRONTIER_TEXT_AT(units)    (FRONTIER_ENTRIES_AT(units) + (units)*FRONTIER_UNIT_ENTRIES)

/* How many units a file of so many sectors has; 0: it is too short to hold anything. */
uint32_t frontier_units(uint32_t sectors);

int frontier_begin(struct crawl *crawl, struct crawl_site *site);

/* STATUS_NOT_FOUND: no such entry. */
int frontier_read(struct crawl *crawl, const struct crawl_site *site, uint32_t number,
                  struct frontier_entry *entry);
int frontier_read_run(struct crawl *crawl, const struct crawl_site *site, uint32_t number,
                      struct crawl_run *run);
/* Where the text of the entry lies in the slot file. */
uint32_t frontier_text_offset(const struct crawl *crawl, const struct frontier_entry *entry);
int frontier_read_text(struct crawl *crawl, const struct crawl_site *site, const struct frontier_entry *entry,
                       char *text);

/* Appends to the run that is open, and opens it if there is none. STATUS_FULL: no room. */
int frontier_add(struct crawl *crawl, struct crawl_site *site, struct frontier_entry *entry,
                 const char *text);

/* Appends an entry for what the words of a link to another segment say: with mark 0 behind the edge that was
 * just added, else for a later link of the edge that has this mark (evidence.h). It holds zeros until
 * frontier_write_facts() fills it in, before the page ends. */
int frontier_add_facts(struct crawl *crawl, struct crawl_site *site, uint32_t mark);
int frontier_write_facts(struct crawl *crawl, struct crawl_site *site, uint32_t number,
                         const struct visit_evidence *facts);
/* The mark of an entry that is FRONTIER_FACTS. */
uint32_t frontier_facts_mark(const struct frontier_entry *entry);
/* Gives zeros if the entry holds no facts. */
int frontier_read_facts(struct crawl *crawl, const struct crawl_site *site, uint32_t number,
                        struct visit_evidence *facts);

/* Ends the run: all that was added since entries_before belongs to it. Counts its pages as pending. */
int frontier_run_end(struct crawl *crawl, struct crawl_site *site, struct crawl_run *run);

/* Takes back what was added since entries_before; with `keep_edges` it keeps edges to other hosts. Returns
 * how many pages it took back. */
int frontier_drop(struct crawl *crawl, struct crawl_site *site, bool keep_edges);

/* Finds the first page at `at` or behind it in the runs of a class, and moves `at` there. STATUS_NOT_FOUND:
 * there is none. */
int frontier_find(struct crawl *crawl, const struct crawl_site *site, unsigned class, uint32_t *at,
                  struct frontier_entry *entry);

/* Finds the first entry of a class that is not taken, and moves the cursor of the class there.
 * STATUS_NOT_FOUND: there is none. */
int frontier_next(struct crawl *crawl, struct crawl_site *site, unsigned class, struct frontier_entry *entry);

#endif
