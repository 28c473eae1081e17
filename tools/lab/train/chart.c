#include "train/chart.h"

/* All in pixels. Bars stand on 50 percent, which is what guessing gives. */
enum {
    LEFT = 50,
    TOP = 40,
    HEIGHT = 300,
    GROUP = 46,
    BAR = 12,
    WIDTH = LEFT + (TRAINING_SETS + 1) * GROUP + 20,
    FLOOR = 50
};

static double height_of(double percent)
{
    return percent > FLOOR ? (percent - FLOOR) * HEIGHT / (100 - FLOOR) : 0;
}

static void draw_bar(FILE *out, double x, double percent, const char *colour, const char *what)
{
    double height = height_of(percent);
    fprintf(out,
            "<rect x=\"%.0f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\"><title>%s: %.2f "
            "%%</title></rect>\n",
            x, TOP + HEIGHT - height, BAR, height, colour, what, percent);
}

static void draw_scale(FILE *out)
{
    for (int percent = FLOOR; percent <= 100; percent += 10) {
        double y = TOP + HEIGHT - height_of(percent);
        fprintf(out,
                "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n",
                LEFT, WIDTH, y, y, LEFT - 6, y + 4, percent);
    }
}

static void draw_set(FILE *out, const struct trainer *trainer, unsigned set)
{
    double x = LEFT + (set - 1.0) * GROUP + 4;
    struct score tree = trainer_test(trainer, TECHNIQUE_TREE, set);
    struct score bayes = trainer_test(trainer, trainer_best_bayes(trainer, set), set);
    draw_bar(out, x, score_accuracy(&tree), "#2a6f97", "decision tree");
    draw_bar(out, x + BAR + 2, score_accuracy(&bayes), "#e09f3e", "Naive Bayes");
    fprintf(out,
            "<text x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">%u</text><text x=\"%.0f\" y=\"%d\" "
            "text-anchor=\"middle\">%s</text>\n",
            x + BAR, TOP + HEIGHT + 16, set, x + BAR, TOP + HEIGHT + 30,
            set == SET_HOME     ? ".th"
            : set == SET_ABROAD ? "rest"
                                : training_set(set)->name);
}

void chart_draw(FILE *out, const struct trained *trained)
{
    double x = LEFT + (double)TRAINING_SETS * GROUP + 4;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
            "font-size=\"11\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
            "<text x=\"%d\" y=\"20\" font-size=\"14\">Accuracy on hosts not learned from, percent: decision "
            "tree (blue), "
            "Naive Bayes (orange), ensemble (red)</text>\n",
            WIDTH, TOP + HEIGHT + 45, LEFT);
    draw_scale(out);
    for (unsigned set = 1; set <= TRAINING_SETS; set++)
        draw_set(out, &trained->trainer, set);
    draw_bar(out, x + BAR / 2.0, score_accuracy(&trained->quantised), "#9e2a2b", "ensemble");
    fprintf(out, "<text x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">all</text>\n</svg>\n", x + BAR,
            TOP + HEIGHT + 16);
}
