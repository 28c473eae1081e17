/*
 * Exploring: when no better host is left, the engine probes hosts that promise little, and goes back to sites
 * that it left early.
 */
#include "base/numbers.h"
#include "crawl/internal.h"
#include "crawl/strategy.h"

/*
 * A round that explores takes only the best hosts, those whose worth differs by less than BAND, and of them
 * ROUND_LEAST or an eighth (ROUND_SHARE), whichever is more. Then all hosts are scored again, since probes
 * may have led to better ones. Some hosts are drawn by chance and visited before all others, whatever they
 * are worth, so that errors of the predictor show and the box can learn: DRAWN_MOST of DRAWN_OF, and when
 * more hosts are known than that, about DRAWN_HOSTS. (Without `learn` it is one of 256, in its turn.) The
 * share falls as the number of hosts grows and depends on nothing else, so that whoever was not drawn when
 * he was first scored is not drawn later: a round need not look at all hosts again. A probe is PROBE_PAGES
 * long, because half of the sites in the language greet people in another one. The engine does not go back
 * to a site of which it fetched more than is left (LEFT_LEAST), since it would fetch all of that again if the
 * site's list was not kept (kept.c). Nor does it for a single page in the language unless the site was
 * predicted with a chance of two in three (LONE_SCORE): the detector errs now and then, so a lone page of a
 * site that nobody expected to have one is often a false alarm. Of what such passes would fetch, one page in
 * seven is in the language. WORLD.md has the figures.
 */
enum {
    BAND = 16,
    ROUND_LEAST = 256,
    ROUND_SHARE = 8,
    DRAWN_OF = 4096,
    DRAWN_MOST = 128,
    DRAWN_HOSTS = 320,
    DRAWN_UNLEARNED = 16,
    PROBE_PAGES = 3,
    LEFT_A_PAGE = 8, /* struct host counts what is left of a site in eighths */
    LEFT_LEAST = LEFT_A_PAGE,
    LONE_SCORE = 171,  /* of 255 */
    SECOND_WORTH = 16, /* so many half percents of a site's degree count as much as one of confidence */
};

bool crawl_explores(const struct crawl *crawl)
{
    return crawl->settings->explore == EXPLORE_YES && strategy_of(crawl->settings)->by_confidence;
}

bool crawl_learns(const struct crawl *crawl)
{
    return crawl->settings->learn == LEARN_YES && crawl_explores(crawl) && !crawl_has_segments(crawl);
}

void crawl_explore_draw(struct crawl *crawl)
{
    uint32_t share = DRAWN_OF * DRAWN_HOSTS / (crawl->port->hosts->mark.hosts + 1);
    crawl->drawn = (uint16_t)(crawl_learns(crawl) ? smaller_of(share, DRAWN_MOST) : DRAWN_UNLEARNED);
}

bool crawl_is_drawn(const struct crawl *crawl, const struct host *host)
{
    return crawl_explores(crawl) && host->crawled_at == 0 && host->hash % DRAWN_OF < crawl->drawn;
}

void crawl_learn(struct crawl *crawl, const struct crawl_site *site, const struct host *host)
{
    struct features features;
    bool is_of_sample = host->flags & HOST_DRAWN && !(host->flags & HOST_SEED);
    if (!crawl_learns(crawl) || !is_of_sample || site->pass == CRAWL_SECOND || host->label == HOST_UNLABELLED)
        return;
    bool is_target = host->label == HOST_THAI;
    host_features(host, &features);
    uint8_t model_says = crawl_ask_model(crawl, &features);
    learned_take(&crawl->state.learned, &features, model_says, is_target);
}

int crawl_forget_learned(struct crawl *crawl)
{
    learned_forget(&crawl->state.learned, crawl->settings->language);
    crawl->score_all = true;
    return crawl->opened ? crawl_commit(crawl) : 0;
}

static bool was_left_early(const struct host *host)
{
    return host->stop == SITE_STOP_STREAK || host->stop == SITE_STOP_DISTANCE ||
           host->stop == SITE_STOP_PROBE;
}

uint8_t crawl_explore_left(const struct crawl_site *site)
{
    uint64_t eighths = (uint64_t)site->pending * LEFT_A_PAGE / (site->pages ? site->pages : 1);
    return eighths < UINT8_MAX ? (uint8_t)eighths : UINT8_MAX;
}

/* The score was predicted before the visit: a second opinion, of somebody who did not see the page. */
static bool is_believed(const struct host *host)
{
    return host->thai_pages > 1 || (host->thai_pages == 1 && host->score >= LONE_SCORE);
}

bool crawl_may_return(const struct crawl *crawl, const struct host *host)
{
    return crawl_explores(crawl) && !(host->flags & HOST_AGAIN) && was_left_early(host) &&
           is_believed(host) && host->left >= LEFT_LEAST;
}

uint8_t crawl_second_worth(const struct host *host)
{
    uint32_t share = (uint32_t)host->degree * host->left / (host->left + LEFT_A_PAGE);
    return (uint8_t)(1 + share / SECOND_WORTH);
}

uint8_t crawl_explore_filter(struct crawl *crawl, const struct host *host, uint8_t worth)
{
    if (!crawl_explores(crawl) || worth >= crawl->settings->threshold || crawl_is_drawn(crawl, host))
        return worth;
    if (crawl->floor > 0 && worth >= crawl->floor)
        return worth;
    if (worth > crawl->best_left)
        crawl->best_left = worth;
    return 0;
}

bool crawl_explore_deeper(struct crawl *crawl)
{
    if (crawl->best_left == 0)
        return false;
    crawl->floor = crawl->best_left > BAND ? (uint8_t)(crawl->best_left - BAND) : 1;
    return true;
}

uint32_t crawl_explore_round(const struct crawl *crawl, uint32_t queued)
{
    uint32_t most = larger_of(queued / ROUND_SHARE, ROUND_LEAST);
    return crawl->floor > 0 && queued > most ? most : queued;
}

uint8_t crawl_explore_pass(const struct crawl *crawl, const struct host *host)
{
    if (!crawl_explores(crawl))
        return CRAWL_VISIT;
    if (host->crawled_at != 0)
        return was_left_early(host) ? CRAWL_SECOND : CRAWL_VISIT;
    return host->score < crawl->settings->threshold ? CRAWL_PROBE : CRAWL_VISIT;
}

enum crawl_site_stop crawl_explore_page(struct crawl *crawl, struct crawl_site *site, bool is_target)
{
    struct crawl_explored *explored = &crawl->state.explored;
    if (site->pass == CRAWL_VISIT)
        return SITE_STOP_NONE;
    explored->pages++;
    explored->target_pages += is_target;
    if (site->pass == CRAWL_PROBE && is_target)
        site->pass = CRAWL_GROWN;
    return site->pass == CRAWL_PROBE && site->pages >= PROBE_PAGES ? SITE_STOP_PROBE : SITE_STOP_NONE;
}

void crawl_explore_end(struct crawl *crawl, const struct crawl_site *site, bool is_target)
{
    struct crawl_explored *explored = &crawl->state.explored;
    explored->probes += site->pass == CRAWL_PROBE || site->pass == CRAWL_GROWN;
    explored->found += site->pass == CRAWL_GROWN && is_target;
    explored->seconds += site->pass == CRAWL_SECOND;
}
