/* Runs a crawl in a simulated web. */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "card/hosts.h"
#include "cli.h"
#include "sim/port.h"
#include "sim/sim.h"
#include "world/internal.h"

const char *sim_predictor_name(unsigned predictor)
{
    static const char *const names[SIM_PREDICTORS] = {[SIM_NONE] = "none",
                                                      [SIM_RULE] = "rule",
                                                      [SIM_TREE] = "tree",
                                                      [SIM_ENSEMBLE] = "ensemble",
                                                      [SIM_PERFECT] = "perfect"};
    return predictor < SIM_PREDICTORS ? names[predictor] : NULL;
}

double sim_harvest(const struct sim_point *point)
{
    return point->pages ? 100.0 * point->thai / point->pages : 0;
}

double sim_coverage(const struct sim *sim, const struct sim_point *point)
{
    return sim->thai_pages ? 100.0 * point->thai / (double)sim->thai_pages : 0;
}

/* All Thai pages of a world; those of large sites are counted on their first pages, as their degree is. */
static uint64_t count_thai(const struct world *world)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < world->host_count; i++)
        sum += ((uint64_t)world->hosts[i].degree * world->hosts[i].pages + WORLD_SHARE_ONE / 2) /
               WORLD_SHARE_ONE;
    return sum;
}

static int seed(struct sim *sim)
{
    char text[WORLD_URL_BYTES];
    struct url url;
    for (uint32_t i = 0; i < sim->world->seed_hosts; i++) {
        int length = world_url(sim->world, i, 0, text);
        int status = url_parse(&url, sim->link_text, sizeof sim->link_text, text, (size_t)length, NULL);
        status = status < 0 ? STATUS_INVALID : crawl_seed(&sim->crawl, &url);
        if (status != STATUS_OK)
            return status;
    }
    return crawl_start(&sim->crawl);
}

int sim_open(struct sim *sim, const struct world *world, const struct sim_options *options)
{
    memset(sim, 0, sizeof *sim);
    sim->world = world;
    sim->options = *options;
    sim->thai_pages = count_thai(world);
    int status = options->card_mb ? memory_open_card(&sim->memory, options->card_mb)
                                  : memory_open(&sim->memory, world->host_count + 1, world->edge_count);
    if (status == STATUS_OK)
        status =
            state_open(&sim->state, &sim->memory.files, sim->lines, sizeof sim->lines / sizeof *sim->lines);
    if (status != STATUS_OK)
        return status;
    sim_port(sim, &sim->port);
    crawl_init(&sim->crawl, &sim->port, &sim->options.settings);
    status = crawl_begin(&sim->crawl);
    return status == STATUS_OK ? seed(sim) : status;
}

void sim_write_table(struct sim *sim, uint32_t round)
{
    const struct host *host;
    if (!sim->options.tables)
        return;
    for (uint32_t id = 0; id < sim->hosts.mark.hosts; id++) {
        if (hosts_read(&sim->hosts, id, &host) != STATUS_OK)
            continue;
        fprintf(sim->options.tables, "%u\t", (unsigned)round);
        card_hosts_line(sim->options.tables, host, false);
    }
}

static void take_sample(struct sim *sim)
{
    sim->now.sites = sim->crawl.state.totals.sites;
    sim->now.thai_sites = sim->crawl.state.totals.target_sites;
    sim->samples[sim->sample_count++] = sim->now;
    if (!sim->options.quiet)
        cli_progress("pages", sim->now.pages, sim->options.pages);
}

int sim_run(struct sim *sim)
{
    while (sim->now.pages < sim->options.pages) {
        int32_t wait_ms = crawl_step(&sim->crawl);
        if (wait_ms < 0) {
            sim->stopped = wait_ms;
            break;
        }
        sim->now_ms += (uint32_t)wait_ms;
        uint64_t due = (uint64_t)sim->options.pages * (sim->sample_count + 1) / SIM_SAMPLES;
        if (sim->now.pages >= due && sim->sample_count < SIM_SAMPLES)
            take_sample(sim);
    }
    take_sample(sim);
    sim_write_table(sim, sim->now.round);
    if (!sim->options.quiet)
        cli_progress_end();
    return sim->stopped == 0 || sim->stopped == CRAWL_STOP_NOTHING_LEFT ? STATUS_OK : STATUS_IO;
}

void sim_close(struct sim *sim)
{
    memory_close(&sim->memory);
    free(sim->text.bytes);
    sim->text.bytes = NULL;
}
