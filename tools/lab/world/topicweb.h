/*
 * A simulated web of foreign sites, some of which have a section about Thailand: what the segment crawler is
 * tried on.
 *
 *     struct topicweb web = {0};
 *     if (topicweb_make(&web, "topic-tourism", 1, 0) != 0)
 *         return;
 *     struct world_page page = {.part = web.seeds[0]};
 *     topicweb_url(&web, page, url);
 *     topicweb_links(&web, page, print_link, NULL);
 *     topicweb_clear(&web);
 *
 * A site has segments (directories), a segment has pages. Segments link to segments, and how likely such a
 * link leads to a relevant one follows the tables that were published for three topics: by the source's
 * relevance, by a name in the link's words, by a name in the address (TOPICWEB.md). Pages, their links,
 * addresses and words are worked out by hashing.
 *
 * Costs 20 bytes a segment and 8 a link between segments: about 3 MB for a preset.
 */
#ifndef CRAWLBOX_WORLD_TOPICWEB_H
#define CRAWLBOX_WORLD_TOPICWEB_H

#include "world/world.h"

enum {
    TOPICWEB_TEXT_BYTES = 400, /* of the words of a link, or on one side of it */
    TOPICWEB_DEGREE_ONE = 100,
    TOPICWEB_SEEDS = 20, /* pages where a crawl begins: about two pages of a search engine's answers */
};

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
    struct world base;
    const struct topicweb_preset *preset;
    uint32_t site_count, segment_count, link_count;
    struct topicweb_site *sites;       /* one more than there are: it ends the last */
    struct topicweb_segment *segments; /* likewise */
    struct topicweb_link *links;
    uint32_t seeds[TOPICWEB_SEEDS]; /* segments */
    uint32_t seed_count;
};

extern const struct world_kind topicweb_kind;

static inline const struct topicweb *topicweb_of(const struct world *world)
{
    return (const struct topicweb *)world;
}

/* One by name, or NULL; and the names of all, NULL behind the last. */
const struct topicweb_preset *topicweb_preset_find(const char *name);
const char *topicweb_preset_name(unsigned index);

/* `sites` 0: the preset's own number. A status of world_make(). */
int topicweb_make(struct topicweb *web, const char *preset, uint64_t seed, uint32_t sites);
void topicweb_clear(struct topicweb *web);

/* How often something is found in links, by what they lead to; and among all of them. */
struct topicweb_rates {
    double in_relevant, in_other, share;
};
struct topicweb_rates topicweb_rates(double relevant, double with, double without);

static inline bool topicweb_segment_is_relevant(const struct topicweb_segment *segment)
{
    return segment->degree * 2 > TOPICWEB_DEGREE_ONE;
}

/* Pages: whether one is about the topic; how large it is. */
bool topicweb_page_is_relevant(const struct topicweb *web, struct world_page page);
uint32_t topicweb_page_bytes(const struct topicweb *web, struct world_page page);

/* A quarter of the sites is reached by https only. */
bool topicweb_is_secure(const struct topicweb *web, uint32_t site);

/* Names and addresses. topicweb_find_site(): -1 if there is none. */
char *topicweb_name(const struct topicweb *web, uint32_t site, char name[WORLD_NAME_BYTES]);
int64_t topicweb_find_site(const struct topicweb *web, const char *name, size_t length);
int topicweb_url(const struct topicweb *web, struct world_page page, char url[WORLD_URL_BYTES]);
struct world_found topicweb_find(const struct topicweb *web, uint32_t site, const char *path, size_t length);

/* A link within a segment has no link between segments. */
void topicweb_links(const struct topicweb *web, struct world_page page, world_link_sink *sink, void *context);

/* The words of a link on a page, and those around it. */
struct topicweb_words {
    char before[TOPICWEB_TEXT_BYTES], anchor[TOPICWEB_TEXT_BYTES], after[TOPICWEB_TEXT_BYTES];
};
void topicweb_link_words(const struct topicweb *web, struct world_page page, struct world_page target,
                         const struct topicweb_link *between, struct topicweb_words *words);

/* The page as HTML. STATUS_FULL: no memory. */
int topicweb_write(const struct topicweb *web, struct world_page page, struct page_text *text);

#endif
