/* Strategies, and how far a crawl is. */
#include "sim/sim.h"

#include <string.h>

#include "base/status.h"
#include "cli.h"
#include "random.h"
#include "sim/engine.h"
#include "sim/onequeue.h"
#include "sim/pagewise.h"

enum {
    NO_TAU = 255,
    ASK_ERROR = 0x20000, /* of random_hash(): is the page judged wrongly? */
    ERRORS_OF = 1000,
};

static const struct sim_strategy strategies[] = {
    {.name = "ls2", .way = SIM_BY_SITE, .order = STRATEGY_LS2},
    {.name = "ls1", .way = SIM_BY_SITE, .order = STRATEGY_LS1},
    {.name = "lswc", .way = SIM_BY_SITE, .order = STRATEGY_LSWC},
    {.name = "bfs", .way = SIM_BY_SITE, .order = STRATEGY_BFS},
    {.name = "hard", .way = SIM_BY_SITE, .order = STRATEGY_HARD},
    {.name = "soft", .way = SIM_BY_SITE, .order = STRATEGY_SOFT},
    /* The perfect crawler is a breadth-first one that knows which links to follow. */
    {.name = "perfect", .way = SIM_BY_SITE, .order = STRATEGY_LS1, .is_perfect = true},
    {.name = "segment", .way = SIM_BY_SEGMENT},
    {.name = "best-segment", .way = SIM_BY_SEGMENT, .has_no_predictor = true},
    {.name = "best-page", .way = SIM_BY_PAGE, .order = SIM_ORDER_BEST},
    {.name = "weighted", .way = SIM_BY_PAGE, .order = SIM_ORDER_WEIGHTED},
    {.name = "bfs", .way = SIM_BY_PAGE, .order = SIM_ORDER_BFS},
    {.name = "queue-lswc", .way = SIM_BY_ONE_QUEUE, .order = SIM_ORDER_LSWC},
    {.name = "queue-hard", .way = SIM_BY_ONE_QUEUE, .order = SIM_ORDER_HARD},
    {.name = "queue-soft", .way = SIM_BY_ONE_QUEUE, .order = SIM_ORDER_SOFT},
    {.name = "queue-bfs", .way = SIM_BY_ONE_QUEUE, .order = SIM_ORDER_BFS},
    {.name = "queue-perfect", .way = SIM_BY_ONE_QUEUE, .order = SIM_ORDER_PERFECT},
};

const struct sim_strategy *sim_strategy_find(const char *name, const struct world *world)
{
    enum sim_way other = world->kind->has_segments ? SIM_BY_SITE : SIM_BY_SEGMENT;
    for (unsigned i = 0; i < sizeof strategies / sizeof *strategies; i++)
        if (strategies[i].way != other &&
            !(world->kind->has_segments && strategies[i].way == SIM_BY_ONE_QUEUE) &&
            strcmp(strategies[i].name, name) == 0)
            return &strategies[i];
    return NULL;
}

const char *sim_predictor_name(unsigned predictor)
{
    static const char *const names[SIM_PREDICTORS] = {
        [SIM_NONE] = "none",       [SIM_RULE] = "rule",   [SIM_TREE] = "tree", [SIM_ENSEMBLE] = "ensemble",
        [SIM_PERFECT] = "perfect", [SIM_FACTS] = "facts", [SIM_PACK] = "pack"};
    return predictor < SIM_PREDICTORS ? names[predictor] : NULL;
}

void sim_choose(struct sim_options *options, const struct sim_strategy *strategy)
{
    options->strategy = strategy;
    if (strategy->way == SIM_BY_SEGMENT)
        options->settings.mode = MODE_SEGMENT;
    if (strategy->way == SIM_BY_SITE)
        options->settings.strategy = strategy->order;
    if (strategy->is_perfect) {
        options->settings.tau = NO_TAU;
        options->predictor = SIM_PERFECT;
        options->settings.explore = EXPLORE_NO;
    }
    if (strategy->has_no_predictor)
        options->predictor = SIM_NONE;
}

int sim_crawl(const struct world *world, const struct sim_options *options, struct sim_result *result)
{
    struct world_size size;
    world->kind->size(world, &size);
    *result = (struct sim_result){.targets = size.targets, .next_decade = SIM_FIRST_DECADE};
    int status = STATUS_OK;
    switch (options->strategy->way) {
    case SIM_BY_PAGE: status = pagewise_crawl(world, &size, options, result); break;
    case SIM_BY_ONE_QUEUE: status = onequeue_crawl(world, &size, options, result); break;
    default: status = engine_crawl(world, &size, options, result); break;
    }
    result->samples[result->sample_count++] = result->end;
    cli_progress_end();
    return status;
}

uint8_t sim_judge(const struct sim_options *options, const struct world *world, struct world_page page)
{
    uint8_t relevance = world->kind->judge(world, page);
    unsigned drawn = (unsigned)(random_hash(world->seed, ASK_ERROR, page.part, page.page) % ERRORS_OF);
    unsigned errors = relevance > UINT8_MAX / 2 ? options->misses : options->alarms;
    return drawn < errors ? (uint8_t)(UINT8_MAX - relevance) : relevance;
}

double sim_harvest(const struct sim_point *point)
{
    return point->pages ? 100.0 * point->targets / point->pages : 0;
}

double sim_coverage(const struct sim_result *result, const struct sim_point *point)
{
    return result->targets ? 100.0 * point->targets / (double)result->targets : 0;
}

void sim_count(struct sim_result *result, bool is_target, uint32_t bytes)
{
    result->end.pages++;
    result->end.targets += is_target;
    *(is_target ? &result->end.bytes_targets : &result->end.bytes_other) += bytes;
}

void sim_sample(struct sim_result *result, const struct sim_options *options)
{
    uint64_t due = (uint64_t)options->pages * (result->even_samples + 1) / SIM_SAMPLES;
    bool is_even = result->end.pages >= due && result->even_samples < SIM_SAMPLES;
    bool is_decade = result->end.pages >= result->next_decade;
    if (!is_even && !is_decade)
        return;
    result->samples[result->sample_count++] = result->end;
    result->even_samples += is_even;
    if (is_decade)
        result->next_decade *= 10;
    cli_progress("pages", result->end.pages, options->pages);
}

void sim_trace_page(const struct sim_options *options, const struct world *world, int status, const char *url,
                    bool is_page, bool is_target)
{
    if (options->trace)
        fprintf(options->trace, "page\t%d\t%s\t%s\n", status, url,
                is_page ? is_target ? world->kind->target : "other" : "-");
}
