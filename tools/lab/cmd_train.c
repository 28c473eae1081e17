/* crawlbox-lab train: learns to predict which hosts are Thai. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "allocate.h"
#include "base/status.h"
#include "cli.h"
#include "commands.h"
#include "from_world.h"
#include "model/model_load.h"
#include "model/table.h"
#include "output.h"
#include "train/chart.h"
#include "train/from_card.h"
#include "train/learn.h"
#include "train/report.h"
#include "world/world.h"

enum { SECONDS_A_DAY = 86400, WORLD_SEED = 1, SHARE_OF_CARDS = 70, MOST_CARDS = 256 };

struct wishes {
    struct learn_options learning;
    struct world_hosting hosting;
    const char *output, *chart, *world;
    const char *box_model; /* NULL: the built-in one */
    const char *cards[MOST_CARDS];
    unsigned card_count;
    bool for_scripts, brief, force;
    struct table table;
    struct model model; /* of the box */
    char *model_memory;
};

static const struct cli_option options[] = {
    {"output", 'o', "FILE", "write the model there"},
    {"world", 'w', "PRESET", "learn from a simulated web instead of a TABLE, such as closed-2009"},
    {"abroad", 'a', "PERCENT",
     "... of which so many Thai sites have a server abroad (default: as the preset has it) ..."},
    {"cdn", 'C', "PERCENT", "... and so many of all sites an American address of a CDN (default: 0)"},
    {"from", 'f', "CARD",
     "learn from the hosts that a box has crawled, beginning with what it has learned by itself; may be "
     "repeated"},
    {"box", 'm', "FILE", "the model that the box has now (the built-in one): a worse one is not written ..."},
    {"force", 'F', NULL, "... unless this is said"},
    {"limit", 'l', "BYTES", "largest size of the model (default: 8192)"},
    {"seed", 's', "N", "what is random is drawn from this number (default: 1)"},
    {"share", 'p', "PERCENT",
     "learn from this share of the hosts, test with the rest (default: 30; 70 with --from)"},
    {"date", 'd', "YYYY-MM-DD", "date for the model's record (default: today)"},
    {"chart", 'c', "FILE", "draw the accuracies as an SVG picture"},
    {"brief", 'b', NULL, "no table of all training sets"},
    {"tsv", 'k', NULL, "tables with tabs, for scripts"},
    {0},
};

static const struct cli_help help = {
    "train", "[options] TABLE...\n[options] --from CARD...\n[options] --world PRESET",
    "Learns from hosts whose language is known to predict that of others before they are visited, and makes "
    "a\n"
    "model for the box. A TABLE is ARFF, CSV or TSV, as 'crawlbox-lab world hosts --features' writes it.",
    options};

static uint32_t parse_date(const struct cli *cli)
{
    struct tm date = {0};
    const char *rest = strptime(cli->value, "%Y-%m-%d", &date);
    if (!rest || *rest)
        exit(cli_usage_error(cli, "--date: '%s' is not a date like 2026-01-31", cli->value));
    return (uint32_t)timegm(&date);
}

static struct wishes read_options(struct cli *cli)
{
    uint32_t today = (uint32_t)(time(NULL) / SECONDS_A_DAY * SECONDS_A_DAY);
    struct wishes wishes = {.learning = {.seed = 1, .date = today},
                            .hosting = {.abroad = WORLD_ABROAD_OF_PRESET}};
    for (int option; (option = cli_next(cli)) != CLI_END;) {
        switch (option) {
        case 'o': wishes.output = cli->value; break;
        case 's': wishes.learning.seed = (uint64_t)cli_number(cli, "--seed", 0, 1000000000); break;
        case 'p': wishes.learning.share = (unsigned)cli_number(cli, "--share", 5, 100); break;
        case 'l': wishes.learning.limit = (size_t)cli_number(cli, "--limit", 200, MODEL_MAX_BYTES); break;
        case 'm': wishes.box_model = cli->value; break;
        case 'F': wishes.force = true; break;
        case 'f':
            if (wishes.card_count == MOST_CARDS)
                exit(cli_usage_error(cli, "at most %d cards", MOST_CARDS));
            wishes.cards[wishes.card_count++] = cli->value;
            break;
        case 'd': wishes.learning.date = parse_date(cli); break;
        case 'a': wishes.hosting.abroad = (uint32_t)cli_number(cli, "--abroad", 0, 100); break;
        case 'C': wishes.hosting.cdn = (uint32_t)cli_number(cli, "--cdn", 0, 100); break;
        case 'w': wishes.world = cli->value; break;
        case 'c': wishes.chart = cli->value; break;
        case 'b': wishes.brief = true; break;
        default: wishes.for_scripts = true; break;
        }
    }
    if (wishes.learning.share == 0)
        wishes.learning.share = wishes.card_count ? SHARE_OF_CARDS : LEARN_SHARE;
    return wishes;
}

static int write_chart(const char *path, const struct trained *trained)
{
    struct output out;
    if (!output_begin(&out, path))
        return CLI_CANNOT;
    chart_draw(out.file, trained);
    return output_end(&out, CLI_YES);
}

/* Is the new model better than the box's on hosts that it was not made from? Says so; CLI_NO: it is not. */
static int compare_with_box(const struct trained *trained, const struct wishes *wishes)
{
    struct score model = learn_try_model(&wishes->model, &wishes->table, &trained->trainer.test);
    struct score box = learn_try_box(&wishes->model, &wishes->table, &trained->trainer.test);
    double gain = score_accuracy(&trained->quantised) - score_accuracy(&box);
    printf("the box's model\t%.2f %%\n", score_accuracy(&model));
    if (wishes->card_count > 0)
        printf("with what the box learned\t%.2f %%\nhosts that the box answers for\t%zu\n",
               score_accuracy(&box), trained->assumed);
    printf("the new one is better by\t%+.2f points\n", gain);
    return gain > 0 ? CLI_YES : CLI_NO;
}

static int report(const struct trained *trained, const struct wishes *wishes)
{
    int result = CLI_YES;
    if (!wishes->brief)
        report_sets(stdout, &trained->trainer, wishes->for_scripts);
    if (!wishes->for_scripts)
        report_ensemble(stdout, trained);
    report_summary(stdout, trained);
    if (wishes->card_count > 0 || wishes->box_model)
        result = compare_with_box(trained, wishes);
    if (result == CLI_NO && !wishes->force && wishes->output) {
        cli_error("The new model is no better than the box's: it is not written. --force writes it.");
        return CLI_NO;
    }
    if (result != CLI_CANNOT && wishes->chart)
        result = write_chart(wishes->chart, trained);
    if (result != CLI_CANNOT && wishes->output)
        result = output_bytes(wishes->output, trained->model, trained->model_size);
    return result == CLI_CANNOT ? CLI_CANNOT : CLI_YES;
}

/* Gathers the hosts to learn from. False after saying what is wrong. */
static bool gather(struct wishes *wishes, const struct cli *cli)
{
    struct table *table = &wishes->table;
    for (unsigned i = 0; i < wishes->card_count; i++)
        if (table_from_card(table, &wishes->model, wishes->learning.seed, wishes->cards[i]) != CLI_YES)
            return false;
    if (wishes->world && table_from_world(table, wishes->world, WORLD_SEED, &wishes->hosting) != CLI_YES)
        return false;
    for (int i = 0; i < cli->argc; i++)
        if (table_load(table, cli->argv[i], 0) != 0)
            return false;
    return true;
}

static int train(struct wishes *wishes)
{
    struct trained *trained = must_allocate(sizeof *trained);
    int status = learn(trained, &wishes->table, &wishes->learning), result;
    if (status == STATUS_OK)
        result = report(trained, wishes);
    else if (status == STATUS_FULL)
        result = cli_error("no model is as small as that: allow it more with --limit");
    else
        result =
            cli_error("needs at least %d Thai hosts and as many others to learn anything", LEARN_LEAST_HOSTS);
    trained_free(trained);
    free(trained);
    return result;
}

int cmd_train(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    struct wishes wishes = read_options(&cli);
    if (cli.argc == 0 && !wishes.world && wishes.card_count == 0)
        return cli_usage_error(&cli, "needs at least one TABLE of hosts");
    if (model_load(&wishes.model, wishes.box_model, &wishes.model_memory) != CLI_YES)
        return CLI_CANNOT;
    int result = gather(&wishes, &cli) ? train(&wishes) : CLI_CANNOT;
    table_free(&wishes.table);
    free(wishes.model_memory);
    return result;
}
