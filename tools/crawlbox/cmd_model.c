/* crawlbox model: shows, checks, compares and asks models. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/bytes.h"
#include "base/status.h"
#include "cli.h"
#include "commands.h"
#include "graph/predict/fingerprint.h"
#include "graph/predict/layout.h"
#include "model/fusion_name.h"
#include "model/model_load.h"
#include "model/sets.h"
#include "model/table.h"

static const struct cli_help help = {
    "model",
    "info [FILE]\n"
    "check [FILE]\n"
    "predict [--model FILE] TABLE\n"
    "diff FILE FILE TABLE",
    "Models: MODEL.BIN on a card, and the one built into the program, which is meant if no FILE is named.\n"
    "Which hosts are likely Thai is predicted with them; 'crawlbox-lab train' makes them.\n\n"
    "  info     what a model was made from, what it is worth, what it consists of\n"
    "  check    whether it is sound; equal fingerprints mean equal answers, on every machine\n"
    "  predict  a confidence from 0 to 255 for each host of a table; 128 and above means Thai\n"
    "  diff     the hosts of a table about which two models disagree",
    NULL};

static void print_record(const struct model *model)
{
    struct model_record record = model_record(model);
    time_t date = (time_t)record.date;
    struct tm parts;
    char text[16] = "-";
    if (record.date)
        strftime(text, sizeof text, "%Y-%m-%d", gmtime_r(&date, &parts));
    printf("id\t%08x\nbytes\t%u\ndate\t%s\ndata\t%s\nseed\t%u\n", record.id, model->size, text, record.data,
           record.seed);
    printf("learned from\t%u hosts\ntested on\t%u hosts\n", record.learned_from, record.tested_on);
    printf("accuracy\t%.2f %%\ncross-validated\t%.2f %%\nbest single tree\t%.2f %%\nrule of thumb\t%.2f %%\n",
           record.accuracy / 100.0, record.cv_accuracy / 100.0, record.tree_accuracy / 100.0,
           record.rule_accuracy / 100.0);
}

static void print_member(const struct model *model, unsigned index)
{
    const uint8_t *member = model->bytes + MODEL_HEADER_BYTES + (size_t)index * MEMBER_BYTES;
    unsigned set = member[MEMBER_AT_SET];
    const char *name = set >= 1 && set <= TRAINING_SETS ? training_set(set)->name : "?";
    if (member[MEMBER_AT_KIND] == MODEL_TREE)
        printf("member\ttree\t%s\t%u nodes", name, bytes_get16(member + MEMBER_AT_NODES));
    else
        printf("member\tBayes\t%s\ttable %u", name, bytes_get16(member + MEMBER_AT_FIRST));
    if (model->fusion == FUSION_POOL)
        printf("\tweight %+.2f", (int16_t)bytes_get16(member + MEMBER_AT_VOTE) / (double)ODDS_SCALE);
    putchar('\n');
}

static int show_info(const char *path)
{
    struct model model;
    char *memory;
    int result = model_load(&model, path, &memory);
    if (result != CLI_YES)
        return result;
    print_record(&model);
    printf("fusion\t%s\n", fusion_name((enum model_fusion)model.fusion));
    for (unsigned i = 0; i < model.members; i++)
        print_member(&model, i);
    free(memory);
    return CLI_YES;
}

static int check(const char *path)
{
    struct model model;
    char *memory;
    int result = model_load(&model, path, &memory);
    if (result != CLI_YES)
        return result;
    printf("model\t%s\nid\t%08x\nfingerprint\t%08x\n", model_problem(STATUS_OK), model_record(&model).id,
           model_fingerprint(&model, FINGERPRINT_HOSTS));
    free(memory);
    return CLI_YES;
}

static const char *host_name(const struct sample *sample)
{
    return sample->host ? sample->host : "-";
}

static int predict_table(const char *model_path, const char *table_path)
{
    struct model model;
    struct table table = {0};
    char *memory;
    int result = model_load(&model, model_path, &memory);
    if (result == CLI_YES)
        result = table_load(&table, table_path, 1);
    if (result == CLI_YES)
        puts("host\tconfidence\tprediction\tclass");
    for (size_t i = 0; result == CLI_YES && i < table.count; i++) {
        static const char *const labels[] = {"other", "thai", "?"};
        const struct sample *sample = &table.samples[i];
        uint8_t confidence = predict(&model, &sample->features);
        printf("%s\t%u\t%s\t%s\n", host_name(sample), confidence, labels[confidence >= PREDICT_THAI],
               labels[sample->label]);
    }
    table_free(&table);
    free(memory);
    return result;
}

/* Prints the hosts about which the models disagree, then how many there are. */
static int print_differences(const struct model models[2], const struct table *table)
{
    size_t different = 0, right[2] = {0}, labelled = 0;
    for (size_t i = 0; i < table->count; i++) {
        const struct sample *sample = &table->samples[i];
        uint8_t said[2];
        for (int k = 0; k < 2; k++) {
            said[k] = predict(&models[k], &sample->features);
            right[k] += (said[k] >= PREDICT_THAI) == (sample->label == TABLE_IS_THAI);
        }
        labelled += sample->label != TABLE_UNLABELLED;
        if ((said[0] >= PREDICT_THAI) == (said[1] >= PREDICT_THAI))
            continue;
        different++;
        printf("%s\t%u\t%u\n", host_name(sample), said[0], said[1]);
    }
    fprintf(stderr, "They disagree about %zu of %zu hosts.\n", different, table->count);
    if (labelled == table->count && labelled > 0)
        fprintf(stderr, "The first is right about %.2f %%, the second about %.2f %%.\n",
                100.0 * (double)right[0] / (double)labelled, 100.0 * (double)right[1] / (double)labelled);
    return different ? CLI_NO : CLI_YES;
}

static int diff(const char *first, const char *second, const char *table_path)
{
    struct model models[2];
    struct table table = {0};
    char *memory[2] = {NULL, NULL};
    int result = model_load(&models[0], first, &memory[0]);
    if (result == CLI_YES)
        result = model_load(&models[1], second, &memory[1]);
    if (result == CLI_YES)
        result = table_load(&table, table_path, 1);
    if (result == CLI_YES)
        result = print_differences(models, &table);
    table_free(&table);
    free(memory[0]);
    free(memory[1]);
    return result;
}

static int run_predict(int argc, char **argv)
{
    static const struct cli_option options[] = {{"model", 'm', "FILE", "ask this model"}, {0}};
    static const struct cli_help predict_help = {"model predict", "[--model FILE] TABLE",
                                                 "Prints a confidence from 0 to 255 for each host of a table "
                                                 "(ARFF, CSV or TSV); 128 and above means Thai.",
                                                 options};
    struct cli cli = cli_begin(&predict_help, argc, argv);
    const char *path = NULL;
    while (cli_next(&cli) != CLI_END)
        path = cli.value;
    if (cli.argc != 1)
        return cli_usage_error(&cli, "needs one TABLE of hosts");
    return predict_table(path, cli.argv[0]);
}

int cmd_model(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "predict") == 0)
        return run_predict(argc - 1, argv + 1);
    struct cli cli = cli_begin(&help, argc, argv);
    while (cli_next(&cli) != CLI_END)
        ;
    const char *action = cli_action(&cli);
    const char *path = cli.argc > 0 ? cli.argv[0] : NULL;
    if (strcmp(action, "info") == 0 && cli.argc <= 1)
        return show_info(path);
    if (strcmp(action, "check") == 0 && cli.argc <= 1)
        return check(path);
    if (strcmp(action, "diff") == 0 && cli.argc == 3)
        return diff(cli.argv[0], cli.argv[1], cli.argv[2]);
    return cli_action_error(&cli, action);
}
