/* The HTML of a comparison: its head and its tables. Readable on paper and in a browser, needs nothing but the file itself. */
#ifndef CRAWLBOX_SIM_REPORT_H
#define CRAWLBOX_SIM_REPORT_H

#include "chart/chart.h"
#include "output.h"
#include "sim/sim.h"

/* What is kept of a crawl. */
struct sim_result {
    struct sim_point end;
    double coverage;
    double days; /* that the box would have taken */
    struct chart_line harvest, covered;
};

/* The beginning of any such page, up to its style. */
void report_head(FILE *out, const char *web);

void report_begin(FILE *out, const struct world *world, uint32_t pages);
void report_end(FILE *out);

/* Keeps or drops the file, by the status of its crawls, and says so. Returns an exit status. */
int report_close(struct output *output, int status);

/* A table of crawls side by side; `published` is a harvest rate, or "". */
void report_crawls_begin(FILE *out);
void report_crawl(FILE *out, const char *name, const struct sim_result *result, const char *published);

/* A smaller one, of what changes when one thing is changed. `is_default`: a row of what the box does unless told otherwise;
 * `extra` is another column's cell. */
void report_variants_begin(FILE *out, const char *what, const char *extra);
void report_variant(FILE *out, const char *value, bool is_default, const struct sim_result *result,
                    const char *extra);

void report_table_end(FILE *out);

#endif
