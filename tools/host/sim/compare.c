/* Runs the crawls of a comparison and writes the report. */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "chart/chart.h"
#include "cli.h"
#include "sim/compare.h"

enum { LS1_TAU = 20, NO_TAU = 255, BOX_HOSTS = 65536, RESULTS = 8 };

struct result {
    struct sim_point end;
    double coverage;
    struct chart_line harvest, covered;
};

static const struct contender {
    const char *name;
    uint8_t strategy, tau, predictor;
    bool perfect;
    const char *published; /* harvest rate of the live crawl of a million pages, or "" */
} contenders[RESULTS] = {
    {"perfect crawler", STRATEGY_LS1, NO_TAU, SIM_PERFECT, true, ""},
    {"LS-2, ensemble", STRATEGY_LS2, 0, SIM_ENSEMBLE, false, "97.34"},
    {"LS-1, single tree", STRATEGY_LS1, LS1_TAU, SIM_TREE, false, "89.25"},
    {"LS-1, ensemble", STRATEGY_LS1, LS1_TAU, SIM_ENSEMBLE, false, ""},
    {"LSWC", STRATEGY_LSWC, 0, SIM_NONE, false, "about 80 (2006, another web)"},
    {"hard-focused", STRATEGY_HARD, 0, SIM_NONE, false, ""},
    {"soft-focused", STRATEGY_SOFT, 0, SIM_NONE, false, ""},
    {"BFS", STRATEGY_BFS, 0, SIM_NONE, false, "42.91"},
};

/* What a setting does: a row of the report for each value. */
static const struct effect {
    const char *key;
    const char *values[5];
} effects[] = {
    {"tau", {"2", "5", "10", "20"}},
    {"d", {"1", "2", "3", "5"}},
    {"page_cap", {"100", "300", "1000", "3000"}},
    {"active_sites", {"1", "2", "4"}},
};

struct comparison {
    const struct world *world;
    const struct sim_options *options;
    const struct model *models[SIM_PREDICTORS];
    FILE *out;
};

static int crawl(const struct world *world, const struct sim_options *options, struct result *result)
{
    struct sim *sim = malloc(sizeof *sim);
    if (!sim)
        return STATUS_FULL;
    int status = sim_open(sim, world, options);
    if (status == STATUS_OK)
        status = sim_run(sim);
    result->end = sim->now;
    result->coverage = sim_coverage(sim, &sim->now);
    for (uint32_t i = 0; i < sim->sample_count && i < CHART_POINTS; i++) {
        const struct sim_point *point = &sim->samples[i];
        result->harvest.x[i] = result->covered.x[i] = point->pages;
        result->harvest.y[i] = sim_harvest(point);
        result->covered.y[i] = sim_coverage(sim, point);
        result->harvest.count = result->covered.count = i + 1;
    }
    sim_close(sim);
    free(sim);
    return status;
}

static int crawl_contender(const struct comparison *comparison, const struct contender *who,
                           struct result *result)
{
    struct sim_options options = *comparison->options;
    options.settings.strategy = who->strategy;
    if (who->tau)
        options.settings.tau = who->tau;
    options.predictor = who->predictor;
    options.model = comparison->models[who->predictor];
    options.perfect_links = who->perfect;
    result->harvest.name = result->covered.name = who->name;
    return crawl(comparison->world, &options, result);
}

static void write_row(FILE *out, const char *name, const struct result *result, const char *published)
{
    const struct sim_point *end = &result->end;
    fprintf(out, "<tr><th>%s<td>%u<td>%.2f<td>%s<td>%.2f<td>%.1f<td>%.1f<td>%u<td>%u<td>%u\n", name,
            (unsigned)end->pages, sim_harvest(end), published, result->coverage,
            (double)end->bytes_thai / 1e9, (double)end->bytes_other / 1e9, (unsigned)end->sites,
            (unsigned)end->thai_sites, (unsigned)end->round);
}

static void begin_table(FILE *out, const char *first)
{
    fprintf(
        out,
        "<table><tr><th>%s<th>pages<th>harvest rate %%<th>published %%<th>coverage %%<th>Thai GB<th>other GB"
        "<th>sites<th>Thai sites<th>rounds\n",
        first);
}

static void draw(const struct comparison *comparison, const char *title, const struct chart_line *lines)
{
    const struct chart chart = {.title = title,
                                .shows_title = true,
                                .width = 760,
                                .height = 380,
                                .right = 170,
                                .x_most = comparison->options->pages,
                                .x_ticks = 5};
    chart_lines(comparison->out, &chart, lines, RESULTS);
}

static int write_contenders(const struct comparison *comparison)
{
    struct result *results = calloc(RESULTS, sizeof *results);
    struct chart_line *lines = malloc(RESULTS * sizeof *lines);
    int status = results && lines ? STATUS_OK : STATUS_FULL;
    for (unsigned i = 0; i < RESULTS && status == STATUS_OK; i++)
        status = crawl_contender(comparison, &contenders[i], &results[i]);
    if (status == STATUS_OK) {
        for (unsigned i = 0; i < RESULTS; i++)
            lines[i] = results[i].harvest;
        draw(comparison, "Harvest rate over pages fetched", lines);
        for (unsigned i = 0; i < RESULTS; i++)
            lines[i] = results[i].covered;
        draw(comparison, "Coverage over pages fetched", lines);
        begin_table(comparison->out, "crawl");
        for (unsigned i = 0; i < RESULTS; i++)
            write_row(comparison->out, contenders[i].name, &results[i], contenders[i].published);
        fprintf(comparison->out, "</table>\n");
    }
    free(results);
    free(lines);
    return status;
}

/* LS-2 with the ensemble, one thing changed. */
static int write_variant(const struct comparison *comparison, const char *name, struct sim_options *options)
{
    struct result *result = calloc(1, sizeof *result);
    if (!result)
        return STATUS_FULL;
    options->settings.strategy = STRATEGY_LS2;
    options->predictor = SIM_ENSEMBLE;
    options->model = comparison->models[SIM_ENSEMBLE];
    int status = crawl(comparison->world, options, result);
    if (status == STATUS_OK)
        write_row(comparison->out, name, result, "");
    free(result);
    return status;
}

static int write_effects(const struct comparison *comparison)
{
    int status = STATUS_OK;
    for (unsigned i = 0; i < sizeof effects / sizeof *effects && status == STATUS_OK; i++) {
        fprintf(comparison->out, "<h2>What %s does (LS-2, ensemble)</h2>\n", effects[i].key);
        begin_table(comparison->out, effects[i].key);
        for (unsigned j = 0; effects[i].values[j] && status == STATUS_OK; j++) {
            const char *value = effects[i].values[j];
            struct sim_options options = *comparison->options;
            int which = settings_find(effects[i].key, strlen(effects[i].key));
            status = settings_set(&options.settings, which, value, strlen(value));
            if (status == STATUS_OK)
                status = write_variant(comparison, value, &options);
        }
        fprintf(comparison->out, "</table>\n");
    }
    return status;
}

/* The box with a small card against a table that holds every host. */
static int write_limits(const struct comparison *comparison)
{
    struct sim_options options = *comparison->options;
    fprintf(comparison->out, "<h2>What being small costs (LS-2, ensemble)</h2>\n");
    begin_table(comparison->out, "host table");
    int status = write_variant(comparison, "every host", &options);
    options = *comparison->options;
    options.host_limit = BOX_HOSTS;
    if (status == STATUS_OK)
        status = write_variant(comparison, "65,536 hosts", &options);
    fprintf(comparison->out, "</table>\n");
    return status;
}

static void write_head(const struct comparison *comparison)
{
    fprintf(comparison->out,
            "<!DOCTYPE html>\n<html lang='en'>\n<meta charset='utf-8'>\n<title>Crawls of %s</title>\n"
            "<style>body{font:15px/1.4 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
            "table{border-collapse:collapse;margin:1em 0;font-variant-numeric:tabular-nums}"
            "td,th{border-bottom:1px solid #bbb;padding:.25em .6em;text-align:right}"
            "tr>:first-child{text-align:left}svg{width:100%%;height:auto}"
            "@media print{h2,svg,table{break-inside:avoid}}</style>\n"
            "<h1>Crawls of the simulated web %s, seed %llu</h1>\n"
            "<p>%u hosts. Each crawl ends after %u pages, or when nothing is left that looks promising. "
            "Harvest rate: Thai "
            "pages among those fetched. Coverage: Thai pages fetched among all that there are. The engine, "
            "the host graph and "
            "the predictor are the box's own.</p>\n",
            comparison->world->preset, comparison->world->preset, (unsigned long long)comparison->world->seed,
            (unsigned)comparison->world->host_count, (unsigned)comparison->options->pages);
}

int compare_write(const struct world *world, const struct sim_options *options, const struct model *tree,
                  const struct model *ensemble, const char *path)
{
    struct comparison comparison = {.world = world, .options = options, .out = fopen(path, "w")};
    comparison.models[SIM_TREE] = tree;
    comparison.models[SIM_ENSEMBLE] = ensemble;
    if (!comparison.out)
        return cli_cannot_write(path);
    write_head(&comparison);
    int status = write_contenders(&comparison);
    if (status == STATUS_OK)
        status = write_limits(&comparison);
    if (status == STATUS_OK)
        status = write_effects(&comparison);
    fprintf(comparison.out, "</html>\n");
    bool written = ferror(comparison.out) == 0;
    written = fclose(comparison.out) == 0 && written;
    if (status != STATUS_OK)
        return cli_error("a crawl failed: %s", status_text(status));
    return written ? CLI_YES : cli_cannot_write(path);
}
