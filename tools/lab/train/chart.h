/* The accuracies that training found, as a picture (SVG). */
#ifndef CRAWLBOX_TRAIN_CHART_H
#define CRAWLBOX_TRAIN_CHART_H

#include <stdio.h>

#include "train/learn.h"

void chart_draw(FILE *out, const struct trained *trained);

#endif
