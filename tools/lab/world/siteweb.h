/*
 * A web of sites in several languages: hosts with a domain, a country, pages in one language or two, links
 * between hosts. Thai pages are the ones that are wanted.
 *
 *     struct siteweb web;
 *     if (siteweb_make(&web, &(struct world_recipe){.preset = "closed-2009"}) != 0)
 *         return;
 *     const struct world_host *host = &web.hosts[7];
 *     printf("%s has %u pages\n", siteweb_name(&web, 7, name), (unsigned)host->pages);
 *     siteweb_links(&web, 7, 0, print_link, NULL);                    // the links of its entry page
 *     siteweb_clear(&web);
 *
 * What is stored: 32 bytes a host and 4 bytes for each host that it links to. The 3.5 million pages of
 * closed-2009 take 4 MB, the open-2011 web 27. WORLD.md describes the model and how it was calibrated.
 */
#ifndef CRAWLBOX_WORLD_SITEWEB_H
#define CRAWLBOX_WORLD_SITEWEB_H

#include "graph/home.h"
#include "graph/predict/features.h"
#include "world/site_words.h"
#include "world/world.h"

enum {
    WORLD_PATH_BYTES = 96,   /* a page's path with its end */
    WORLD_SHARE_ONE = 1000,  /* shares and degrees are in thousandths */
    WORLD_THAI_DEGREE = 250, /* a site above it is a Thai site */
    WORLD_COUNTRIES = FEATURE_COUNTRIES,
    WORLD_TLDS = URL_TLDS,
};

/* The two kinds of sites; index of tables by kind. */
enum { WORLD_KIND_THAI, WORLD_KIND_OTHER, WORLD_KINDS };

struct world_host {
    uint32_t address;    /* as a number: 198.18.0.1 is 0xc6120001 */
    uint32_t pages;      /* at least 1 */
    uint32_t first_edge; /* in world.edges; ends where the next host's begin */
    uint16_t share;      /* of its pages that are meant to be Thai, in thousandths */
    uint16_t degree;     /* of its pages that are Thai, in thousandths, counted over all */
    uint16_t flags;      /* enum world_flag */
    uint8_t tld;         /* enum url_tld */
    uint8_t country;     /* enum feature_country */
    uint8_t language;    /* enum world_language: of the pages that are not Thai */
    uint8_t fan;         /* links of a page to pages below it */
    uint8_t salt;        /* of the hashes of its pages */
    uint8_t common; /* first edges that its template links to: 1 a foreign one, 2 a foreign and a Thai one */
};

#define WORLD_RECORDED "recorded" /* the preset of webs that come from cards (record.h) */

struct host_register; /* register.h */

struct siteweb {
    struct world base;
    struct world_hosting hosting;
    uint32_t host_count;
    uint32_t seed_hosts; /* hosts 0 .. are where a crawl begins: portals of the preset */
    uint32_t edge_count;
    struct world_host *hosts;     /* host_count + 1: the last ends the edges */
    uint32_t *edges;              /* hosts linked to, host by host */
    struct host_register *names;  /* of a recorded web; NULL: names follow from numbers */
    struct vocabulary vocabulary; /* empty until a page is written */
};

extern const struct world_kind siteweb_kind;

static inline const struct siteweb *siteweb_of(const struct world *world)
{
    return (const struct siteweb *)world;
}

/* As world_make(), for those who need this kind. */
int siteweb_make(struct siteweb *web, const struct world_recipe *recipe);
void siteweb_clear(struct siteweb *web);

/* Hosts and links are in world.bin, the names of a recorded web in names.txt. */
int siteweb_save(const struct siteweb *web, const char *folder);
int siteweb_load(struct siteweb *web, const char *folder);

/* Whether its servers stand elsewhere than those of its preset. */
static inline bool siteweb_is_moved(const struct siteweb *web)
{
    return web->hosting.abroad != WORLD_ABROAD_OF_PRESET || web->hosting.cdn > 0;
}

static inline bool siteweb_is_thai_site(const struct world_host *host)
{
    return host->flags & WORLD_FLAG_THAI;
}

static inline unsigned siteweb_kind_of(const struct world_host *host)
{
    return host->flags & WORLD_FLAG_THAI ? WORLD_KIND_THAI : WORLD_KIND_OTHER;
}

static inline uint32_t siteweb_edge_count(const struct world_host *host)
{
    return host[1].first_edge - host[0].first_edge;
}

/* Names and addresses. siteweb_name() and siteweb_path() return their buffer; siteweb_find_host() -1 if there
 * is none. */
char *siteweb_name(const struct siteweb *web, uint32_t host, char name[WORLD_NAME_BYTES]);
int64_t siteweb_find_host(const struct siteweb *web, const char *name, size_t length);
char *siteweb_path(const struct siteweb *web, uint32_t host, uint32_t page, char path[WORLD_PATH_BYTES]);
int siteweb_url(const struct siteweb *web, uint32_t host, uint32_t page, char url[WORLD_URL_BYTES]);
struct world_found siteweb_find(const struct siteweb *web, uint32_t host, const char *path, size_t length);

/* Pages: page 0 is the entry page, section 0 is its section. */
bool siteweb_page_is_thai(const struct siteweb *web, uint32_t host, uint32_t page);
uint32_t siteweb_page_section(const struct siteweb *web, uint32_t host, uint32_t page);
uint32_t siteweb_page_bytes(const struct siteweb *web, uint32_t host, uint32_t page);
void siteweb_links(const struct siteweb *web, uint32_t host, uint32_t page, world_link_sink *sink,
                   void *context);

/* HTML in the page's language and charset ("windows-874" or "utf-8"), with its links in their order; and
 * robots.txt. STATUS_FULL: no memory. */
int siteweb_write(struct siteweb *web, uint32_t host, uint32_t page, struct page_text *text);
const char *siteweb_charset(const struct siteweb *web, uint32_t host, uint32_t page);
int siteweb_write_robots(const struct siteweb *web, uint32_t host, struct page_text *text);

/* Adds each host to a table, with what the box's host graph would know of it when everything was crawled. */
struct table;
int siteweb_fill_table(const struct siteweb *web, struct table *table);

#endif
