#include "train/ensemble.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "allocate.h"
#include "base/status.h"
#include "train/export.h"
#include "train/pool.h"

/* Each costs the box some 200 instructions for every host that it scores; more than these were hardly ever
 * better. */
enum { POOL_MOST_MEMBERS = 10 };

const char *measure_name(enum measure measure)
{
    static const char *const names[MEASURES] = {"Q",    "rho",       "disagreement", "double fault",
                                                "gain", "likelihood"};
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
        bool is_abroad = trainer->data->bins[FEATURE_TLD][row] != URL_TLD_HOME;
        candidate->chance[row] = said_by(trainer, candidate, is_abroad)[row];
        candidate->odds[row] = (float)odds_of_chance(candidate->chance[row]);
    }
    candidate->cv = score_rows(trainer->data, &trainer->training, candidate->chance);
    candidate->test = score_rows(trainer->data, &trainer->test, candidate->chance);
    candidate->worth = fusion_worth(&candidate->cv);
}

/*
 * Naive Bayes with normally distributed numbers cannot be said in integers. For the pairs one way of cutting
 * numbers is enough: each costs tables of its own.
 */
static void make_candidates(struct ensemble *ensemble)
{
    for (unsigned set = 1; set <= SET_ALL_FEATURES; set++) {
        add_candidate(ensemble, TECHNIQUE_TREE, TECHNIQUE_TREE, set);
        add_candidate(ensemble, TECHNIQUE_MDL, TECHNIQUE_MDL, set);
        add_candidate(ensemble, TECHNIQUE_TENTHS, TECHNIQUE_TENTHS, set);
    }
    add_candidate(ensemble, TECHNIQUE_TREE, TECHNIQUE_TREE, SET_HOME);
    add_candidate(ensemble, TECHNIQUE_MDL, TECHNIQUE_MDL, SET_HOME);
    add_candidate(ensemble, TECHNIQUE_TREE, TECHNIQUE_MDL, SET_HOME);
    add_candidate(ensemble, TECHNIQUE_MDL, TECHNIQUE_TREE, SET_HOME);
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

struct tally ensemble_begin(const struct ensemble *ensemble, const struct group *group)
{
    return fusion_begin(fusion_prior(&ensemble->candidates[group->member[0]].cv), group->constant);
}

void ensemble_add(const struct ensemble *ensemble, const struct group *group, unsigned member, float chance,
                  struct tally *tally)
{
    const struct candidate *added = &ensemble->candidates[group->member[member]];
    fusion_add(tally, chance, (float)odds_of_chance(chance), &added->worth, group->weight[member]);
}

void ensemble_fuse(const struct ensemble *ensemble, const struct group *group, const struct rows *rows,
                   float *chance)
{
    for (size_t i = 0; i < rows->count; i++) {
        struct tally tally = ensemble_begin(ensemble, group);
        for (unsigned member = 0; member < group->count; member++)
            ensemble_add(ensemble, group, member,
                         ensemble->candidates[group->member[member]].chance[rows->row[i]], &tally);
        chance[rows->row[i]] = (float)fusion_chance(&tally, group->fusion);
    }
}

/*
 * With one more candidate, what would the best fusion without weights be? Tallies hold what the group so far
 * says of each training row; with `keep` the candidate is added to them.
 */
static void try_with(const struct ensemble *ensemble, struct tally *tallies, unsigned candidate, bool keep,
                     struct group *group)
{
    const struct rows *rows = &ensemble->trainer->training;
    const struct candidate *added = &ensemble->candidates[candidate];
    uint32_t right[FUSION_POOL] = {0};
    for (size_t i = 0; i < rows->count; i++) {
        struct tally tally = tallies[i];
        fusion_add(&tally, added->chance[rows->row[i]], added->odds[rows->row[i]], &added->worth, 0);
        for (unsigned fusion = 0; fusion < FUSION_POOL; fusion++)
            right[fusion] += fusion_says_thai(&tally, (enum model_fusion)fusion) ==
                             ensemble->trainer->data->thai[rows->row[i]];
        if (keep)
            tallies[i] = tally;
    }
    group->member[group->count++] = (uint8_t)candidate;
    group->accuracy = 0;
    for (unsigned fusion = 0; fusion < FUSION_POOL; fusion++) {
        double accuracy = 100.0 * right[fusion] / (double)rows->count;
        if (accuracy > group->accuracy) {
            group->accuracy = accuracy;
            group->fusion = (enum model_fusion)fusion;
        }
    }
}

static bool is_member(const struct group *group, unsigned candidate)
{
    for (unsigned i = 0; i < group->count; i++)
        if (group->member[i] == candidate)
            return true;
    return false;
}

/* How many members of a model the group is with one more candidate: a pair is two. */
static unsigned members_with(const struct ensemble *ensemble, const struct group *group, unsigned candidate)
{
    unsigned members = ensemble->candidates[candidate].pair ? 2 : 1;
    for (unsigned i = 0; i < group->count; i++)
        members += ensemble->candidates[group->member[i]].pair ? 2 : 1;
    return members;
}

/* Whether the group would still fit with one more candidate. */
static bool may_join(const struct ensemble *ensemble, const struct group *group, unsigned candidate,
                     size_t limit)
{
    uint8_t bytes[MODEL_MAX_BYTES];
    struct model_record none = {0};
    struct group with = *group;
    if (group->count == sizeof group->member / sizeof group->member[0])
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
        if (is_member(group, i) || !may_join(ensemble, group, i, ensemble->limit))
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
        if (is_member(group, i) || !may_join(ensemble, group, i, ensemble->limit))
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
    struct tally empty = fusion_begin(fusion_prior(&ensemble->candidates[start].cv), 0);
    for (size_t i = 0; i < ensemble->trainer->training.count; i++)
        tallies[i] = empty;
    for (int next = (int)start; next >= 0 && group.count < MODEL_MAX_MEMBERS;) {
        try_with(ensemble, tallies, (unsigned)next, true, &group);
        ensemble->tried[measure][group.count - 1] = group;
        next =
            measure == MEASURE_GAIN ? most_gain(ensemble, tallies, &group) : least_common(ensemble, &group);
    }
}

static void take_weights(const struct pool *pool, struct group *group)
{
    group->fusion = FUSION_POOL;
    group->constant = (float)pool->constant;
    for (unsigned i = 0; i < pool->count; i++)
        group->weight[i] = (float)pool->weight[i];
    group->accuracy = pool_accuracy(pool);
}

void ensemble_weigh(const struct ensemble *ensemble, struct group *group)
{
    struct pool pool;
    if (group->fusion != FUSION_POOL)
        return;
    pool_begin(&pool, ensemble->trainer->data, &ensemble->trainer->training);
    for (unsigned i = 0; i < group->count; i++)
        pool_add(&pool, ensemble->candidates[group->member[i]].odds);
    pool_fit(&pool);
    take_weights(&pool, group);
    pool_free(&pool);
}

/* What a member of a pool must explain to be worth a weight of its own: the Bayesian information
 * criterion. */
static double least_worth(const struct pool *pool)
{
    return log((double)pool->rows->count);
}

/* The candidate that a pool should hear next; -1: none that fits is worth it, so that little data makes for
 * few members. */
static int most_helpful(const struct ensemble *ensemble, const struct pool *pool, const struct group *group)
{
    int chosen = -1;
    double most = least_worth(pool);
    for (unsigned i = 0; i < ensemble->candidate_count; i++) {
        if (is_member(group, i) || members_with(ensemble, group, i) > POOL_MOST_MEMBERS ||
            !may_join(ensemble, group, i, ensemble->limit))
            continue;
        double gain = pool_gain(pool, ensemble->candidates[i].odds);
        if (gain > most) {
            most = gain;
            chosen = (int)i;
        }
    }
    return chosen;
}

/* A member that is no longer worth its weight since others came; -1: there is none. The last to come
 * stays. */
static int least_helpful(struct pool *pool)
{
    int chosen = -1;
    double least = least_worth(pool);
    for (unsigned i = 0; i + 1 < pool->count; i++) {
        double worth = pool_worth(pool, i);
        if (worth < least) {
            least = worth;
            chosen = (int)i;
        }
    }
    return chosen;
}

static void drop_idle_members(struct pool *pool, struct group *group)
{
    for (int idle = least_helpful(pool); idle >= 0; idle = least_helpful(pool)) {
        pool_drop(pool, (unsigned)idle);
        pool_fit(pool);
        group->count--;
        for (unsigned i = (unsigned)idle; i < group->count; i++)
            group->member[i] = group->member[i + 1];
    }
}

/* What was tried for larger groups no longer counts once a smaller one is better. */
static void note_pool(struct ensemble *ensemble, const struct group *group)
{
    struct group *tried = ensemble->tried[MEASURE_LIKELIHOOD];
    for (unsigned size = group->count; size < MODEL_MAX_MEMBERS; size++)
        tried[size] = (struct group){.count = 0};
    tried[group->count - 1] = *group;
}

static void build_by_likelihood(struct ensemble *ensemble, unsigned start)
{
    enum { MOST_STEPS = 4 * MODEL_MAX_MEMBERS }; /* whoever comes and goes by turns does so no longer */
    struct group group = {.measure = MEASURE_LIKELIHOOD};
    struct pool pool;
    int next = (int)start;
    pool_begin(&pool, ensemble->trainer->data, &ensemble->trainer->training);
    for (unsigned step = 0; step < MOST_STEPS && next >= 0; step++) {
        pool_add(&pool, ensemble->candidates[next].odds);
        pool_fit(&pool);
        group.member[group.count++] = (uint8_t)next;
        drop_idle_members(&pool, &group);
        take_weights(&pool, &group);
        note_pool(ensemble, &group);
        next = most_helpful(ensemble, &pool, &group);
    }
    pool_free(&pool);
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
    *ensemble = (struct ensemble){.trainer = trainer, .limit = limit};
    make_candidates(ensemble);
    int start = choose_start(ensemble);
    if (start < 0)
        return STATUS_FULL;
    struct tally *tallies = must_allocate(trainer->training.count * sizeof *tallies);
    for (unsigned measure = 0; measure < MEASURE_LIKELIHOOD; measure++)
        build_by(ensemble, (enum measure)measure, (unsigned)start, tallies);
    build_by_likelihood(ensemble, (unsigned)start);
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
