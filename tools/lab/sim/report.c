/* Writes the charts and tables of a comparison. */
#include "sim/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "chart/chart.h"
#include "cli.h"

enum { NUMBER_BYTES = 16 };

static const double ms_a_day = 86400e3;

/* 1,234,567 */
static const char *grouped(uint32_t number, char text[NUMBER_BYTES])
{
    char digits[NUMBER_BYTES];
    int length = snprintf(digits, sizeof digits, "%u", (unsigned)number);
    char *to = text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

static void write_head(FILE *out, const char *web)
{
    fprintf(out,
            "<!DOCTYPE html>\n<html lang='en'>\n<meta charset='utf-8'>\n"
            "<meta name='viewport' content='width=device-width'>\n<title>Crawls of %s</title>\n"
            "<style>body{font:15px/1.45 sans-serif;color:#111;max-width:62em;margin:2em auto;padding:0 1em}"
            "h1{font-size:1.5em}h2{font-size:1.15em;margin:2em 0 .3em}p{max-width:48em}"
            "table{border-collapse:collapse;margin:.6em 0;font-variant-numeric:tabular-nums;font-size:14px}"
            "td,th{border-bottom:1px solid #ccc;padding:.25em .7em;text-align:right;font-weight:normal}"
            "tr:first-child>*{border-bottom:2px solid #666;vertical-align:bottom;font-weight:bold}"
            "tr>:first-child{text-align:left;white-space:nowrap}.default{background:#eef3f8}svg{width:100%%;"
            "height:auto;margin:."
            "5em 0}"
            "@media print{body{margin:0;max-width:none;font-size:10pt}table{font-size:9pt}"
            "svg,table{break-inside:avoid}h2{break-after:avoid}}</style>\n",
            web);
}

void report_begin(FILE *out, const struct world *world, const struct sim_options *options)
{
    char hosts[NUMBER_BYTES], most[NUMBER_BYTES];
    const char *wanted = world->kind->wanted;
    struct world_size size;
    world->kind->size(world, &size);
    write_head(out, world->preset);
    fprintf(out,
            "<h1>Crawls of the simulated web %s, seed %llu</h1>\n"
            "<p>%s hosts. Each crawl ends after %s pages, or when nothing is left that looks promising. "
            "<b>Harvest rate</b>: %s pages among those fetched. <b>Coverage</b>: %s pages fetched among "
            "all that "
            "there are. The engine, the host graph and the predictor are the box's own; the web and the "
            "clock are not."
            "</p>\n",
            world->preset, (unsigned long long)world->seed, grouped(size.sites, hosts),
            grouped(options->pages, most), wanted, wanted);
    if (world->kind->has_segments)
        fprintf(out, "<p>%s segments, at most %u pages of a site. The segment crawler predicts by %s.</p>\n",
                grouped(size.parts, hosts), (unsigned)options->settings.page_cap,
                options->predictor == SIM_PACK ? "a topic pack" : "the published link facts");
}

void report_end(FILE *out)
{
    fprintf(out, "</html>\n");
}

int report_close(struct output *output, int status)
{
    int result = status == STATUS_OK ? CLI_YES : cli_error("a crawl failed: %s", status_text(status));
    result = output_end(output, result);
    if (result == CLI_YES && strcmp(output->path, "-") != 0)
        printf("%s: open it in a browser\n", output->path);
    return result;
}

/* ---- Charts ---- */

/* Both axes end at a round number that all lines stay below. */
static void draw(FILE *out, const char *title, const struct chart_line *lines, unsigned count, uint32_t pages)
{
    double x_most = 0, y_most = 0;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < lines[i].count; k++) {
            x_most = fmax(x_most, lines[i].x[k]);
            y_most = fmax(y_most, lines[i].y[k]);
        }
    }
    const struct chart chart = {.title = title,
                                .shows_title = true,
                                .width = 760,
                                .height = 380,
                                .right = 170,
                                .x_most = fmin(chart_round(x_most), pages),
                                .x_ticks = 5,
                                .y_most = fmin(chart_round(y_most), 100)};
    chart_lines(out, &chart, lines, count);
}

int report_charts(FILE *out, const struct report_crawl *crawls, unsigned count, uint32_t pages)
{
    struct chart_line *lines = calloc(count, sizeof *lines);
    if (!lines)
        return STATUS_FULL;
    for (int coverage = 0; coverage < 2; coverage++) {
        for (unsigned i = 0; i < count; i++) {
            const struct sim_result *result = &crawls[i].result;
            lines[i].name = crawls[i].name;
            lines[i].count = result->sample_count;
            for (uint32_t k = 0; k < result->sample_count; k++) {
                const struct sim_point *point = &result->samples[k];
                lines[i].x[k] = point->pages;
                lines[i].y[k] = coverage ? sim_coverage(result, point) : sim_harvest(point);
            }
        }
        draw(out, coverage ? "Coverage over pages fetched" : "Harvest rate over pages fetched", lines, count,
             pages);
    }
    free(lines);
    return STATUS_OK;
}

/* ---- Tables ---- */

static void write_crawl(FILE *out, const struct report_crawl *crawl)
{
    const struct sim_point *end = &crawl->result.end;
    char pages[NUMBER_BYTES], sites[NUMBER_BYTES], wanted[NUMBER_BYTES];
    fprintf(out, "<tr><th>%s<td>%s<td>%.2f<td>%s<td>%.2f<td>%.1f<td>%.1f", crawl->name,
            grouped(end->pages, pages), sim_harvest(end), crawl->published, sim_coverage(&crawl->result, end),
            (double)end->bytes_targets / 1e9, (double)end->bytes_other / 1e9);
    if (crawl->result.time_ms) /* page by page nobody counts sites */
        fprintf(out, "<td>%s<td>%s<td>%u", grouped(end->sites, sites), grouped(end->target_sites, wanted),
                (unsigned)end->round);
    fputs("\n", out);
}

void report_crawls(FILE *out, const struct world *world, const struct report_crawl *crawls, unsigned count)
{
    const char *wanted = world->kind->wanted, *parts = world->kind->parts;
    fprintf(out,
            "<table><tr><th>crawl<th>pages<th>harvest<br>rate %%<th>published %%<th>coverage %%<th>%s GB"
            "<th>other GB<th>%s<th>%s %s<th>rounds\n",
            wanted, parts, wanted, parts);
    for (unsigned i = 0; i < count; i++)
        write_crawl(out, &crawls[i]);
    report_table_end(out);
}

void report_variants_begin(FILE *out, const struct world *world, const char *what, const char *extra)
{
    fprintf(out,
            "<table><tr><th>%s<th>pages<th>harvest rate %%<th>coverage %%<th>other GB<th>%s sites<th>days",
            what, world->kind->wanted);
    fprintf(out, "%s%s\n", *extra ? "<th>" : "", extra);
}

void report_variant(FILE *out, const char *value, bool is_default, const struct sim_result *result,
                    const char *extra)
{
    const struct sim_point *end = &result->end;
    char pages[NUMBER_BYTES], wanted[NUMBER_BYTES];
    fprintf(out, "<tr%s><th>%s%s<td>%s<td>%.2f<td>%.2f<td>%.2f<td>%s<td>%.1f",
            is_default ? " class='default'" : "", value, is_default ? " (default)" : "",
            grouped(end->pages, pages), sim_harvest(end), sim_coverage(result, end),
            (double)end->bytes_other / 1e9, grouped(end->target_sites, wanted),
            (double)result->time_ms / ms_a_day);
    fprintf(out, "%s%s\n", *extra ? "<td>" : "", extra);
}

void report_table_end(FILE *out)
{
    fprintf(out, "</table>\n");
}
