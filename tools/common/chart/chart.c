/* What all charts have: a frame, a title, axes. */
#include "chart/chart.h"

enum { IN_THOUSANDS = 10000 }; /* from here on axes count in thousands */

static int top_of(const struct chart *chart)
{
    return chart->shows_title ? CHART_TOP + CHART_TITLE : CHART_TOP;
}

double chart_x(const struct chart *chart, double x)
{
    double width = chart->width - CHART_LEFT - chart->right;
    return CHART_LEFT + width * (chart->x_most > 0 ? x / chart->x_most : 0);
}

double chart_y(const struct chart *chart, double share)
{
    double height = chart->height - top_of(chart) - CHART_BOTTOM;
    return chart->height - CHART_BOTTOM - height * share;
}

double chart_round(double most)
{
    double round = 1;
    for (int i = 0; round < most; i++)
        round *= i % 3 == 1 ? 2.5 : 2; /* 1, 2, 5, 10 ... */
    return round;
}

static void put_label(const struct chart *chart, double x, char text[CHART_LABEL_SIZE])
{
    if (chart->x_label)
        chart->x_label(chart->context, x, text);
    else if (chart->x_most < IN_THOUSANDS)
        snprintf(text, CHART_LABEL_SIZE, "%g", x);
    else
        snprintf(text, CHART_LABEL_SIZE, "%g k", x / 1000);
}

void chart_begin(FILE *out, const struct chart *chart)
{
    char label[CHART_LABEL_SIZE] = "";
    fprintf(
        out,
        "<svg viewBox='0 0 %d %d' role='img' font-family='sans-serif' font-size='13'>\n<title>%s</title>\n",
        chart->width, chart->height, chart->title);
    if (chart->shows_title)
        fprintf(out, "<text x='%d' y='20' font-size='15'>%s</text>\n", CHART_LEFT, chart->title);
    for (int i = 0; i <= chart->x_ticks; i++) {
        double x = chart->x_most * i / (chart->x_ticks > 0 ? chart->x_ticks : 1);
        const char *anchor = i == 0                                             ? "start"
                             : i == chart->x_ticks && chart->right < CHART_LEFT ? "end"
                                                                                : "middle";
        put_label(chart, x, label);
        fprintf(out, "<text class='axis' x='%.1f' y='%d' text-anchor='%s'>%s</text>\n", chart_x(chart, x),
                chart->height - CHART_BOTTOM + 20, anchor, label);
    }
}

void chart_grid(FILE *out, const struct chart *chart, double share, const char *label)
{
    double y = chart_y(chart, share);
    fprintf(out,
            "<line class='grid' x1='%d' x2='%d' y1='%.1f' y2='%.1f' stroke='#ccc'/>"
            "<text class='axis' x='%d' y='%.1f' text-anchor='end'>%s</text>\n",
            CHART_LEFT, chart->width - chart->right, y, y, CHART_LEFT - 6, y + 4, label);
}

void chart_end(FILE *out)
{
    fputs("</svg>\n", out);
}
