/* crawlbox train: learns to predict which hosts are Thai. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "train/report.h"
#include "train/table.h"

enum { TRAINING_PERCENT = 30 };

int cmd_train(int argc, char **argv)
{
    static const struct cli_option options[] = {
        {"seed", 's', "N", "what is random is drawn from this number (1)"},
        {"share", 'p', "PERCENT", "train with this share of the hosts, test with the rest (30)"},
        {"tsv", 'k', NULL, "tables with tabs, for scripts"},
        {0},
    };
    static const struct cli_help help = {
        "train", "[options] TABLE...", "Learns from hosts whose language is known to predict that of others.",
        options};
    struct cli cli = cli_begin(&help, argc, argv);
    long seed = 1, share = TRAINING_PERCENT;
    bool for_scripts = false;
    for (int option; (option = cli_next(&cli)) != CLI_END;) {
        if (option == 's')
            seed = cli_number(&cli, "--seed", 0, 1000000000);
        else if (option == 'p')
            share = cli_number(&cli, "--share", 5, 95);
        else
            for_scripts = true;
    }
    if (cli.argc == 0)
        return cli_usage_error(&cli, "needs at least one TABLE of hosts");
    struct table table = {0};
    for (int i = 0; i < cli.argc; i++)
        if (table_load(&table, cli.argv[i], 0) != 0)
            return CLI_CANNOT;
    struct dataset data;
    dataset_make(&data, &table);
    struct trainer trainer = {.data = &data, .seed = (uint64_t)seed};
    struct rows all = rows_all(&data);
    rows_split(&data, &all, (unsigned)share, (uint64_t)seed, &trainer.training, &trainer.test);
    trainer_run(&trainer);
    report_sets(stdout, &trainer, for_scripts);
    trainer_free(&trainer);
    rows_free(&trainer.training);
    rows_free(&trainer.test);
    rows_free(&all);
    dataset_free(&data);
    table_free(&table);
    return CLI_YES;
}
