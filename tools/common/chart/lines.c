/* Line charts. */
#include "chart/chart.h"

enum { TICKS = 5, LABEL_STEP = 16, LEADER = 18, MARKED_POINTS = 12 };

static const struct {
    const char *color, *dash;
} styles[CHART_LINES] = {
    {"#000000", "2 3"}, {"#0b5fa5", "none"},     {"#c2410c", "none"}, {"#15803d", "8 3"},
    {"#7e22ce", "4 2"}, {"#b45309", "10 3 2 3"}, {"#be185d", "1 2"},  {"#4d7c0f", "6 2"},
    {"#334155", "3 1"}, {"#0e7490", "12 4"},
};

static double y_of(const struct chart *chart, double percent)
{
    return chart_y(chart, percent / (chart->y_most > 0 ? chart->y_most : 100));
}

/* Labels stand beside the chart at the height of their lines' ends, moved apart where these are close
 * together. */
static void place_labels(const struct chart *chart, const struct chart_line *lines, unsigned count,
                         double label_y[CHART_LINES])
{
    unsigned order[CHART_LINES];
    for (unsigned i = 0; i < count; i++) {
        unsigned at = i;
        label_y[i] = y_of(chart, lines[i].count ? lines[i].y[lines[i].count - 1] : 0);
        for (; at > 0 && label_y[order[at - 1]] > label_y[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    double least = chart_y(chart, 1); /* from the top down, as far as needed; then up again from the bottom */
    for (unsigned i = 0; i < count; i++, least += LABEL_STEP)
        least = label_y[order[i]] = label_y[order[i]] > least ? label_y[order[i]] : least;
    double most = chart_y(chart, 0);
    for (unsigned i = count; i > 0; i--, most -= LABEL_STEP)
        most = label_y[order[i - 1]] = label_y[order[i - 1]] < most ? label_y[order[i - 1]] : most;
}

static void draw_line(FILE *out, const struct chart *chart, const struct chart_line *line, unsigned style)
{
    fprintf(
        out,
        "<polyline class='line%u' fill='none' stroke='%s' stroke-width='2' stroke-dasharray='%s' points='",
        style, styles[style].color, styles[style].dash);
    for (unsigned i = 0; i < line->count; i++)
        fprintf(out, "%.1f,%.1f ", chart_x(chart, line->x[i]), y_of(chart, line->y[i]));
    fputs("'/>\n", out);
    for (unsigned i = 0; i < line->count && line->count <= MARKED_POINTS; i++)
        fprintf(out, "<circle class='dot%u' cx='%.1f' cy='%.1f' r='3' fill='%s'/>\n", style,
                chart_x(chart, line->x[i]), y_of(chart, line->y[i]), styles[style].color);
}

/* The name, and a thin line to it from where the line ends. */
static void draw_label(FILE *out, const struct chart *chart, const struct chart_line *line, unsigned style,
                       double y)
{
    double x = chart->width - chart->right + LEADER;
    double end_x = chart_x(chart, line->count ? line->x[line->count - 1] : 0);
    double end_y = y_of(chart, line->count ? line->y[line->count - 1] : 0);
    fprintf(out,
            "<path class='line%u' d='M%.1f,%.1fL%.1f,%.1f' stroke='%s' stroke-width='.5' fill='none'/>\n",
            style, end_x, end_y, x - 2, y, styles[style].color);
    fprintf(out, "<text class='label%u' x='%.1f' y='%.1f' fill='%s'>%s</text>\n", style, x, y + 4,
            styles[style].color, line->name);
}

void chart_lines(FILE *out, const struct chart *chart, const struct chart_line *lines, unsigned count)
{
    double label_y[CHART_LINES];
    char label[CHART_LABEL_SIZE];
    count = count < CHART_LINES ? count : CHART_LINES;
    place_labels(chart, lines, count, label_y);
    chart_begin(out, chart);
    for (int i = 0; i <= TICKS; i++) {
        snprintf(label, sizeof label, "%g %%", (chart->y_most > 0 ? chart->y_most : 100) * i / TICKS);
        chart_grid(out, chart, (double)i / TICKS, label);
    }
    for (unsigned i = 0; i < count; i++) {
        draw_line(out, chart, &lines[i], i);
        if (chart->right > 0)
            draw_label(out, chart, &lines[i], i, label_y[i]);
    }
    chart_end(out);
}
