/* crawlbox sim: crawls of simulated webs by the box's own code. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "card/hosts.h"
#include "cli.h"
#include "output.h"
#include "settings/sheet.h"
#include "sim/compare.h"
#include "sim/predictor.h"
#include "sim/sim.h"
#include "topicsim/topicsim.h"

enum { PAGES_DEFAULT = 100000, PAGES_MAX = 100000000, LS1_TAU = 20, CARD_MB_MIN = 64, CARD_MB_MAX = 2097152 };
enum { STRATEGY_BYTES = 64 };

static const struct cli_option options[] = {
    {"strategy", 's', "NAME", "ls2, ls1, lswc, bfs, hard, soft or perfect (default: ls2)"},
    {"predictor", 'p', "NAME",
     "who chooses sites: none, rule, tree, ensemble or perfect (default: ensemble)"},
    {"model", 'm', "FILE", "the ensemble's model (default: the one that came with the program)"},
    {"pages", 'n', "N", "stop after that many pages (default: 100000)"},
    {"set", 'S', "KEY=VALUE", "a setting of CRAWLBOX.INI; ls1 has tau=20 otherwise"},
    {"card", 'k', "MB", "with the limits of a box that has such a card (default: no limits)"},
    {"compare", 'C', "FILE", "run all strategies, and vary settings of ls2; write one HTML report"},
    {"curve", 'c', "FILE", "write harvest rate and coverage as the crawl goes on, with tabs"},
    {"trace", 't', "FILE", "write the order of sites and fetches, with tabs"},
    {"hosts", 'H', "FILE", "write the host table after each round, as 'crawlbox card hosts' has it"},
    {0},
};

static const struct cli_help help = {"sim", "[OPTION]... WORLD",
                                     "Crawls a simulated web ('crawlbox world make') with the box's own "
                                     "code, and says how well it went. Webs of segments and\n"
                                     "'--strategy weighted' or 'best-page' have options of their own: "
                                     "'crawlbox sim --strategy weighted --help'.",
                                     options};

struct wish {
    struct sim_options options;
    const char *strategy, *predictor, *model, *compare, *curve, *trace, *hosts;
    bool tau_is_set;
};

/* False after saying what is wrong. */
static bool take_options(struct cli *cli, struct wish *wish)
{
    bool good = true;
    for (int option; (option = cli_next(cli)) != CLI_END;) {
        switch (option) {
        case 's': wish->strategy = cli->value; break;
        case 'p': wish->predictor = cli->value; break;
        case 'n': wish->options.pages = (uint32_t)cli_number(cli, "pages", 1, PAGES_MAX); break;
        case 'k': wish->options.card_mb = (uint32_t)cli_number(cli, "card", CARD_MB_MIN, CARD_MB_MAX); break;
        case 'm': wish->model = cli->value; break;
        case 'C': wish->compare = cli->value; break;
        case 'c': wish->curve = cli->value; break;
        case 't': wish->trace = cli->value; break;
        case 'H': wish->hosts = cli->value; break;
        default:
            wish->tau_is_set |= strncmp(cli->value, "tau=", 4) == 0;
            good &= sheet_set(&wish->options.settings, cli->value);
            break;
        }
    }
    return good;
}

/* The perfect crawler is a breadth-first one that knows which links to follow. */
static int choose(struct wish *wish)
{
    struct sim_options *chosen = &wish->options;
    if (strcmp(wish->strategy, "perfect") == 0) {
        chosen->perfect_links = true;
        chosen->predictor = SIM_PERFECT;
        chosen->settings.strategy = STRATEGY_LS1;
        chosen->settings.tau = UINT8_MAX; /* no end */
        return CLI_YES;
    }
    char strategy[STRATEGY_BYTES];
    snprintf(strategy, sizeof strategy, "strategy=%s", wish->strategy);
    if (!sheet_set(&chosen->settings, strategy))
        return CLI_CANNOT;
    if (chosen->settings.strategy == STRATEGY_LS1 && !wish->tau_is_set)
        chosen->settings.tau = LS1_TAU;
    while (chosen->predictor < SIM_PREDICTORS &&
           strcmp(sim_predictor_name(chosen->predictor), wish->predictor) != 0)
        chosen->predictor++;
    if (chosen->predictor == SIM_PREDICTORS)
        return cli_error("there is no predictor '%s'", wish->predictor);
    return CLI_YES;
}

static int write_curve(const struct sim *sim, const char *path)
{
    struct output out;
    if (!output_begin(&out, path))
        return CLI_CANNOT;
    fprintf(out.file, "pages\tthai\tharvest\tcoverage\tthai_mb\tother_mb\tsites\tthai_sites\tround\n");
    for (uint32_t i = 0; i < sim->sample_count; i++) {
        const struct sim_point *point = &sim->samples[i];
        fprintf(out.file, "%u\t%u\t%.3f\t%.3f\t%.1f\t%.1f\t%u\t%u\t%u\n", (unsigned)point->pages,
                (unsigned)point->thai, sim_harvest(point), sim_coverage(sim, point),
                (double)point->bytes_thai / 1e6, (double)point->bytes_other / 1e6, (unsigned)point->sites,
                (unsigned)point->thai_sites, (unsigned)point->round);
    }
    return output_end(&out, CLI_YES);
}

static void print_summary(const struct sim *sim)
{
    const struct sim_point *end = &sim->now;
    printf("pages\t%u\nthai pages\t%u\n", (unsigned)end->pages, (unsigned)end->thai);
    printf("harvest rate\t%.2f\ncoverage\t%.2f\n", sim_harvest(end), sim_coverage(sim, end));
    printf("thai GB\t%.2f\nother GB\t%.2f\n", (double)end->bytes_thai / 1e9, (double)end->bytes_other / 1e9);
    printf("sites\t%u\nthai sites\t%u\nrounds\t%u\n", (unsigned)end->sites, (unsigned)end->thai_sites,
           (unsigned)end->round);
    printf("ended\t%s\n",
           sim->stopped ? crawl_stop_sentence(sim->stopped) : "it has the pages that were wanted");
}

static int compare(const struct wish *wish, const struct world *world)
{
    static struct predictor tree, ensemble;
    int result = predictor_open(&tree, SIM_TREE, NULL);
    if (result == CLI_YES)
        result = predictor_open(&ensemble, SIM_ENSEMBLE, wish->model);
    return result == CLI_YES
               ? compare_write(world, &wish->options, &tree.model, &ensemble.model, wish->compare)
               : result;
}

static int run(struct wish *wish, const struct world *world)
{
    static struct predictor predictor;
    struct sim *sim = malloc(sizeof *sim);
    if (!sim)
        return cli_no_memory();
    if (wish->options.predictor == SIM_TREE || wish->options.predictor == SIM_ENSEMBLE) {
        if (predictor_open(&predictor, wish->options.predictor, wish->model) != CLI_YES) {
            free(sim);
            return CLI_CANNOT;
        }
        wish->options.model = &predictor.model;
    }
    int status = sim_open(sim, world, &wish->options);
    if (status == STATUS_OK)
        status = sim_run(sim);
    int result = CLI_YES;
    if (status != STATUS_OK)
        result = cli_error("the crawl failed: %s",
                           sim->stopped ? crawl_stop_sentence(sim->stopped) : status_text(status));
    else
        print_summary(sim);
    if (result == CLI_YES && wish->curve)
        result = write_curve(sim, wish->curve);
    sim_close(sim);
    free(sim);
    return result;
}

static int run_with_files(struct wish *wish, const struct world *world)
{
    struct output trace = {0}, hosts = {0};
    if (wish->trace && !output_begin(&trace, wish->trace))
        return CLI_CANNOT;
    if (wish->hosts && !output_begin(&hosts, wish->hosts))
        return output_end(&trace, CLI_CANNOT);
    wish->options.trace = trace.file;
    wish->options.tables = hosts.file;
    if (hosts.file) {
        fputs("round\t", hosts.file);
        card_hosts_head(hosts.file);
    }
    int result = wish->compare ? compare(wish, world) : run(wish, world);
    result = output_end(&trace, result);
    return output_end(&hosts, result);
}

int cmd_sim(int argc, char **argv)
{
    if (topicsim_is_meant(argc, argv))
        return topicsim_command(argc, argv);
    struct cli cli = cli_begin(&help, argc, argv);
    struct wish wish = {.options = {.pages = PAGES_DEFAULT}, .strategy = "ls2", .predictor = "ensemble"};
    struct world world;
    settings_reset(&wish.options.settings);
    if (!take_options(&cli, &wish))
        return CLI_CANNOT;
    if (cli.argc != 1)
        return cli_usage_error(&cli, "needs one WORLD");
    if (choose(&wish) != CLI_YES)
        return CLI_CANNOT;
    int status = world_load(&world, cli.argv[0]);
    if (status != STATUS_OK)
        return cli_error("%s: %s", cli.argv[0], status_text(status));
    int result = run_with_files(&wish, &world);
    world_free(&world);
    return result;
}
