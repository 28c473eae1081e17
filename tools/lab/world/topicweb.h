/*
 * A simulated web of foreign sites, some of which have a section about Thailand: what the segment crawler is tried on.
 *
 *     struct topicweb web;
 *     if (topicweb_make(&web, "topic-tourism", 1, 0) != 0)            // or topicweb_load(&web, "some/folder")
 *         return;
 *     struct topicweb_page page = {.segment = web.seeds[0]};
 *     topicweb_url(&web, page, url);
 *     topicweb_links(&web, page, print_link, NULL);
 *     topicweb_free(&web);
 *
 * A site has segments (directories), a segment has pages. Segments link to segments, and how likely such a link leads to a
 * relevant one follows the tables that were published for three topics: by the source's relevance, by a name in the link's
 * words, by a name in the address (TOPICWEB.md). Pages, their links, addresses and words are worked out by hashing.
 *
 * Costs 20 bytes a segment and 8 a link between segments: about 3 MB for a preset.
 */
#ifndef CRAWLBOX_TOPICWEB_H
#define CRAWLBOX_TOPICWEB_H

#include <stdbool.h>
#include <stdio.h>

#include "url/url.h"
#include "world/text.h"
#include "world/world.h"

enum {
    TOPICWEB_URL_BYTES = 200,
    TOPICWEB_TEXT_BYTES = 400, /* of the words of a link, or on one side of it */
    TOPICWEB_DEGREE_ONE = 100,
    TOPICWEB_SEEDS = 20, /* pages where a crawl begins: about two pages of a search engine's answers */
};

#define TOPICWEB_FILE "topicweb.txt" /* by which a folder is known to hold such a web */

/* What was published about links between segments: percent of them that lead to a relevant one. */
struct topicweb_facts {
    double source_relevant, source_other; /* by whether the source is relevant */
    double anchor_name, anchor_none;      /* by whether a name stands in or around the link's text */
    double url_name, url_none;            /* ... or in addresses of pages of the target */
};

struct topicweb_preset {
    const char *name;
    struct topicweb_facts facts;
    double g_mean;   /* published, of the segment predictor, percent */
    double relevant; /* share of all links that lead to relevant segments: not published, see TOPICWEB.md */
    double misleads; /* share of links whose words are those of the other kind: of our own choice */
    const char *const *words; /* of the topic; NULL behind the last */
};

struct topicweb_site {
    uint32_t first_segment; /* its entry page's; the next site's ends its own */
    uint32_t address;
    uint8_t country, tld;
    bool is_thai; /* all of it is about the topic */
};

struct topicweb_segment {
    uint32_t site;
    uint32_t first_link; /* in web.links; ends where the next segment's begin */
    uint16_t pages;
    uint8_t degree; /* share of its pages that are relevant, percent */
    bool has_index; /* the directory itself is its first page */
    bool has_name;  /* a name is part of its addresses */
};

/* A link between two segments: it stands on several pages of one and leads to several of the other. */
struct topicweb_link {
    uint32_t target;
    bool has_name; /* in its words or around them */
};

struct topicweb {
    const struct topicweb_preset *preset;
    uint64_t seed;
    uint32_t site_count, segment_count, link_count;
    struct topicweb_site *sites;       /* one more than there are: it ends the last */
    struct topicweb_segment *segments; /* likewise */
    struct topicweb_link *links;
    uint32_t seeds[TOPICWEB_SEEDS]; /* segments */
    uint32_t seed_count;
};

struct topicweb_page {
    uint32_t segment, page;
};

/* The presets in order, or NULL; one by name, or NULL. */
const struct topicweb_preset *topicweb_preset_at(unsigned index);
const struct topicweb_preset *topicweb_preset_find(const char *name);

/* `sites` 0 is the preset's own size. STATUS_NOT_FOUND: no such preset; STATUS_FULL: not enough memory. */
int topicweb_make(struct topicweb *web, const char *preset, uint64_t seed, uint32_t sites);
void topicweb_free(struct topicweb *web);

/* A folder: the recipe in words, seeds.txt and geo.txt for the lab. STATUS_NOT_FOUND: there is no such web in it. */
int topicweb_save(const struct topicweb *web, const char *folder);
int topicweb_load(struct topicweb *web, const char *folder);

static inline bool topicweb_segment_is_relevant(const struct topicweb_segment *segment)
{
    return segment->degree * 2 > TOPICWEB_DEGREE_ONE;
}

/* Pages: whether one is about the topic; how large it is. */
bool topicweb_page_is_relevant(const struct topicweb *web, struct topicweb_page page);
uint32_t topicweb_page_bytes(const struct topicweb *web, struct topicweb_page page);

/* A quarter of the sites is reached by https only. */
bool topicweb_is_secure(const struct topicweb *web, uint32_t site);

/* Names and addresses. topicweb_find_site(): -1 if there is none; topicweb_find(): whether there is such a page. */
char *topicweb_name(const struct topicweb *web, uint32_t site, char name[WORLD_NAME_BYTES]);
int64_t topicweb_find_site(const struct topicweb *web, const char *name, size_t length);
int topicweb_url(const struct topicweb *web, struct topicweb_page page, char url[TOPICWEB_URL_BYTES]);
bool topicweb_find(const struct topicweb *web, const char *host, size_t host_length, const char *path,
                   size_t path_length, struct topicweb_page *page);

/* A link of a page, in the order in which they stand in its text. `between` is NULL within a segment. */
typedef void topicweb_link_sink(void *context, struct topicweb_page target,
                                const struct topicweb_link *between);
void topicweb_links(const struct topicweb *web, struct topicweb_page page, topicweb_link_sink *sink,
                    void *context);

/* The words of a link on a page, and those around it. */
struct topicweb_words {
    char before[TOPICWEB_TEXT_BYTES], anchor[TOPICWEB_TEXT_BYTES], after[TOPICWEB_TEXT_BYTES];
};
void topicweb_link_words(const struct topicweb *web, struct topicweb_page page, struct topicweb_page target,
                         const struct topicweb_link *between, struct topicweb_words *words);

/* The page as HTML. STATUS_FULL: no memory. */
int topicweb_write(struct page_text *text, const struct topicweb *web, struct topicweb_page page);

#endif
