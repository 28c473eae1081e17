/* What the files of the web of sites share. */
#ifndef CRAWLBOX_WORLD_SITE_INTERNAL_H
#define CRAWLBOX_WORLD_SITE_INTERNAL_H

#include "random.h"
#include "world/site_preset.h"
#include "world/siteweb.h"
#include "world/spread.h"

/* What is asked of a hash, so that answers to different questions have nothing to do with each other. */
enum {
    ASK_SECTION,
    ASK_LANGUAGE,
    ASK_BYTES,
    ASK_DEAD,
    ASK_DEEP,
    ASK_NAME,
    ASK_TEXT,
    ASK_SIDE, /* and the numbers behind it: one for each link */
    ASK_COMMON = ASK_SIDE + 8,
    ASK_COUNT = ASK_COMMON + 8, /* the language of pages takes multiples of it */
    ASK_CDN = 0x10000,
    ASK_ADDRESS,
    ASK_DRIFT,
};

enum {
    FAN_LEAST = 5, /* links of a page to pages below it */
    FAN_MOST = 18,
    LINK_PAGES = 40,        /* the pages of a site that link elsewhere are its first ones ... */
    LINKS_PER_CARRIER = 25, /* ... and more of them where that would be too many links on one */
};

/* site_links.c: who links to whom. The hosts are complete but for first_edge and common. */
int links_make(struct siteweb *web, const struct site_preset *preset, double scale, struct random *random);

/* site_awkward.c: what is wrong with some hosts. Those where a crawl begins are spared. */
void awkward_make(struct siteweb *web, struct random *random);

/* Sites that the crawls of 2009 and 2011 both saw, by domain: Thai ones that were no longer, Thai ones that
 * still were, and foreign ones that had become Thai (tables 18 and 19 of the published method). */
struct site_drift {
    uint16_t left, stayed, joined;
};
extern const struct site_drift site_drift[WORLD_TLDS];

/* site_drift.c: some sites change their language, when all else is made. */
void drift_make(struct siteweb *web);
bool siteweb_has_drifted(const struct siteweb *web);

/* Counts the Thai pages of a host; sets its degree by them. */
uint32_t siteweb_count_thai(const struct siteweb *web, uint32_t host);
void siteweb_measure_degree(struct siteweb *web, uint32_t host);

/* A language for the pages of a host that are not Thai, by where it is. */
uint8_t siteweb_draw_language(const struct world_host *host, struct random *random);

/* site_verify.c: holds a web against its preset. */
int site_verify(struct siteweb *web);

#endif
