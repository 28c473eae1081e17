/*
 * A segment is a directory of a site with the pages in it. The box crawls segments instead of sites when it
 * looks for a topic (mode = segment), since what is about a topic fills a directory of a foreign site and not
 * the whole site.
 *
 *     http://planet.example/thailand/krabi.html?p=2     "planet.example/thailand/", its page "krabi.html?p=2"
 *     http://planet.example/about.html                  "planet.example", its page "about.html"
 *
 * In the host table a segment is a host whose name has a path, so that queue, rounds, slots and the changing
 * of cards work for segments as they do for hosts. This module has what differs: which segment a link leads
 * to, what the segment's sources say about it, and when it is given up. app/crawl and app/graph/hosts call
 * it.
 *
 *     size_t length = segment_length(text, size);                   text is a URL from its host on
 *     segment_offer(&host->segment, text + length, size - length, true);
 *     segment_count(&host->segment, segment_weight(relevance, pages, chance), +1);       a source links to it
 *     uint8_t score = segment_score(&host->segment);
 *
 * The score is the published one: each source says (mean relevance of its pages) x (chance that a link like
 * its link leads to a relevant segment), and the score is the mean of what the sources say. 255 stands for 1.
 */
#ifndef CRAWLBOX_GRAPH_SEGMENT_H
#define CRAWLBOX_GRAPH_SEGMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEGMENT_PAGE_SIZE = 61 };

/* What a host's record holds instead of the sources' countries, domains and degrees: 66 bytes. */
struct segment {
    uint16_t sum;                 /* the sum of what its sources say */
    uint16_t site_pages;          /* in the record of a whole site: pages fetched from all of its segments */
    uint8_t sources;              /* how many sources it has; the count stays at 255 */
    char page[SEGMENT_PAGE_SIZE]; /* the page in the directory where its crawl begins; "" is the directory */
};

/* Returns how many bytes of a URL's text, which begins with the host, are the segment's name: all up to the
 * last slash of the path, or the host alone. */
size_t segment_length(const char *text, size_t length);

/* Returns how many bytes of a segment's name are its host. */
size_t segment_host_length(const char *name, size_t length);

/* Says whether a URL's text, which begins with the host, lies in the directory of the segment. The hosts are
 * not compared. */
bool segment_has(const char *name, size_t name_length, const char *text, size_t length);

/* Says whether a segment is relevant: more than half of its pages are. */
bool segment_is_relevant(uint32_t pages, uint32_t relevant_pages);

/* Offers a page of the segment, to which somebody links, as the page where its crawl begins: `text` is the
 * part of the URL that follows the segment's name. The shortest of all offers is kept, in whatever order they
 * come; a text that is too long counts as the directory itself. */
void segment_offer(struct segment *segment, const char *text, size_t length, bool is_first);

/* Returns what a source says about a segment: the mean relevance of the source's pages, which is `relevance`
 * (their sum) / `pages`, x the chance of its link. */
uint8_t segment_weight(uint32_t relevance, uint32_t pages, uint8_t chance);

/* Adds what a source says (direction 1), or takes it back (direction -1). */
void segment_count(struct segment *segment, uint8_t weight, int direction);

/* Returns 0 to 255; 0 also if nobody links to the segment. */
uint8_t segment_score(const struct segment *segment);

#endif
