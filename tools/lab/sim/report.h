/* The HTML of a comparison: its head, its charts and its tables. Readable on paper and in a browser, needs
 * nothing but the file itself. */
#ifndef CRAWLBOX_SIM_REPORT_H
#define CRAWLBOX_SIM_REPORT_H

#include "output.h"
#include "sim/sim.h"

void report_begin(FILE *out, const struct world *world, const struct sim_options *options);
void report_end(FILE *out);

/* Keeps or drops the file, by the status of its crawls, and says so. Returns an exit status. */
int report_close(struct output *output, int status);

/* Harvest rate and coverage over the pages of several crawls, as two charts. STATUS_FULL: no memory. */
struct report_crawl {
    const char *name;
    const char *published; /* its harvest rate, or "" */
    struct sim_result result;
};
int report_charts(FILE *out, const struct report_crawl *crawls, unsigned count, uint32_t pages);

/* A table of crawls side by side. */
void report_crawls(FILE *out, const struct world *world, const struct report_crawl *crawls, unsigned count);

/* A smaller one, of what changes when one thing is changed. `is_default`: a row of what the box does unless
 * told otherwise; `extra` is another column's cell. */
void report_variants_begin(FILE *out, const struct world *world, const char *what, const char *extra);
void report_variant(FILE *out, const char *value, bool is_default, const struct sim_result *result,
                    const char *extra);
void report_table_end(FILE *out);

#endif
