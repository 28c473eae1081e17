/* Bar charts. */
#include "chart/chart.h"

enum { TICKS = 4, GAP_PERCENT = 15 };

/* The smallest of 1, 2, 5, 10, 20, 50 ... that TICKS of them reach the value. */
static double step_for(double most)
{
    static const int steps[] = {1, 2, 5};
    for (double power = 1;; power *= 10)
        for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++)
            if (steps[i] * power * TICKS >= most)
                return steps[i] * power;
}

static void put_label(double value, char label[CHART_LABEL_SIZE])
{
    if (value >= 1e6)
        snprintf(label, CHART_LABEL_SIZE, "%g M", value / 1e6);
    else if (value >= 10000)
        snprintf(label, CHART_LABEL_SIZE, "%g k", value / 1000);
    else
        snprintf(label, CHART_LABEL_SIZE, "%.0f", value);
}

static void draw_part(FILE *out, const struct chart *chart, unsigned i, double from, double to,
                      const char *style)
{
    double left = chart_x(chart, i), wide = chart_x(chart, i + 1) - left;
    double gap = wide * GAP_PERCENT / 100, y = chart_y(chart, to);
    if (to > from)
        fprintf(out, "<rect %s x='%.1f' y='%.1f' width='%.1f' height='%.1f'/>\n", style, left + gap / 2, y,
                wide - gap, chart_y(chart, from) - y);
}

void chart_bars(FILE *out, const struct chart *chart, const struct chart_bar *bars, unsigned count)
{
    char label[CHART_LABEL_SIZE];
    double most = 0;
    for (unsigned i = 0; i < count; i++)
        most = bars[i].lower + bars[i].upper > most ? bars[i].lower + bars[i].upper : most;
    double step = step_for(most), top = step * TICKS;
    chart_begin(out, chart);
    for (int i = 0; i <= TICKS; i++) {
        put_label(step * i, label);
        chart_grid(out, chart, (double)i / TICKS, label);
    }
    for (unsigned i = 0; i < count; i++) {
        double lower = bars[i].lower / top, whole = lower + bars[i].upper / top;
        draw_part(out, chart, i, 0, lower, "class='bar0' fill='#0b5fa5'");
        draw_part(out, chart, i, lower, whole, "class='bar1' fill='#c2410c'");
    }
    chart_end(out);
}
