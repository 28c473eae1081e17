#include "world/figures.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "cli.h"

void figures_begin(void)
{
    printf("%-48s %-9s %12s %12s %10s\n", "", "origin", "wanted", "measured", "tolerance");
}

/* Counts are printed as whole numbers, percents and exponents with two digits behind the point. */
static void print_row(const char *what, const char *origin, double wanted, double measured)
{
    bool whole = wanted == floor(wanted) && measured == floor(measured) && wanted >= 100;
    printf("%-48s %-9s ", what, origin);
    if (wanted > 0)
        printf("%12.*f", whole ? 0 : 2, wanted);
    else
        printf("%12s", "-");
    printf(" %12.*f", whole ? 0 : 2, measured);
}

void figures_check(struct figures *figures, const char *what, enum figure_origin origin, double wanted,
                   double measured, double tolerance)
{
    bool good = fabs(wanted - measured) <= tolerance;
    figures->checked++;
    figures->outside += !good;
    print_row(what, origin == FIGURE_PUBLISHED ? "published" : "ours", wanted, measured);
    printf(" %10.4g  %s\n", tolerance, good ? "ok" : "OUTSIDE");
}

void figures_show(const char *what, double published, double measured)
{
    print_row(what, published > 0 ? "published" : "-", published, measured);
    printf(" %10s  %s\n", "-", "shown");
}

int figures_end(const struct figures *figures)
{
    printf("\n%u of %u figures are within their tolerance\n", figures->checked - figures->outside,
           figures->checked);
    return figures->outside ? CLI_NO : CLI_YES;
}
