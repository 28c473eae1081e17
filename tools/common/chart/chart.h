/*
 * Charts as SVG inside an HTML page: readable on paper (dashes, labels at the lines' ends), on a phone and in
 * the dark.
 *
 *     struct chart chart = {.title = "Harvest rate", .width = 480, .height = 260, .x_most = 1000};
 *     chart_lines(out, &chart, lines, count);
 *
 * Colours are attributes, so that a chart stands on its own; a page may overrule them by the classes: `grid`,
 * `line0` to `line9`, `dot0` to `dot9` and `label0` to `label9` for lines, `bar0` and `bar1` for bars. Titles
 * and names are HTML already: escape what comes from elsewhere.
 */
#ifndef CRAWLBOX_CHART_CHART_H
#define CRAWLBOX_CHART_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { CHART_LINES = 10, CHART_POINTS = 201, CHART_LABEL_SIZE = 32 };

struct chart {
    const char *title;
    bool shows_title; /* above the chart; otherwise only for those who do not see it */
    int width, height;
    int right;     /* room for the labels of lines */
    double x_most; /* x goes from 0 to this */
    int x_ticks;
    double y_most; /* of lines: percent at the top; 0: 100 */
    /* What stands under x; NULL: the number, from 10,000 on in thousands. */
    void (*x_label)(const void *context, double x, char text[CHART_LABEL_SIZE]);
    const void *context;
};

struct chart_line {
    const char *name;
    unsigned count;
    double x[CHART_POINTS], y[CHART_POINTS]; /* y: percent */
};

/* The end of an axis that has room for `most`: 1, 2 or 5 with zeros. */
double chart_round(double most);

/* Percent over x. */
void chart_lines(FILE *out, const struct chart *chart, const struct chart_line *lines, unsigned count);

struct chart_bar {
    double lower, upper; /* the upper part stands on the lower one */
};

/* Stacked bars side by side: numbers over x, which goes from 0 to `count`. */
void chart_bars(FILE *out, const struct chart *chart, const struct chart_bar *bars, unsigned count);

/* For both kinds: the opening tag, the title and what stands under the x axis. */
enum { CHART_LEFT = 58, CHART_TOP = 12, CHART_TITLE = 26, CHART_BOTTOM = 30 };
void chart_begin(FILE *out, const struct chart *chart);
double chart_x(const struct chart *chart, double x);
double chart_y(const struct chart *chart, double share); /* 0 at the bottom, 1 at the top */
void chart_grid(FILE *out, const struct chart *chart, double share, const char *label);
void chart_end(FILE *out);

#endif
