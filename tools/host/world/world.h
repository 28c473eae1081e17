/*
 * A simulated web whose truth is known: hosts with their pages, languages and links, all of it a function of a preset
 * and a seed.
 *
 *     struct world world;
 *     if (world_make(&world, "closed-2009", 1, NULL, NULL) != 0)      // or world_load(&world, "some/folder")
 *         return;
 *     const struct world_host *host = &world.hosts[7];
 *     printf("%s has %u pages\n", world_name(&world, 7, name), (unsigned)host->pages);
 *     world_links(&world, 7, 0, print_link, NULL);                    // the links of its entry page
 *     world_free(&world);
 *
 * What is stored: 32 bytes a host and 4 bytes for each host that it links to. Everything else - the language of a page,
 * its links, its address, its text - is worked out by hashing whenever it is asked for. The 3.5 million pages of
 * closed-2009 take 4 MB, the open-2011 web 27. WORLD.md describes the model and how it was calibrated.
 */
#ifndef CRAWLBOX_WORLD_H
#define CRAWLBOX_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "predict/features.h"

enum {
    WORLD_NAME_BYTES = 112,  /* a host's name with its end: as long as a card has any */
    WORLD_PATH_BYTES = 96,   /* a page's path with its end */
    WORLD_URL_BYTES = 224,   /* scheme, name and path */
    WORLD_PRESET_BYTES = 24, /* name of a preset with its end */
    WORLD_SHARE_ONE = 1000,  /* shares and degrees are in thousandths */
    WORLD_THAI_DEGREE = 250, /* a site above it is a Thai site */
    WORLD_COUNTRIES = FEATURE_COUNTRIES,
    WORLD_TLDS = URL_TLDS,
};

/* Languages of pages. */
enum world_language {
    WORLD_THAI,
    WORLD_ENGLISH,
    WORLD_CHINESE,
    WORLD_JAPANESE,
    WORLD_LAO,
    WORLD_GERMAN,
    WORLD_LANGUAGES
};

/* The two kinds of sites; index of tables by kind. */
enum { WORLD_KIND_THAI, WORLD_KIND_OTHER, WORLD_KINDS };

enum world_host_flag {
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
};

struct world_host {
    uint32_t address;    /* as a number: 198.18.0.1 is 0xc6120001 */
    uint32_t pages;      /* at least 1 */
    uint32_t first_edge; /* in world.edges; ends where the next host's begin */
    uint16_t share;      /* of its pages that are meant to be Thai, in thousandths */
    uint16_t degree;     /* of its pages that are Thai, in thousandths, counted over all */
    uint16_t flags;      /* enum world_host_flag */
    uint8_t tld;         /* enum url_tld */
    uint8_t country;     /* enum feature_country */
    uint8_t language;    /* enum world_language: of the pages that are not Thai */
    uint8_t fan;         /* links of a page to pages below it */
    uint8_t salt;        /* of the hashes of its pages */
    uint8_t common; /* first edges that its template links to: 1 a foreign one, 2 a foreign and a Thai one */
};

#define WORLD_RECORDED "recorded" /* the preset of worlds that come from cards (record.h) */

struct host_register; /* register.h */

struct world {
    char preset[WORLD_PRESET_BYTES];
    uint64_t seed;
    uint32_t host_count;
    uint32_t seed_hosts; /* hosts 0 .. are where a crawl begins: portals of the preset */
    uint32_t edge_count;
    struct world_host *hosts;    /* host_count + 1: the last ends the edges */
    uint32_t *edges;             /* hosts linked to, host by host */
    struct host_register *names; /* of a recorded world; NULL: names follow from numbers */
};

/* Called now and then while a world is made: how much of all is done. */
typedef void world_progress(const char *what, uint64_t done, uint64_t total);

/*
 * Makes the world of a preset. `scale` is a size in hosts, 0 for the preset's own: smaller worlds have the same
 * proportions. STATUS_NOT_FOUND: no such preset; STATUS_FULL: not enough memory.
 */
int world_make(struct world *world, const char *preset, uint64_t seed, uint32_t scale,
               world_progress *progress);
void world_free(struct world *world);

/* The names of the presets: NULL behind the last. */
const char *world_preset_name(unsigned index);

/* A world in a folder: hosts and links in world.bin, names.txt if it was recorded, seeds.txt and geo.txt for the lab. */
int world_save(const struct world *world, const char *folder);
int world_load(struct world *world, const char *folder);

static inline bool world_is_thai_site(const struct world_host *host)
{
    return host->flags & WORLD_FLAG_THAI;
}

static inline unsigned world_kind(const struct world_host *host)
{
    return host->flags & WORLD_FLAG_THAI ? WORLD_KIND_THAI : WORLD_KIND_OTHER;
}

static inline uint32_t world_edge_count(const struct world_host *host)
{
    return host[1].first_edge - host[0].first_edge;
}

/*
 * Numbers of what is linked to but is no page of the host's tree: a redirect to a page has the page's number with this
 * bit; the pages of a calendar without end have numbers from this one on. Other numbers from `pages` on do not exist.
 */
enum { WORLD_CALENDAR = 0x20000000, WORLD_REDIRECT = 0x40000000 };

/* What a host answers for a path: 200 and the page, 302 and the page to go to, or 404. */
struct world_found {
    int status;
    uint32_t page;
};

/* Names and addresses. world_name() and world_path() return their buffer; world_find_host() -1 if there is none. */
char *world_name(const struct world *world, uint32_t host, char name[WORLD_NAME_BYTES]);
int64_t world_find_host(const struct world *world, const char *name, size_t length);

/* The number of a host stands in its name: the decimal number that ends at `end`, or -1. */
int64_t world_number_before(const char *text, const char *end);

char *world_path(const struct world *world, uint32_t host, uint32_t page, char path[WORLD_PATH_BYTES]);
int world_url(const struct world *world, uint32_t host, uint32_t page,
              char url[WORLD_URL_BYTES]); /* its length */
struct world_found world_find(const struct world *world, uint32_t host, const char *path, size_t length);
unsigned world_country_of(uint32_t address); /* enum feature_country: what geo.txt says */

/* Pages: page 0 is the entry page. */
bool world_page_is_thai(const struct world *world, uint32_t host, uint32_t page);
uint32_t world_page_section(const struct world *world, uint32_t host,
                            uint32_t page); /* 0: the entry page's */
uint32_t world_page_bytes(const struct world *world, uint32_t host, uint32_t page);

/* A link: to a page of a host, or to one of the numbers above. */
struct world_link {
    uint32_t host, page;
};
typedef void world_link_sink(void *context, const struct world_link *link);

/* Hands over the links of a page in the order in which they are in its text. */
void world_links(const struct world *world, uint32_t host, uint32_t page, world_link_sink *sink,
                 void *context);

/* What is known of each host from its sources, as the box's host graph would know it: host_count of them. */
int world_features(const struct world *world, struct features *features);

#endif
