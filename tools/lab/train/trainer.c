#include "train/trainer.h"

#include <stdlib.h>

#include "allocate.h"
#include "cli.h"
#include "train/fusion.h"

const char *technique_name(enum technique technique)
{
    static const char *const names[TECHNIQUES] = {"tree", "Bayes normal", "Bayes MDL", "Bayes tenths"};
    return names[technique];
}

/* Learns from some rows with each technique and says what it thinks of others; `keep`: this is the final
 * one. */
static void learn_set(struct trainer *trainer, unsigned number, const struct rows *from,
                      const struct rows *about, bool keep)
{
    const struct training_set *set = training_set(number);
    struct rows covered = rows_covered(trainer->data, from, set);
    struct rows asked = rows_covered(trainer->data, about, set);
    float *said = trainer->probability[TECHNIQUE_TREE][number - 1];
    struct tree tree = {0};

    tree_grow(&tree, trainer->data, &covered, set, &TREE_DEFAULTS);
    for (size_t i = 0; i < asked.count; i++)
        said[asked.row[i]] = (float)tree_probability(&tree, trainer->data, asked.row[i]);
    if (keep)
        trainer->trees[number - 1] = tree;
    else
        tree_free(&tree);
    for (unsigned kind = 0; kind < BAYES_KINDS; kind++) {
        const struct bayes *bayes = &trainer->bayes[kind][set->scope];
        said = trainer->probability[TECHNIQUE_NORMAL + kind][number - 1];
        for (size_t i = 0; i < asked.count; i++)
            said[asked.row[i]] =
                (float)chance_of_odds(bayes_log_odds(bayes, trainer->data, asked.row[i], set));
    }
    rows_free(&covered);
    rows_free(&asked);
}

static void learn_bayes(struct trainer *trainer, const struct rows *from)
{
    static const unsigned of_scope[SCOPES] = {SET_ALL_FEATURES, SET_HOME, SET_ABROAD};
    for (unsigned scope = 0; scope < SCOPES; scope++) {
        struct rows covered = rows_covered(trainer->data, from, training_set(of_scope[scope]));
        for (unsigned kind = 0; kind < BAYES_KINDS; kind++)
            bayes_learn(&trainer->bayes[kind][scope], (enum bayes_kind)kind, trainer->data, &covered);
        rows_free(&covered);
    }
}

static void learn_all(struct trainer *trainer, const struct rows *from, const struct rows *about,
                      unsigned round)
{
    learn_bayes(trainer, from);
    for (unsigned set = 1; set <= TRAINING_SETS; set++) {
        if (!trainer->quiet)
            cli_progress("training", round * TRAINING_SETS + set - 1, (TRAINER_FOLDS + 1) * TRAINING_SETS);
        learn_set(trainer, set, from, about, round == TRAINER_FOLDS);
    }
}

void trainer_run(struct trainer *trainer)
{
    struct dataset *data = trainer->data;
    const struct training_set *any = training_set(SET_ALL_FEATURES);
    for (unsigned technique = 0; technique < TECHNIQUES; technique++)
        for (unsigned set = 0; set < TRAINING_SETS; set++)
            trainer->probability[technique][set] = must_allocate(data->count * sizeof(float));
    dataset_fold(data, &trainer->training, TRAINER_FOLDS, trainer->seed);
    for (unsigned fold = 0; fold < TRAINER_FOLDS; fold++) {
        struct rows from = rows_of_fold(data, &trainer->training, fold, false, any);
        struct rows about = rows_of_fold(data, &trainer->training, fold, true, any);
        learn_all(trainer, &from, &about, fold);
        rows_free(&from);
        rows_free(&about);
    }
    learn_all(trainer, &trainer->training, &trainer->test, TRAINER_FOLDS);
    if (!trainer->quiet)
        cli_progress_end();
}

void trainer_free(struct trainer *trainer)
{
    for (unsigned set = 0; set < TRAINING_SETS; set++) {
        for (unsigned technique = 0; technique < TECHNIQUES; technique++)
            free(trainer->probability[technique][set]);
        tree_free(&trainer->trees[set]);
    }
}

const struct bayes *trainer_bayes(const struct trainer *trainer, enum technique technique, unsigned scope)
{
    return &trainer->bayes[technique - TECHNIQUE_NORMAL][scope];
}

static struct score judge(const struct trainer *trainer, const struct rows *part, enum technique technique,
                          unsigned set)
{
    struct rows covered = rows_covered(trainer->data, part, training_set(set));
    struct score score = score_rows(trainer->data, &covered, trainer->probability[technique][set - 1]);
    rows_free(&covered);
    return score;
}

struct score trainer_cv(const struct trainer *trainer, enum technique technique, unsigned set)
{
    return judge(trainer, &trainer->training, technique, set);
}

struct score trainer_test(const struct trainer *trainer, enum technique technique, unsigned set)
{
    return judge(trainer, &trainer->test, technique, set);
}

enum technique trainer_best_bayes(const struct trainer *trainer, unsigned set)
{
    enum technique best = TECHNIQUE_NORMAL;
    for (unsigned technique = TECHNIQUE_NORMAL; technique < TECHNIQUES; technique++) {
        struct score here = trainer_cv(trainer, (enum technique)technique, set);
        struct score so_far = trainer_cv(trainer, best, set);
        if (score_accuracy(&here) > score_accuracy(&so_far))
            best = (enum technique)technique;
    }
    return best;
}
