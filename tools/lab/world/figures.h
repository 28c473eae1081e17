/*
 * The table of `crawlbox-lab world verify`: figures that a web was meant to have, beside those that were
 * measured. Each row says whether the figure was published or is of our own choice.
 *
 *     struct figures figures = {0};
 *     figures_begin();
 *     figures_check(&figures, "Thai sites, .com", FIGURE_PUBLISHED, 1075, measured, 32);
 *     return figures_end(&figures);
 */
#ifndef CRAWLBOX_WORLD_FIGURES_H
#define CRAWLBOX_WORLD_FIGURES_H

enum figure_origin { FIGURE_PUBLISHED, FIGURE_OURS };

struct figures {
    unsigned checked, outside;
};

void figures_begin(void);
void figures_check(struct figures *figures, const char *what, enum figure_origin origin, double wanted,
                   double measured, double tolerance);

/* Prints a figure that does not bind; 0 stands for one that was not published. */
void figures_show(const char *what, double published, double measured);

/* CLI_NO: a figure is outside of its tolerance. */
int figures_end(const struct figures *figures);

#endif
