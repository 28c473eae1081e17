#include <stdlib.h>

#include "allocate.h"
#include "model/fusion_name.h"
#include "train/report.h"

static double test_accuracy(const struct ensemble *ensemble, const struct group *group, float *scratch)
{
    const struct trainer *trainer = ensemble->trainer;
    ensemble_fuse(ensemble, group, &trainer->test, scratch);
    struct score score = score_rows(trainer->data, &trainer->test, scratch);
    return score_accuracy(&score);
}

static void report_correlations(FILE *out, const struct ensemble *ensemble)
{
    unsigned first = ensemble->best.member[0];
    fprintf(out,
            "\nCandidates, and what each has in common with the most accurate, %s:\n"
            "                                  accur.   test       Q    rho   disagree  both wrong\n",
            ensemble->candidates[first].name);
    for (unsigned i = 0; i < ensemble->candidate_count; i++) {
        const struct candidate *candidate = &ensemble->candidates[i];
        double count[2][2];
        ensemble_agreement(ensemble, first, i, count);
        fprintf(out, "%-33s %6.2f %6.2f %7.3f %6.3f %10.0f %11.0f\n", candidate->name,
                score_accuracy(&candidate->cv), score_accuracy(&candidate->test),
                ensemble_measure(MEASURE_Q, count), ensemble_measure(MEASURE_RHO, count),
                -ensemble_measure(MEASURE_DISAGREEMENT, count),
                ensemble_measure(MEASURE_DOUBLE_FAULT, count));
    }
}

static void report_groups(FILE *out, const struct ensemble *ensemble)
{
    fputs("\nBest fusion and cross-validated accuracy by measure and number of members:\n   ", out);
    for (unsigned measure = 0; measure < MEASURES; measure++)
        fprintf(out, " %-18s", measure_name((enum measure)measure));
    for (unsigned size = 0; size < MODEL_MAX_MEMBERS; size++) {
        fprintf(out, "\n%2u ", size + 1);
        for (unsigned measure = 0; measure < MEASURES; measure++) {
            const struct group *group = &ensemble->tried[measure][size];
            fprintf(out, " %6.2f %-11s", group->accuracy, group->count ? fusion_name(group->fusion) : "-");
        }
    }
    fputc('\n', out);
}

/* Each member's worth: the ensemble as it grows, and the ensemble without it. */
static void report_members(FILE *out, const struct ensemble *ensemble)
{
    const struct group *best = &ensemble->best;
    float *scratch = must_allocate(ensemble->trainer->data->count * sizeof *scratch);
    double whole = test_accuracy(ensemble, best, scratch);
    fprintf(out,
            "\nThe ensemble: %u members found by %s, fused by %s. Accuracy on the test part:\n"
            "                                   alone  up to it  it adds  left out\n",
            best->count, measure_name(best->measure), fusion_name(best->fusion));
    for (unsigned i = 0; i < best->count; i++) {
        struct group grown = *best, without = *best;
        double before = 0;
        if (i > 0) {
            grown.count = (uint8_t)i;
            ensemble_weigh(ensemble, &grown);
            before = test_accuracy(ensemble, &grown, scratch);
        }
        grown.count = (uint8_t)(i + 1);
        ensemble_weigh(ensemble, &grown);
        double here = test_accuracy(ensemble, &grown, scratch);
        without.count--;
        for (unsigned k = i; k < without.count; k++)
            without.member[k] = best->member[k + 1];
        ensemble_weigh(ensemble, &without);
        double rest = best->count > 1 ? test_accuracy(ensemble, &without, scratch) : 0;
        const struct candidate *candidate = &ensemble->candidates[best->member[i]];
        fprintf(out, "%-33s %6.2f %9.2f %+8.2f %+9.2f\n", candidate->name, score_accuracy(&candidate->test),
                here, i > 0 ? here - before : 0, rest - whole);
    }
    free(scratch);
}

void report_ensemble(FILE *out, const struct trained *trained)
{
    report_correlations(out, &trained->ensemble);
    report_groups(out, &trained->ensemble);
    report_members(out, &trained->ensemble);
    fputc('\n', out);
}

void report_summary(FILE *out, const struct trained *trained)
{
    const struct ensemble *ensemble = &trained->ensemble;
    const struct candidate *tree = &ensemble->candidates[trained->best_tree];
    size_t tested = trained->trainer.test.count;
    fprintf(out, "learned from\t%zu hosts\ntested on\t%zu hosts\n", trained->trainer.training.count, tested);
    fprintf(out, "ensemble\t%u members, %s, by %s\n", ensemble->best.count,
            fusion_name(ensemble->best.fusion), measure_name(ensemble->best.measure));
    fprintf(out, "cross-validated\t%.2f %%\n", ensemble->best.accuracy);
    fprintf(out, "accuracy\t%.2f %%\nprecision\t%.2f %%\nrecall\t%.2f %%\ng-mean\t%.2f %%\n",
            score_accuracy(&trained->quantised), score_precision(&trained->quantised),
            score_recall(&trained->quantised), score_g_mean(&trained->quantised));
    fprintf(out, "in floating point\t%.2f %%\nsame answer\t%.3f %%\n", score_accuracy(&trained->fused),
            100.0 * trained->agreeing / (double)(tested ? tested : 1));
    fprintf(out, "best single tree\t%.2f %% (%s)\nrule of thumb\t%.2f %%\nmodel\t%zu bytes\n",
            score_accuracy(&tree->test), tree->name, score_accuracy(&trained->rule), trained->model_size);
}
