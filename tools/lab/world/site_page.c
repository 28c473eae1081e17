/*
 * Pages that are not stored: the language, the place in the site and the links of a page follow from hashes.
 *
 * A site is a tree laid out like a heap: page p links down to pages p*fan+1 .. p*fan+fan, so that parents and
 * children are arithmetic. What hangs below one child of the entry page is a section. A section is in one
 * language but for a few pages; that is what makes links inside a site stay in a language, as they do on real
 * bilingual sites.
 */
#include "world/site_internal.h"

enum {
    STRAY_PER_MILLE = 3,         /* pages of another language within a section */
    PURE_SHARE = 970,            /* from here on every section is Thai, below 1000 minus it none is */
    SIDE_LINKS = 2,              /* links across a section */
    SIDE_ELSEWHERE_PERCENT = 10, /* of these, to any page of the site */
    DEAD_PER_MILLE = 20,         /* pages with a link to a page that is not there */
    DEAD_RANGE = 1000,
    BYTES_SMALLEST = 4096,
    BYTES_HALF = 24576, /* median on top of that */
};

uint32_t siteweb_page_section(const struct siteweb *web, uint32_t host, uint32_t page)
{
    uint32_t fan = web->hosts[host].fan;
    while (page > fan)
        page = (page - 1) / fan;
    return page;
}

/* Sections take their language in the same proportion as pages do, evenly and not by a throw each. */
static bool section_is_thai(const struct siteweb *web, uint32_t host, uint32_t section)
{
    const struct world_host *about = &web->hosts[host];
    if (about->share >= PURE_SHARE)
        return true;
    if (about->share <= WORLD_SHARE_ONE - PURE_SHARE)
        return false;
    const double golden = 0.6180339887498949;
    double place =
        random_fraction(random_hash(web->base.seed, ASK_SECTION, host, about->salt)) + section * golden;
    return (place - (double)(uint32_t)place) * WORLD_SHARE_ONE < about->share;
}

bool siteweb_page_is_thai(const struct siteweb *web, uint32_t host, uint32_t page)
{
    const struct world_host *about = &web->hosts[host];
    if (about->share == 0)
        return false;
    if (page == 0 || page >= WORLD_CALENDAR)
        return about->share > WORLD_THAI_DEGREE && !(about->flags & WORLD_FLAG_FOREIGN_HOME);
    bool thai = section_is_thai(web, host, siteweb_page_section(web, host, page));
    uint32_t stray = STRAY_PER_MILLE;
    if (thai && about->share >= PURE_SHARE)
        stray = (uint32_t)(WORLD_SHARE_ONE - about->share);
    else if (!thai && about->share <= WORLD_SHARE_ONE - PURE_SHARE)
        stray = about->share;
    uint64_t hash = random_hash(web->base.seed, ASK_LANGUAGE + about->salt * ASK_COUNT, host, page);
    return thai != (random_fraction(hash) * WORLD_SHARE_ONE < stray);
}

uint32_t siteweb_page_bytes(const struct siteweb *web, uint32_t host, uint32_t page)
{
    uint64_t hash = random_hash(web->base.seed, ASK_BYTES, host, page);
    uint32_t coarse = (uint32_t)(hash & 0xffff), size = BYTES_HALF;
    for (int i = 0; i < 3 && coarse < 0x4000; i++, coarse = (uint32_t)(hash >> (16 * i) & 0xffff))
        size *= 2; /* a quarter of the pages is twice as large, a quarter of these again */
    return BYTES_SMALLEST + (uint32_t)((uint64_t)size * (hash >> 32 & 0xffff) / 0x8000);
}

static void emit(world_link_sink *sink, void *context, uint32_t host, uint32_t page)
{
    sink(context, (struct world_page){host, page}, NULL);
}

/* A link within the site; on some sites every fourth goes by way of a redirect. */
static void emit_inside(const struct siteweb *web, uint32_t host, uint32_t page, world_link_sink *sink,
                        void *context)
{
    bool redirect = web->hosts[host].flags & WORLD_FLAG_REDIRECTS && page % 4 == 3;
    emit(sink, context, host, redirect ? page | WORLD_REDIRECT : page);
}

/* A page of the same section near its head, or any page of the site. */
static uint32_t side_page(const struct siteweb *web, uint32_t host, uint32_t page, uint32_t which)
{
    const struct world_host *about = &web->hosts[host];
    uint64_t hash = random_hash(web->base.seed, ASK_SIDE + which, host, page);
    uint32_t other = (uint32_t)((hash >> 32) * about->pages >> 32);
    if (page == 0 || (uint32_t)hash % 100 < SIDE_ELSEWHERE_PERCENT)
        return other;
    /* The same place below our own section's head, if there is such a page. */
    uint32_t head = siteweb_page_section(web, host, page);
    uint32_t below = head * about->fan + 1 + other % FAN_MOST;
    return other > about->fan && other % FAN_MOST < about->fan && below < about->pages ? below : head;
}

static void links_inside(const struct siteweb *web, uint32_t host, uint32_t page, world_link_sink *sink,
                         void *context)
{
    const struct world_host *about = &web->hosts[host];
    if (about->pages == 1)
        return;
    if (page != 0) {
        emit(sink, context, host, 0);
        /* The menu: Thai pages offer the other language, too; others mostly keep to their own. */
        bool thai = siteweb_page_is_thai(web, host, page);
        uint32_t head = thai ? 1 + page % about->fan : siteweb_page_section(web, host, page);
        emit(sink, context, host, head < about->pages ? head : 0);
    }
    uint64_t child = (uint64_t)page * about->fan + 1;
    for (uint32_t i = 0; i < about->fan && child + i < about->pages; i++)
        emit_inside(web, host, (uint32_t)(child + i), sink, context);
    for (uint32_t i = 0; i < SIDE_LINKS; i++)
        emit(sink, context, host, side_page(web, host, page, i));
    uint64_t dead = random_hash(web->base.seed, ASK_DEAD, host, page);
    if (dead % WORLD_SHARE_ONE < DEAD_PER_MILLE)
        emit(sink, context, host, about->pages + (uint32_t)(dead >> 32) % DEAD_RANGE);
    if (page == 0 && about->flags & WORLD_FLAG_TRAP)
        emit(sink, context, host, WORLD_CALENDAR);
}

/* A link to another host leads to its entry page, or, now and then, deeper. */
static void link_outside(const struct siteweb *web, uint32_t host, uint32_t page, uint32_t edge,
                         world_link_sink *sink, void *context)
{
    enum { DEEP_PERCENT = 20, DEEP_RANGE = 12 };
    uint32_t target = web->edges[web->hosts[host].first_edge + edge];
    uint64_t hash = random_hash(web->base.seed, ASK_DEEP, host ^ page << 16, edge);
    uint32_t deep = hash % 100 < DEEP_PERCENT ? (uint32_t)(hash >> 32) % DEEP_RANGE : 0;
    emit(sink, context, target, deep < web->hosts[target].pages ? deep : 0);
}

/*
 * The links that a site's template puts on every page: a counter, a search engine, a maker of software.
 * Mostly foreign, on foreign pages nearly always: that is why far fewer links between pages lead to Thai
 * pages than links between sites.
 */
static void links_common(const struct siteweb *web, uint32_t host, uint32_t page, world_link_sink *sink,
                         void *context)
{
    enum { COMMON_LINKS = 3, THAI_PERCENT = 40, FOREIGN_PERCENT = 4 };
    unsigned common = web->hosts[host].common;
    uint32_t percent = siteweb_page_is_thai(web, host, page) ? THAI_PERCENT : FOREIGN_PERCENT;
    for (uint32_t i = 0; i < COMMON_LINKS && common > 0; i++) {
        bool to_thai = common > 1 && random_hash(web->base.seed, ASK_COMMON + i, host, page) % 100 < percent;
        emit(sink, context, web->edges[web->hosts[host].first_edge + to_thai], 0);
    }
}

void siteweb_links(const struct siteweb *web, uint32_t host, uint32_t page, world_link_sink *sink,
                   void *context)
{
    const struct world_host *about = &web->hosts[host];
    if (page >= WORLD_CALENDAR) { /* home, and the next month */
        emit(sink, context, host, 0);
        emit(sink, context, host, page + 1);
        return;
    }
    links_inside(web, host, page, sink, context);
    links_common(web, host, page, sink, context);
    uint32_t edges = siteweb_edge_count(about);
    uint32_t carriers = edges > LINK_PAGES * LINKS_PER_CARRIER ? edges / LINKS_PER_CARRIER : LINK_PAGES;
    if (carriers > about->pages)
        carriers = about->pages;
    if (carriers == 0 || page >= carriers)
        return;
    uint32_t to = (uint32_t)((uint64_t)edges * (page + 1) / carriers);
    for (uint32_t edge = (uint32_t)((uint64_t)edges * page / carriers); edge < to; edge++)
        link_outside(web, host, page, edge, sink, context);
}
