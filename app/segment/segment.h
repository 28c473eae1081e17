/*
 * Segments: a directory of a site with the pages in it. What is about a topic fills a directory of a foreign site, not the site.
 *
 *     http://planet.example/thailand/krabi.html?p=2       "planet.example/thailand/", its page "krabi.html?p=2"
 *     http://planet.example/about.html                    "planet.example", its page "about.html"
 *
 * A segment is a host of the host table whose name has a path, so that queue, rounds, slots and the changing of cards are those of
 * hosts. What differs is here: which segment a link leads to, what its sources say about it, when it is given up.
 *
 *     size_t length = segment_length(text, size);                   text: a URL from its host on
 *     segment_offer(&host->segment, text + length, size - length, true);
 *     segment_count(&host->segment, segment_weight(relevance, pages, chance), +1);          a source links to it
 *     uint8_t score = segment_score(&host->segment);
 *
 * The score is the published one: the mean over the sources of (mean relevance of the source's pages) x (chance that a link
 * like this leads to a relevant segment). 255 is 1.
 */
#ifndef CRAWLBOX_SEGMENT_SEGMENT_H
#define CRAWLBOX_SEGMENT_SEGMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The thresholds of the published segment crawler. No settings: its figures, with which ours are compared, hold for these, and what
 * a segment may cost has a setting already, `page_cap`. */
enum {
    SEGMENT_STREAK = 2,   /* S: so many irrelevant pages in a row end a segment */
    SEGMENT_DISTANCE = 2, /* D: so many irrelevant segments in a row on the way to one, and it is dropped */
    SEGMENT_PAGE_SIZE = 61,
};

/* What a host's record holds instead of the sources' countries, domains and degrees: 66 bytes. */
struct segment {
    uint16_t sum;                 /* of what its sources say */
    uint16_t site_pages;          /* in the record of a site: fetched from all of its segments */
    uint8_t sources;              /* 255: no more are counted */
    char page[SEGMENT_PAGE_SIZE]; /* where its crawl begins, behind the directory; "": the directory itself */
};

/* How much of a URL's text, from the host on, is the segment's name: all up to the last slash of the path, or the host alone. */
size_t segment_length(const char *text, size_t length);

/* How much of a segment's name is its host. */
size_t segment_host_length(const char *name, size_t length);

/* Does the URL's text, from the host on, belong to the directory of the segment? Hosts are not compared. */
bool segment_has(const char *name, size_t name_length, const char *text, size_t length);

/* More than half of its pages. */
bool segment_is_relevant(uint32_t pages, uint32_t relevant_pages);

/* A page of the segment that is linked to: `text` is what follows its name. The shortest is kept, whoever came first; one that is
 * too long counts as the directory itself. */
void segment_offer(struct segment *segment, const char *text, size_t length, bool is_first);

/* What a source says: the mean of its pages' relevance (their sum and number) x the chance of its link. */
uint8_t segment_weight(uint32_t relevance, uint32_t pages, uint8_t chance);

/* Adds what a source says (1), or takes it back (-1). */
void segment_count(struct segment *segment, uint8_t weight, int direction);

/* 0: nobody links to it. */
uint8_t segment_score(const struct segment *segment);

#endif
