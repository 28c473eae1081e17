/* Line charts as SVG, for reports: readable on paper (dashes, labels at the lines' ends) and in a browser. */
#ifndef CRAWLBOX_SIM_CHART_H
#define CRAWLBOX_SIM_CHART_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { CHART_LINES = 10, CHART_POINTS = 201 };

struct chart_line {
    const char *name;
    unsigned count;
    double x[CHART_POINTS], y[CHART_POINTS];
};

/* Percent over pages. */
void chart_write(FILE *out, const char *title, const struct chart_line *lines, unsigned count, double x_most);

#endif
