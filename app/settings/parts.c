#include "settings/parts.h"

#include <stddef.h>

enum { KB = 1024, MB = 1024 * 1024, MS_PER_S = 1000 };

_Static_assert((int)STRATEGY_LS2 == (int)CRAWL_LS2 && (int)STRATEGY_LS1 == (int)CRAWL_LS1 &&
                   (int)STRATEGY_LSWC == (int)CRAWL_LSWC && (int)STRATEGY_BFS == (int)CRAWL_BFS &&
                   (int)STRATEGY_HARD == (int)CRAWL_HARD && (int)STRATEGY_SOFT == (int)CRAWL_SOFT,
               "settings.def: strategies must be in the order of enum crawl_strategy");

/* A page must fit a file, with all that stands around it. */
static uint32_t page_bytes(const struct settings *settings)
{
    uint32_t wanted = settings->page_kb * (uint32_t)KB, half_a_file = settings->file_mb * (uint32_t)MB / 2;
    return wanted < half_a_file ? wanted : half_a_file;
}

void settings_for_fetch(const struct settings *settings, const char *user_agent,
                        struct fetch_options *options)
{
    options->user_agent = user_agent;
    options->from = settings->email;
    options->limits = (struct http_limits){
        .connect_ms = settings->timeout_connect * (uint32_t)MS_PER_S,
        .first_byte_ms = settings->timeout_answer * (uint32_t)MS_PER_S,
        .idle_ms = settings->timeout_idle * (uint32_t)MS_PER_S,
        .total_ms = settings->timeout_total * (uint32_t)MS_PER_S,
    };
    options->body_max = page_bytes(settings);
    options->allowed = settings->allow.range;
    options->allowed_count = settings->allow.count;
}

void settings_for_store(const struct settings *settings, const char *user_agent, struct store_settings *store)
{
    store->file_bytes = settings->file_mb * (uint32_t)MB;
    store->reserve_bytes = settings->reserve_mb * (uint32_t)MB;
    store->page_bytes = page_bytes(settings);
    store->prefix = settings->prefix;
    store->box_id = settings->box_id;
    store->about.operator_name = settings->operator;
    store->about.contact = settings->contact;
    store->about.user_agent = user_agent;
    store->about.description = settings->organisation[0] != '\0' ? settings->organisation : NULL;
}

void settings_for_crawl(const struct settings *settings, struct crawl_settings *crawl)
{
    crawl->strategy = settings->strategy;
    crawl->tau = settings->tau;
    crawl->distance = settings->d;
    crawl->lswc_s = settings->lswc_s;
    crawl->lswc_t = settings->lswc_t;
    crawl->host_hops = settings->site_hops;
    crawl->hops = settings->hops;
    crawl->depth = settings->path_depth;
    crawl->tries = settings->tries;
    crawl->shard_index = settings->shard.mine;
    crawl->shard_count = settings->shard.of;
    crawl->active_sites = settings->active_sites;
    crawl->continuous = settings->mode == MODE_CONTINUOUS;
    crawl->links = settings->links_per_page;
    crawl->recrawl_days = settings->recrawl_days;
    crawl->pages = settings->page_cap;
    crawl->site_kb = settings->site_kb;
    crawl->delay_factor = settings->delay_factor;
    crawl->delay_min_ms = settings->delay_min_ms;
    crawl->delay_max_ms = settings->delay_max_ms;
    crawl->crawl_delay_max_ms = settings->crawl_delay_max * (uint32_t)MS_PER_S;
}
