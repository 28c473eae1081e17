#include "crawl/strategy.h"

#include "base/numbers.h"
#include "settings/settings.h"

enum {
    SCORE_FIRST = 255,  /* hosts that a strategy wants at once */
    SCORE_SECOND = 127, /* and those that can wait */
    HOPS_TOLD_APART = 120,
};

/* Counts a page: the site's streak of pages that are not in the language, and how far the links of this page
 * are from the last page that is. */
static void count_page(struct crawl_site *site, struct crawl_run *run, bool is_target)
{
    if (is_target) {
        site->streak = 0;
        run->distance = 0;
        return;
    }
    if (site->streak < UINT16_MAX)
        site->streak++;
    if (run->distance < UINT8_MAX)
        run->distance++;
}

/* On a second pass the box stays with a site for longer: so many times `tau`, and so much more than `d`. */
enum { SECOND_TAU = 8, SECOND_D = 3 };

enum { LS1_TAU = 20, LS2_TAU = 5 }; /* what the method has for `tau`, unless it is set */

static bool is_streak_over(const struct settings *settings, const struct crawl_site *site)
{
    unsigned tau = settings->tau > 0 ? settings->tau : settings->strategy == STRATEGY_LS1 ? LS1_TAU : LS2_TAU;
    return site->streak > tau * (site->pass == CRAWL_SECOND ? SECOND_TAU : 1);
}

/* ---- ls1: breadth first, until too many foreign pages follow each other ---- */

static enum crawl_site_stop ls1_page(const struct settings *settings, struct crawl_site *site,
                                     struct crawl_run *run, bool is_target)
{
    count_page(site, run, is_target);
    run->class = 0;
    return is_streak_over(settings, site) ? SITE_STOP_STREAK : SITE_STOP_NONE;
}

static uint8_t host_by_confidence(const struct settings *settings, const struct strategy_host *host)
{
    if (host->confidence >= settings->threshold)
        return host->confidence;
    return settings->explore == EXPLORE_NO ? 0 : host->confidence > 0 ? host->confidence : 1;
}

/* ---- ls2: by the score 1 / distance, until what is left is too far away ---- */

static enum crawl_site_stop ls2_page(const struct settings *settings, struct crawl_site *site,
                                     struct crawl_run *run, bool is_target)
{
    count_page(site, run, is_target);
    /* A page in the language gives its links the score 1.0, and so does distance 1. */
    run->class = run->distance == 0 ? 0 : (uint8_t)smaller_of(run->distance - 1u, CRAWL_CLASSES - 1);
    return is_streak_over(settings, site) ? SITE_STOP_STREAK : SITE_STOP_NONE;
}

static enum crawl_site_stop ls2_take(const struct settings *settings, const struct crawl_site *site,
                                     const struct crawl_run *run)
{
    return run->distance > settings->d + (site->pass == CRAWL_SECOND ? SECOND_D : 0) ? SITE_STOP_DISTANCE
                                                                                     : SITE_STOP_NONE;
}

/* ---- lswc: priority classes, S and T ---- */

static enum crawl_site_stop lswc_page(const struct settings *settings, struct crawl_site *site,
                                      struct crawl_run *run, bool is_target)
{
    count_page(site, run, is_target);
    bool is_relevant = site->target_pages > 0;
    /* The last two parents were a site in the language and this page, which is not: a seed has no such
     * parent. */
    bool is_near = run->distance == 1 && site->hops > 0;
    run->class = is_relevant ? 0 : (uint8_t)smaller_of((unsigned)run->distance - is_near, CRAWL_CLASSES - 1);
    if (run->distance > settings->lswc_t)
        run->class = STRATEGY_DROP;
    return !is_relevant && site->streak >= settings->lswc_s ? SITE_STOP_STREAK : SITE_STOP_NONE;
}

static bool lswc_in_order(const struct crawl_site *site)
{
    return site->target_pages > 0;
}

static uint8_t lswc_host(const struct settings *settings, const struct strategy_host *host)
{
    if (host->has_target_source)
        return SCORE_FIRST;
    if (host->distance > settings->lswc_t)
        return 0;
    return (uint8_t)(SCORE_SECOND - smaller_of(host->distance, HOPS_TOLD_APART) + (host->distance == 1));
}

/* ---- bfs, hard, soft: the baselines ---- */

static enum crawl_site_stop bfs_page(const struct settings *settings, struct crawl_site *site,
                                     struct crawl_run *run, bool is_target)
{
    (void)settings;
    count_page(site, run, is_target);
    run->class = 0;
    return SITE_STOP_NONE;
}

static uint8_t bfs_host(const struct settings *settings, const struct strategy_host *host)
{
    (void)settings;
    return (uint8_t)(SCORE_FIRST - smaller_of(host->hops, HOPS_TOLD_APART));
}

static enum crawl_site_stop hard_page(const struct settings *settings, struct crawl_site *site,
                                      struct crawl_run *run, bool is_target)
{
    (void)settings;
    count_page(site, run, is_target);
    run->class = is_target ? 0 : STRATEGY_DROP;
    return SITE_STOP_NONE;
}

static uint8_t hard_host(const struct settings *settings, const struct strategy_host *host)
{
    return host->has_target_source ? bfs_host(settings, host) : 0;
}

static enum crawl_site_stop soft_page(const struct settings *settings, struct crawl_site *site,
                                      struct crawl_run *run, bool is_target)
{
    (void)settings;
    count_page(site, run, is_target);
    run->class = is_target ? 0 : 1;
    return SITE_STOP_NONE;
}

static uint8_t soft_host(const struct settings *settings, const struct strategy_host *host)
{
    (void)settings;
    return (uint8_t)((host->has_target_source ? SCORE_FIRST : SCORE_SECOND) -
                     smaller_of(host->hops, HOPS_TOLD_APART));
}

/* ---- Segments: in the order found, until too many pages in a row are not about the topic ---- */

static enum crawl_site_stop segment_page(const struct settings *settings, struct crawl_site *site,
                                         struct crawl_run *run, bool is_target)
{
    count_page(site, run, is_target);
    run->class = 0;
    return site->streak >= settings->segment_s ? SITE_STOP_STREAK : SITE_STOP_NONE;
}

static uint8_t segment_host(const struct settings *settings, const struct strategy_host *host)
{
    return host->distance < settings->segment_d ? host->confidence : 0;
}

const struct strategy *strategy_of(const struct settings *settings)
{
    static const struct strategy segments = {.page = segment_page, .host = segment_host};
    static const struct strategy strategies[] = {
        [STRATEGY_LS1] = {.page = ls1_page, .host = host_by_confidence, .by_confidence = true},
        [STRATEGY_LS2] = {.page = ls2_page,
                          .take = ls2_take,
                          .host = host_by_confidence,
                          .by_confidence = true},
        [STRATEGY_LSWC] = {.page = lswc_page, .in_order = lswc_in_order, .host = lswc_host},
        [STRATEGY_BFS] = {.page = bfs_page, .host = bfs_host},
        [STRATEGY_HARD] = {.page = hard_page, .host = hard_host},
        [STRATEGY_SOFT] = {.page = soft_page, .host = soft_host},
    };
    if (settings->mode == MODE_SEGMENT)
        return &segments;
    return &strategies[settings->strategy <= STRATEGY_SOFT ? settings->strategy : STRATEGY_LS2];
}
