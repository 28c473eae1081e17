/* All crawlers of a topic web side by side, as one HTML file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "cli.h"
#include "chart/chart.h"
#include "sim/report.h"
#include "topicsim/topicsim.h"
#include "topicsim/webs.h"

enum { CRAWLERS = 5 };

static const struct crawler {
    const char *name;
    bool by_segment;
    enum topicsim_predictor predictor; /* by segment; TOPICSIM_PACK: the one that was asked for */
    struct pagewise_order order;       /* page by page */
} crawlers[CRAWLERS] = {
    {.name = "segment", .by_segment = true, .predictor = TOPICSIM_PACK},
    {.name = "best-segment", .by_segment = true, .predictor = TOPICSIM_NONE},
    {.name = "best-page", .order = {.kind = PAGEWISE_BEST}},
    {.name = "weighted", .order = {.kind = PAGEWISE_WEIGHTED, .depth = 95, .random = 5, .language = 500}},
    {.name = "bfs", .order = {.kind = PAGEWISE_BFS}},
};

static int crawl(const struct topicweb *web, const struct topicsim_options *options,
                 const struct crawler *who, struct curve *curve)
{
    struct topicsim_options chosen = *options;
    struct pagewise_web pages = webs_of_topic(web);
    if (!who->by_segment)
        return pagewise_crawl(&pages, &who->order, options->pages, options->settings.page_cap, curve);
    if (who->predictor == TOPICSIM_NONE)
        chosen.predictor = TOPICSIM_NONE;
    return topicsim_crawl(web, &chosen, curve);
}

static void draw(struct chart_line *line, const char *name, const struct curve *curve)
{
    line->name = name;
    line->count = curve->count;
    for (uint32_t i = 0; i < curve->count; i++) {
        line->x[i] = curve->points[i].pages;
        line->y[i] = 100.0 * curve->points[i].targets / curve->points[i].pages;
    }
}

static void write_head(FILE *out, const struct topicweb *web, const struct topicsim_options *options)
{
    report_head(out, web->preset->name);
    fprintf(out,
            "<h1>Crawls of the web of segments %s, seed %llu</h1>\n"
            "<p>%u sites with %u segments, at most %u pages of a site. Harvest rate: pages about the topic "
            "among those "
            "fetched. The segment crawler is the box's own; it predicts by %s.</p>\n",
            web->preset->name, (unsigned long long)web->seed, (unsigned)web->site_count,
            (unsigned)web->segment_count, (unsigned)options->settings.page_cap,
            options->predictor == TOPICSIM_PACK ? "a topic pack" : "the published link facts");
}

static int write_crawls(FILE *out, const struct topicweb *web, const struct topicsim_options *options)
{
    struct chart_line *lines = calloc(CRAWLERS, sizeof *lines);
    struct curve *curves = calloc(CRAWLERS, sizeof *curves);
    int status = lines && curves ? STATUS_OK : STATUS_FULL;
    double longest = 0;
    for (unsigned i = 0; i < CRAWLERS && status == STATUS_OK; i++) {
        status = crawl(web, options, &crawlers[i], &curves[i]);
        draw(&lines[i], crawlers[i].name, &curves[i]);
        longest = fmax(longest, curves[i].pages);
    }
    if (status == STATUS_OK) {
        const struct chart chart = {.title = "Harvest rate over pages fetched",
                                    .shows_title = true,
                                    .width = 760,
                                    .height = 380,
                                    .right = 170,
                                    .x_most = fmin(chart_round(longest), options->pages),
                                    .x_ticks = 5};
        chart_lines(out, &chart, lines, CRAWLERS);
        fprintf(out, "<table><tr><th>crawl<th>pages<th>harvest rate %%<th>coverage %%\n");
        for (unsigned i = 0; i < CRAWLERS; i++)
            fprintf(out, "<tr><th>%s<td>%u<td>%.2f<td>%.2f\n", crawlers[i].name, (unsigned)curves[i].pages,
                    curve_harvest(&curves[i]), curve_coverage(&curves[i]));
        fprintf(out, "</table>\n");
        report_end(out);
    }
    free(lines);
    free(curves);
    return status;
}

int topicsim_compare(const struct topicweb *web, const struct topicsim_options *options, const char *path)
{
    struct output out;
    if (!output_begin(&out, path))
        return CLI_CANNOT;
    write_head(out.file, web, options);
    int status = write_crawls(out.file, web, options);
    return report_close(&out, status);
}
