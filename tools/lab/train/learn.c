#include "train/learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "base/status.h"
#include "graph/predict/predict.h"
#include "train/export.h"

struct score learn_try_model(const struct model *model, const struct table *table, const struct rows *rows)
{
    struct score score = {0};
    for (size_t i = 0; i < rows->count; i++) {
        const struct sample *sample = &table->samples[rows->row[i]];
        uint8_t confidence = model ? predict(model, &sample->features) : predict_rule(&sample->features);
        score.count[sample->label == TABLE_IS_THAI][confidence >= PREDICT_THAI]++;
    }
    return score;
}

/* The tree that one would take if one had to do: what the ensemble must beat. Chosen without a look at the
 * test part. */
static unsigned find_best_tree(const struct ensemble *ensemble)
{
    unsigned best = 0;
    for (unsigned i = 0; i < ensemble->candidate_count; i++) {
        const struct candidate *candidate = &ensemble->candidates[i];
        if (candidate->technique[0] == TECHNIQUE_TREE && !candidate->pair &&
            candidate->set[0] <= TRAINING_SETS &&
            score_accuracy(&candidate->cv) > score_accuracy(&ensemble->candidates[best].cv))
            best = i;
    }
    return best;
}

static uint16_t hundredths(double percent)
{
    return (uint16_t)lrint(100 * percent);
}

/* What the classifier of a candidate that was learned from the whole training part says of a row. */
static double final_chance(const struct trainer *trainer, const struct candidate *candidate, uint32_t row)
{
    unsigned side = candidate->pair && trainer->data->bins[FEATURE_TLD][row] != URL_TLD_HOME;
    const struct training_set *set = training_set(candidate->set[side]);
    if (candidate->technique[side] == TECHNIQUE_TREE)
        return tree_probability(&trainer->trees[candidate->set[side] - 1], trainer->data, row);
    const struct bayes *bayes = trainer_bayes(trainer, candidate->technique[side], set->scope);
    return chance_of_odds(bayes_log_odds(bayes, trainer->data, row, set));
}

/* The share of the training part about which the group says the same in integers and in floating point. */
static double agreement(struct learned *learned, const struct table *table, const struct group *group)
{
    const struct ensemble *ensemble = &learned->ensemble;
    const struct rows *rows = &learned->trainer.training;
    struct model_record none = {0};
    struct model model;
    size_t same = 0;
    int size = export_model(ensemble, group, &none, learned->model);
    if (size < 0 || model_open(&model, learned->model, (size_t)size) != STATUS_OK)
        return 0;
    for (size_t i = 0; i < rows->count; i++) {
        struct tally tally = ensemble_begin(ensemble, group);
        for (unsigned k = 0; k < group->count; k++) {
            const struct candidate *candidate = &ensemble->candidates[group->member[k]];
            double chance = final_chance(&learned->trainer, candidate, rows->row[i]);
            ensemble_add(ensemble, group, k, (float)chance, &tally);
        }
        bool thai = predict(&model, &table->samples[rows->row[i]].features) >= PREDICT_THAI;
        same += thai == fusion_says_thai(&tally, group->fusion);
    }
    return (double)same / (double)rows->count;
}

static const double SAME = 0.9993;

/* The largest pool that says the same in integers; if none does, the one that nearly does. */
static void choose_pool(struct learned *learned, const struct table *table)
{
    struct ensemble *ensemble = &learned->ensemble;
    double best_agreement = -1;
    for (unsigned size = MODEL_MAX_MEMBERS; size > 0 && best_agreement < SAME; size--) {
        const struct group *pool = &ensemble->tried[MEASURE_LIKELIHOOD][size - 1];
        double here = pool->count ? agreement(learned, table, pool) : -1;
        if (here > best_agreement) {
            best_agreement = here;
            ensemble->best = *pool;
        }
    }
}

/*
 * A pool, for its members were chosen by what they say and not by how often they were right in the end, of
 * which some is luck: on hosts that nobody has seen it does better than groups that did as well before. One
 * that did better by more than luck is taken instead, if it says the same in integers.
 */
static void choose_group(struct learned *learned, const struct table *table)
{
    static const double LUCK = 0.15; /* points of accuracy */
    struct ensemble *ensemble = &learned->ensemble;
    choose_pool(learned, table);
    for (unsigned i = 0; i < MEASURE_LIKELIHOOD * MODEL_MAX_MEMBERS; i++) { /* the smaller ones first */
        const struct group *group = &ensemble->tried[i % MEASURE_LIKELIHOOD][i / MEASURE_LIKELIHOOD];
        double handicap = ensemble->best.fusion == FUSION_POOL ? LUCK : 0;
        if (group->accuracy > ensemble->best.accuracy + handicap && agreement(learned, table, group) >= SAME)
            ensemble->best = *group;
    }
}

static int export_best(struct learned *learned, const struct model_record *record)
{
    int size = export_model(&learned->ensemble, &learned->ensemble.best, record, learned->model);
    learned->model_size = size > 0 ? (size_t)size : 0;
    return size;
}

static struct model_record make_record(const struct learned *learned, const struct table *table,
                                       const struct learn_options *options)
{
    struct model_record record = {.date = options->date,
                                  .learned_from = (uint32_t)learned->trainer.training.count,
                                  .tested_on = (uint32_t)learned->trainer.test.count,
                                  .seed = (uint32_t)options->seed};
    memcpy(record.data, table->name, sizeof table->name);
    record.cv_accuracy = hundredths(learned->ensemble.best.accuracy);
    record.tree_accuracy = hundredths(score_accuracy(&learned->ensemble.candidates[learned->best_tree].test));
    record.rule_accuracy = hundredths(score_accuracy(&learned->rule));
    return record;
}

/* Writes it twice: the record says how the model does, and for that it must be there to try. */
static int make_model(struct learned *learned, const struct table *table, const struct learn_options *options)
{
    struct model_record record = make_record(learned, table, options);
    struct model model;
    for (int pass = 0; pass < 2; pass++) {
        int status = export_best(learned, &record);
        if (status >= 0)
            status = model_open(&model, learned->model, learned->model_size);
        if (status != STATUS_OK)
            return status;
        learned->quantised = learn_try_model(&model, table, &learned->trainer.test);
        record.accuracy = hundredths(score_accuracy(&learned->quantised));
        record.cv_accuracy = hundredths(learned->ensemble.best.accuracy);
    }
    return STATUS_OK;
}

/* Does the model in integers say the same as the ensemble in floating point? */
static void compare(struct learned *learned, const struct table *table)
{
    const struct rows *test = &learned->trainer.test;
    float *chance = must_allocate(table->count * sizeof *chance);
    struct model model;
    ensemble_fuse(&learned->ensemble, &learned->ensemble.best, test, chance);
    learned->fused = score_rows(&learned->data, test, chance);
    if (model_open(&model, learned->model, learned->model_size) == STATUS_OK) {
        for (size_t i = 0; i < test->count; i++) {
            uint32_t row = test->row[i];
            bool thai = predict(&model, &table->samples[row].features) >= PREDICT_THAI;
            learned->agreeing += thai == (chance[row] >= 0.5F);
        }
    }
    free(chance);
}

static bool has_enough(const struct table *table)
{
    size_t count[2] = {0};
    for (size_t i = 0; i < table->count; i++)
        count[table->samples[i].label == TABLE_IS_THAI]++;
    return count[0] >= LEARN_LEAST_HOSTS && count[1] >= LEARN_LEAST_HOSTS;
}

int learn(struct learned *learned, const struct table *table, const struct learn_options *options)
{
    memset(learned, 0, sizeof *learned);
    if (!has_enough(table))
        return STATUS_INVALID;
    dataset_make(&learned->data, table);
    learned->all = rows_all(&learned->data);
    learned->trainer =
        (struct trainer){.data = &learned->data, .seed = options->seed, .quiet = options->quiet};
    rows_split(&learned->data, &learned->all, options->share, options->seed, &learned->trainer.training,
               &learned->trainer.test);
    trainer_run(&learned->trainer);
    if (ensemble_build(&learned->ensemble, &learned->trainer,
                       options->limit ? options->limit : MODEL_MAX_BYTES) != STATUS_OK)
        return STATUS_FULL;
    choose_group(learned, table);
    learned->best_tree = find_best_tree(&learned->ensemble);
    learned->rule = learn_try_model(NULL, table, &learned->trainer.test);

    int status = make_model(learned, table, options);
    if (status == STATUS_OK)
        compare(learned, table);
    return status;
}

void learned_free(struct learned *learned)
{
    ensemble_free(&learned->ensemble);
    trainer_free(&learned->trainer);
    rows_free(&learned->trainer.training);
    rows_free(&learned->trainer.test);
    rows_free(&learned->all);
    dataset_free(&learned->data);
}
