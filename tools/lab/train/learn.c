#include "train/learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "base/status.h"
#include "graph/predict/predict.h"
#include "train/export.h"

struct score learn_try_box(const struct model *model, const struct table *table, const struct rows *rows)
{
    struct score score = {0};
    for (size_t i = 0; i < rows->count; i++) {
        const struct sample *sample = &table->samples[rows->row[i]];
        uint8_t confidence = sample->is_of_box ? sample->box_says : predict(model, &sample->features);
        score.count[sample->label == TABLE_IS_THAI][confidence >= PREDICT_THAI]++;
    }
    return score;
}

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
static double agreement(struct trained *trained, const struct table *table, const struct group *group)
{
    const struct ensemble *ensemble = &trained->ensemble;
    const struct rows *rows = &trained->trainer.training;
    struct model_record none = {0};
    struct model model;
    size_t same = 0;
    int size = export_model(ensemble, group, &none, trained->model);
    if (size < 0 || model_open(&model, trained->model, (size_t)size) != STATUS_OK)
        return 0;
    for (size_t i = 0; i < rows->count; i++) {
        struct tally tally = ensemble_begin(ensemble, group);
        for (unsigned k = 0; k < group->count; k++) {
            const struct candidate *candidate = &ensemble->candidates[group->member[k]];
            double chance = final_chance(&trained->trainer, candidate, rows->row[i]);
            ensemble_add(ensemble, group, k, (float)chance, &tally);
        }
        bool thai = predict(&model, &table->samples[rows->row[i]].features) >= PREDICT_THAI;
        same += thai == fusion_says_thai(&tally, group->fusion);
    }
    return (double)same / (double)rows->count;
}

static const double SAME = 0.9993;

/* The largest pool that says the same in integers; if none does, the one that nearly does. */
static void choose_pool(struct trained *trained, const struct table *table)
{
    struct ensemble *ensemble = &trained->ensemble;
    double best_agreement = -1;
    for (unsigned size = MODEL_MAX_MEMBERS; size > 0 && best_agreement < SAME; size--) {
        const struct group *pool = &ensemble->tried[MEASURE_LIKELIHOOD][size - 1];
        double here = pool->count ? agreement(trained, table, pool) : -1;
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
static void choose_group(struct trained *trained, const struct table *table)
{
    static const double LUCK = 0.15; /* points of accuracy */
    struct ensemble *ensemble = &trained->ensemble;
    choose_pool(trained, table);
    for (unsigned i = 0; i < MEASURE_LIKELIHOOD * MODEL_MAX_MEMBERS; i++) { /* the smaller ones first */
        const struct group *group = &ensemble->tried[i % MEASURE_LIKELIHOOD][i / MEASURE_LIKELIHOOD];
        double handicap = ensemble->best.fusion == FUSION_POOL ? LUCK : 0;
        if (group->accuracy > ensemble->best.accuracy + handicap && agreement(trained, table, group) >= SAME)
            ensemble->best = *group;
    }
}

static int export_best(struct trained *trained, const struct model_record *record)
{
    int size = export_model(&trained->ensemble, &trained->ensemble.best, record, trained->model);
    trained->model_size = size > 0 ? (size_t)size : 0;
    return size;
}

static struct model_record make_record(const struct trained *trained, const struct table *table,
                                       const struct learn_options *options)
{
    struct model_record record = {.date = options->date,
                                  .learned_from = (uint32_t)trained->trainer.training.count,
                                  .tested_on = (uint32_t)trained->trainer.test.count,
                                  .seed = (uint32_t)options->seed};
    memcpy(record.data, table->name, sizeof table->name);
    record.cv_accuracy = hundredths(trained->ensemble.best.accuracy);
    record.tree_accuracy = hundredths(score_accuracy(&trained->ensemble.candidates[trained->best_tree].test));
    record.rule_accuracy = hundredths(score_accuracy(&trained->rule));
    return record;
}

/* Writes it twice: the record says how the model does, and for that it must be there to try. */
static int make_model(struct trained *trained, const struct table *table, const struct learn_options *options)
{
    struct model_record record = make_record(trained, table, options);
    struct model model;
    for (int pass = 0; pass < 2; pass++) {
        int status = export_best(trained, &record);
        if (status >= 0)
            status = model_open(&model, trained->model, trained->model_size);
        if (status != STATUS_OK)
            return status;
        trained->quantised = learn_try_model(&model, table, &trained->trainer.test);
        record.accuracy = hundredths(score_accuracy(&trained->quantised));
        record.cv_accuracy = hundredths(trained->ensemble.best.accuracy);
    }
    return STATUS_OK;
}

/* Does the model in integers say the same as the ensemble in floating point? */
static void compare(struct trained *trained, const struct table *table)
{
    const struct rows *test = &trained->trainer.test;
    float *chance = must_allocate(table->count * sizeof *chance);
    struct model model;
    ensemble_fuse(&trained->ensemble, &trained->ensemble.best, test, chance);
    trained->fused = score_rows(&trained->data, test, chance);
    if (model_open(&model, trained->model, trained->model_size) == STATUS_OK) {
        for (size_t i = 0; i < test->count; i++) {
            uint32_t row = test->row[i];
            bool thai = predict(&model, &table->samples[row].features) >= PREDICT_THAI;
            trained->agreeing += thai == (chance[row] >= 0.5F);
        }
    }
    free(chance);
}

static bool has_enough(const struct table *table)
{
    size_t count[2] = {0};
    for (size_t i = 0; i < table->count; i++)
        count[table->samples[i].label == TABLE_IS_THAI] += !table->samples[i].is_assumed;
    return count[0] >= LEARN_LEAST_HOSTS && count[1] >= LEARN_LEAST_HOSTS;
}

/* The rows whose labels are sure, or those with labels that are what the box says. */
static struct rows rows_by_label(const struct table *table, const struct dataset *data, bool assumed)
{
    struct rows rows = rows_all(data);
    rows.count = 0;
    for (uint32_t row = 0; row < table->count; row++)
        if (table->samples[row].is_assumed == assumed)
            rows.row[rows.count++] = row;
    return rows;
}

/* Parts the hosts into those to learn from and those to test with, which have sure labels. */
static void split(struct trained *trained, const struct table *table, const struct learn_options *options)
{
    struct rows sure = rows_by_label(table, &trained->data, false), part;
    struct rows training = rows_by_label(table, &trained->data, true);
    rows_split(&trained->data, &sure, options->share, options->seed, &part, &trained->trainer.test);
    rows_free(&sure);
    trained->assumed = training.count;
    for (size_t i = 0; i < part.count; i++)
        training.row[training.count++] = part.row[i];
    trained->trainer.training = training;
    rows_free(&part);
}

int learn(struct trained *trained, const struct table *table, const struct learn_options *options)
{
    memset(trained, 0, sizeof *trained);
    if (!has_enough(table))
        return STATUS_INVALID;
    dataset_make(&trained->data, table);
    trained->trainer =
        (struct trainer){.data = &trained->data, .seed = options->seed, .quiet = options->quiet};
    split(trained, table, options);
    trainer_run(&trained->trainer);
    if (ensemble_build(&trained->ensemble, &trained->trainer,
                       options->limit ? options->limit : MODEL_MAX_BYTES) != STATUS_OK)
        return STATUS_FULL;
    choose_group(trained, table);
    trained->best_tree = find_best_tree(&trained->ensemble);
    trained->rule = learn_try_model(NULL, table, &trained->trainer.test);

    int status = make_model(trained, table, options);
    if (status == STATUS_OK)
        compare(trained, table);
    return status;
}

void trained_free(struct trained *trained)
{
    ensemble_free(&trained->ensemble);
    trainer_free(&trained->trainer);
    rows_free(&trained->trainer.training);
    rows_free(&trained->trainer.test);
    dataset_free(&trained->data);
}
