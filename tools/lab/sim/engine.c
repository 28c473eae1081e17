/* Runs the engine in a simulated web. */
#include "sim/engine.h"

#include <stdlib.h>

#include "base/status.h"
#include "cardfs/hosts.h"

static int seed(struct engine *engine)
{
    const struct world *world = engine->world;
    char text[WORLD_URL_BYTES];
    struct url url;
    struct world_page page;
    for (uint32_t i = 0; world->kind->seed(world, i, &page); i++) {
        int length = world->kind->url(world, page, text);
        int status = url_parse(&url, engine->link_text, sizeof engine->link_text, text, (size_t)length, NULL);
        status = status < 0 ? STATUS_INVALID : crawl_seed(&engine->crawl, &url);
        if (status != STATUS_OK)
            return status;
    }
    return crawl_start(&engine->crawl);
}

static int begin(struct engine *engine, const struct world_size *size)
{
    uint32_t card_mb = engine->options->card_mb;
    int status = card_mb ? memory_open_card(&engine->memory, card_mb)
                         : memory_open(&engine->memory, size->sites + size->parts, size->links);
    if (status == STATUS_OK)
        status = state_open(&engine->state, &engine->memory.files, engine->lines,
                            sizeof engine->lines / sizeof *engine->lines);
    if (status != STATUS_OK)
        return status;
    engine_port(engine, &engine->port);
    crawl_init(&engine->crawl, &engine->port, &engine->options->settings);
    status = crawl_begin(&engine->crawl);
    return status == STATUS_OK ? seed(engine) : status;
}

void engine_write_table(struct engine *engine, uint32_t round)
{
    const struct host *host;
    FILE *out = engine->options->tables;
    for (uint32_t id = 0; out && id < engine->hosts.mark.hosts; id++) {
        if (hosts_read(&engine->hosts, id, &host) != STATUS_OK)
            continue;
        fprintf(out, "%u\t", (unsigned)round);
        card_hosts_line(out, host, false, engine->hosts.home);
    }
}

static int run(struct engine *engine)
{
    struct sim_result *result = engine->result;
    uint32_t sites = engine->options->sites ? engine->options->sites : UINT32_MAX;
    while (result->end.pages < engine->options->pages && result->end.sites < sites && result->stopped == 0) {
        int32_t wait_ms = crawl_step(&engine->crawl);
        if (wait_ms < 0)
            result->stopped = wait_ms;
        else
            result->time_ms += (uint32_t)wait_ms;
        result->end.sites = engine->crawl.state.totals.sites;
        result->end.target_sites = engine->crawl.state.totals.target_sites;
        result->end.probes = engine->crawl.state.explored.probes;
        result->end.found = engine->crawl.state.explored.found;
        result->end.seconds = engine->crawl.state.explored.seconds;
        result->end.explored = engine->crawl.state.explored.pages;
        sim_sample(result, engine->options);
    }
    engine_write_table(engine, result->end.round);
    engine_judge_unvisited(engine);
    return result->stopped == 0 || result->stopped == CRAWL_STOP_NOTHING_LEFT ? STATUS_OK : STATUS_IO;
}

int engine_crawl(const struct world *world, const struct world_size *size, const struct sim_options *options,
                 struct sim_result *result)
{
    struct engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return STATUS_FULL;
    engine->world = world;
    engine->options = options;
    engine->result = result;
    int status = link_predictor_open(&engine->links, world, options);
    if (status == STATUS_OK)
        status = fetched_open(&engine->fetched, world, size->parts);
    if (status == STATUS_OK)
        status = begin(engine, size);
    if (status == STATUS_OK)
        status = run(engine);
    memory_close(&engine->memory);
    fetched_close(&engine->fetched);
    link_predictor_close(&engine->links);
    free(engine->text.bytes);
    free(engine);
    return status;
}
