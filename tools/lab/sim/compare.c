/* Runs the crawls of a comparison and has the report written. */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "cli.h"
#include "output.h"
#include "sim/compare.h"
#include "sim/report.h"

enum { CONTENDERS = 9, AS_ASKED = SIM_PREDICTORS };

struct contender {
    const char *name, *strategy;
    uint8_t predictor;     /* AS_ASKED: that of the options */
    const char *published; /* harvest rate of the live crawl of a million pages, or "" */
};

/* In webs of sites and in webs of segments. */
static const struct contender of_sites[] = {
    {"perfect crawler", "perfect", SIM_PERFECT, ""},
    {"LS-2, ensemble", "ls2", SIM_ENSEMBLE, "97.34"},
    {"LS-2, single tree", "ls2", SIM_TREE, ""},
    {"LS-1, ensemble", "ls1", SIM_ENSEMBLE, ""},
    {"LS-1, single tree", "ls1", SIM_TREE, "89.25"},
    {"LSWC", "lswc", SIM_NONE, "about 80"},
    {"hard-focused", "hard", SIM_NONE, ""},
    {"soft-focused", "soft", SIM_NONE, ""},
    {"BFS", "bfs", SIM_NONE, "42.91"},
    {0},
};
static const struct contender of_segments[] = {
    {"segment", "segment", AS_ASKED, ""},
    {"best-segment", "best-segment", SIM_NONE, ""},
    {"best-page", "best-page", SIM_NONE, ""},
    {"weighted", "weighted", SIM_NONE, ""},
    {"bfs", "bfs", SIM_NONE, ""},
    {0},
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
    const char *standard; /* what ls2 has unless it is set, if the setting's default does not say it */
} effects[] = {
    {"tau", "how many foreign pages in a row end a site", {"2", "5", "10", "20"}, "5"},
    {"d", "how far from a Thai page a site is followed", {"1", "2", "3", "5"}, NULL},
    {"page_cap", "how many pages of a site are taken at most", {"100", "300", "1000", "3000"}, NULL},
    {"active_sites", "how many sites are visited in turn", {"1", "2", "3", "4"}, NULL},
};

struct comparison {
    const struct world *world;
    const struct sim_options *options;
    const struct model *models[SIM_PREDICTORS];
    FILE *out;
};

/* ---- Strategies ---- */

static int crawl_contender(const struct comparison *comparison, const struct contender *who,
                           struct sim_result *result)
{
    struct sim_options options = *comparison->options;
    if (who->predictor != AS_ASKED)
        options.predictor = (enum sim_predictor)who->predictor;
    options.model = comparison->models[options.predictor];
    sim_choose(&options, sim_strategy_find(who->strategy, comparison->world));
    return sim_crawl(comparison->world, &options, result);
}

static int write_contenders(const struct comparison *comparison, const struct contender *contenders)
{
    struct report_crawl *crawls = calloc(CONTENDERS, sizeof *crawls);
    int status = crawls ? STATUS_OK : STATUS_FULL;
    unsigned count = 0;
    for (; contenders[count].name && status == STATUS_OK; count++) {
        crawls[count].name = contenders[count].name;
        crawls[count].published = contenders[count].published;
        status = crawl_contender(comparison, &contenders[count], &crawls[count].result);
    }
    if (status == STATUS_OK)
        status = report_charts(comparison->out, crawls, count, comparison->options->pages);
    if (status == STATUS_OK)
        report_crawls(comparison->out, comparison->world, crawls, count);
    free(crawls);
    return status;
}

/* ---- The box's own strategy, one thing changed ---- */

static int crawl_variant(const struct comparison *comparison, struct sim_options *options,
                         struct sim_result *result)
{
    sim_choose(options, sim_strategy_find("ls2", comparison->world));
    options->predictor = SIM_ENSEMBLE;
    options->model = comparison->models[SIM_ENSEMBLE];
    return sim_crawl(comparison->world, options, result);
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
    report_variants_begin(comparison->out, comparison->world, "memory", "lost");
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
    const char *standard = effect->standard ? effect->standard : settings_default(which);
    fprintf(comparison->out, "<h2>%s: %s</h2>\n", effect->key, effect->question);
    report_variants_begin(comparison->out, comparison->world, effect->key, "");
    for (unsigned i = 0; effect->values[i] && status == STATUS_OK; i++) {
        const char *value = effect->values[i];
        struct sim_options options = *comparison->options;
        status = settings_set(&options.settings, which, value, strlen(value));
        if (status == STATUS_OK)
            status = crawl_variant(comparison, &options, result);
        if (status == STATUS_OK)
            report_variant(comparison->out, value, strcmp(value, standard) == 0, result, "");
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
    report_begin(comparison.out, world, options);
    int status = write_contenders(&comparison, world->kind->has_segments ? of_segments : of_sites);
    if (status == STATUS_OK && !world->kind->has_segments) {
        fputs(
            "<p>Published: harvest rates of crawls of a million pages of the live web in 2011, which the web "
            "open-2011 is made "
            "after; that of LSWC is from another web, in 2006.</p>\n",
            out.file);
        status = write_variants(&comparison);
    }
    report_end(comparison.out);
    return report_close(&out, status);
}
