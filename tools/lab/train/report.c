#include "train/report.h"

/* Cells of a table: with tabs for scripts, with blanks to a width for people. */
struct printer {
    FILE *out;
    bool for_scripts;
};

static void put_text(const struct printer *printer, int width, const char *text)
{
    fprintf(printer->out, "%-*s%c", printer->for_scripts ? 0 : width, text,
            printer->for_scripts ? '\t' : ' ');
}

static void put_percent(const struct printer *printer, double percent)
{
    fprintf(printer->out, "%*.2f%c", printer->for_scripts ? 0 : 6, percent,
            printer->for_scripts ? '\t' : ' ');
}

static void put_count(const struct printer *printer, unsigned count)
{
    fprintf(printer->out, "%*u%c", printer->for_scripts ? 0 : 6, count, printer->for_scripts ? '\t' : ' ');
}

static void put_score(const struct printer *printer, const struct score *score)
{
    put_percent(printer, score_accuracy(score));
    put_percent(printer, score_precision(score));
    put_percent(printer, score_recall(score));
    put_percent(printer, score_g_mean(score));
    put_count(printer, score->count[1][1]);
    put_count(printer, score->count[1][0]);
    put_count(printer, score->count[0][1]);
    put_count(printer, score->count[0][0]);
}

static void print_line(const struct printer *printer, const struct trainer *trainer, enum technique technique,
                       unsigned set)
{
    struct score cv = trainer_cv(trainer, technique, set), test = trainer_test(trainer, technique, set);
    fprintf(printer->out, "%*u%c", printer->for_scripts ? 0 : 2, set, printer->for_scripts ? '\t' : ' ');
    put_text(printer, 12, training_set(set)->name);
    put_text(printer, 12, technique_name(technique));
    put_score(printer, &cv);
    put_percent(printer, score_accuracy(&test));
    fprintf(printer->out, "%*.2f\n", printer->for_scripts ? 0 : 6, score_g_mean(&test));
}

void report_sets(FILE *out, const struct trainer *trainer, bool for_scripts)
{
    struct printer printer = {out, for_scripts};
    if (for_scripts)
        fputs("set\tfeatures\ttechnique\taccuracy\tprecision\trecall\tg_mean\tthai_as_thai\tthai_as_other\t"
              "other_as_thai\tother_as_other\ttest_accuracy\ttest_g_mean\n",
              out);
    else
        fputs(
            "                             10-fold cross-validation                                test part\n"
            "set             technique    accur. precis recall G-mean Th->Th Th->ot ot->Th ot->ot accur. "
            "G-mean\n",
            out);
    for (unsigned set = 1; set <= TRAINING_SETS; set++)
        for (unsigned technique = 0; technique < TECHNIQUES; technique++)
            print_line(&printer, trainer, (enum technique)technique, set);
}
