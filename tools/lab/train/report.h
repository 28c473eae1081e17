/* What training found, as tables for people (and, with tabs, for scripts). */
#ifndef CRAWLBOX_TRAIN_REPORT_H
#define CRAWLBOX_TRAIN_REPORT_H

#include <stdio.h>

#include "train/learn.h"

/* Accuracy, precision, recall, G-mean and confusion of each technique on each set, cross-validated; accuracy
 * on the test part. */
void report_sets(FILE *out, const struct trainer *trainer, bool for_scripts);

/* How the ensemble was built: correlations with the first member, the groups tried, what each member adds. */
void report_ensemble(FILE *out, const struct trained *trained);

/* Facts with tabs: what the model is worth. */
void report_summary(FILE *out, const struct trained *trained);

#endif
