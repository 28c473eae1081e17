/*
 * A simulated web whose truth is known, all of it a function of a preset and a seed. There are two kinds:
 * webs of sites in several languages (siteweb.h), and webs of segments about a topic (topicweb.h). Whoever
 * crawls, serves or prints a web asks the questions below and need not know which kind it is.
 *
 *     struct world *world;
 *     if (world_make(&world, &(struct world_recipe){.preset = "closed-2009"}) != 0)  // or world_load()
 *         return;
 *     int64_t site = world->kind->find_site(world, "truehits.net", 12);
 *     struct world_found found = world->kind->find(world, site, "/", 1);
 *     world->kind->links(world, found.page, print_link, NULL);
 *     world_free(world);
 *
 * Pages are not stored: whether one is wanted, its links, its address, its text are worked out by hashing
 * whenever somebody asks. WORLD.md and TOPICWEB.md describe the two models and how they were calibrated.
 */
#ifndef CRAWLBOX_WORLD_WORLD_H
#define CRAWLBOX_WORLD_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "world/text.h"

enum {
    WORLD_NAME_BYTES = 112,  /* a host's name with its end: as long as a card has any */
    WORLD_URL_BYTES = 224,   /* scheme, name and path */
    WORLD_PRESET_BYTES = 24, /* name of a preset with its end */
};

enum world_flag {
    WORLD_FLAG_THAI = 1,            /* more than a quarter of its pages are Thai */
    WORLD_FLAG_FOREIGN_HOME = 2,    /* a Thai site whose entry page is not */
    WORLD_FLAG_WINDOWS_874 = 4,     /* its Thai pages are in windows-874, not in UTF-8 */
    WORLD_FLAG_HTTPS = 8,           /* answers on https only; http redirects there */
    WORLD_FLAG_DEAD = 16,           /* its name resolves, nothing answers */
    WORLD_FLAG_ROBOTS_SECTION = 32, /* robots.txt forbids one section */
    WORLD_FLAG_ROBOTS_ALL = 64,     /* robots.txt forbids everything */
    WORLD_FLAG_ROBOTS_ERROR = 128,  /* robots.txt answers 503: nothing may be fetched */
    WORLD_FLAG_TRAP = 256,          /* a calendar without end */
    WORLD_FLAG_REDIRECTS = 512,     /* some of its links are redirected to the page meant */
    WORLD_FLAG_UNKNOWN_NAME = 1024, /* its name does not resolve */
    WORLD_FLAG_CDN = 2048,          /* its address is that of a CDN */
    WORLD_FLAG_TURNED = 4096,       /* it was in another language when its links were made */
};

/* A page is a number within a part of the web: within a host in a web of sites, within a segment in a web of
 * segments. */
struct world_page {
    uint32_t part, page;
};

/*
 * Numbers of what is linked to but is no page of the site's tree: a redirect to a page has the page's number
 * with this bit; the pages of a calendar without end have numbers from this one on. Other numbers beyond the
 * pages do not exist.
 */
enum { WORLD_CALENDAR = 0x20000000, WORLD_REDIRECT = 0x40000000 };

/* What a site answers for a path: 200 and the page, 302 and the page to go to, or 404. */
struct world_found {
    int status;
    struct world_page page;
};

struct world_site {
    uint32_t address; /* as a number: 198.18.0.1 is 0xc6120001 */
    unsigned flags;   /* enum world_flag */
};

struct world_size {
    uint32_t sites, parts, links; /* links: between parts */
    uint64_t targets;             /* pages that are wanted */
};

struct world {
    const struct world_kind *kind;
    char preset[WORLD_PRESET_BYTES];
    uint64_t seed;
    uint32_t language; /* of the wanted pages, by its number in the setting `language`; its home is theirs */
};

/* Somebody is called now and then while a world is made: how much of all is done. */
typedef void world_progress(const char *what, uint64_t done, uint64_t total);

/* Where servers stand, in percent of the sites: Thai sites whose server is not in Thailand, and sites of both
 * kinds whose address is that of a CDN in the United States. */
enum { WORLD_ABROAD_OF_PRESET = 101 };
struct world_hosting {
    uint32_t abroad; /* WORLD_ABROAD_OF_PRESET: as the preset has it */
    uint32_t cdn;
};

struct world_recipe {
    const char *preset;
    uint64_t seed;
    uint32_t language; /* by its number in the setting; webs of segments have none of their own */
    uint32_t sites;    /* 0: the preset's own number; smaller worlds have the same proportions */
    const struct world_hosting *hosting; /* NULL: as the preset has it */
    bool drift;                          /* sites have changed their language as between 2009 and 2011 */
    world_progress *progress;            /* or NULL */
};

/* Somebody is given the links of a page in the order in which they stand in its text. `between` is the link
 * between two segments that this one belongs to, and NULL in a web of sites. */
struct topicweb_link;
typedef void world_link_sink(void *context, struct world_page target, const struct topicweb_link *between);

/* What a kind of web answers. */
struct world_kind {
    const char *file;   /* which shows that a folder holds such a web */
    const char *target; /* what is wanted: "thai" as a word of a table, ... */
    const char *wanted; /* ... "Thai" in a sentence */
    bool has_segments;  /* sites have several parts, each of its own worth ... */
    const char *parts;  /* ... and what a crawl visits is called "segments" rather than "sites" */
    size_t bytes;       /* of a struct world of this kind */
    uint32_t sites_least;

    const char *(*preset_name)(unsigned index); /* NULL behind the last */
    int (*make)(struct world *world, const struct world_recipe *recipe);
    int (*load)(struct world *world, const char *folder);
    int (*save)(const struct world *world, const char *folder); /* but for seeds.txt and geo.txt */
    void (*clear)(struct world *world);                         /* frees what it points to */

    void (*size)(const struct world *world, struct world_size *size);
    bool (*seed)(const struct world *world, uint32_t n, struct world_page *page); /* false behind the last */
    int64_t (*find_site)(const struct world *world, const char *name, size_t length); /* -1: there is none */
    struct world_site (*site)(const struct world *world, uint32_t site);
    struct world_found (*find)(const struct world *world, uint32_t site, const char *path, size_t length);
    /* robots.txt of a site; NULL: no site has one. */
    int (*write_robots)(const struct world *world, uint32_t site, struct page_text *text);

    uint32_t (*page_count)(const struct world *world, uint32_t part);
    /* A link may lead to a page that does not exist; the other questions are only for those that do. */
    bool (*exists)(const struct world *world, struct world_page page);
    uint32_t (*site_of)(const struct world *world, struct world_page page);
    bool (*is_target)(const struct world *world, struct world_page page);
    uint8_t (*judge)(const struct world *world,
                     struct world_page page); /* what a classifier says: 128 and more is wanted */
    uint32_t (*page_bytes)(const struct world *world, struct world_page page);
    int (*url)(const struct world *world, struct world_page page, char url[WORLD_URL_BYTES]); /* its length */
    void (*links)(const struct world *world, struct world_page page, world_link_sink *sink, void *context);
    /* What a crawler follows that knows the truth; NULL: this kind cannot tell. */
    bool (*leads_to_target)(const struct world *world, struct world_page page);
    int (*write)(struct world *world, struct world_page page, struct page_text *text); /* its HTML */
    const char *(*charset)(const struct world *world, struct world_page page); /* in the header; NULL: none */

    /* What `crawlbox-lab world` prints; they return an exit status of cli.h. NULL: this kind has no such
     * list. */
    int (*print_info)(const struct world *world);
    int (*print_hosts)(const struct world *world);
    int (*print_features)(const struct world *world);
    int (*print_links)(const struct world *world);
    int (*verify)(struct world *world);
};

/* STATUS_NOT_FOUND: no such preset; STATUS_INVALID: too few sites; STATUS_UNSUPPORTED: its hosting cannot be
 * changed; STATUS_FULL: not enough memory. */
int world_make(struct world **world, const struct world_recipe *recipe);
void world_free(struct world *world);

/* A world in a folder, with seeds.txt and geo.txt for the lab. STATUS_NOT_FOUND: there is none. */
int world_save(const struct world *world, const char *folder);
int world_load(struct world **world, const char *folder);
bool world_is_in(const char *folder);

/* Opens a file of a world's folder; NULL: it cannot be opened. */
FILE *world_open_file(const char *folder, const char *name, const char *mode);

/* Where servers are: an address is drawn in a country; the country of an address (enum feature_country) is
 * what geo.txt says. */
struct random;
uint32_t world_draw_address(unsigned country, struct random *random);
uint32_t world_cdn_address(uint64_t number);
unsigned world_country_of(uint32_t address);
void world_write_countries(FILE *out, const char *home);

/* A host and a page carry their number in their names: the decimal number that ends at `end`, or -1. */
int64_t world_number_before(const char *text, const char *end);

#endif
