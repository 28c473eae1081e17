/* Runs the crawls of a comparison and has the report written. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "cli.h"
#include "output.h"
#include "sim/compare.h"
#include "sim/report.h"

enum { LS1_TAU = 20, NO_TAU = 255, CONTENDERS = 9 };

static const double ms_a_day = 86400e3;

static const struct contender {
    const char *name;
    uint8_t strategy, tau, predictor;
    bool perfect;
    const char *published; /* harvest rate of the live crawl of a million pages, or "" */
} contenders[CONTENDERS] = {
    {"perfect crawler", STRATEGY_LS1, NO_TAU, SIM_PERFECT, true, ""},
    {"LS-2, ensemble", STRATEGY_LS2, 0, SIM_ENSEMBLE, false, "97.34"},
    {"LS-2, single tree", STRATEGY_LS2, 0, SIM_TREE, false, ""},
    {"LS-1, ensemble", STRATEGY_LS1, LS1_TAU, SIM_ENSEMBLE, false, ""},
    {"LS-1, single tree", STRATEGY_LS1, LS1_TAU, SIM_TREE, false, "89.25"},
    {"LSWC", STRATEGY_LSWC, 0, SIM_NONE, false, "about 80"},
    {"hard-focused", STRATEGY_HARD, 0, SIM_NONE, false, ""},
    {"soft-focused", STRATEGY_SOFT, 0, SIM_NONE, false, ""},
    {"BFS", STRATEGY_BFS, 0, SIM_NONE, false, "42.91"},
};

/* What a box remembers follows from the size of its card. */
static const struct limit {
    const char *name;
    uint32_t card_mb; /* 0: no limits */
} limits[] = {
    {"no limits", 0},
    {"a card of 2 GB or more", 2048},
    {"a card of 512 MB", 512},
    {"a card of 128 MB", 128},
};

/* What a setting does: a row of the report for each value. */
static const struct effect {
    const char *key, *question;
    const char *values[5];
} effects[] = {
    {"tau", "how many foreign pages in a row end a site", {"2", "5", "10", "20"}},
    {"d", "how far from a Thai page a site is followed", {"1", "2", "3", "5"}},
    {"page_cap", "how many pages of a site are taken at most", {"100", "300", "1000", "3000"}},
    {"active_sites", "how many sites are visited in turn", {"1", "2", "3", "4"}},
};

struct comparison {
    const struct world *world;
    const struct sim_options *options;
    const struct model *models[SIM_PREDICTORS];
    FILE *out;
};

static int crawl(const struct world *world, const struct sim_options *options, struct sim_result *result)
{
    struct sim *sim = malloc(sizeof *sim);
    if (!sim)
        return STATUS_FULL;
    int status = sim_open(sim, world, options);
    if (status == STATUS_OK)
        status = sim_run(sim);
    result->end = sim->now;
    result->coverage = sim_coverage(sim, &sim->now);
    result->days = (double)sim->now_ms / ms_a_day;
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

/* ---- Strategies ---- */

static int crawl_contender(const struct comparison *comparison, const struct contender *who,
                           struct sim_result *result)
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

/* Both axes end at a round number that all lines stay below. */
static void draw(const struct comparison *comparison, const char *title, const struct chart_line *lines)
{
    double x_most = 0, y_most = 0;
    for (unsigned i = 0; i < CONTENDERS; i++) {
        for (unsigned k = 0; k < lines[i].count; k++) {
            x_most = fmax(x_most, lines[i].x[k]);
            y_most = fmax(y_most, lines[i].y[k]);
        }
    }
    const struct chart chart = {.title = title,
                                .shows_title = true,
                                .width = 760,
                                .height = 380,
                                .right = 170,
                                .x_most = fmin(chart_round(x_most), comparison->options->pages),
                                .x_ticks = 5,
                                .y_most = fmin(chart_round(y_most), 100)};
    chart_lines(comparison->out, &chart, lines, CONTENDERS);
}

static void write_results(const struct comparison *comparison, const struct sim_result *results,
                          struct chart_line *lines)
{
    FILE *out = comparison->out;
    for (unsigned i = 0; i < CONTENDERS; i++)
        lines[i] = results[i].harvest;
    draw(comparison, "Harvest rate over pages fetched", lines);
    for (unsigned i = 0; i < CONTENDERS; i++)
        lines[i] = results[i].covered;
    draw(comparison, "Coverage over pages fetched", lines);
    report_crawls_begin(out);
    for (unsigned i = 0; i < CONTENDERS; i++)
        report_crawl(out, contenders[i].name, &results[i], contenders[i].published);
    report_table_end(out);
    fputs("<p>Published: harvest rates of crawls of a million pages of the live web in 2011, which the web "
          "open-2011 is made "
          "after; that of LSWC is from another web, in 2006.</p>\n",
          out);
}

static int write_contenders(const struct comparison *comparison)
{
    struct sim_result *results = calloc(CONTENDERS, sizeof *results);
    struct chart_line *lines = malloc(CONTENDERS * sizeof *lines);
    int status = results && lines ? STATUS_OK : STATUS_FULL;
    for (unsigned i = 0; i < CONTENDERS && status == STATUS_OK; i++)
        status = crawl_contender(comparison, &contenders[i], &results[i]);
    if (status == STATUS_OK)
        write_results(comparison, results, lines);
    free(results);
    free(lines);
    return status;
}

/* ---- The box's own strategy, one thing changed ---- */

static int crawl_variant(const struct comparison *comparison, struct sim_options *options,
                         struct sim_result *result)
{
    options->settings.strategy = STRATEGY_LS2;
    options->predictor = SIM_ENSEMBLE;
    options->model = comparison->models[SIM_ENSEMBLE];
    return crawl(comparison->world, options, result);
}

static int write_limits(const struct comparison *comparison, struct sim_result *result)
{
    int status = STATUS_OK;
    double unlimited = 0;
    fprintf(
        comparison->out,
        "<h2>What being small costs</h2>\n<p>LS-2 with the ensemble. How many hosts, links between them and "
        "URLs of a "
        "site the box can keep follows from the size of its card. Lost: points of harvest rate against a box "
        "without limits.</p>\n");
    report_variants_begin(comparison->out, "memory", "lost");
    for (unsigned i = 0; i < sizeof limits / sizeof *limits && status == STATUS_OK; i++) {
        struct sim_options options = *comparison->options;
        char lost[16];
        options.card_mb = limits[i].card_mb;
        status = crawl_variant(comparison, &options, result);
        unlimited = i == 0 ? sim_harvest(&result->end) : unlimited;
        snprintf(lost, sizeof lost, "%.2f", unlimited - sim_harvest(&result->end));
        if (status == STATUS_OK)
            report_variant(comparison->out, limits[i].name, false, result, lost);
    }
    report_table_end(comparison->out);
    return status;
}

static int write_effect(const struct comparison *comparison, const struct effect *effect,
                        struct sim_result *result)
{
    int status = STATUS_OK, which = settings_find(effect->key, strlen(effect->key));
    fprintf(comparison->out, "<h2>%s: %s</h2>\n", effect->key, effect->question);
    report_variants_begin(comparison->out, effect->key, "");
    for (unsigned i = 0; effect->values[i] && status == STATUS_OK; i++) {
        const char *value = effect->values[i];
        struct sim_options options = *comparison->options;
        status = settings_set(&options.settings, which, value, strlen(value));
        if (status == STATUS_OK)
            status = crawl_variant(comparison, &options, result);
        if (status == STATUS_OK)
            report_variant(comparison->out, value, strcmp(value, settings_default(which)) == 0, result, "");
    }
    report_table_end(comparison->out);
    return status;
}

static int write_variants(const struct comparison *comparison)
{
    struct sim_result *result = calloc(1, sizeof *result);
    int status = result ? write_limits(comparison, result) : STATUS_FULL;
    for (unsigned i = 0; i < sizeof effects / sizeof *effects && status == STATUS_OK; i++)
        status = write_effect(comparison, &effects[i], result);
    free(result);
    return status;
}

int compare_write(const struct world *world, const struct sim_options *options, const struct model *tree,
                  const struct model *ensemble, const char *path)
{
    struct output out;
    if (!output_begin(&out, path))
        return CLI_CANNOT;
    struct comparison comparison = {.world = world, .options = options, .out = out.file};
    comparison.models[SIM_TREE] = tree;
    comparison.models[SIM_ENSEMBLE] = ensemble;
    report_begin(comparison.out, world, options->pages);
    int status = write_contenders(&comparison);
    if (status == STATUS_OK)
        status = write_variants(&comparison);
    report_end(comparison.out);
    return report_close(&out, status);
}
