/* Draws charts. */
#include "sim/chart.h"

enum { WIDTH = 760, HEIGHT = 380, LEFT = 50, RIGHT = 170, TOP = 34, BOTTOM = 36, TICKS = 5, LABEL_STEP = 15 };

static const struct {
    const char *color, *dash;
} styles[CHART_LINES] = {
    {"#000000", "2 3"}, {"#0b5fa5", "none"},     {"#c2410c", "none"}, {"#15803d", "8 3"},
    {"#7e22ce", "4 2"}, {"#b45309", "10 3 2 3"}, {"#be185d", "1 2"},  {"#4d7c0f", "6 2"},
    {"#334155", "3 1"}, {"#0e7490", "12 4"},
};

static double place_x(double x, double most)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * (most > 0 ? x / most : 0);
}

static double place_y(double percent)
{
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * percent / 100;
}

static void write_axes(FILE *out, double x_most)
{
    for (int i = 0; i <= TICKS; i++) {
        double percent = 100.0 * i / TICKS, x = x_most * i / TICKS;
        fprintf(out, "<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' stroke='#ccc'/>\n", LEFT, WIDTH - RIGHT,
                place_y(percent), place_y(percent));
        fprintf(out, "<text x='%d' y='%.1f' text-anchor='end'>%.0f %%</text>\n", LEFT - 6,
                place_y(percent) + 4, percent);
        fprintf(out, "<text x='%.1f' y='%d' text-anchor='middle'>%.0f k</text>\n", place_x(x, x_most),
                HEIGHT - BOTTOM + 18, x / 1000);
    }
}

/* Labels stand at the ends of their lines, moved apart where lines end close together. */
static void place_labels(const struct chart_line *lines, unsigned count, double label_y[CHART_LINES])
{
    unsigned order[CHART_LINES];
    for (unsigned i = 0; i < count; i++) {
        unsigned at = i;
        label_y[i] = lines[i].count ? place_y(lines[i].y[lines[i].count - 1]) : HEIGHT - BOTTOM;
        for (; at > 0 && label_y[order[at - 1]] > label_y[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    double least = TOP; /* from the top down, as far as needed; then up again from the bottom */
    for (unsigned i = 0; i < count; i++, least += LABEL_STEP)
        least = label_y[order[i]] = label_y[order[i]] > least ? label_y[order[i]] : least;
    double most = HEIGHT - BOTTOM;
    for (unsigned i = count; i > 0; i--, most -= LABEL_STEP)
        most = label_y[order[i - 1]] = label_y[order[i - 1]] < most ? label_y[order[i - 1]] : most;
}

void chart_write(FILE *out, const char *title, const struct chart_line *lines, unsigned count, double x_most)
{
    double label_y[CHART_LINES];
    count = count < CHART_LINES ? count : CHART_LINES;
    place_labels(lines, count, label_y);
    fprintf(out, "<svg viewBox='0 0 %d %d' role='img' font-family='sans-serif' font-size='12'>\n", WIDTH,
            HEIGHT);
    fprintf(out, "<title>%s</title><text x='%d' y='18' font-size='15'>%s</text>\n", title, LEFT, title);
    write_axes(out, x_most);
    for (unsigned i = 0; i < count; i++) {
        fprintf(out, "<polyline fill='none' stroke='%s' stroke-width='2' stroke-dasharray='%s' points='",
                styles[i].color, styles[i].dash);
        for (unsigned j = 0; j < lines[i].count; j++)
            fprintf(out, "%.1f,%.1f ", place_x(lines[i].x[j], x_most), place_y(lines[i].y[j]));
        double end = lines[i].count ? place_x(lines[i].x[lines[i].count - 1], x_most) : LEFT;
        fprintf(out, "'/>\n<text x='%.1f' y='%.1f' fill='%s'>%s</text>\n", end + 5, label_y[i] + 4,
                styles[i].color, lines[i].name);
    }
    fprintf(out, "</svg>\n");
}
