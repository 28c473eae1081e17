/* What training found, as tables for people (and, with tabs, for scripts). */
#ifndef CRAWLBOX_TRAIN_REPORT_H
#define CRAWLBOX_TRAIN_REPORT_H

#include <stdio.h>

#include "train/trainer.h"

/* Accuracy, precision, recall, G-mean and confusion of each technique on each set, in cross-validation and on the test part. */
void report_sets(FILE *out, const struct trainer *trainer, bool for_scripts);

#endif
