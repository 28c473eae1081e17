/* crawlbox-lab sim: crawls of simulated webs by the box's own code. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "cardfs/hosts.h"
#include "cli.h"
#include "commands.h"
#include "crawl/crawl.h"
#include "output.h"
#include "sheet.h"
#include "sim/compare.h"
#include "sim/predictor.h"
#include "sim/sim.h"

enum {
    PAGES_DEFAULT = 100000,
    PAGES_OF_OTHERS = 10000, /* segment by segment and page by page: by default */
    CAP_OF_OTHERS = 300,     /* likewise: pages of a site */
    PAGES_MAX = 100000000,
    WEIGHT_MAX = 100000,
    ERRORS_MAX = 1000,
    CARD_MB_MIN = 64,
    CARD_MB_MAX = 2097152
};

static const struct cli_option options[] = {
    {"strategy", 's', "NAME", "site by site: ls2 (default), ls1, lswc, bfs, hard, soft or perfect"},
    {"predictor", 'p', "NAME",
     "who chooses sites: none, rule, tree, ensemble (default) or perfect; segments: none or facts (default)"},
    {"model", 'm', "FILE", "the ensemble's model (default: the one that came with the program)"},
    {"pack", 'P', "FILE", "the TOPIC.PAK that chooses segments, instead of a predictor"},
    {"beside", 'b', "FILE",
     "another model: how many of the hosts that were not visited would it predict rightly?"},
    {"sites", 'N', "N", "site by site: stop after that many sites (default: no limit)"},
    {"pages", 'n', "N",
     "stop after that many pages (default: 100000, but for webs of segments and page by page 10000)"},
    {"set", 'S', "KEY=VALUE", "a setting of CRAWLBOX.INI; otherwise segments and page by page page_cap=300"},
    {"card", 'k', "MB", "with the limits of a box that has such a card (default: no limits)"},
    {"misses", 'M', "N",
     "pages of 1000 that are wanted and that the box does not know for such (default: 0)"},
    {"alarms", 'A', "N", "pages of 1000 that are not wanted and that it takes for such (default: 0)"},
    {"language-weight", 'l', "N", "weighted: of links on pages that are wanted (default: 500)"},
    {"depth-weight", 'd', "N", "weighted: of each level below the fifth of a site (default: 95)"},
    {"random-weight", 'r', "N", "weighted: of chance (default: 5)"},
    {"rank-weight", 'K', "N", "weighted: of sites that many link to (default: 0)"},
    {"compare", 'C', "FILE", "run all strategies, and vary settings of ls2; write one HTML report"},
    {"curve", 'c', "FILE", "write harvest rate and coverage as the crawl goes on, with tabs"},
    {"trace", 't', "FILE", "write the order of sites and fetches, with tabs"},
    {"hosts", 'H', "FILE", "write the host table after each round, as 'crawlbox card hosts' has it"},
    {0},
};

static const struct cli_help help = {
    "sim", "[OPTION]... WORLD",
    "Crawls a simulated web ('crawlbox-lab world make') with the box's own code, and says how well it went.\n"
    "Strategies for webs of segments (topic-tourism and the like) are segment (default) and best-segment. "
    "Any web can\n"
    "be crawled page by page from one queue, to compare with: best-page, weighted, and in webs of segments "
    "bfs;\n"
    "webs of sites as LSWC was published, with its baselines: queue-lswc, queue-hard, queue-soft, queue-bfs "
    "and "
    "queue-perfect.",
    options};

struct wish {
    struct sim_options options;
    const char *strategy, *predictor, *model, *beside, *pack, *compare, *curve, *trace, *hosts;
    bool cap_is_set;
};

/* False after saying what is wrong. */
static bool take_setting(struct wish *wish, const char *assignment)
{
    wish->cap_is_set |= strncmp(assignment, "page_cap=", 9) == 0;
    return sheet_set(&wish->options.settings, assignment);
}

static double take_weight(const struct cli *cli, const char *option)
{
    return (double)cli_number(cli, option, 0, WEIGHT_MAX);
}

/* False after saying what is wrong. */
static bool take_options(struct cli *cli, struct wish *wish)
{
    struct sim_options *chosen = &wish->options;
    bool good = true;
    for (int option; (option = cli_next(cli)) != CLI_END;) {
        switch (option) {
        case 's': wish->strategy = cli->value; break;
        case 'p': wish->predictor = cli->value; break;
        case 'm': wish->model = cli->value; break;
        case 'P': wish->pack = cli->value; break;
        case 'b': wish->beside = cli->value; break;
        case 'N': chosen->sites = (uint32_t)cli_number(cli, "sites", 1, PAGES_MAX); break;
        case 'n': chosen->pages = (uint32_t)cli_number(cli, "pages", 1, PAGES_MAX); break;
        case 'k': chosen->card_mb = (uint32_t)cli_number(cli, "card", CARD_MB_MIN, CARD_MB_MAX); break;
        case 'M': chosen->misses = (uint16_t)cli_number(cli, "misses", 0, ERRORS_MAX); break;
        case 'A': chosen->alarms = (uint16_t)cli_number(cli, "alarms", 0, ERRORS_MAX); break;
        case 'l': chosen->weights.language = take_weight(cli, "language-weight"); break;
        case 'd': chosen->weights.depth = take_weight(cli, "depth-weight"); break;
        case 'r': chosen->weights.random = take_weight(cli, "random-weight"); break;
        case 'K': chosen->weights.site_rank = take_weight(cli, "rank-weight"); break;
        case 'C': wish->compare = cli->value; break;
        case 'c': wish->curve = cli->value; break;
        case 't': wish->trace = cli->value; break;
        case 'H': wish->hosts = cli->value; break;
        default: good &= take_setting(wish, cli->value); break;
        }
    }
    return good;
}

static int choose_predictor(struct wish *wish, bool of_segments)
{
    unsigned first = of_segments ? SIM_FACTS : SIM_RULE, last = of_segments ? SIM_PACK : SIM_PERFECT;
    const char *name = wish->predictor ? wish->predictor
                       : wish->pack    ? "pack"
                       : of_segments   ? "facts"
                                       : "ensemble";
    for (unsigned i = SIM_NONE; i < SIM_PREDICTORS; i++)
        if ((i == SIM_NONE || (i >= first && i <= last)) && strcmp(sim_predictor_name(i), name) == 0) {
            wish->options.predictor = (enum sim_predictor)i;
            return i == SIM_PACK && !wish->pack ? cli_error("which pack? --pack FILE says") : CLI_YES;
        }
    return cli_error("there is no predictor '%s' for this web", name);
}

/* What was not said follows from the web and the strategy. */
static int choose(struct wish *wish, const struct world *world)
{
    bool has_segments = world->kind->has_segments;
    const char *name = wish->strategy ? wish->strategy : has_segments ? "segment" : "ls2";
    const struct sim_strategy *strategy = sim_strategy_find(name, world);
    if (!strategy)
        return cli_error("there is no strategy '%s' for this web", name);
    if (choose_predictor(wish, has_segments) != CLI_YES)
        return CLI_CANNOT;
    if (strategy->way != SIM_BY_SITE && wish->hosts)
        return cli_error("only a crawl site by site has a host table that --hosts could write");
    if (strategy->way >= SIM_BY_PAGE && wish->options.card_mb)
        return cli_error("a box does not crawl page by page: --card says nothing there");
    sim_choose(&wish->options, strategy);
    bool is_other = strategy->way == SIM_BY_SEGMENT || strategy->way == SIM_BY_PAGE;
    if (!wish->cap_is_set && is_other)
        wish->options.settings.page_cap = CAP_OF_OTHERS;
    if (wish->options.pages == 0)
        wish->options.pages = is_other ? PAGES_OF_OTHERS : PAGES_DEFAULT;
    return CLI_YES;
}

static int write_curve(const struct world *world, const struct sim_result *result, const char *path)
{
    const char *target = world->kind->target, *parts = world->kind->parts;
    struct output out;
    if (!output_begin(&out, path))
        return CLI_CANNOT;
    fprintf(out.file, "pages\t%s\tharvest\tcoverage\t%s_mb\tother_mb\t%s\t%s_%s\tround\n", target, target,
            parts, target, parts);
    for (uint32_t i = 0; i < result->sample_count; i++) {
        const struct sim_point *point = &result->samples[i];
        fprintf(out.file, "%u\t%u\t%.3f\t%.3f\t%.1f\t%.1f\t%u\t%u\t%u\n", (unsigned)point->pages,
                (unsigned)point->targets, sim_harvest(point), sim_coverage(result, point),
                (double)point->bytes_targets / 1e6, (double)point->bytes_other / 1e6, (unsigned)point->sites,
                (unsigned)point->target_sites, (unsigned)point->round);
    }
    return output_end(&out, CLI_YES);
}

static void print_summary(enum sim_way way, const struct world *world, const struct sim_result *result)
{
    const struct sim_point *end = &result->end;
    const char *target = world->kind->target, *parts = world->kind->parts;
    printf("pages\t%u\n%s pages\t%u\n", (unsigned)end->pages, target, (unsigned)end->targets);
    printf("harvest rate\t%.2f\ncoverage\t%.2f\n", sim_harvest(end), sim_coverage(result, end));
    printf("%s GB\t%.2f\nother GB\t%.2f\n", target, (double)end->bytes_targets / 1e9,
           (double)end->bytes_other / 1e9);
    if (way < SIM_BY_PAGE)
        printf("%s\t%u\n%s %s\t%u\nrounds\t%u\n", parts, (unsigned)end->sites, target, parts,
               (unsigned)end->target_sites, (unsigned)end->round);
    if (way == SIM_BY_SITE)
        printf("probed\t%u\nfound by probes\t%u\ngone back to\t%u\npages of these\t%u\n",
               (unsigned)end->probes, (unsigned)end->found, (unsigned)end->seconds, (unsigned)end->explored);
    printf("ended\t%s\n", result->stopped ? crawl_stop_sentence(result->stopped) : "it has what was wanted");
}

static void print_share(const char *what, uint32_t right, uint32_t all)
{
    printf("%s\t%.2f\n", what, 100.0 * right / all);
}

static void print_unvisited(const struct sim_unvisited *unvisited, bool has_other)
{
    if (unvisited->hosts == 0)
        return;
    printf("hosts not visited\t%u\n", (unsigned)unvisited->hosts);
    print_share("of these predicted rightly", unvisited->right, unvisited->hosts);
    print_share("by the model alone", unvisited->model_right, unvisited->hosts);
    if (has_other)
        print_share("by the other model", unvisited->other_right, unvisited->hosts);
}

static int compare(const struct wish *wish, const struct world *world)
{
    static struct predictor tree, ensemble;
    int result = CLI_YES;
    if (!world->kind->has_segments)
        result = predictor_open_model(&tree, SIM_TREE, NULL);
    if (result == CLI_YES)
        result = predictor_open_model(&ensemble, SIM_ENSEMBLE, wish->model);
    return result == CLI_YES
               ? compare_write(world, &wish->options, &tree.model, &ensemble.model, wish->compare)
               : result;
}

static int run(struct wish *wish, const struct world *world)
{
    static struct predictor predictor, other;
    static struct sim_result crawl;
    struct sim_options *chosen = &wish->options;
    if (chosen->predictor == SIM_TREE || chosen->predictor == SIM_ENSEMBLE) {
        if (predictor_open_model(&predictor, chosen->predictor, wish->model) != CLI_YES)
            return CLI_CANNOT;
        chosen->model = &predictor.model;
    }
    if (wish->beside) {
        if (predictor_open_model(&other, SIM_ENSEMBLE, wish->beside) != CLI_YES)
            return CLI_CANNOT;
        chosen->other_model = &other.model;
    }
    int status = sim_crawl(world, chosen, &crawl);
    if (status != STATUS_OK)
        return cli_error("the crawl failed: %s",
                         crawl.stopped ? crawl_stop_sentence(crawl.stopped) : status_text(status));
    print_summary(chosen->strategy->way, world, &crawl);
    print_unvisited(&crawl.unvisited, wish->beside != NULL);
    return wish->curve ? write_curve(world, &crawl, wish->curve) : CLI_YES;
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

static int run_with_pack(struct wish *wish, const struct world *world)
{
    struct pack pack = {0};
    int result = choose(wish, world);
    if (result == CLI_YES && wish->pack)
        result = predictor_open_pack(&pack, wish->pack);
    wish->options.topic = &pack.topic;
    if (result == CLI_YES)
        result = run_with_files(wish, world);
    wish->options.topic = NULL;
    free(pack.bytes);
    return result;
}

int cmd_sim(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    struct wish wish = {.options = {.weights = {.depth = 95, .random = 5, .language = 500}}};
    struct world *world;
    settings_reset(&wish.options.settings);
    if (!take_options(&cli, &wish))
        return CLI_CANNOT;
    if (cli.argc != 1)
        return cli_usage_error(&cli, "needs one WORLD");
    int status = world_load(&world, cli.argv[0]);
    if (status != STATUS_OK)
        return cli_error("%s: %s", cli.argv[0], status_text(status));
    wish.options.settings.language = (uint8_t)world->language; /* it is made for one */
    int result = run_with_pack(&wish, world);
    world_free(world);
    return result;
}
