#include "train/ensemble.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/status.h"
#include "train/export.h"

const char *measure_name(enum measure measure)
{
    static const char *const names[MEASURES] = {"Q", "rho", "disagreement", "double fault", "gain"};
    return names[measure];
}

static const float *said_by(const struct trainer *trainer, const struct candidate *candidate, bool abroad)
{
    return trainer->probability[candidate->technique[abroad]][candidate->set[abroad] - 1];
}

static void add_candidate(struct ensemble *ensemble, enum technique home, enum technique abroad, unsigned set)
{
    const struct trainer *trainer = ensemble->trainer;
    struct candidate *candidate = &ensemble->candidates[ensemble->candidate_count++];
    bool pair = set == SET_HOME;
    *candidate =
        (struct candidate){.technique = {home, abroad},
                           .set = {(uint8_t)(pair ? SET_HOME : set), (uint8_t)(pair ? SET_ABROAD : set)},
                           .pair = pair,
                           .chance = must_allocate(trainer->data->count * sizeof(float)),
                           .odds = must_allocate(trainer->data->count * sizeof(float))};
    if (pair)
        snprintf(candidate->name, sizeof candidate->name, "%s .th + %s rest", technique_name(home),
                 technique_name(abroad));
    else
        snprintf(candidate->name, sizeof candidate->name, "%s %s", technique_name(home),
                 training_set(set)->name);
    for (size_t row = 0; row < trainer->data->count; row++) {
        bool is_abroad = trainer->data->bins[FEATURE_TLD][row] != URL_TLD_TH;
        candidate->chance[row] = said_by(trainer, candidate, is_abroad)[row];
        candidate->odds[row] = (float)odds_of_chance(candidate->chance[row]);
    }
    candidate->cv = score_rows(trainer->data, &trainer->training, candidate->chance);
    candidate->test = score_rows(trainer->data, &trainer->test, candidate->chance);
    candidate->worth = fusion_worth(&candidate->cv);
}

/* One way of cutting numbers serves all Bayes members, so that they share their tables. */
static enum bayes_kind choose_bayes(const struct trainer *trainer)
{
    double sum[BAYES_KINDS] = {0};
    for (unsigned kind = BAYES_MDL; kind < BAYES_KINDS; kind++) {
        for (unsigned set = 1; set <= SET_ALL_FEATURES; set++) {
            struct score score = trainer_cv(trainer, (enum technique)(TECHNIQUE_NORMAL + kind), set);
            sum[kind] += score_accuracy(&score);
        }
    }
    return sum[BAYES_TENTHS] > sum[BAYES_MDL] ? BAYES_TENTHS : BAYES_MDL;
}

static void make_candidates(struct ensemble *ensemble)
{
    enum technique bayes = (enum technique)(TECHNIQUE_NORMAL + ensemble->bayes);
    for (unsigned set = 1; set <= SET_ALL_FEATURES; set++) {
        add_candidate(ensemble, TECHNIQUE_TREE, TECHNIQUE_TREE, set);
        add_candidate(ensemble, bayes, bayes, set);
    }
    add_candidate(ensemble, TECHNIQUE_TREE, TECHNIQUE_TREE, SET_HOME);
    add_candidate(ensemble, bayes, bayes, SET_HOME);
    add_candidate(ensemble, TECHNIQUE_TREE, bayes, SET_HOME);
    add_candidate(ensemble, bayes, TECHNIQUE_TREE, SET_HOME);
}

void ensemble_agreement(const struct ensemble *ensemble, unsigned first, unsigned second, double count[2][2])
{
    const struct trainer *trainer = ensemble->trainer;
    const float *a = ensemble->candidates[first].chance, *b = ensemble->candidates[second].chance;
    for (int i = 0; i < 4; i++)
        count[i / 2][i % 2] = 0;
    for (size_t i = 0; i < trainer->training.count; i++) {
        uint32_t row = trainer->training.row[i];
        count[(a[row] >= 0.5F) == trainer->data->thai[row]][(b[row] >= 0.5F) == trainer->data->thai[row]]++;
    }
}

/* The lower, the less two classifiers have in common. */
double ensemble_measure(enum measure measure, double count[2][2])
{
    double both = count[1][1], neither = count[0][0], one = count[1][0], other = count[0][1];
    switch (measure) {
    case MEASURE_Q: return (both * neither - one * other) / fmax(both * neither + one * other, 1);
    case MEASURE_RHO: return 2 * neither / fmax(one + other + 2 * neither, 1);
    case MEASURE_DISAGREEMENT: return -(one + other);
    default: return neither;
    }
}

static void add_to_tally(const struct ensemble *ensemble, struct tally *tally, unsigned candidate,
                         uint32_t row)
{
    const struct candidate *added = &ensemble->candidates[candidate];
    fusion_add(tally, added->chance[row], added->odds[row], &added->worth);
}

void ensemble_fuse(const struct ensemble *ensemble, const struct group *group, const struct rows *rows,
                   float *chance)
{
    double prior = fusion_prior(&ensemble->candidates[group->member[0]].cv);
    for (size_t i = 0; i < rows->count; i++) {
        struct tally tally = fusion_begin(prior);
        for (unsigned member = 0; member < group->count; member++)
            add_to_tally(ensemble, &tally, group->member[member], rows->row[i]);
        chance[rows->row[i]] = (float)fusion_chance(&tally, group->fusion);
    }
}

/*
 * With one more candidate, what would the best fusion be? Tallies hold what the group so far says of each training row;
 * with `keep` the candidate is added to them.
 */
static void try_with(const struct ensemble *ensemble, struct tally *tallies, unsigned candidate, bool keep,
                     struct group *group)
{
    const struct rows *rows = &ensemble->trainer->training;
    uint32_t right[FUSIONS] = {0};
    for (size_t i = 0; i < rows->count; i++) {
        struct tally tally = tallies[i];
        add_to_tally(ensemble, &tally, candidate, rows->row[i]);
        for (unsigned fusion = 0; fusion < FUSIONS; fusion++)
            right[fusion] += fusion_says_thai(&tally, (enum model_fusion)fusion) ==
                             ensemble->trainer->data->thai[rows->row[i]];
        if (keep)
            tallies[i] = tally;
    }
    group->member[group->count++] = (uint8_t)candidate;
    group->accuracy = 0;
    for (unsigned fusion = 0; fusion < FUSIONS; fusion++) {
        double accuracy = 100.0 * right[fusion] / (double)rows->count;
        if (accuracy > group->accuracy) {
            group->accuracy = accuracy;
            group->fusion = (enum model_fusion)fusion;
        }
    }
}

/* Whether the group would still fit with one more candidate, which must be none of it. */
static bool may_join(const struct ensemble *ensemble, const struct group *group, unsigned candidate,
                     size_t limit)
{
    uint8_t bytes[MODEL_MAX_BYTES];
    struct model_record none = {0};
    struct group with = *group;
    if (group->count == sizeof group->member / sizeof group->member[0])
        return false;
    for (unsigned i = 0; i < group->count; i++)
        if (group->member[i] == candidate)
            return false;
    with.member[with.count++] = (uint8_t)candidate;
    int size = export_model(ensemble, &with, &none, bytes);
    return size > 0 && (size_t)size <= limit;
}

/* The candidate that has least in common with the first member. */
static int least_common(const struct ensemble *ensemble, const struct group *group)
{
    int chosen = -1;
    double least = INFINITY, count[2][2];
    for (unsigned i = 0; i < ensemble->candidate_count; i++) {
        if (!may_join(ensemble, group, i, ensemble->limit))
            continue;
        ensemble_agreement(ensemble, group->member[0], i, count);
        double measure = ensemble_measure(group->measure, count);
        if (measure < least) {
            least = measure;
            chosen = (int)i;
        }
    }
    return chosen;
}

/* The candidate with which the group does best. */
static int most_gain(const struct ensemble *ensemble, struct tally *tallies, const struct group *group)
{
    int chosen = -1;
    double most = 0;
    for (unsigned i = 0; i < ensemble->candidate_count; i++) {
        struct group with = *group;
        if (!may_join(ensemble, group, i, ensemble->limit))
            continue;
        try_with(ensemble, tallies, i, false, &with);
        if (with.accuracy > most) {
            most = with.accuracy;
            chosen = (int)i;
        }
    }
    return chosen;
}

static void build_by(struct ensemble *ensemble, enum measure measure, unsigned start, struct tally *tallies)
{
    struct group group = {.measure = measure};
    struct tally empty = fusion_begin(fusion_prior(&ensemble->candidates[start].cv));
    for (size_t i = 0; i < ensemble->trainer->training.count; i++)
        tallies[i] = empty;
    for (int next = (int)start; next >= 0 && group.count < MODEL_MAX_MEMBERS;) {
        try_with(ensemble, tallies, (unsigned)next, true, &group);
        ensemble->tried[measure][group.count - 1] = group;
        next =
            measure == MEASURE_GAIN ? most_gain(ensemble, tallies, &group) : least_common(ensemble, &group);
    }
}

/* The most accurate candidate that leaves room for as much again; -1: none does. */
static int choose_start(const struct ensemble *ensemble)
{
    static const struct group nobody;
    int start = -1;
    for (unsigned i = 0; i < ensemble->candidate_count; i++)
        if (may_join(ensemble, &nobody, i, ensemble->limit / 2) &&
            (start < 0 ||
             score_accuracy(&ensemble->candidates[i].cv) > score_accuracy(&ensemble->candidates[start].cv)))
            start = (int)i;
    return start;
}

int ensemble_build(struct ensemble *ensemble, const struct trainer *trainer, size_t limit)
{
    *ensemble = (struct ensemble){.trainer = trainer, .bayes = choose_bayes(trainer), .limit = limit};
    make_candidates(ensemble);
    int start = choose_start(ensemble);
    if (start < 0)
        return STATUS_FULL;
    struct tally *tallies = must_allocate(trainer->training.count * sizeof *tallies);
    for (unsigned measure = 0; measure < MEASURES; measure++)
        build_by(ensemble, (enum measure)measure, (unsigned)start, tallies);
    free(tallies);
    return STATUS_OK;
}

void ensemble_free(struct ensemble *ensemble)
{
    for (unsigned i = 0; i < ensemble->candidate_count; i++) {
        free(ensemble->candidates[i].chance);
        free(ensemble->candidates[i].odds);
    }
    ensemble->candidate_count = 0;
}
